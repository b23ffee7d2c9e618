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
    done = subprocess.run([os.path.join(bindir, "pomp-scale"), "--folder", folder, "--json", "1,2", "--", program, *arguments], capture_output=True, text=True, check=True, timeout=300)
    (series,) = json.loads(done.stdout)["series"]
    # The cause is the finding, with one thing to do.
    cause = series["cause"]
    for finding in series["findings"]:
        assert all(cause[key] == finding[key] for key in ("property", "region", "function", "where", "saving_s", "judged", "advice")), (cause, finding)
        assert cause["text"].count(finding["where"]) == 1 and cause["advice"].count(": ") < 4, cause
    assert (cause is None) == (not series["findings"]), cause
    return series["findings"], series["numbers"][1]["shown_wall_s"]


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-9)


# One thread takes 0.1 s; two take so much together, and the wall time is half of it.
for percent, how, expected, iterations in (("150", [], "threads_slow_down", 1000), ("150", ["busy"], "threads_slow_down", 1000), ("200", ["more"], "more_work", 2000),
                                           ("200", ["all"], "replicated_work", None), *(("150", [what], "threads_slow_down", 1000) for what in ("faults", "sleeps", "calls")), ("150", ["all"], "threads_slow_down", None)):  # fmt: skip
    found, wall = findings(percent, *how)
    (finding,) = found
    together = 0.1 * int(percent) / 100
    in_kernel = how in (["faults"], ["sleeps"], ["calls"])
    assert close(wall, together / 2 + 2e-6 * in_kernel) and finding["property"] == expected, (percent, how, finding)
    assert all(map(close, finding["threads_s"], (0.1, together))), finding
    assert close(finding["severity_s"], together - 0.1) and close(finding["saving_s"], (together - 0.1) / 2), finding
    where = ("parallel", 30) if how == ["all"] else ("for", 31)
    assert (finding["region"], finding["line"], finding["file"], finding["function"]) == (*where, "test.c", "main"), finding
    assert finding["evidence"]["iterations_after"] == iterations and finding["evidence"]["iterations_before"] == (iterations and 1000), finding
    assert finding["judged"] == (how != ["busy"]), finding
    assert finding["causes"] == (["noted"] if how != ["all"] else []) + ["kernel"] * in_kernel and close(finding["growth"], int(percent) / 100), finding
    e = finding["evidence"]
    assert not in_kernel or math.isclose(e["kernel_s_after"], 0.05, rel_tol=1e-6) and e["kernel_s_before"] == 0, finding
    assert (e["page_faults_after"], e["sleeps_after"]) == ((20000 if how == ["faults"] else 0, 2000 if how == ["sleeps"] else 0) if in_kernel else (None, None)), finding
    said = {"faults": "allocate buffers once", "sleeps": "threads stop for locks that are not OpenMP's", "calls": "strace -fc counts the calls"}
    assert [what for what, words in said.items() if words in finding["advice"]] == how * in_kernel, finding
    assert ("lacks its `for`" in finding["advice"]) == (expected == "replicated_work"), finding
# Nothing is found where all threads together take as long as one, less, or little more.
for percent in "100", "80", "104":
    assert findings(percent)[0] == [], percent
