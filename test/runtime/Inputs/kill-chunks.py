# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kill-chunks.py MODE REPORT - looks at the experiments that the program of kill-chunks.c has kept: each can be read, and visits
that were over once stay so, but for those that a ring has given up, which are a chunk's at most."""
import os
import sys

from killing import reported

mode, report = sys.argv[1:]


def seen(state, *options):
    """Counts visits of the loop that are over."""
    path = os.path.join("states", str(state))
    data, said = reported(report, path, *options)
    assert data is not None, (mode, state, options, said)
    for line in said.splitlines():
        expected = {"stop": "the trace ends at", "ring": "of the trace's chunks were used again"}.get(mode, "nothing")
        assert expected in line, (mode, state, options, line)
    (loop,) = (r for r in data["regions"] if r["name"] == "for")
    return loop["visits"] - sum(s["unfinished"] for s in loop["locations"])


states = sorted(map(int, os.listdir("states")))
first = before = measured = None
dropped = []
for number in states:
    now = seen(number, "--from-trace")
    if before is not None and now < before:
        dropped.append(before - now)
    before = now
    # In the profile a visit may be counted that is not open yet; the trace may lack the last event.
    now = seen(number)
    assert measured is None or now >= measured - 1, (mode, number, measured, now)
    measured = max(now, measured or 0)
    first = first or now
assert len(states) > 50 and measured - first >= 7, (len(states), first, measured)
if mode == "ring":
    assert len(dropped) == 1 and dropped[0] < 32768 / 8, dropped
else:
    assert not dropped, dropped
if mode in ("whole", "flush"):
    assert measured - 1 <= before <= measured, (before, measured)
