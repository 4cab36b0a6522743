"""The clients of the matrix: how each is started, and what is asked of it beside the checks that all go through."""

import glob
import os
import shutil
import subprocess
from dataclasses import dataclass, field

import checks
from formchecks import WORDS, Form
from probe import casement, poll

FORMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "forms")
# an X server whose screen is a window, and a terminal in it
QT5_ENDS = "Qt 5.15.8 may wait for its own event thread when it ends (under sway, too): the window is gone, the process is not"
MIR_ENDS = "Mir 2.12 ends by a signal of its own when a second screen of its host goes"
FILE_DIALOG = "GTK 3's file dialog may take its own size again after it acknowledged the screen's (under sway, too)"
XTERM = """mkfifo display; Xwayland -displayfd 3 3>display & read number <display
DISPLAY=:$number xterm -fa monospace -geometry 80x24+0+0 -e sh & wait $!; kill %1; wait"""


@dataclass
class Client:
    """One line of the matrix."""

    name: str
    package: str
    window: str
    command: list
    checks: dict = field(default_factory=dict)
    environment: dict = field(default_factory=dict)
    #: The least number of colours in its picture.
    colours: int = 4
    #: It draws without end, so that it never settles.
    animates: bool = False
    #: It keeps its own size whatever the screen's is.
    fixed: bool = False
    #: The chords that answer its question whether to close.
    confirms: tuple = ()
    #: Its process goes on after its window has gone.
    stays: bool = False
    #: Checks of those that all go through which make no sense for it.
    without: tuple = ()
    #: What a reader of the table should know.
    remark: str = ""
    #: Its dialog may be larger than the screen, although it was asked not to be.
    oversized: bool = False
    #: What `casement run` must be told for it.
    options: tuple = ()
    #: The form that it shows, if it does.
    form: Form | None = None
    #: Checks that fail through a fault of the client's own, and that fault.
    known: dict = field(default_factory=dict)


def focus(x, y):
    return lambda probe: casement("tap", probe.at(x, y))


def click(x, y, *options):
    return lambda probe: casement("pointer", "click", *options, probe.at(x, y))


def press(chord):
    return lambda probe: casement("press", chord)


def greeted(probe):
    """A dialog comes by itself, some time after the window."""
    poll("no dialog came", lambda: any(window["key"] and str(window["id"]) != probe.id for window in casement("windows")), 20)


def typed(text):
    return lambda probe: casement("type", text)


def scroll(x, y, by):
    def action(probe):
        casement("pointer", "move", probe.at(x, y))
        casement("pointer", "scroll", f"0,{by}")

    return action


def chain(*actions):
    def action(probe):
        for one in actions:
            one(probe)
            probe.settle()

    return action


# Terminals


def shell_types(probe):
    casement("type", f"echo '{WORDS}' > typed.txt")
    casement("press", "Return")
    probe.wait_for_file("typed.txt", WORDS)


def shell_scrolls(up):
    def check(probe):
        casement("type", "seq 500; echo end > scrolled.txt")
        casement("press", "Return")
        probe.wait_for_file("scrolled.txt", "end")
        checks.changes("scroll", scroll(300, 200, up), scroll(300, 200, -up))(probe)

    return check


def shell_copies(x, y, copy="ctrl+shift+c"):
    """A double click selects a word; the clipboard has it."""

    def check(probe):
        casement("type", "clear; printf 'casementword casementword\\n%.0s' 1 2 3 4 5 6 7 8; touch copied.txt")
        casement("press", "Return")
        probe.wait_for_file("copied.txt", "")
        probe.settle()
        casement("pointer", "click", "--count", 2, probe.at(x, y))
        casement("press", copy)
        poll("the selected word is not on the clipboard", lambda: probe.copied() == "casementword", 5)

    return check


