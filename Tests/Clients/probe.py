"""What a check of a client needs: the `casement` command, pictures, and a clipboard to look into.

Everything here runs inside `casement run`, so `CASEMENT_SOCKET` and `WAYLAND_DISPLAY` are set.
"""

import json
import os
import re
import subprocess
import time
from dataclasses import dataclass

CASEMENT = os.environ.get("CASEMENT", "casement")


class Fault(Exception):
    """Something that a client should do here, and did not."""


def casement(*words, text=False):
    """Runs one command of `casement`; returns its answer."""
    words = [str(word) for word in words]
    if not text:
        words.insert(1 if words[0] not in ("wait", "screen", "pointer", "clipboard") else 2, "--json")
    done = subprocess.run([CASEMENT, *words], capture_output=True, text=True, timeout=90)
    if done.returncode != 0:
        raise Fault(f"casement {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout if text else json.loads(done.stdout or "null")


def poll(what, condition, seconds=10):
    """Waits until `condition()` is true, for what no event tells of; raises a fault named `what`."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Fault(what)
        time.sleep(0.05)


@dataclass
class Box:
    """A part of a picture."""

    left: int
    top: int
    right: int
    bottom: int


class Probe:
    """One client under test, and its window."""

    def __init__(self, client, folder):
        self.client = client
        self.folder = folder
        self.process = None
        self.window = client.window
        self.id = None

    # The client

    def start(self):
        environment = dict(os.environ, **self.client.environment)
        log = open(os.path.join(self.folder, "log.txt"), "wb")
        self.process = subprocess.Popen(
            self.client.command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, start_new_session=True
        )
        found = casement("wait", "window", self.window, "visible", "--timeout", 60)
        self.id = str(found["window"]["id"])

    def stop(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, 15)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, 9)
                self.process.wait()

    def info(self):
        for window in casement("windows"):
            if str(window["id"]) == self.id:
                return window
        raise Fault("the window is gone")

    def settle(self, seconds=5):
        """Waits for the picture to be still; a client that animates without end is looked at as it is."""
        try:
            casement("wait", "settled", "--timeout", 1.5 if self.client.animates else seconds)
        except Fault:
            if not self.client.animates:
                self.restless = True

    # Pictures

    def shot(self, name, *options):
        file = os.path.join(self.folder, name + ".png")
        casement("shot", *options, file)
        return file

    def differ(self, before, after, region=None):
        """How many pixels differ between two pictures."""
        crop = ["-crop", region, "+repage"] if region else []
        done = subprocess.run(
            ["compare", "-metric", "AE", before, after, *crop, "null:"], capture_output=True, text=True
        )
        try:
            return int(float(done.stderr.split()[0]))
        except (ValueError, IndexError):
            return 1 << 30

    def changed(self, before, after, left=0):
        """The smallest part outside of which two pictures are as good as the same; None where they are that everywhere.

        What lies to the left of `left` does not count."""
        difference = [before, after, "-compose", "difference", "-composite", "-colorspace", "gray", "-threshold", "4%"]
        difference += ["-fill", "black", "-draw", f"rectangle 0,0 {left - 1},99999"] if left else []
        done = subprocess.run(["convert", *difference, "-format", "%[fx:maxima] %@", "info:"], capture_output=True, text=True)
        found = re.match(r"(\S+) (\d+)x(\d+)([+-]\d+)([+-]\d+)", done.stdout)
        if not found or float(found[1]) == 0:
            return None
        width, height, left, top = (int(found[index]) for index in (2, 3, 4, 5))
        return Box(left, top, left + width, top + height)

    def colours(self, file):
        return int(subprocess.check_output(["identify", "-format", "%k", file], text=True))

    # The clipboard, seen by an ordinary client

    def copied(self, primary=False):
        options = ["--primary"] if primary else []
        done = subprocess.run(["wl-paste", "--no-newline", *options], capture_output=True, text=True, timeout=10)
        return done.stdout

    def offer(self, text, *options):
        """Puts `text` on the clipboard, as another client does."""
        subprocess.run(["wl-copy", *options], input=text, text=True, timeout=10, check=True)

    def file(self, name):
        return os.path.join(self.folder, name)

    def wait_for_file(self, name, text):
        path = self.file(name)

        def there():
            return os.path.exists(path) and text in open(path, encoding="utf-8").read()

        poll(f"{name} never held {text!r}", there)

    def at(self, x, y):
        """A point of the window."""
        return f"{self.id}@{x},{y}"
