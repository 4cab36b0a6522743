"""The checks that every client with a window goes through. Each raises a `Fault`, or returns."""

from probe import Fault, casement, poll


def filled(probe, name, *options):
    """Takes a picture, which must not be empty; one of a client that animates may be, for a moment."""

    def full():
        probe.settle()
        return probe.colours(probe.shot(name, *options)) >= probe.client.colours

    poll(f"the picture {name} has fewer than {probe.client.colours} colours", full, 5 if probe.client.animates else 0)


def draws(probe):
    probe.settle(10)
    filled(probe, "picture")


def resizes(probe):
    """Another mode of the screen gives the window another size."""
    before = probe.info()["frame"]
    casement("screen", "set", "headless-1", "mode=1200x800")
    poll("the window did not follow the screen's size", lambda: probe.info()["frame"] != before or probe.client.fixed)
    filled(probe, "resized")
    casement("screen", "set", "headless-1", "mode=1000x700")
    screen = casement("screens")[0]["bounds"]
    poll("the window did not come back to its size", lambda: probe.info()["frame"] in (before, screen))
    probe.settle()


def scales(probe):
    """Scales of 1.5 and 2: the window still fills the screen, and has something in it."""
    before = probe.info()["frame"]
    for scale in ("1.5", "2"):
        casement("screen", "set", "headless-1", f"scale={scale}")
        poll(f"no other size at scale {scale}", lambda: probe.info()["frame"] != before or probe.client.fixed)
        filled(probe, f"scale-{scale}")
    casement("screen", "set", "headless-1", "scale=1")
    poll("the size at scale 1 did not come back", lambda: probe.info()["frame"] == before)
    probe.settle()


def screens(probe):
    """A second screen comes, takes the window, and is unplugged with the window on it."""
    casement("screen", "add", "800x600,name=second")
    casement("move", probe.id, "second")
    probe.settle()
    if probe.info()["screen"] != "second":
        raise Fault("the window is not on the second screen")
    filled(probe, "second", "--screen", "second")
    casement("screen", "remove", "second")
    poll("the window did not come home from the lost screen", lambda: probe.info()["screen"] == "headless-1")
    probe.settle()
    if probe.process.poll() is not None:
        raise Fault("the client ended with the screen")


def closes(probe):
    """Asked to close, the window goes and the client ends."""
    casement("close", probe.id)
    if probe.client.confirms:
        poll("nothing asks whether to close", lambda: any(one["key"] and str(one["id"]) != probe.id for one in casement("windows")))
        probe.settle()
        for chord in probe.client.confirms:
            casement("press", chord)
    casement("wait", "window", probe.id, "gone", "--timeout", 15)
    if probe.client.stays:
        return
    poll("the process goes on without a window", lambda: probe.process.poll() is not None, 15)


def changes(what, action, undo=None):
    """A check that `action` changes the picture, and that `undo` takes the change back."""

    def check(probe):
        probe.settle()
        before = probe.shot(what + "-before")
        action(probe)
        probe.settle()
        # some clients say that they have read everything before they draw
        poll("the picture did not change", lambda: probe.differ(before, probe.shot(what)) >= 30, 5)
        probe.settle()
        during = probe.shot(what)
        if undo:
            undo(probe)
            probe.settle()
            poll("the picture did not change back", lambda: probe.differ(during, probe.shot(what + "-after")) >= 30, 5)

    return check


def types(text, into=None, select="ctrl+a", copy="ctrl+c"):
    """A check that typed text is in the field: it is selected, copied, and read from the clipboard."""

    def check(probe):
        if into:
            into(probe)
        casement("press", select)
        casement("type", text)
        probe.settle()
        probe.shot("typed")
        casement("press", select)
        casement("press", copy)
        poll(f"{text!r} cannot be copied out", lambda: probe.copied() == text, 5)

    return check


def pastes(text, into=None, select="ctrl+a", paste="ctrl+v", copy="ctrl+c"):
    """A check that what another client copied can be pasted, and copied out again."""

    def check(probe):
        probe.offer(text)
        if into:
            into(probe)
        casement("press", select)
        casement("press", paste)
        probe.settle()
        probe.offer("something else")
        casement("press", select)
        casement("press", copy)
        poll(f"{text!r} was not pasted", lambda: probe.copied() == text, 5)

    return check
