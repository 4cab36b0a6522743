"""The checks of the forms: the same things at the same places, whatever toolkit draws them (`forms/`), each of which tells what it heard by its title."""

import checks

from probe import Fault, casement, poll

WORDS = "Zażółć gęślą jaźń 42"
ENTRY, CHOICE, BUTTON, SOURCE, TARGET, ASK, AREA, NOTHING = (100, 37), (100, 97), (100, 170), (420, 50), (420, 150), (460, 240), (100, 300), (700, 400)


class Form:
    """The form of one client; its content begins at (`x`, `y`) of the window."""

    def __init__(self, y=0, answer="Return", dragged="", slow=False):
        self.y, self.answer, self.dragged, self.slow = y, answer, dragged, slow

    def at(self, probe, place):
        return probe.at(place[0], place[1] + self.y)

    def says(self, probe, text, seconds=10):
        poll(f"it never said {text!r}, but {probe.info().get('title', '')!r}", lambda: text in probe.info().get("title", ""), seconds)

    def focus(self, probe):
        casement("pointer", "click", self.at(probe, ENTRY))
        probe.settle()

    def still(self, probe):
        """Takes the pointer away from everything that would look otherwise beneath it."""
        casement("pointer", "move", self.at(probe, NOTHING))
        probe.settle()

    def loads(self, probe):
        self.says(probe, "ready", 20)
        probe.settle()

    def types(self, probe):
        self.focus(probe)
        casement("press", "ctrl+a")
        casement("type", WORDS)
        self.says(probe, "typed:" + WORDS)

    def drag(self, probe):
        """Dragging along the text, from its end to beyond its beginning, selects it."""
        casement("press", "Home")
        start, end = (self.at(probe, (x, 37)) for x in (310, 10))
        casement("pointer", "drag", "--steps", 10, "--duration", 300, start, end)
        probe.settle()
        probe.shot("selected")
        casement("press", "ctrl+c")
        poll(f"the dragged-over text was not copied, but {probe.copied()!r}", lambda: probe.copied() == WORDS, 5)

    def copies(self, probe):
        probe.offer("something else")
        casement("press", "ctrl+a")
        casement("press", "ctrl+c")
        poll("the text is not on the clipboard", lambda: probe.copied() == WORDS, 5)

    def pastes(self, probe):
        probe.offer("from another client")
        casement("press", "ctrl+a")
        casement("press", "ctrl+v")
        self.says(probe, "typed:from another client")

    def click(self, probe):
        casement("pointer", "click", self.at(probe, BUTTON))
        self.says(probe, "clicked")

    def touch(self, probe):
        self.types(probe)
        casement("tap", self.at(probe, BUTTON))
        self.says(probe, "clicked")

    def scroll(self, probe):
        casement("pointer", "move", self.at(probe, AREA))
        casement("pointer", "scroll", "0,5")
        self.says(probe, "scrolled")

    def popup(self, probe):
        """The choice opens its list at itself, and takes keys."""
        self.still(probe)
        before = probe.shot("popup-before")
        casement("pointer", "click", self.at(probe, CHOICE))

        def opened():
            # the choice itself may show its focus first
            box = probe.changed(before, probe.shot("popup"))
            return box and box.bottom - box.top >= 50

        poll("the choice opened no list", opened)
        probe.settle()
        box = probe.changed(before, probe.shot("popup"))
        if not (0 <= box.left <= 40 and 300 <= box.right <= 360 and self.y + 10 <= box.top <= self.y + 125):
            raise Fault(f"the list is elsewhere: {box}")
        casement("press", "Down")
        casement("press", "Return")
        self.says(probe, "chose:two")

    def menu(self, probe):
        """A menu opens where it was asked for, turns back at the screen's edges, and closes."""
        self.still(probe)
        window = probe.info()["frame"]
        # the things on the left show the focus differently before and after
        right, sizes = 580, []
        for name, place in (("middle", NOTHING), ("corner", (window["width"] - 12, window["height"] - self.y - 12))):
            casement("pointer", "move", self.at(probe, place))
            probe.settle()
            before = probe.shot(f"menu-{name}-before")
            casement("pointer", "click", "--button", "right", self.at(probe, place))
            poll(f"no menu in the {name}", lambda: probe.changed(before, probe.shot(f"menu-{name}"), right))
            probe.settle()
            box = probe.changed(before, probe.shot(f"menu-{name}"), right)
            x, y = place[0], place[1] + self.y
            if not (box.left - 30 <= x <= box.right + 30 and box.top - 30 <= y <= box.bottom + 30):
                raise Fault(f"the menu of {x},{y} is elsewhere: {box}")
            sizes.append((box.right - box.left, box.bottom - box.top))
            casement("press", "Escape")
            poll(f"the menu in the {name} did not close", lambda: probe.changed(before, probe.shot(f"menu-{name}-after"), right) is None)
        if any(abs(one - other) > 30 for one, other in zip(*sizes)):
            raise Fault(f"the menu in the corner has another size: {sizes}")

    def dialog(self, probe):
        """A dialog has the keyboard, stands on its window, and is gone when it is answered."""
        before = {window["id"] for window in casement("windows")}
        casement("pointer", "click", self.at(probe, ASK))

        def opened():
            return next((window for window in casement("windows") if window["id"] not in before and window["key"] and not window["hidden"]), None)

        dialog = poll("no dialog has the keyboard", opened, 15)
        probe.settle()
        parent = probe.info()["frame"]

        def is_centred():
            frame = (opened() or dialog)["frame"]
            sides = (("x", "width"), ("y", "height"))
            # GTK 3's file chooser may take its own size again right after it acknowledged one that fits (under sway, too)
            if any(frame[extent] > parent[extent] for _, extent in sides):
                return probe.client.oversized and all(frame[start] <= parent[start] for start, _ in sides)
            return all(abs(frame[start] + frame[extent] / 2 - parent[start] - parent[extent] / 2) <= 60 for start, extent in sides)

        poll(f"the dialog is not in the middle of its window: {(opened() or dialog)['frame']} in {parent}", is_centred, 8)
        probe.shot("dialog")
        casement("press", self.answer)
        casement("wait", "window", dialog["id"], "gone")
        self.says(probe, "answered:")
        poll("the window did not get the keyboard back", lambda: probe.info()["key"])

    def drops(self, probe):
        """Drag and drop within the window."""
        casement("pointer", "drag", "--steps", 20, "--duration", 800, self.at(probe, SOURCE), self.at(probe, (450, 100)), self.at(probe, TARGET))
        self.says(probe, "dropped:" + self.dragged)
        probe.settle()

    def fullscreen(self, probe):
        casement("pointer", "click", self.at(probe, NOTHING))
        casement("press", "F11")
        self.says(probe, "fullscreen")
        probe.settle()
        checks.filled(probe, "fullscreen")
        casement("press", "F11")
        self.says(probe, "no longer fullscreen")
        probe.settle()

    def checks(self):
        names = ["loads", "types", "drag", "copies", "pastes", "click", "touch", "scroll", "popup", "menu", "dialog", "drops", "fullscreen"]
        return {name: getattr(self, name) for name in names}
