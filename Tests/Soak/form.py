"""A form in GTK 3, for soak.sh: two entries, a menu, a thing to drag, and a dialog. It prints what was entered, as JSON, and ends."""

import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

GLib.set_prgname("form")
settings = Gtk.Settings.get_default()
settings.set_property("gtk-enable-animations", False)
settings.set_property("gtk-cursor-blink", False)
settings.set_property("gtk-menu-images", False)

answers = {"language": "none", "dropped": "nothing"}

window = Gtk.Window(title="Form")
window.set_decorated(False)
window.set_default_size(640, 480)
window.connect("destroy", Gtk.main_quit)
place = Gtk.Fixed()
window.add(place)


def put(widget, x, y, width, height):
    widget.set_size_request(width, height)
    place.put(widget, x, y)
    return widget


bar = Gtk.MenuBar()
language = Gtk.MenuItem(label="Language")
menu = Gtk.Menu()
for name in ["English", "Polski", "Suomi"]:
    item = Gtk.MenuItem(label=name)
    item.connect("activate", lambda _, name=name: (answers.update(language=name), chosen.set_text(name)))
    menu.append(item)
language.set_submenu(menu)
bar.append(language)
put(bar, 0, 0, 640, 30)

name_entry = put(Gtk.Entry(), 20, 50, 400, 34)
note_entry = put(Gtk.Entry(), 20, 100, 400, 34)
chosen = put(Gtk.Label(label="no language"), 440, 50, 180, 34)

TARGETS = [Gtk.TargetEntry.new("text/plain", Gtk.TargetFlags.SAME_APP, 0)]


def tile(text, x):
    box = Gtk.EventBox()
    frame = Gtk.Frame()
    label = Gtk.Label(label=text)
    frame.add(label)
    box.add(frame)
    put(box, x, 160, 160, 80)
    return box, label


source, _ = tile("drag me", 20)
target, target_label = tile("drop here", 300)
source.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, TARGETS, Gdk.DragAction.COPY)
source.connect("drag-data-get", lambda _w, _c, data, _i, _t: data.set_text("a thing", -1))
target.drag_dest_set(Gtk.DestDefaults.ALL, TARGETS, Gdk.DragAction.COPY)


def received(_widget, _context, _x, _y, data, _info, _time):
    answers["dropped"] = data.get_text()
    target_label.set_text("got it")


target.connect("drag-data-received", received)


def submit(_button):
    dialog = Gtk.Dialog(title="Sure?", transient_for=window, modal=True)
    dialog.set_default_size(300, 120)
    dialog.add_button("_Yes", Gtk.ResponseType.YES)
    dialog.set_default_response(Gtk.ResponseType.YES)
    dialog.connect("response", answered)
    dialog.show_all()


def answered(dialog, response):
    dialog.destroy()
    if response == Gtk.ResponseType.YES:
        answers["name"] = name_entry.get_text()
        answers["note"] = note_entry.get_text()
        print(json.dumps(answers, ensure_ascii=False, sort_keys=True), flush=True)
        Gtk.main_quit()


button = put(Gtk.Button(label="Submit"), 20, 280, 160, 40)
button.connect("clicked", submit)

window.show_all()
Gtk.main()
sys.exit(0)
