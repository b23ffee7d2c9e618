# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""disk-steps.py PROGRAM REPORT - runs the program of disk-steps.c on disks of many sizes, so that another step of it meets the
full disk each time, and looks at what it says and leaves."""
import json
import os
import re
import subprocess
import sys

program, report = sys.argv[1:]
small_disk = os.path.join(os.path.dirname(os.path.abspath(__file__)), "small-disk")
SECONDS = r"-?[0-9.]+"


def run(command, **settings):
    environment = {**os.environ, "POMP_EXPERIMENT_DIR": "small/e", **settings}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def read(*options):
    shown = run([report, "--json", *options, "kept/e"])
    assert shown.returncode == 0, (options, shown)
    return json.loads(shown.stdout), shown.stderr


def visits(data):
    return {(r["name"], r["begin_line1"]): r["visits"] for r in data["regions"]}


ended = traces_ended = whole = 0
for kib in range(16, 420, 12):
    for settings in {}, {"POMP_TRACE": "1"}, {"POMP_METRICS": "rusage:minflt"}:
        at = (kib, settings)
        done = run([small_disk, f"size={kib}k", program], **settings)
        assert (done.returncode, done.stdout) == (0, "done\n"), (at, done)
        if not os.path.exists("kept/e/profile.pomp"):
            assert "can't make the experiment" in done.stderr, (at, done)
            continue
        wall = re.search(rf" · ({SECONDS}) s wall · ", done.stderr)
        firsts = re.findall(rf"only the first ({SECONDS}) s were", done.stderr)
        assert wall and all(first in ("0.00", "0.02") for first in firsts), (at, done.stderr)
        assert not re.search(r"[ (]-[0-9]", done.stderr), (at, done.stderr)
        data, _ = read()
        # All is defined between the first 20 ms and the others.
        stopped = data["experiment"]["stop_reason"] == "space"
        assert (wall.group(1), firsts[:1] == ["0.02"]) == (("0.02", True) if stopped else ("0.04", False)), (at, done.stderr)
        total = sum(r["exclusive_ns"] for r in data["regions"])
        assert total == data["experiment"]["allocation_ns"] == (20 if stopped else 40) * 1000000, (at, total, data["experiment"])
        ended += stopped
        whole += data["experiment"]["stop_reason"] == "none" and len(data["regions"]) > 700
        if not os.path.exists("kept/e/trace.pomp"):
            continue
        traced, said = read("--from-trace")
        end = re.search(rf"the trace ends at ({SECONDS}) s", said)
        assert bool(end) == ("the trace can't grow" in done.stderr), (at, said, done.stderr)
        assert not end or end.group(1) in ("0.000", "0.020"), (at, said)
        missing = {region: n for region, n in visits(traced).items() if visits(data).get(region, 0) < n}
        assert not missing, (at, missing)
        traces_ended += bool(end)
print(ended, "ended by the disk,", traces_ended, "traces,", whole, "whole")
assert ended > 10 and traces_ended and whole
