"""The tools that people use beside their clients: each is given its job, and what it did is looked at."""

import os
import re
import signal
import socket
import struct
import subprocess

from dataclasses import dataclass, field
from typing import Callable

from probe import Fault, casement, poll

FORMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "forms")


@dataclass
class Tool:
    """One line of the table of tools."""

    name: str
    package: str
    job: str
    check: Callable
    known: dict = field(default_factory=dict)


class Bench:
    """A terminal on a screen, and what was started beside it."""

    def __init__(self, folder):
        self.folder = folder
        self.started = []
        self.environment = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder)
        self.start("foot", "--override=cursor.blink=no", "sh", "-c", "echo a terminal; exec sh")
        casement("wait", "window", "foot", "visible")
        casement("wait", "settled")

    def start(self, *command, **options):
        log = open(os.path.join(self.folder, f"{os.path.basename(command[0])}.txt"), "wb")
        options = {"stdout": log, "stderr": log, **options}
        process = subprocess.Popen(command, env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, start_new_session=True, **options)
        self.started.append(process)
        return process

    def run(self, *command, text=None):
        """Runs a command to its end; what it leaves running in the background may keep its output open."""
        with open(self.path("output.txt"), "w+", encoding="utf-8") as output, open(self.path("errors.txt"), "w+", encoding="utf-8") as errors:
            done = subprocess.run(
                command, env=self.environment, cwd=self.folder, input=text, stdout=output, stderr=errors, text=True, timeout=20, check=False
            )
        if done.returncode != 0:
            raise Fault(f"{command[0]} ended with status {done.returncode}: {open(self.path('errors.txt'), encoding='utf-8').read().strip()[-300:]}")
        return open(self.path("output.txt"), encoding="utf-8").read()

    def end(self):
        for process in self.started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
                try:
                    process.wait(3)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)

    def path(self, name):
        return os.path.join(self.folder, name)

    def shot(self, name="picture.png"):
        casement("shot", self.path(name))
        return self.path(name)

    def differ(self, one, other):
        done = subprocess.run(["compare", "-metric", "AE", one, other, "null:"], capture_output=True, text=True)
        try:
            return int(float(done.stderr.split()[0]))
        except (ValueError, IndexError):
            return 1 << 30

    def pixel(self, picture, x, y):
        return self.run("convert", picture, "-format", f"%[hex:u.p{{{x},{y}}}]", "info:")[:6]

    def screen(self):
        return casement("screens")[0]

    def terminal(self):
        return next(window for window in casement("windows") if window["appID"] == "foot")


def grim(bench):
    bench.run("grim", bench.path("grim.png"))
    if bench.differ(bench.shot(), bench.path("grim.png")) != 0:
        raise Fault("grim's picture is another than casement's")
    bench.run("grim", "-g", "10,20 300x200", bench.path("region.png"))
    bench.run("convert", bench.path("picture.png"), "-crop", "300x200+10+20", "+repage", bench.path("expected.png"))
    if bench.differ(bench.path("region.png"), bench.path("expected.png")) != 0:
        raise Fault("the region's picture is not the region")


def slurp(bench):
    process = bench.start("slurp", stdout=subprocess.PIPE)
    before = bench.shot("before.png")
    poll("slurp shows nothing", lambda: bench.differ(before, bench.shot()) > 1000)
    casement("wait", "settled")
    casement("pointer", "drag", "100,100", "300,250")
    answer = process.communicate(timeout=10)[0].decode().strip()
    if not re.fullmatch(r"(100|99|101),(100|99|101) (200|201|199)x(150|151|149)", answer):
        raise Fault(f"slurp answered {answer!r}")


def wtype(bench):
    bench.run("wtype", "echo 'żółw 漢' > typed.txt", "-k", "Return")
    poll("the text did not arrive", lambda: os.path.exists(bench.path("typed.txt")) and open(bench.path("typed.txt")).read() == "żółw 漢\n")
    bench.shot()


def clipboard(bench):
    bench.run("wl-copy", "copied by a tool")
    casement("press", "ctrl+shift+v")
    casement("wait", "settled")
    bench.shot()
    if bench.run("wl-paste", "--no-newline") != "copied by a tool":
        raise Fault("wl-paste gives something else")
    bench.run("wl-copy", "--primary", "the other one")
    if bench.run("wl-paste", "--primary", "--no-newline") != "the other one":
        raise Fault("the primary selection is something else")


