"""Runs a compositor that refuses to be root, as nobody: with a runtime directory of its own, and a connection to the service that it is lent."""

import os
import shutil
import socket
import sys

display = os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), os.environ["WAYLAND_DISPLAY"])
connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
connection.connect(display)
connection.set_inheritable(True)
runtime = os.path.join(os.getcwd(), "runtime")
shutil.rmtree(runtime, ignore_errors=True)
os.mkdir(runtime, 0o700)
environment = dict(os.environ, WAYLAND_SOCKET=str(connection.fileno()), XDG_RUNTIME_DIR=runtime, HOME=runtime)
del environment["WAYLAND_DISPLAY"]
if os.getuid() == 0:
    nobody = 65534
    os.chmod(os.getcwd(), 0o777)
    os.chown(runtime, nobody, nobody)
    os.setgroups([])
    os.setgid(nobody)
    os.setuid(nobody)
os.execvpe(sys.argv[1], sys.argv[1:], environment)