def shell_pastes(paste="ctrl+shift+v"):
    def check(probe):
        probe.offer("echo 'was pasted' > pasted.txt")
        casement("press", paste)
        probe.settle()
        casement("press", "Return")
        probe.wait_for_file("pasted.txt", "was pasted")

    return check


def page(folder):
    """The form as a page, which browsers show."""
    return "file://" + shutil.copy(os.path.join(FORMS, "page.html"), folder)


def movie(folder):
    path = os.path.join(folder, "movie.mkv")
    source = ["-f", "lavfi", "-i", "testsrc=duration=20:size=320x240:rate=25"]
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", *source, path], check=True)
    return path


def picture(folder):
    path = os.path.join(folder, "shown.png")
    subprocess.run(["convert", "-size", "600x400", "-seed", "1", "plasma:red-blue", path], check=True)
    return path


def first(pattern):
    found = sorted(glob.glob(pattern))
    return found[0] if found else pattern


def form(name, package, toolkit, version, environment):
    """The form of a toolkit, shown by the system's Python, which has its modules."""
    command = ["/usr/bin/python3", os.path.join(FORMS, toolkit + ".py"), str(version)]
    shown = Form(dragged=f"dragged out of {name.removesuffix(' form')}")
    known = {"closes": QT5_ENDS} if toolkit == "qt" and version == 5 else {}
    return Client(name, package, f"form.{toolkit}{version}", command, shown.checks(), environment, colours=10, form=shown, known=known)


def glfw(folder):
    """The form of GLFW, which is built first."""
    program = os.path.join(folder, "glfw")
    subprocess.run(["cc", "-O1", os.path.join(FORMS, "glfw.c"), "-o", program, "-lglfw", "-lGLESv2"], check=True)
    shown = Form(dragged="")
    return Client(
        "GLFW form", "libglfw3-wayland", "key", [program],
        {
            "loads": shown.loads, "click": shown.click, "scroll": shown.scroll, "fullscreen": shown.fullscreen,
            "types": lambda probe: (casement("type", "hello"), shown.says(probe, "typed:hello")),
        },
        colours=2,
    )


def sprite(x, y):
    """The middle of one of the pictures of weston-dnd, or of an empty place, in a window of its own size."""
    return (16 + 80 * x + 32 + 5, 16 + 80 * y + 32 + 27)


def dragged(*places):
    return lambda probe: casement("pointer", "drag", "--steps", 20, "--duration", 600, *[probe.at(*place) for place in places])


def touched(probe):
    casement("touch", f"down 0 {probe.at(100, 100)}; move 0 {probe.at(300, 250)} 300; up 0")


def weston(name, app=None, checks=None, **more):
    """A program of weston's, whose app id begins as all of them do."""
    identifier = app if app in ("key", "simple-touch") else f"org.freedesktop.weston.{(app or '-' + name).removeprefix('-')}"
    return Client(f"weston-{name}", "weston", identifier, [f"weston-{name}"], checks or {}, **more)


def compositor(name, package, window, script, **more):
    """A compositor in a window, and a terminal in it."""
    return Client(name, package, window, ["sh", "-c", script], {"types": inner_types}, **more)


def inner_types(probe):
    """What is typed reaches the terminal inside, when it is there."""

    def typed():
        casement("pointer", "click", probe.at(300, 400))
        casement("type", f"echo 'typed {WORDS.split()[-1]}' > typed.txt\n")
        probe.settle()
        path = probe.file("typed.txt")
        return os.path.exists(path) and "typed 42" in open(path, encoding="utf-8").read()

    poll("the terminal inside was not typed into", typed, 15)
    # the clicks may have left a cursor in the picture
    probe.settle()
    checks.filled(probe, "picture")


