#!/usr/bin/env python3
"""Runs real clients in Casement, drives them, looks at them, and writes down what works.

    matrix.py [--more] [--only NAME]… [--casement PROGRAM] [--out FOLDER] [--docs FOLDER]

Each client has a service of its own (`casement run`). With --docs, the table `clients.md` and the contact sheet
`clients.png` are written there (`more-clients` with --more, which takes
other programs, without forms, tools and pairs). Exit status 1: something that worked before does not, or never did.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

import checks
from clients import clients
from more import more
from pairs import FORMS, SCREEN, between
from probe import Fault, Probe
from tools import TOOLS, Bench

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = [
    "maps", "draws", "loads", "types", "drag", "copies", "pastes", "click", "touch", "keys", "scroll", "popup", "menu", "dialog", "drops", "fullscreen", "resizes", "scales", "screens", "closes",
]


def inside(name, folder):
    """Runs the checks of one client, in the service that surrounds this process."""
    client = next(one for made in (clients, more) for one in made(folder) if one.name == name)
    probe = Probe(client, folder)
    results = {}
    shared = dict(client.checks)
    # what is to be loaded is, before it is looked at
    shared = {name: check for name, check in shared.items() if name == "loads"} | {"draws": checks.draws} | shared
    shared |= {"resizes": checks.resizes, "scales": checks.scales, "screens": checks.screens, "closes": checks.closes}
    try:
        try:
            probe.start()
            results["maps"] = ""
        except Fault as fault:
            results["maps"] = str(fault)
            return results
        for column, check in shared.items():
            if column in client.without:
                continue
            try:
                check(probe)
                results[column] = ""
            except Fault as fault:
                results[column] = str(fault)
            except Exception:
                results[column] = traceback.format_exc(limit=3)
            if probe.process.poll() is not None and column != "closes":
                results["closes"] = f"the client ended by itself after {column!r}, with status {probe.process.returncode}"
                break
    finally:
        probe.stop()
        with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
            json.dump(results, file)
    return results


def inside_tool(name, folder):
    """Gives a tool its job, in the service that surrounds this process."""
    tool = next(one for one in TOOLS if one.name == name)
    results = {}
    bench = None
    try:
        bench = Bench(folder)
        tool.check(bench)
        results["works"] = ""
    except Fault as fault:
        results["works"] = str(fault)
    except Exception:
        results["works"] = traceback.format_exc(limit=3)
    finally:
        if bench:
            bench.end()
        with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
            json.dump(results, file)


def inside_pairs(folder):
    """Lets clients copy to and drag into each other, in the service that surrounds this process."""
    try:
        results = between(folder)
    except Exception:
        results = {"between": traceback.format_exc(limit=3)}
    with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
        json.dump(results, file)


def version(package):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def place(client, out):
    """Where the pictures, logs and results of a client are."""
    return os.path.join(out, client.name.replace(" ", "-").replace(",", ""))


def before(client, out):
    """What an earlier run, whose results are still in `out`, said of a client."""
    folder = place(client, out)
    try:
        with open(os.path.join(folder, "results.json"), encoding="utf-8") as file:
            return client, json.load(file), folder
    except OSError:
        return None


def outside(client, program, out, screen="1000x700", seconds=300):
    """Runs one client under `casement run`; returns what its checks said."""
    folder = place(client, out)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    command = [
        program, "run", "--timeout", str(seconds), "--screen", screen, *getattr(client, "options", ()), "--",
        sys.executable, os.path.join(HERE, "matrix.py"), "--inside", client.name, "--out", folder,
    ]
    with open(os.path.join(folder, "run.txt"), "wb") as log:
        status = subprocess.run(command, stdout=log, stderr=log, env=dict(os.environ, CASEMENT=program)).returncode
    try:
        with open(os.path.join(folder, "results.json"), encoding="utf-8") as file:
            results = json.load(file)
    except OSError:
        results = {"maps": f"casement run ended with status {status}"}
    return results, folder

# What was tried by hand and is not part of the run.
NOT_DRIVEN = [
    "weston-simple-dmabuf-egl and -feedback want the memory of a graphics card, and there is none; nor do they run under headless sway.",
    "weston-touch-calibrator, -content_protection and -screenshooter speak protocols that only weston has.",
    "kwin 5.27 ended before it connected: its platform plugin could not be loaded in the container.",
    "mutter 43 nests in X only.",
]


class Between:
    """The row of the two tables that is about two clients at once."""

    name, package, known = "between", "", {}


def crossed(results):
    """The table of who copies to and is dragged into whom."""
    lines = ["| from, to | " + " | ".join(name.removesuffix(" form") for name in FORMS) + " |", "|---|" + "---|" * len(FORMS)]
    for source in FORMS:
        cells = []
        for target in FORMS:
            marks = [results.get(f"{source} > {target} {what}") for what in ("copies", "drags")]
            cells.append("" if source == target else " ".join("·" if mark is None else "✗" if mark else "✓" for mark in marks))
        lines.append(f"| {source.removesuffix(' form')} | " + " | ".join(cells) + " |")
    faults = [f"- {pair}: {why.splitlines()[-1]}" for pair, why in results.items() if why]
    return ["", "Between two clients side by side: copied and pasted, dragged and dropped.", "", *lines], faults


def document(rows, docs, name):
    """Writes the table `name`, and the contact sheet of the pictures."""
    pairs = next((results for client, results, _ in rows if client is Between), {})
    everything, rows = rows, [row for row in rows if row[0] is not Between]
    columns = [column for column in COLUMNS if any(column in results for client, results, _ in rows if client not in TOOLS)]
    lines = [
        "# Clients" if name == "clients" else "# More clients", "", f"Made by `make {name}`: each client in a service of its own, driven and looked at. ✓ works, ✗ does not, · not asked.", "",
        "| client | version | " + " | ".join(columns) + " | |", "|---|---|" + "---|" * (len(columns) + 1),
    ]
    faults = []
    for client, results, _ in rows:
        if client in TOOLS:
            continue
        marks = ["·" if column not in results else "✗" if results[column] else "✓" for column in columns]
        lines.append(f"| {client.name} | {version(client.package)} | " + " | ".join(marks) + f" | {client.remark} |")
        faults += [f"- {client.name}, {column}: {client.known.get(column, why.splitlines()[-1])}" for column, why in results.items() if why]
    if any(client in TOOLS for client, _, _ in rows):
        lines += ["", "| tool | version | its job here | |", "|---|---|---|---|"]
    for tool, results, _ in rows:
        if tool in TOOLS:
            lines.append(f"| {tool.name} | {version(tool.package)} | {tool.job} | {'✗' if any(results.values()) else '✓'} |")
            faults += [f"- {tool.name}: {tool.known.get(column, why.splitlines()[-1])}" for column, why in results.items() if why]
    if pairs:
        table, more = crossed(pairs)
        lines += table
        faults += more
    lines += ["", f"![Each client's picture]({name}.png)", ""]
    if faults:
        lines += ["What does not work:", "", *faults, ""]
    if name == "clients":
        lines += ["Not driven:", "", *[f"- {what}" for what in NOT_DRIVEN], ""]
    with open(os.path.join(docs, name + ".md"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    pictures = []
    for client, _, folder in everything:
        picture = os.path.join(folder, "picture.png")
        if os.path.exists(picture):
            pictures += ["-label", client.name, picture]
    sheet = ["montage", "-font", "DejaVu-Sans", "-pointsize", "11", *pictures, "-geometry", "200x140+4+4", "-tile", "6x", "miff:-"]
    drawn = subprocess.run(sheet, check=True, stdout=subprocess.PIPE)
    small = ["convert", "miff:-", "-dither", "None", "-colors", "64", "-define", "png:compression-level=9", os.path.join(docs, name + ".png")]
    subprocess.run(small, input=drawn.stdout, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--only", action="append", default=[], help="a client's name; may be repeated. The table takes the others from what is in --out"
    )
    parser.add_argument("--casement", default=os.environ.get("CASEMENT", "casement"), help="the program to test")
    parser.add_argument("--out", default="", help="where pictures and logs go; a temporary folder where not given")
    parser.add_argument("--docs", default="", help="where to write the table and the contact sheet")
    parser.add_argument("--more", action="store_true", help="more programs, instead of the matrix")
    parser.add_argument("--inside", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside == Between.name:
        inside_pairs(options.out)
        return 0
    if options.inside:
        (inside_tool if any(tool.name == options.inside for tool in TOOLS) else inside)(options.inside, options.out)
        return 0
    out = options.out or tempfile.mkdtemp(prefix="casement-clients-")
    os.makedirs(out, exist_ok=True)
    program = shutil.which(options.casement) or sys.exit(f"there is no program {options.casement}")
    scratch = os.path.join(out, "scratch")
    os.makedirs(scratch, exist_ok=True)
    rows, failed, passed, known = [], 0, 0, 0
    for client in more(scratch) if options.more else [*clients(scratch), Between, *TOOLS]:
        if options.only and client.name not in options.only:
            earlier = before(client, out)
            if options.docs and earlier:
                rows.append(earlier)
            continue
        space = {"screen": SCREEN, "seconds": 600} if client is Between else {}
        results, folder = outside(client, os.path.abspath(program), out, **space)
        rows.append((client, results, folder))
        faults = {column: why for column, why in results.items() if why}
        failed += len([column for column in faults if column not in client.known])
        passed += len(results) - len(faults)
        known += len([column for column in faults if column in client.known])
        worked = [column for column, why in results.items() if not why]
        print(f"{client.name}: " + (f"{len(worked)} of {len(results)}" if client is Between else ", ".join(worked)), flush=True)
        for column, why in faults.items():
            print(f"  known {column}: {client.known[column]}" if column in client.known else f"  FAILED {column}: {why}", flush=True)
    if options.docs:
        document(rows, options.docs, "more-clients" if options.more else "clients")
    print(f"{passed} passed, {failed} failed, {known} known faults of clients; pictures and logs are in {out}")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
