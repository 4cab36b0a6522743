"""A window of GTK with one of each thing that people use; its title tells what it heard last. `gtk.py 3` or `gtk.py 4`."""

import sys

import gi

MAJOR = int(sys.argv[1])
gi.require_version("Gtk", f"{MAJOR}.0")
gi.require_version("Gdk", f"{MAJOR}.0")
from gi.repository import Gdk, GLib, GObject, Gtk  # noqa: E402

FLAVOUR = sys.argv[2] if len(sys.argv) > 2 else f"form.gtk{MAJOR}"
GLib.set_prgname(FLAVOUR)
DRAGGED = f"dragged out of GTK {MAJOR}"


class Form:
    def __init__(self):
        self.loop = GLib.MainLoop()
        self.window = Gtk.Window()
        self.fixed = Gtk.Fixed()
        self.window.connect("destroy" if MAJOR == 3 else "close-request", lambda *_: self.loop.quit())
        self.window.set_default_size(640, 460)
        entry = Gtk.Entry()
        entry.connect("changed", lambda _: self.say("typed:" + entry.get_text()))
        self.put(entry, 20, 20, 300, 34)
        choice = Gtk.ComboBoxText()
        for word in ("one", "two", "three"):
            choice.append_text(word)
        choice.set_active(0)
        choice.connect("changed", lambda _: self.say("chose:" + choice.get_active_text()))
        self.put(choice, 20, 80, 300, 34)
        button = Gtk.Button(label="click")
        button.connect("clicked", lambda _: self.say("clicked"))
        self.put(button, 20, 140, 300, 60)
        asking = Gtk.Button(label="ask")
        asking.connect("clicked", lambda _: self.ask())
        self.put(asking, 360, 220, 200, 40)
        source, target = Gtk.Button(label="drag this"), Gtk.Button(label="drop here")
        self.put(source, 360, 20, 200, 60)
        self.put(target, 360, 120, 200, 60)
        self.scrolled()
        if MAJOR == 3:
            self.third(source, target)
        else:
            self.fourth(source, target)
        self.say("ready")

    def put(self, widget, x, y, width, height):
        widget.set_size_request(width, height)
        self.fixed.put(widget, x, y)

    def say(self, text):
        self.window.set_title(text)

    def scrolled(self):
        area = Gtk.ScrolledWindow()
        label = Gtk.Label(label="\n".join(f"line {number}" for number in range(200)))
        area.add(label) if MAJOR == 3 else area.set_child(label)
        area.get_vadjustment().connect("value-changed", lambda _: self.say("scrolled"))
        self.put(area, 20, 220, 300, 160)

    def ask(self):
        dialog = Gtk.MessageDialog(transient_for=self.window, modal=True, buttons=Gtk.ButtonsType.OK_CANCEL, text="Is this a question?")
        dialog.set_default_response(Gtk.ResponseType.OK)
        dialog.connect("response", lambda _, answer: (dialog.destroy(), self.say(f"answered:{int(answer)}")))
        dialog.show_all() if MAJOR == 3 else dialog.present()

    def toggle(self, is_fullscreen):
        self.window.unfullscreen() if is_fullscreen else self.window.fullscreen()

    # GTK 3

    def third(self, source, target):
        source.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
        source.drag_source_add_text_targets()
        source.connect("drag-data-get", lambda _, context, data, *rest: data.set_text(DRAGGED, -1))
        source.connect("drag-end", lambda *_: None)
        target.drag_dest_set(Gtk.DestDefaults.ALL, [], Gdk.DragAction.COPY)
        target.drag_dest_add_text_targets()
        target.connect("drag-data-received", lambda _, context, x, y, data, *rest: self.say(f"dropped:{data.get_text()}"))
        self.menu = Gtk.Menu()
        for word in ("first", "second", "third"):
            item = Gtk.MenuItem(label=word)
            item.connect("activate", lambda _, word=word: self.say("menu:" + word))
            self.menu.append(item)
        self.menu.show_all()
        box = Gtk.EventBox()
        box.add(self.fixed)
        box.connect("button-press-event", lambda _, event: self.menu.popup_at_pointer(event) if event.button == 3 else None)
        self.window.add(box)
        self.full = False

        def state(_, event):
            full = bool(event.new_window_state & Gdk.WindowState.FULLSCREEN)
            if full != self.full:
                self.full = full
                self.say("fullscreen" if full else "no longer fullscreen")

        self.window.connect("window-state-event", state)
        self.window.connect("key-press-event", lambda _, event: self.toggle(self.full) if event.keyval == Gdk.KEY_F11 else False)
        self.window.show_all()

    # GTK 4

    def fourth(self, source, target):
        drag = Gtk.DragSource()
        drag.set_actions(Gdk.DragAction.COPY)
        drag.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value(DRAGGED))
        # before the button's own gesture, which would claim the press
        drag.set_propagation_phase(Gtk.PropagationPhase.CAPTURE)
        source.add_controller(drag)
        drop = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
        drop.connect("drop", lambda _, text, x, y: self.say(f"dropped:{text}"))
        target.add_controller(drop)
        from gi.repository import Gio

        actions, menu = Gio.SimpleActionGroup(), Gio.Menu()
        for word in ("first", "second", "third"):
            action = Gio.SimpleAction.new(word, None)
            action.connect("activate", lambda *_, word=word: self.say("menu:" + word))
            actions.add_action(action)
            menu.append(word, "form." + word)
        self.window.insert_action_group("form", actions)
        popover = Gtk.PopoverMenu.new_from_model(menu)
        popover.set_parent(self.fixed)
        popover.set_has_arrow(False)
        popover.set_halign(Gtk.Align.START)
        click = Gtk.GestureClick(button=3)

        def pressed(_, count, x, y):
            place = Gdk.Rectangle()
            place.x, place.y, place.width, place.height = int(x), int(y), 1, 1
            popover.set_pointing_to(place)
            popover.popup()

        click.connect("pressed", pressed)
        self.fixed.add_controller(click)
        self.window.connect("notify::fullscreened", lambda *_: self.say("fullscreen" if self.window.is_fullscreen() else "no longer fullscreen"))
        keys = Gtk.EventControllerKey()
        keys.connect("key-pressed", lambda _, key, *rest: (self.toggle(self.window.is_fullscreen()), True)[1] if key == Gdk.KEY_F11 else False)
        self.window.add_controller(keys)
        self.window.set_child(self.fixed)
        self.window.present()


if MAJOR == 3:
    Gtk.init([])
else:
    Gtk.init()
for setting in ("gtk-cursor-blink", "gtk-enable-animations"):
    Gtk.Settings.get_default().set_property(setting, False)
form = Form()
form.loop.run()
