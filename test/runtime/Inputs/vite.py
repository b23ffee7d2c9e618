# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""vite.py ARCHIVE [EXPRESSION...] - opens an archive of OTF2 in ViTE, has it draw the whole of it, and compares the picture with
what otf2-print tells of the archive.

ViTE must have no error; each location, process, node and the machine is a container under its name; at each location the states
that are wide enough to be seen are the archive's, at their places; and no others are. Then each EXPRESSION, in Python, must be
true; it may use `names`, of the containers, and `arrows`, how many lead from which location to which."""
import collections
import os
import re
import subprocess
import sys
import tempfile

from converted import CLOSING, OPENING, read_otf2, thread

WIDTH, HEIGHT = 800, 600
SEEN = 2.0  # narrower ones need not be drawn
OFF = 0.5  # how far off a drawn state may be


def draw(archive):
    with tempfile.TemporaryDirectory() as where:
        picture = os.path.join(where, "picture.svg")
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", HOME=where, XDG_RUNTIME_DIR=where)
        command = ["timeout", "120", "vite", "-e", picture, archive]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if done.returncode or "0 errors and 0 warnings were found during parsing" not in done.stdout + done.stderr:
            sys.exit(f"{' '.join(command)}: exit status {done.returncode}: {(done.stdout + done.stderr)[-2000:]}")
        with open(picture, encoding="utf-8") as file:
            return file.read()


class Picture:
    """`rows` tells where each container begins (x) and what of y it has; `states` has those that begin at each y."""

    def __init__(self, svg):
        assert f'width="{WIDTH}" height="{HEIGHT}"' in svg
        self.left = float(re.search(r'clipPath id="stateArea"><path d = "M ([\d.]+) ', svg)[1])
        self.end = float(re.search(r">max: ([\d.e+-]+)<", svg)[1])
        boxes, self.states = [], collections.defaultdict(list)
        for found in re.finditer(r'<rect +x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"', svg):
            x, y, width, height = map(float, found.groups())
            if (x, width) == (0, WIDTH):
                continue
            if x < self.left:
                boxes.append((y, height))
            else:
                self.states[y].append((x, width))
        texts = [t for t in re.findall(r'<text x="([^"]*)"[^>]*>(.*?)</text>', svg) if float(t[0]) < self.left and t[1] != "min: 0"]
        assert len(texts) == len(boxes), f"{len(texts)} names and {len(boxes)} containers"
        self.rows = {}
        for box, (_, name) in zip(boxes, texts):
            name = re.sub(r"_\d+$", "", name)
            assert name not in self.rows, f"two containers {name}"
            self.rows[name] = box
        self.lines = [
            tuple(map(float, line))
            for line in re.findall(r'<polygon [^>]*/>\s*<line x1="([^"]*)" y1="([^"]*)" x2="([^"]*)" y2="([^"]*)"', svg)
        ]


    def of(self, location):
        return next(row for name, row in self.rows.items() if thread(name) in (location, f"thread {location}"))


def parts(events):
    """Returns the innermost open region's (begin, end)."""
    depth, last = 0, 0
    for time, kind, _ in events:
        if kind in OPENING + CLOSING:
            if depth and time > last:
                yield last, time
            depth += 1 if kind in OPENING else -1
            last = time


def check_states(picture, trace, frequency):
    scale = (WIDTH - picture.left) / picture.end
    first = min(events[0][0] for events in trace.events.values())  # the picture begins there
    for location, events in trace.events.items():
        expected = [(picture.left + (b - first) / frequency * scale, (e - b) / frequency * scale) for b, e in parts(events)]
        drawn = picture.states[picture.of(location)[0]]
        for these, those, where in ((expected, drawn, "are not drawn"), (drawn, expected, "are not in the archive")):
            lost = [s for s in these if s[1] > SEEN and not any(abs(s[0] - t[0]) < OFF and abs(s[1] - t[1]) < OFF for t in those)]
            assert not lost, f"{location}: these states (begin, width) {where}: {lost[:5]}"
    assert any(width > SEEN for states in picture.states.values() for _, width in states), "no state can be seen"


def find_arrows(picture, trace):
    arrows = collections.Counter()
    for _, y1, _, y2 in picture.lines:
        ends = [name for y in (y1, y2) for name in trace.events if 0 <= y - picture.of(name)[0] < picture.of(name)[1]]
        assert len(ends) == 2, f"an arrow from {y1} to {y2}"
        arrows[tuple(ends)] += 1
    return arrows


def main():
    archive, *expressions = sys.argv[1:]
    trace = read_otf2(archive)
    picture = Picture(draw(archive))
    quoted = r'{} +\d+  Name: "(.*?)" <'
    for kind in ("SYSTEM_TREE_NODE", "LOCATION_GROUP", "LOCATION"):
        for name in re.findall("^" + quoted.format(kind), trace.definitions, re.M):
            assert name in picture.rows, f"no container for {kind} {name}"
    check_states(picture, trace, int(re.search(r"Ticks per Seconds: (\d+)", trace.definitions)[1]))
    names = {"names": set(picture.rows), "arrows": find_arrows(picture, trace), "trace": trace, "re": re, "collections": collections}
    for expression in expressions:
        if not eval(expression, names):  # pylint: disable=eval-used
            sys.exit(f"not true: {expression}; the arrows are {dict(names['arrows'])}")


if __name__ == "__main__":
    main()