def clients(folder):
    """All clients; what they need to show is made in `folder`."""
    home = os.path.join(folder, "home")
    os.makedirs(home, exist_ok=True)
    for profile in ("chromium", "firefox"):
        os.makedirs(os.path.join(home, profile), exist_ok=True)
    with open(os.path.join(home, "firefox", "user.js"), "w", encoding="utf-8") as file:
        for name in ("browser.aboutwelcome.enabled", "browser.shell.checkDefaultBrowser", "datareporting.policy.dataSubmissionEnabled"):
            file.write(f'user_pref("{name}", false);\n')
    qt5 = "/usr/lib/*/qt5/examples/widgets"
    qt6 = "/usr/lib/qt6/bin"
    sdl = "/usr/libexec/installed-tests/SDL2"
    chromium, firefox = Form(88, "Escape", "dragged out of Chromium"), Form(86, "Escape", "dragged out of Firefox")
    lent = f"WLR_RENDERER=pixman exec python3 {FORMS}/lent.py"
    terminal = "foot --override=cursor.blink=no sh"
    with open(os.path.join(folder, "sway.conf"), "w", encoding="utf-8") as file:
        file.write(f"exec {terminal}\ndefault_border none\n")
    with open(os.path.join(folder, "weston.ini"), "w", encoding="utf-8") as file:
        file.write("[shell]\npanel-position=none\nlocking=false\n")
    still = {"GTK_THEME": "Adwaita", "HOME": home}
    return [
        Client(
            "foot", "foot", "foot", ["foot", "--override=cursor.blink=no", "sh"],
            {
                "types": shell_types, "scroll": shell_scrolls(-5), "copies": shell_copies(20, 30), "pastes": shell_pastes(),
                "drag": checks.changes("drag", dragged((30, 30), (300, 90)), click(600, 400)),
            },
            {"HOME": home, "PS1": "$ "},
        ),
        Client(
            "weston-terminal", "weston", "org.freedesktop.weston.wayland-terminal", ["weston-terminal", "--shell=/bin/sh"],
            {"types": shell_types, "pastes": shell_pastes()},
            {"HOME": home},
        ),
        Client("weston-flower", "weston", "org.freedesktop.weston.flower", ["weston-flower"], fixed=True, stays=True),
        Client("weston-clickdot", "weston", "org.freedesktop.weston.wayland-clickdot", ["weston-clickdot"],
               {"click": checks.changes("click", click(200, 200))}),
        Client("weston-eventdemo", "weston", "org.freedesktop.weston.eventdemo", ["weston-eventdemo"]),
        Client("weston-stacking", "weston", "org.freedesktop.weston.stacking-test", ["weston-stacking"],
               {"popup": checks.changes("popup", press("p"), chain(click(700, 500), click(700, 500))), "fullscreen": checks.changes("fullscreen", press("f"), press("f"))}),
        weston("editor", "-text-editor", {"types": checks.changes("typed", chain(click(300, 200), typed("typed into weston")))}, fixed=True),
        weston("dnd", "-wayland-drag-and-drop-demo",
               {"drops": checks.changes("drops", dragged(sprite(1, 0), (70, 90), sprite(0, 0)), dragged(sprite(0, 0), (90, 90), sprite(1, 0)))}, fixed=True),
        weston("cliptest", colours=3),
        weston("subsurfaces", "-wayland-sub-surface-demo", animates=True),
        weston("simple-touch", "simple-touch", {"touch": checks.changes("touch", touched)}, colours=1, fixed=True, without=("closes",),
               remark="does not answer a close"),
        weston("simple-shm", animates=True, fixed=True),
        weston("scaler", "-scaler-test-box", colours=2, fixed=True),
        weston("transformed", colours=2),
        weston("fullscreen", colours=4),
        weston("resizor", "-wayland-resizor", colours=2),
        weston("confine", "-wayland-confine", {"drag": checks.changes("drag", dragged((200, 200), (400, 300)))}, colours=2),
        weston("calibrator", "-wayland-calibrator", colours=1, fixed=True, remark="keeps the size that it was given first"),
        Client("weston-simple-egl", "weston", "org.freedesktop.weston.simple-egl", ["weston-simple-egl"], animates=True),
        Client(
            "GTK 3 widget factory", "gtk-3-examples", "gtk3-widget-factory", ["gtk3-widget-factory"],
            {
                "types": checks.types(WORDS, focus(100, 75)), "pastes": checks.pastes(WORDS + "!", focus(100, 75)),
                "popup": checks.changes("popup", click(386, 80), press("Escape")),
            },
            still, colours=50, animates=True, fixed=True, remark="its spinners turn without end",
        ),
        form("GTK 3 form", "libgtk-3-0", "gtk", 3, still),
        form("GTK 4 form", "libgtk-4-1", "gtk", 4, dict(still, GSK_RENDERER="cairo")),
        form("Qt 5 form", "libqt5widgets5", "qt", 5, {"HOME": home}),
        form("Qt 6 form", "libqt6widgets6", "qt", 6, {"HOME": home}),
        Client("GTK 3 demo", "gtk-3-examples", "gtk3-demo", ["gtk3-demo"], {"scroll": checks.changes("scroll", scroll(100, 400, 5), scroll(100, 400, -5))},
               still, colours=20),
        Client(
            "GTK 4 widget factory", "gtk-4-examples", "gtk4-widget-factory", ["gtk4-widget-factory"],
            {
                "types": checks.types(WORDS, focus(100, 75)), "pastes": checks.pastes(WORDS + "!", focus(100, 75)),
                "popup": checks.changes("popup", click(374, 75), press("Escape")),
            },
            dict(still, GSK_RENDERER="cairo"), colours=50, animates=True, fixed=True, remark="its spinners turn without end",
        ),
        Client("GTK 4 demo", "gtk-4-examples", "gtk4-demo", ["gtk4-demo"],
               {"scroll": checks.changes("scroll", scroll(100, 400, 5), scroll(100, 400, -5)),
                "popup": checks.changes("popup", click(929, 30), press("Escape"))},
               dict(still, GSK_RENDERER="cairo"), colours=20),
        Client("GTK 4 demo, GL", "gtk-4-examples", "gtk4-demo", ["gtk4-demo"], {}, dict(still, GSK_RENDERER="ngl"), colours=20),
        Client(
            "Qt 5 textedit", "qtbase5-examples", "textedit", [first(qt5 + "/richtext/textedit/textedit")],
            {
                "types": checks.types(WORDS, click(400, 400)), "pastes": checks.pastes(WORDS + "!", click(400, 400)),
                "popup": checks.changes("popup", click(20, 8), press("Escape")),
            },
            {"HOME": home}, colours=10, confirms=("Tab", "space"), known={"closes": QT5_ENDS},
        ),
        Client("Qt 5 dialogs", "qtbase5-examples", "standarddialogs", [first(qt5 + "/dialogs/standarddialogs/standarddialogs")],
               {"dialog": checks.changes("dialog", click(120, 65), press("Escape"))}, {"HOME": home}, known={"closes": QT5_ENDS}),
        Client("Qt 6 designer", "designer-qt6", "title=Qt Designer", [qt6 + "/designer"],
               {"dialog": chain(greeted, checks.changes("dialog", press("Escape")))}, {"HOME": home}, colours=20),
        Client(
            "Chromium", "chromium", "chromium",
            ["chromium", "--no-sandbox", "--ozone-platform=wayland", f"--user-data-dir={home}/chromium", "--no-first-run", "--disable-gpu",
             "--test-type", page(folder)],
            chromium.checks(), {"HOME": home}, colours=20, form=chromium, oversized=True, remark=FILE_DIALOG,
            known={
                "scales": "from scale 2 back to 1, where its picture has as many pixels as before, it acknowledges the new size and sets its "
                "window geometry, but keeps the old destination of its viewport"
            },
        ),
        Client(
            "Firefox", "firefox-esr", "firefox-esr",
            ["firefox-esr", "--profile", f"{home}/firefox", "--no-remote", "--new-instance", page(folder)],
            firefox.checks(), {"HOME": home}, colours=20, form=firefox, oversized=True, remark=FILE_DIALOG,
        ),
        Client("mpv", "mpv", "mpv", ["mpv", "--no-config", "--vo=wlshm", "--no-audio", "--loop", movie(folder)],
               {"fullscreen": checks.changes("fullscreen", press("f"), press("f"))}, {"HOME": home}, animates=True, fixed=True, remark="keeps the film's size until it is resized"),
        glfw(folder),
        Client("alacritty", "alacritty", "Alacritty", ["alacritty", "-e", "sh"], {"types": shell_types, "pastes": shell_pastes()}, {"HOME": home},
               options=("--limit", "wl_compositor=5"), remark="with `--limit wl_compositor=5`: it binds newer versions than it knows"),
        weston("simple-damage", animates=True, fixed=True, colours=2, options=("--limit", "wl_compositor=5"),
               remark="with `--limit wl_compositor=5`: it binds newer versions than it knows"),
        weston("presentation-shm", "key", animates=True, fixed=True, options=("--limit", "xdg_wm_base=3"), without=("closes",),
               remark="with `--limit xdg_wm_base=3`: it binds newer versions than it knows"),
        Client("kitty", "kitty", "kitty", ["kitty", "--config", "NONE", "-o", "confirm_os_window_close=0", "-o", "cursor_blink_interval=0", "sh"],
               {"types": shell_types, "pastes": shell_pastes()}, {"HOME": home}),
        compositor("weston", "weston", "title=Weston Compositor - wayland-fullscreen",
                   f"weston --backend=wayland-backend.so --fullscreen --socket=inner --config={folder}/weston.ini & "
                   "sleep 1.5; WAYLAND_DISPLAY=inner weston-terminal --shell=/bin/sh", remark="weston-terminal in it",
                   known={"scales": "fullscreen, weston 10 acknowledges a smaller size and keeps the one that it has"}),
        compositor("sway", "sway", "wlroots", f"{lent} sway -c {folder}/sway.conf", stays=True, remark="foot in it; it goes on without screens"),
        compositor("cage", "cage", "wlroots", f"{lent} cage -- {terminal}", remark="foot in it"),
        # foot ends by a signal where it has a token and Mir offers nothing to use it with; Mir sends no pong before its next request
        compositor("Mir", "mir-demos", "key",
                   "host=$WAYLAND_DISPLAY; unset WAYLAND_DISPLAY XDG_ACTIVATION_TOKEN; exec miral-shell --wayland-host $host "
                   "--platform-display-libs mir:wayland --add-wayland-extensions all --startup-apps foot", environment={"HOME": home, "PS1": "$ "}, animates=True,
                   remark="foot in it, without XDG_ACTIVATION_TOKEN: Mir offers no xdg_activation_v1, and foot ends by a signal then",
                   known={"screens": MIR_ENDS, "closes": MIR_ENDS}),
        Client("imv", "imv", "imv", ["imv-wayland", picture(folder)], {"click": checks.changes("zoom", press("i")), "scroll": checks.changes("scroll", scroll(500, 350, 3))}, {"HOME": home}),
        Client("Xwayland, xterm", "xwayland", "key", ["sh", "-c", XTERM],
               {"types": lambda probe: (casement("pointer", "move", probe.at(100, 100)), probe.settle(), shell_types(probe))}, {"HOME": home},
               fixed=True, without=("closes",), remark="without a window manager, the keyboard is where the pointer is; it does not answer a close"),
        Client("SDL 2 mouse", "libsdl2-tests", "testmouse", [sdl + "/testmouse"],
               {"drag": checks.changes("drag", dragged((100, 100), (500, 400)))}, {"HOME": home}, colours=1, fixed=True),
        Client("SDL 2", "libsdl2-tests", "testdraw2", [sdl + "/testdraw2", "--renderer", "software"], {}, {"HOME": home}, colours=2, animates=True, fixed=True),
    ]
