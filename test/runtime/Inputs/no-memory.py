# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""no-memory.py PROGRAM REPORT - runs the program of no-memory.c with more and more memory, and looks at what it leaves."""
import json
import os
import re
import shutil
import subprocess
import sys

program, report = sys.argv[1:]
OUTPUT = f"{sum(range(3000))} {sum(range(3000))}\n"
unmeasured = stopped = whole = 0
for arguments in [[str(k), *first] for first in ([], ["first"]) for k in (0, 4, 64, 300, 1000, 2000, 4000, 20000, 300000)]:
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e")
    run = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and run.stdout == OUTPUT, (arguments, run)
    lines = [line for line in run.stderr.splitlines() if line.startswith("pomp: ")]
    if not os.path.exists("e"):
        assert arguments[1:] and lines == ["pomp: can't make the experiment e (Cannot allocate memory); the program runs unmeasured"], (arguments, lines)
        unmeasured += 1
        continue
    shown = subprocess.run([report, "--json", "e"], capture_output=True, text=True, check=False)
    assert shown.returncode == 0, (arguments, shown.stderr)
    data = json.loads(shown.stdout)
    assert [r["visits"] for r in data["regions"] if r["name"] == "region(early)"] == [1], arguments
    total = sum(r["exclusive_ns"] for r in data["regions"])
    assert total <= 1.01 * data["experiment"]["allocation_ns"], (arguments, total, data["experiment"])
    loops = [r["visits"] for r in data["regions"] if r["name"] == "for"]
    if data["experiment"]["stop_reason"] == "none":
        assert loops == [2] * 3000, (arguments, len(loops))
        whole += 1
    else:
        assert data["experiment"]["stop_reason"] == "memory" and len(lines) >= 2, (arguments, lines)
        assert re.match("pomp: the process (may map no more than|gets no more memory \\(Cannot allocate memory\\))", lines[0]), (arguments, lines)
        stopped += 1
print(unmeasured, "unmeasured,", stopped, "stopped,", whole, "whole")
assert unmeasured and whole
