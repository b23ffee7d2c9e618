# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scale-slow.py BINDIR PROGRAM - holds the findings of pomp-scale --json against what scale-slow.c does."""
import json
import math
import os
import subprocess
import sys

bindir, program = sys.argv[1:]


def findings(*arguments):
    folder = "-".join(("runs", *arguments))
    done = subprocess.run([os.path.join(bindir, "pomp-scale"), "-o", folder, "--json", "1,2", "--", program, *arguments], capture_output=True, text=True, check=True, timeout=300)
    (series,) = json.loads(done.stdout)["series"]
    return series["findings"], series["numbers"][1]["shown_wall_s"]


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-9)


# One thread takes 0.1 s; two take so much together, and the wall time is half of it.
for percent, how, expected, iterations in (("150", [], "threads_slow_down", 1000), ("150", ["busy"], "threads_slow_down", 1000), ("200", ["more"], "more_work", 2000),
                                           ("200", ["all"], "replicated_work", None), ("150", ["all"], "threads_slow_down", None)):  # fmt: skip
    found, wall = findings(percent, *how)
    (finding,) = found
    together = 0.1 * int(percent) / 100
    assert close(wall, together / 2) and finding["property"] == expected, (percent, how, finding)
    assert all(map(close, finding["threads_s"], (0.1, together))), finding
    assert close(finding["severity_s"], together - 0.1) and close(finding["saving_s"], (together - 0.1) / 2), finding
    where = ("parallel", 30) if how == ["all"] else ("for", 31)
    assert (finding["region"], finding["line"], finding["file"], finding["function"]) == (*where, "test.c", "main"), finding
    assert finding["evidence"]["iterations_after"] == iterations and finding["evidence"]["iterations_before"] == (iterations and 1000), finding
    assert finding["judged"] == (how != ["busy"]), finding
    assert ("lacks its `for`" in finding["advice"]) == (expected == "replicated_work"), finding
# Nothing is found where all threads together take as long as one, less, or little more.
for percent in "100", "80", "104":
    assert findings(percent)[0] == [], percent
