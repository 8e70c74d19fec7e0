#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Walks through the main uses of the window from outside: a real X server, real key strokes.

Usage: window_walk.py PROGRAM TRACE. Opens the trace, finds, marks, filters, pins and zooms by keys and mouse, quits, and
looks at what the program remembers of it. Then opens it on a dark desktop and a light one and, where ImageMagick's import
is there, looks at the colours. Status 77 where Xvfb or xdotool is missing.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time


class Walk:
    def __init__(self, environment, window):
        self.environment = environment
        self.window = window

    def act(self, *arguments):
        subprocess.run(["xdotool", *arguments], env=self.environment, check=True)
        time.sleep(0.4)

    def key(self, *keys):
        for key in keys:
            self.act("key", key)

    def type(self, text):
        self.act("type", "--delay", "20", text)


def wait_for(what, ask, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = ask()
        if found:
            return found
        time.sleep(0.2)
    sys.exit(f"window_walk: {what} did not come within {seconds} s")


def window_of(pid, environment):
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--pid", str(pid), "--name", "Lanescope"],
        env=environment, capture_output=True, text=True, check=False)
    return found.stdout.split()[-1] if found.stdout.split() else None


def remembered_session(home):
    """The one session in the settings: its text is JSON in quotes of an INI file."""
    for folder, _, files in os.walk(home):
        for name in files:
            if not name.endswith(".conf"):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as settings:
                lines = settings.read().splitlines()
            section = ""
            for line in lines:
                if line.startswith("["):
                    section = line
                elif section == "[sessions]" and "=" in line:
                    text = line.split("=", 1)[1].strip()
                    if text.startswith('"@ByteArray(') and text.endswith(')"'):
                        text = text[len('"@ByteArray('):-2]
                    return json.loads(text.replace('\\"', '"').replace("\\\\", "\\"))
    return None


def walk_through(walk):
    walk.act("windowfocus", walk.window)
    walk.key("ctrl+f")
    walk.type("softmax")
    walk.key("Return", "Return", "Escape")  # the second place; the panel is gone
    walk.key("shift+m")
    walk.type("walked here")
    walk.key("Return", "Escape")
    walk.key("ctrl+shift+t")  # pins the track of the selection
    walk.key("ctrl+l")
    walk.type("ann:head_loss")
    walk.key("Return")
    walk.key("f")
    walk.key("ctrl+shift+p")
    walk.type("times of file")
    walk.key("Return")
    walk.act("windowfocus", walk.window)  # no window manager gives it back


def check(session):
    if session is None:
        sys.exit("window_walk: nothing was remembered")
    begin, end = (int(text) for text in session["visible"])
    marks = session["marks"]
    expected = {
        "one mark": len(marks) == 1,
        "its note": bool(marks) and marks[0]["note"] == "walked here",
        "the filter": session["filter"]["text"] == "ann:head_loss",
        "a pinned track": session["tracks"]["pinned"] == ["0/7"],
        "the view fits the slice": bool(marks) and begin <= int(marks[0]["range"][0]) < end and end - begin < 100_000,
        "the command ran": session["timesOfFile"] is True,
    }
    for what, is_so in expected.items():
        print(f"{'ok' if is_so else 'FAILED'}: {what}")
    if not all(expected.values()):
        sys.exit(f"window_walk: {json.dumps(session)}")


DARK_DESKTOP = """[Colors:Button]
BackgroundNormal=40,40,44
ForegroundNormal=240,240,240
[Colors:Window]
BackgroundNormal=32,32,36
ForegroundNormal=240,240,240
"""


def brightness_on(desktop, program, trace, environment):
    """Of the window's ground beside the track names, from 0 to 1, where `desktop` are the colours of a KDE desktop."""
    with tempfile.TemporaryDirectory() as home:
        with open(os.path.join(home, "kdeglobals"), "w", encoding="utf-8") as colours:
            colours.write(desktop)
        environment = dict(environment, HOME=home, XDG_CONFIG_HOME=home, XDG_CURRENT_DESKTOP="KDE",
                           KDE_SESSION_VERSION="5", KDE_FULL_SESSION="true")
        window = subprocess.Popen([program, "--size", "1500x900", trace], env=environment)
        try:
            shown = wait_for("the window", lambda: window_of(window.pid, environment))
            time.sleep(3)
            pixel = subprocess.run(
                ["import", "-window", shown, "-crop", "1x1+60+700", "+repage", "-format", "%[fx:mean]", "info:"],
                env=environment, capture_output=True, text=True, check=True)
            return float(pixel.stdout)
        finally:
            window.kill()
            window.wait()


def check_themes(program, trace, environment):
    dark = brightness_on(DARK_DESKTOP, program, trace, environment)
    light = brightness_on("", program, trace, environment)
    print(f"brightness on a dark desktop {dark:.2f}, on a light one {light:.2f}")
    if not (dark < 0.3 and light > 0.7):
        sys.exit("window_walk: the colours are not those of the desktop")


def main():
    program, trace = sys.argv[1:3]
    if not shutil.which("Xvfb") or not shutil.which("xdotool"):
        print("needs Xvfb and xdotool")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as home:
        read_end, write_end = os.pipe()
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
            pass_fds=[write_end], stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as number:
            display = ":" + number.readline().strip()
        environment = dict(os.environ, DISPLAY=display, HOME=home, XDG_CONFIG_HOME=home, XDG_CACHE_HOME=home,
                           XDG_RUNTIME_DIR=home)
        for name in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"):
            environment.pop(name, None)
        # Under AddressSanitizer: what the desktop's own libraries (D-Bus) never free is not ours to judge.
        environment["ASAN_OPTIONS"] = "detect_leaks=0"
        window = subprocess.Popen([program, "--size", "1500x900", "--lang", "en", trace], env=environment)
        try:
            walk = Walk(environment, wait_for("the window", lambda: window_of(window.pid, environment)))
            time.sleep(3)  # the trace is small
            walk_through(walk)
            walk.key("ctrl+q")
            if wait_for("the end", lambda: window.poll() is not None) and window.returncode != 0:
                sys.exit(f"window_walk: the program ended with {window.returncode}")
            check(remembered_session(home))
            if shutil.which("import"):
                check_themes(program, trace, environment)
        finally:
            if window.poll() is None:
                window.send_signal(signal.SIGKILL)
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
