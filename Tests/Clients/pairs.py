"""Between two clients: each of the forms copies to and is dragged into each of the others, all of them side by side on one screen."""

import os

from clients import clients
from probe import Fault, Probe, casement, poll

FORMS = ["GTK 3 form", "GTK 4 form", "Qt 5 form", "Qt 6 form", "Firefox", "Chromium"]
SCREEN = "1890x1200"
WIDTH, HEIGHT = 630, 600


def between(folder):
    """Returns what happened for each two clients, copied and dragged: nothing where it went well."""
    probes, results = {}, {}
    try:
        for place, name in enumerate(FORMS):
            client = next(one for one in clients(folder) if one.name == name)
            home = os.path.join(folder, name.replace(" ", "-"))
            os.makedirs(home, exist_ok=True)
            probes[name] = Probe(client, home)
            probes[name].start()
            client.form.loads(probes[name])
            x, y = place % 3 * WIDTH, place // 3 * HEIGHT
            casement("place", probes[name].id, f"{x},{y},{WIDTH}x{HEIGHT}")
            probes[name].settle()
        casement("wait", "settled", "--timeout", 10)
        casement("shot", os.path.join(folder, "picture.png"))
        for source in FORMS:
            for target in FORMS:
                if source == target:
                    continue
                for what, act in (("copies", copy), ("drags", drag)):
                    try:
                        act(probes[source], probes[target])
                        results[f"{source} > {target} {what}"] = ""
                    except Fault as fault:
                        results[f"{source} > {target} {what}"] = str(fault)
        return results
    finally:
        for probe in probes.values():
            probe.stop()


def copy(source, target):
    """What is copied in `source` is pasted in `target`."""
    text = f"from {source.client.name} to {target.client.name}"
    source.client.form.focus(source)
    casement("press", "ctrl+a")
    casement("type", text)
    source.client.form.says(source, "typed:" + text)
    casement("press", "ctrl+a")
    casement("press", "ctrl+c")
    poll("it was not copied", lambda: source.copied() == text, 5)
    target.client.form.focus(target)
    casement("press", "ctrl+a")
    casement("press", "ctrl+v")
    target.client.form.says(target, "typed:" + text)


def drag(source, target):
    """What is dragged out of `source` is dropped in `target`."""
    form, other = source.client.form, target.client.form
    target_place = other.at(target, (460, 150))
    casement("pointer", "drag", "--steps", 25, "--duration", 900, form.at(source, (420, 50)), form.at(source, (470, 100)), target_place, other.at(target, (430, 155)))
    other.says(target, "dropped:" + form.dragged)