def randr(bench):
    if "headless-1" not in bench.run("wlr-randr"):
        raise Fault("the screen is not listed")
    bench.run("wlr-randr", "--output", "headless-1", "--custom-mode", "900x600")
    if (bench.screen()["nativeBounds"]["width"], bench.screen()["nativeBounds"]["height"]) != (900, 600):
        raise Fault("the mode did not change")
    bench.run("wlr-randr", "--output", "headless-1", "--scale", "1.5", "--transform", "90")
    screen = bench.screen()
    if (screen["nativeScale"], screen["transform"]) != (1.5, "90"):
        raise Fault("scale and transform did not change")
    casement("wait", "settled")
    bench.shot()


def kanshi(bench):
    os.makedirs(bench.path("kanshi"), exist_ok=True)
    with open(bench.path("kanshi/config"), "w", encoding="utf-8") as file:
        file.write("profile {\n  output headless-1 scale 2\n}\n")
    bench.start("kanshi", "-c", bench.path("kanshi/config"))
    poll("kanshi did not set the scale", lambda: bench.screen()["nativeScale"] == 2)
    casement("wait", "settled")
    bench.shot()


def waybar(bench):
    with open(bench.path("bar.json"), "w", encoding="utf-8") as file:
        file.write('{"layer": "top", "position": "top", "height": 30, "modules-left": ["custom/said"], "custom/said": {"format": "a bar"}}')
    bench.start("waybar", "-c", bench.path("bar.json"))
    poll("the bar reserved no room", lambda: bench.terminal()["frame"]["y"] >= 25, 20)
    casement("wait", "settled")
    bench.shot()


def mako(bench):
    before = bench.shot("before.png")
    bench.start("dbus-run-session", "--", "sh", "-c", "mako & sleep 1; notify-send -t 60000 'a message' 'from a test'; sleep 20")
    poll("no message is shown", lambda: bench.differ(before, bench.shot()) > 1000, 15)
    casement("wait", "settled")
    bench.shot()


def swaybg(bench):
    casement("hide", "foot")
    bench.start("swaybg", "-c", "#336699")
    poll("the background has another colour", lambda: bench.pixel(bench.shot(), 500, 300).lower() == "336699")
    casement("show", "foot")
    casement("wait", "settled")
    if bench.pixel(bench.shot(), 500, 300).lower() == "336699":
        raise Fault("the background is in front of the window")


def swaylock(bench):
    bench.start("swaylock", "-c", "802040")
    poll("the lock is not shown", lambda: bench.pixel(bench.shot(), 20, 20).lower() == "802040")
    typed = casement("type", "exit")
    if any(target.get("appID") == "foot" for target in typed["delivered"]):
        raise Fault("the terminal was typed into behind the lock")


def swayidle(bench):
    bench.start("swayidle", "timeout", "1", "touch idle", "resume", "touch active")
    poll("it never became idle", lambda: os.path.exists(bench.path("idle")))
    casement("press", "a")
    poll("it never became active", lambda: os.path.exists(bench.path("active")))
    bench.shot()


def recorder(bench):
    process = bench.start("wf-recorder", "-y", "-c", "libx264", "-f", bench.path("film.mp4"))
    for word in ("one", "two", "three", "four", "five"):
        casement("type", f"echo {word}\n")
        casement("wait", "settled", "200")
    process.send_signal(signal.SIGINT)
    # it ends with the next frame, and there is none while nothing changes (as under sway)
    casement("type", "echo six\n")
    process.wait(10)
    size = bench.run("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of", "csv=p=0", bench.path("film.mp4"))
    if size.strip() != "1000,700":
        raise Fault(f"the film has the size {size.strip()}")
    bench.run("ffmpeg", "-y", "-v", "error", "-sseof", "-0.3", "-i", bench.path("film.mp4"), "-frames:v", "1", bench.path("picture.png"))


