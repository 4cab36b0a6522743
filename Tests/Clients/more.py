"""More programs that people use, as they are installed: whether they run, and whether they can be typed into. No form of ours is in them."""

import os

import checks
from clients import Client, chain, movie, page, picture, press, shell_types, typed

# A document of two pages. Readers find the objects without a table of them.
PAGES = """%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 400 300]/Resources<</Font<</F 5 0 R>>>>>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/Contents 6 0 R>> endobj
4 0 obj <</Type/Page/Parent 2 0 R/Contents 6 0 R>> endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
6 0 obj <</Length 86>> stream
0.2 0.5 0.8 rg 40 40 200 120 re f 0 g BT /F 24 Tf 40 220 Td (A page that is read) Tj ET
endstream endobj
trailer <</Root 1 0 R>>
"""


def on_a_bus(command):
    """GNOME's and KDE's programs ask a session bus whether they run already."""
    return ["dbus-run-session", "--", "sh", "-c", command]


def more(folder):
    """Them all; what they need to show is made in `folder`."""
    home = os.path.join(folder, "home")
    os.makedirs(home, exist_ok=True)
    shown, film, site = picture(folder), movie(folder), page(folder)
    document = os.path.join(folder, "document.pdf")
    with open(document, "w", encoding="ascii") as file:
        file.write(PAGES)

    def program(name, package, window, command, results=None, bus=True, colours=10, environment=None, **more):
        made = on_a_bus(command) if bus else ["sh", "-c", "exec " + command]
        private = {"HOME": home, "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"] + ":/usr/games"}
        return Client(name, package, window, made, results or {}, private | (environment or {}), colours=colours, **more)

    def writes(*words):
        """Typed text is seen."""
        return {"types": checks.changes("types", chain(*[typed(word) for word in words]))}

    def menu(chord="F10"):
        return {"menu": checks.changes("menu", press(chord), press("Escape"))}

    insecure = {"QTWEBENGINE_DISABLE_SANDBOX": "1", "QTWEBENGINE_CHROMIUM_FLAGS": "--no-sandbox"}
    return [
        program("GNOME Calculator", "gnome-calculator", "org.gnome.Calculator", "gnome-calculator", writes("12+30")),
        program("GNOME Text Editor", "gnome-text-editor", "org.gnome.TextEditor", "gnome-text-editor --standalone", menu()),
        program("gedit", "gedit", "gedit", "gedit", menu()),
        program("GNOME Terminal", "gnome-terminal", "gnome-terminal-server",
                "/usr/libexec/gnome-terminal-server & sleep 1; gnome-terminal --wait", stays=True),
        program("Files", "nautilus", "org.gnome.Nautilus", "nautilus --new-window /usr/share", stays=True),
        program("Evince", "evince", "evince", f"evince {document}", menu()),
        program("Eye of GNOME", "eog", "eog", f"eog {shown}", {"keys": checks.changes("keys", press("plus"))}),
        program("Konsole", "konsole", "org.kde.konsole", "konsole --separate -e sh", {"types": shell_types}, environment={"PS1": "$ "}),
        program("Kate", "kate", "org.kde.kate", "kate -n", menu("alt+f")),
        program("KCalc", "kcalc", "org.kde.kcalc", "kcalc", writes("12+30")),
        program("Okular", "okular", "org.kde.okular", f"okular {document}"),
        program("Dolphin", "dolphin", "org.kde.dolphin", "dolphin /usr/share", writes("doc"), stays=True),
        program("LibreOffice Writer", "libreoffice-writer", "libreoffice-writer", "soffice --norestore --nologo --nofirststartwizard --writer",
                menu("alt+f"), bus=False, stays=True),
        program("Thunderbird", "thunderbird", "thunderbird", "thunderbird", stays=True),
        program("qutebrowser", "qutebrowser", "org.qutebrowser.qutebrowser", f"qutebrowser --temp-basedir {site}", bus=False, environment=insecure),
        program("Telegram", "telegram-desktop", "org.telegram.desktop", "telegram-desktop", animates=True),
        program("Inkscape", "inkscape", "org.inkscape.Inkscape", "inkscape", fixed=True, without=("resizes",),
                remark="its greeting chooses its size anew each time that it is asked"),
        program("Remmina", "remmina", "org.remmina.Remmina", "remmina", fixed=True),
        program("QEMU, GTK", "qemu-system-gui", "qemu", "qemu-system-x86_64 -display gtk,gl=off -m 64 -net none", bus=False, fixed=True),
        program("zathura", "zathura", "org.pwmt.zathura", f"zathura {document}", {"keys": checks.changes("keys", typed(":"), press("Escape"))}, bus=False),
        program("wev", "wev", "wev", "wev", bus=False, colours=1),
        program("ScummVM", "scummvm", "scummvm", "scummvm", bus=False),
        program("pygame", "python3-pygame", "title=pygame window",
                "/usr/bin/python3 -c 'import pygame as p; p.init(); s=p.display.set_mode((300,200),p.RESIZABLE)\n"
                "while 1:\n s.fill((20,90,160)); p.draw.circle(s,(250,200,50),(150,100),60); p.display.flip(); e=p.event.wait()\n"
                " if e.type==p.QUIT: break'", bus=False, colours=2, fixed=True),
        program("Vulkan cube", "vulkan-tools", "title=vkcube", "vkcube-wayland", bus=False, animates=True, fixed=True),
        program("ffplay", "ffmpeg", "ffplay", f"ffplay -loglevel error -loop 0 {film}", bus=False, animates=True, fixed=True),
        program("phoc", "phoc", "wlroots", "phoc -E 'foot sh'", environment={"WLR_RENDERER_ALLOW_SOFTWARE": "1"}, stays=True),
    ]
