"""The clients of the matrix: how each is started, and what is asked of it beside the checks that all go through."""

import glob
import os
import subprocess
from dataclasses import dataclass, field

import checks
from probe import Fault, casement, poll

WORDS = "Zażółć gęślą jaźń 42"
PAGE = """<!doctype html><meta charset=utf-8><title>start</title><body style="margin:0;font:16px sans-serif">
<input id=t style="position:absolute;left:20px;top:20px;width:300px;height:30px">
<select id=s style="position:absolute;left:20px;top:80px;width:300px;height:30px"><option>one<option>two<option>three</select>
<div id=c style="position:absolute;left:20px;top:140px;width:300px;height:60px;background:#fc8">click</div>
<div style="position:absolute;left:20px;top:220px;height:4000px;width:200px;background:linear-gradient(#08f,#f80)"></div>
<script>
t.oninput = () => document.title = 'typed:' + t.value;
s.onchange = () => document.title = 'chose:' + s.value;
c.onclick = () => document.title = 'clicked';
onscroll = () => { if (scrollY > 0) document.title = 'scrolled' };
document.title = 'ready';
</script>"""

# an X server whose screen is a window, and a terminal in it
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
    #: Checks that fail through a fault of the client's own, and that fault.
    known: dict = field(default_factory=dict)


def focus(x, y):
    return lambda probe: casement("tap", probe.at(x, y))


def click(x, y, *options):
    return lambda probe: casement("pointer", "click", *options, probe.at(x, y))


def press(chord):
    return lambda probe: casement("press", chord)


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


# Browsers


def title(probe, text):
    poll(f"the page never said {text!r}", lambda: text in probe.info()["title"], 10)


def browser(x, y):
    """The checks of a browser whose page begins at (x, y) of its window."""

    def loaded(probe):
        title(probe, "ready")
        probe.settle()

    def typed(probe):
        casement("tap", probe.at(x + 100, y + 35))
        probe.settle()
        casement("type", WORDS)
        title(probe, "typed:" + WORDS)

    def copied(probe):
        casement("press", "ctrl+a")
        casement("press", "ctrl+c")
        poll("the text is not on the clipboard", lambda: probe.copied() == WORDS, 5)

    def pasted(probe):
        probe.offer("from another client")
        casement("press", "ctrl+a")
        casement("press", "ctrl+v")
        title(probe, "typed:from another client")

    def clicked(probe):
        casement("pointer", "click", probe.at(x + 100, y + 170))
        title(probe, "clicked")

    def chosen(probe):
        probe.settle()
        before = probe.shot("popup-before")
        casement("pointer", "click", probe.at(x + 100, y + 95))
        probe.settle()
        if probe.differ(before, probe.shot("popup")) < 100:
            raise Fault("the select opened no popup")
        casement("press", "Down")
        casement("press", "Return")
        title(probe, "chose:two")

    def scrolled(probe):
        scroll(x + 100, y + 400, 10)(probe)
        title(probe, "scrolled")

    return {
        "loads": loaded, "types": typed, "copies": copied, "pastes": pasted, "click": clicked, "popup": chosen, "scroll": scrolled,
    }


def page(folder):
    path = os.path.join(folder, "page.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PAGE)
    return "file://" + path


def movie(folder):
    path = os.path.join(folder, "movie.mkv")
    source = ["-f", "lavfi", "-i", "testsrc=duration=20:size=320x240:rate=25"]
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", *source, path], check=True)
    return path


def picture(folder):
    path = os.path.join(folder, "shown.png")
    subprocess.run(["convert", "-size", "600x400", "gradient:red-blue", path], check=True)
    return path


def first(pattern):
    found = sorted(glob.glob(pattern))
    return found[0] if found else pattern


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
    still = {"GTK_THEME": "Adwaita", "HOME": home}
    return [
        Client(
            "foot", "foot", "foot", ["foot", "--override=cursor.blink=no", "sh"],
            {
                "types": shell_types, "scroll": shell_scrolls(-5), "copies": shell_copies(20, 30), "pastes": shell_pastes(),
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
        Client("weston-editor", "weston", "org.freedesktop.weston.text-editor", ["weston-editor"], fixed=True),
        Client("weston-dnd", "weston", "org.freedesktop.weston.wayland-drag-and-drop-demo", ["weston-dnd"], fixed=True),
        Client("weston-simple-egl", "weston", "org.freedesktop.weston.simple-egl", ["weston-simple-egl"], animates=True),
        Client(
            "GTK 3 widget factory", "gtk-3-examples", "gtk3-widget-factory", ["gtk3-widget-factory"],
            {
                "types": checks.types(WORDS, focus(100, 75)), "pastes": checks.pastes(WORDS + "!", focus(100, 75)),
                "popup": checks.changes("popup", click(386, 80), press("Escape")),
            },
            still, colours=50, animates=True, fixed=True, remark="its spinners turn without end",
        ),
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
            {"HOME": home}, colours=10, confirms=("Tab", "space"),
        ),
        Client("Qt 5 dialogs", "qtbase5-examples", "standarddialogs", [first(qt5 + "/dialogs/standarddialogs/standarddialogs")],
               {"dialog": checks.changes("dialog", click(120, 65), press("Escape"))}, {"HOME": home}),
        Client("Qt 6 designer", "designer-qt6", "title=Qt Designer", [qt6 + "/designer"],
               {"dialog": checks.changes("dialog", press("Escape"))}, {"HOME": home}, colours=20),
        Client(
            "Chromium", "chromium", "chromium",
            ["chromium", "--no-sandbox", "--ozone-platform=wayland", f"--user-data-dir={home}/chromium", "--no-first-run", "--disable-gpu",
             "--test-type", page(folder)],
            browser(0, 88), {"HOME": home}, colours=20,
            known={"scales": "from scale 2 back to 1 it keeps its viewport's old destination until it is resized again"},
        ),
        Client(
            "Firefox", "firefox-esr", "firefox-esr",
            ["firefox-esr", "--profile", f"{home}/firefox", "--no-remote", "--new-instance", page(folder)],
            browser(0, 86), {"HOME": home}, colours=20,
        ),
        Client("mpv", "mpv", "mpv", ["mpv", "--no-config", "--vo=wlshm", "--no-audio", "--loop", movie(folder)],
               {"fullscreen": checks.changes("fullscreen", press("f"), press("f"))}, {"HOME": home}, animates=True, fixed=True, remark="keeps the film's size until it is resized"),
        Client("imv", "imv", "imv", ["imv-wayland", picture(folder)], {"click": checks.changes("zoom", press("i"))}, {"HOME": home}),
        Client("Xwayland, xterm", "xwayland", "key", ["sh", "-c", XTERM],
               {"types": lambda probe: (casement("pointer", "move", probe.at(100, 100)), probe.settle(), shell_types(probe))}, {"HOME": home},
               fixed=True, without=("closes",), remark="without a window manager, the keyboard is where the pointer is; it does not answer a close"),
        Client("SDL 2", "libsdl2-tests", "testdraw2", [sdl + "/testdraw2", "--renderer", "software"], {}, {"HOME": home}, colours=2, animates=True, fixed=True),
    ]