class Viewer:
    """As much of an RFB client (RFC 6143) as one picture needs."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.read(12)
        self.socket.sendall(b"RFB 003.008\n")
        kinds = self.read(self.read(1)[0])
        if 1 not in kinds:
            raise Fault("the VNC server wants a password")
        self.socket.sendall(b"\x01")
        self.read(4)
        self.socket.sendall(b"\x01")
        self.width, self.height = struct.unpack(">HH", self.read(4))
        self.read(16)
        self.read(struct.unpack(">I", self.read(4))[0])
        self.socket.sendall(struct.pack(">B3xBBBBHHHBBB3x", 0, 32, 24, 0, 1, 255, 255, 255, 16, 8, 0))
        self.socket.sendall(struct.pack(">BxHi", 2, 1, 0))

    def read(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise Fault("the VNC server closed the connection")
            data += more
        return data

    def picture(self, path):
        self.socket.sendall(struct.pack(">BBHHHH", 3, 0, 0, 0, self.width, self.height))
        pixels = bytearray(self.width * self.height * 3)
        while True:
            kind = self.read(1)[0]
            if kind == 3:
                self.read(3)
                self.read(struct.unpack(">I", self.read(4))[0])
                continue
            if kind != 0:
                continue
            for _ in range(struct.unpack(">xH", self.read(3))[0]):
                x, y, width, height, _ = struct.unpack(">HHHHi", self.read(12))
                data = self.read(width * height * 4)
                for row in range(height):
                    line = data[row * width * 4 : (row + 1) * width * 4]
                    start = ((y + row) * self.width + x) * 3
                    pixels[start : start + width * 3] = bytes(value for i in range(0, len(line), 4) for value in (line[i + 2], line[i + 1], line[i]))
            break
        with open(path + ".ppm", "wb") as file:
            file.write(f"P6 {self.width} {self.height} 255\n".encode() + bytes(pixels))
        subprocess.run(["convert", path + ".ppm", path], check=True)

    def point(self, x, y, buttons=0):
        self.socket.sendall(struct.pack(">BBHH", 5, buttons, x, y))

    def press(self, keysym):
        for down in (1, 0):
            self.socket.sendall(struct.pack(">BBxxI", 4, down, keysym))


def wayvnc(bench):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    bench.start("wayvnc", "127.0.0.1", str(port))

    def connected():
        try:
            return Viewer(port)
        except (OSError, Fault):
            return None

    viewer = poll("the VNC server does not answer", connected, 10)
    viewer.picture(bench.path("picture.png"))
    if bench.differ(bench.shot("expected.png"), bench.path("picture.png")) > 0:
        raise Fault("the viewer's picture is another than casement's")
    for key in "echo seen > vnc.txt\r":
        viewer.press(0xFF0D if key == "\r" else ord(key))
    poll("what was typed in the viewer did not arrive", lambda: os.path.exists(bench.path("vnc.txt")))
    viewer.point(321, 123)
    poll("the pointer did not follow the viewer's", lambda: "321" in str(casement("seat")) and "123" in str(casement("seat")))


def menu(*command):
    """A launcher's menu is typed into, and answers."""

    def check(bench):
        before = bench.shot("before.png")
        with open(bench.path("words.txt"), "w", encoding="utf-8") as file:
            file.write("apple\npear\nplum\n")
        process = bench.start("sh", "-c", f"{' '.join(command)} < words.txt > chosen.txt")
        poll("no menu is shown", lambda: bench.differ(before, bench.shot()) > 1000, 15)
        casement("wait", "settled")
        casement("type", "plu")
        casement("wait", "settled")
        bench.shot()
        casement("press", "Return")
        process.wait(10)
        poll("another word was chosen", lambda: open(bench.path("chosen.txt"), encoding="utf-8").read().strip() == "plum", 3)

    return check


def warmth(*command):
    """The screen turns redder while it runs."""

    def check(bench):
        casement("hide", "foot")
        bench.start("swaybg", "-c", "#808080")
        poll("the background is not there", lambda: bench.pixel(bench.shot("before.png"), 500, 300) == "808080")
        process = bench.start(*command)

        def redder():
            pixel = bench.pixel(bench.shot(), 500, 300)
            return int(pixel[:2], 16) > int(pixel[4:], 16) + 20

        poll("the picture is not redder", redder)
        os.killpg(process.pid, signal.SIGTERM)
        poll("the picture is still redder", lambda: not redder())

    return check


