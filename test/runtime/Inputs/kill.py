# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kill.py N PROGRAM REPORT [OPTION...] - runs the program of kill.c N times, kills it at a random moment, and looks at the experiment:
what each thread had done must be there, but for the event that it was in."""
import os
import random
import sys
import time

from killing import Running, attempts, reported

program, report, *options = sys.argv[2:]


def killed(early):
    """Kills one run while it makes the experiment and its first regions, or later: returns what the program counted, and the
    report, or None if there was nothing yet to report."""
    with Running(program) as running:
        running.until(lambda: early or running.counts()[0][1])
        time.sleep((0.01 if early else 0.02) * random.random())
        running.kill()
        counts = running.counts()
    data, said = reported(report, "e", *options)
    if data is None:
        # Before its first event was over there may be no experiment, or an empty one.
        nothing = not os.path.exists("e/profile.pomp") or os.path.getsize("e/profile.pomp") == 0
        nothing = nothing or said == "pomp-report: e/profile.pomp: nothing was measured yet\n"
        nothing = nothing or (options and os.path.exists("e/trace.pomp") and os.path.getsize("e/trace.pomp") == 0)
        nothing = nothing or (options and said.startswith(("pomp-report: e/trace.pomp: nothing", "pomp-report: e/trace.pomp: there is no")))
        assert not counts[0][1] and nothing, (counts, said)
    return counts, data


def check(counted, data):
    assert data["experiment"]["state"] == "killed", data["experiment"]
    regions = data["regions"]
    loops = [share for r in regions if r["name"] == "for" for share in r["locations"]]
    for share in (s for r in regions for s in r["locations"]):
        assert share["exclusive_ns"] >= 0 and share["inclusive_ns"] >= 0, share
    # A location's visits tell which of the threads it is.
    ended = 0
    for thread, (entering, entered, leaving, left) in enumerate(counted):
        fits = [s for s in loops if entered <= s["visits"] <= entering]
        assert fits or not entered, (thread, counted, loops)
        if not fits:
            continue
        assert entering - entered <= 1 and leaving - left <= 1
        # These visits are over; the one that is open has been entered and not left. An enter that was under way may be
        # counted and not open yet.
        over = [s["visits"] - s["unfinished"] for s in fits]
        assert any(left <= n <= leaving or entered < n == entering for n in over), (thread, counted, fits)
        ended += 1
    assert len(loops) <= 2 and ended >= len(loops) - 1, (counted, loops)
    singles = sum(r["visits"] for r in regions if r["name"] == "single")
    low, high = sum(c[3] for c in counted), sum(c[1] for c in counted)
    assert low <= singles <= high, (singles, counted)
    return bool(loops)


def attempt(number):
    """Tells whether the threads got to their loop."""
    counts, data = killed(early=number % 2 == 0)
    return data is not None and check(counts, data)


measured = attempts(int(sys.argv[1]), attempt)
assert sum(measured) >= len(measured) / 2, f"only {sum(measured)} of {len(measured)} runs got to the loop"
