# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""divided-job.py POMP-CONTROL POMP-REPORT COMMAND... - divides the run of divided.c as a job of two ranks, and holds its intervals against the whole."""
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

control, report, *command = sys.argv[1:]
DIVISIONS = 3


def told(*options):
    done = subprocess.run([report, "--json", *options, "e"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def visits(data, name="region(step)"):
    return sum(region["visits"] - region["unfinished"] for region in data["regions"] if region["name"] == name) if data else 0


def goes_on():
    """Waits until more has been measured of both ranks."""
    before, end = visits(told("--interval=all")), time.monotonic() + 120
    while not ((data := told("--interval=all")) and data["experiment"]["ranks_measured"] == 2 and visits(data) > before + 4):
        assert time.monotonic() < end, data and data["experiment"]
        time.sleep(0.02)


def check(state):
    """The intervals add up, and are each of both ranks."""
    parts = [told(f"--interval={i + 1}") for i in range(DIVISIONS + 1)]
    assert [part["experiment"]["state"] for part in parts] == ["complete"] * DIVISIONS + [state]
    assert all(part["experiment"]["intervals"] == DIVISIONS + 1 and len(part["processes"]) == 2 for part in parts)
    assert all(region["visits"] == region["unfinished"] == 2 for part in parts[:-1] for region in part["regions"] if region["name"] == "region(outer)")
    return parts


shutil.rmtree("e", ignore_errors=True)
with contextlib.suppress(FileNotFoundError):
    os.remove("enough")
with subprocess.Popen(command, env=dict(os.environ, POMP_EXPERIMENT_DIR="e"), stdout=subprocess.PIPE, text=True) as job:
    try:
        for i in range(DIVISIONS):
            goes_on()
            done = subprocess.run([control, "e", "reset"], capture_output=True, text=True, check=False)
            assert (done.returncode, done.stdout) == (0, f"Interval {i + 1} has ended; pomp-report --interval={i + 1} e shows it.\n"), done
        goes_on()
        check("running")
        open("enough", "w", encoding="utf-8").close()
        steps = int(re.search(r"^steps (\d+)$", job.communicate()[0], re.M)[1])
        assert job.returncode == 0
    finally:
        open("enough", "w", encoding="utf-8").close()  # for ranks that outlive it
        job.kill()
        job.wait()
parts, whole = check("complete"), told("--interval=all")
assert sum(map(visits, parts)) == visits(whole) == 2 * steps and min(map(visits, parts)) > 0, (list(map(visits, parts)), steps)
walls = [part["experiment"]["wall_ns"] for part in parts]
assert abs(sum(walls) - whole["experiment"]["wall_ns"]) < 0.05 * whole["experiment"]["wall_ns"], (walls, whole["experiment"]["wall_ns"])
if os.environ.get("POMP_TRACE"):
    assert visits(told("--from-trace")) == 2 * steps
