# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""screen.py - runs a command on a terminal of some size, types to it, and tells what it shows.

What a terminal shows is found by a model of one, which knows what ncurses sends to an xterm and to a vt100. test/runtime/top.c uses it, and
so does docs/images/make.py."""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

SEQUENCE = re.compile(r"\x1b\[([?>]?)([\d;]*)([@-~])|\x1b\][^\x07]*\x07|\x1b[()][A-Z0-9]|\x1b[=>M]|[\x0e\x0f\x00]")


class Screen:
    """What a terminal of some size shows."""

    def __init__(self, columns, lines):
        self.decode = codecs.getincrementaldecoder("utf-8")()
        self.rest, self.all = "", b""
        self.resize(columns, lines)

    def resize(self, columns, lines):
        self.columns, self.lines = columns, lines
        self.cells = [[" "] * columns for _ in range(lines)]
        self.x = self.y = 0
        self.region = 0, lines - 1  # the lines that are scrolled

    def feed(self, data):
        self.all += data
        text = self.rest + self.decode.decode(data)
        while text:
            found = SEQUENCE.match(text)
            if found:
                if found[0] == "\x1bM":
                    self.step(-1)
                elif found[3] and not found[1]:
                    self.control(found[3], [int(n or 0) for n in found[2].split(";")])
                text = text[found.end() :]
            elif text[0] == "\x1b" and len(text) < 24:
                break  # the rest is still to come
            else:
                self.put(text[0])
                text = text[1:]
        self.rest = text

    def put(self, sign):
        if sign == "\r":
            self.x = 0
        elif sign == "\n":
            self.step(1)
        elif sign == "\b":
            self.x = max(self.x - 1, 0)
        else:
            assert sign >= " ", ascii(sign)
            if self.x == self.columns:  # the last column was written, and the next sign goes to the next line
                self.x = 0
                self.step(1)
            self.cells[self.y][self.x] = self.last = sign
            self.x += 1

    def scroll(self, by):
        first, last = self.region
        for _ in range(abs(by)):
            del self.cells[first if by > 0 else last]
            self.cells.insert(last if by > 0 else first, [" "] * self.columns)

    def step(self, by):
        """Goes a line down or up; at the end of what is scrolled, that is scrolled."""
        if self.y == self.region[by > 0]:
            self.scroll(by)
        else:
            self.y = min(max(self.y + by, 0), self.lines - 1)

    def control(self, kind, numbers):
        n = max(numbers[0], 1)
        row, x = self.cells[self.y], min(self.x, self.columns - 1)
        if kind in "Hf":
            self.y, self.x = min(n, self.lines) - 1, min(max((numbers + [1])[1], 1), self.columns) - 1
        elif kind == "d":
            self.y = min(n, self.lines) - 1
        elif kind in "G`":
            self.x = min(n, self.columns) - 1
        elif kind in "ABCD":
            self.y = min(max(self.y + {"A": -n, "B": n}.get(kind, 0), 0), self.lines - 1)
            self.x = min(max(x + {"C": n, "D": -n}.get(kind, 0), 0), self.columns - 1)
        elif kind == "J":
            self.clear(x if numbers[0] == 0 else 0, None if numbers[0] == 0 else 0, below=numbers[0] != 1)
        elif kind == "K":
            begin, end = {0: (x, self.columns), 1: (0, x + 1), 2: (0, self.columns)}[numbers[0]]
            row[begin:end] = [" "] * (end - begin)
        elif kind == "X":
            row[x : x + n] = [" "] * len(row[x : x + n])
        elif kind == "P":
            row[x:] = (row[x + n :] + [" "] * self.columns)[: self.columns - x]
        elif kind == "@":
            row[x:] = ([" "] * n + row[x:])[: self.columns - x]
        elif kind == "r":
            self.region = n - 1, (numbers + [0])[1] - 1 if (numbers + [0])[1] else self.lines - 1
            self.x = self.y = 0
        elif kind in "ST":
            self.scroll(n if kind == "S" else -n)
        elif kind in "LM":  # lines are put in, or taken out, where the cursor is
            region, self.region = self.region, (self.y, self.region[1])
            self.scroll(n if kind == "M" else -n)
            self.region = region
        elif kind == "b":
            for _ in range(n):
                self.put(self.last)
        else:
            assert kind in "mhltcn", kind

    def clear(self, x, whole, below):
        first = 0 if whole == 0 else self.y
        if whole != 0:
            self.cells[self.y][x:] = [" "] * (self.columns - x)
            first += 1
        if below:
            for y in range(first, self.lines):
                self.cells[y] = [" "] * self.columns

    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.cells)


class Terminal:
    """A terminal with a command on it."""

    def __init__(self, *arguments, columns=80, lines=24, **variables):
        self.ours, self.theirs = pty.openpty()
        self.screen = Screen(columns, lines)
        self.size(columns, lines)
        self.before = termios.tcgetattr(self.theirs)
        environment = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **variables}
        streams = {name: self.theirs for name in ("stdin", "stdout", "stderr")}
        self.process = subprocess.Popen(list(arguments), env=environment, start_new_session=True, preexec_fn=self.control, **streams)

    def control(self):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def size(self, columns, lines):
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns, lines):
        self.size(columns, lines)
        self.screen.resize(columns, lines)
        os.killpg(self.process.pid, signal.SIGWINCH)

    def type(self, keys):
        os.write(self.ours, keys.encode())

    def read(self, seconds):
        if select.select([self.ours], [], [], seconds)[0]:
            self.screen.feed(os.read(self.ours, 65536))

    def shows(self, *patterns):
        """Waits until the screen has all of these, and returns it."""
        end = time.monotonic() + 120
        while not all(re.search(pattern, self.screen.text(), re.M) for pattern in patterns):
            assert self.process.poll() is None and time.monotonic() < end, (patterns, self.process.returncode, self.screen.text())
            self.read(0.1)
        return self.screen.text()

    def ends(self, status):
        """Waits for its end: then the terminal is as it was before."""
        end = time.monotonic() + 120
        while self.process.poll() is None:
            assert time.monotonic() < end, self.screen.text()
            self.read(0.1)
        while select.select([self.ours], [], [], 0.2)[0]:
            self.screen.feed(os.read(self.ours, 65536))
        assert self.process.returncode == status, (self.process.returncode, self.screen.all[-400:])
        assert termios.tcgetattr(self.theirs) == self.before
        sent = self.screen.all
        if b"\x1b[?1049h" in sent:  # vt100 has no second screen
            assert sent.rindex(b"\x1b[?1049l") > sent.rindex(b"\x1b[?1049h") and sent.rindex(b"\x1b[?25h") > sent.rindex(b"\x1b[?25l"), sent[-400:]
        os.close(self.ours)
        os.close(self.theirs)
        return self.screen.text()