ACCESSIBLE = """
import sys, time, gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

def found(node, name):
    if node.get_name() == name and node.get_role_name() == 'push button':
        return node
    for i in range(node.get_child_count()):
        below = found(node.get_child_at_index(i), name)
        if below:
            return below

for attempt in range(100):
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(i)
        if application and application.get_name() == 'form.gtk3' and application.get_child_count():
            frame = application.get_child_at_index(0)
            button = found(frame, 'click')
            if button:
                button.get_action_iface().do_action(0)
                time.sleep(0.5)
                print(frame.get_role_name(), frame.get_name())
                sys.exit(0)
    time.sleep(0.1)
sys.exit('no such program on the accessibility bus')
"""


def accessibility(bench):
    script = bench.path("look.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(ACCESSIBLE)
    role = bench.run(
        "dbus-run-session", "--", "sh", "-c", f"/usr/bin/python3 {FORMS}/gtk.py 3 >/dev/null 2>&1 & /usr/bin/python3 {script}; status=$?; kill $!; exit $status"
    )
    if role.strip().splitlines()[-1:] != ["frame clicked"]:
        raise Fault(f"the button was not pressed: {role.strip()!r}")


DOGTAIL = """
import sys, time
sys.argv = ['look']
from dogtail.config import config
config.checkForA11y = False
from dogtail import tree
form = tree.root.application('form.gtk3')
form.child('click', roleName='push button').actions['click'].do()
form.child(roleName='text').text = 'from dogtail'
time.sleep(0.5)
print(form.children[0].name)
"""


def dogtail(bench):
    script = bench.path("look.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(DOGTAIL)
    said = bench.run(
        "dbus-run-session", "--", "sh", "-c", f"/usr/bin/python3 {FORMS}/gtk.py 3 >/dev/null 2>&1 & sleep 2; /usr/bin/python3 {script}; status=$?; kill $!; exit $status"
    )
    if said.strip().splitlines()[-1:] != ["typed:from dogtail"]:
        raise Fault(f"the form said {said.strip()[-200:]!r}")


TOOLS = [
    Tool("grim", "grim", "a picture of the screen, and of a region, pixel for pixel", grim),
    Tool("slurp", "slurp", "a region is drawn with the pointer", slurp),
    Tool("wtype", "wtype", "types, also what the keymap lacks", wtype),
    Tool("wl-clipboard", "wl-clipboard", "copies and pastes, both selections", clipboard),
    Tool("wlr-randr", "wlr-randr", "lists, sets mode, scale and transform", randr),
    Tool("kanshi", "kanshi", "applies a profile", kanshi),
    Tool("waybar", "waybar", "a bar, which takes its inset", waybar),
    Tool("mako", "mako-notifier", "shows a message", mako),
    Tool("swaybg", "swaybg", "a background behind all windows", swaybg),
    Tool("swaylock", "swaylock", "locks; nobody is typed into behind it", swaylock),
    Tool("swayidle", "swayidle", "idle and active again", swayidle),
    Tool("wf-recorder", "wf-recorder", "records a film", recorder),
    Tool("wayvnc", "wayvnc", "a viewer sees the screen and types", wayvnc),
    Tool("fuzzel", "fuzzel", "a menu is typed into and answers", menu("fuzzel", "--dmenu")),
    Tool("wofi", "wofi", "the same, by GTK", menu("wofi", "--dmenu")),
    Tool("bemenu", "bemenu", "the same", menu("bemenu")),
    Tool("gammastep", "gammastep", "a warmer picture, and back", warmth("gammastep", "-m", "wayland", "-P", "-O", "3000")),
    Tool("wlsunset", "wlsunset", "the same", warmth("wlsunset", "-t", "3000", "-T", "3001", "-S", "23:58", "-s", "23:59")),
    Tool("AT-SPI", "at-spi2-core", "a GTK program's button is found and pressed on the accessibility bus", accessibility),
    Tool("dogtail", "python3-dogtail", "the same, and a text field is filled in", dogtail),
]
