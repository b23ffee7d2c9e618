# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""left-out.py POMP-REPORT PROGRAM - leaves the constructs of left-out.c out of its measurement one after the other, in several orders.

In every other run there is a trace, and the profile that follows from it has the same visits."""
import contextlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "run"))
from registrations import remove_dead  # noqa: E402 pylint: disable=wrong-import-position

report, program = sys.argv[1:]
control = os.path.join(os.path.dirname(report), "pomp-control")
KINDS = ["critical(sum)", "for", "ordered", "sections", "atomic", "single", "taskwait", "barrier", "masked", "omp_set_lock", "step"]


def counted():
    with contextlib.suppress(OSError, ValueError), open("count", encoding="utf-8") as file:
        return int(file.read())
    return 0


def goes_on():
    before, end = counted(), time.monotonic() + 120
    while counted() < before + 2:
        assert time.monotonic() < end
        time.sleep(0.002)


def measured(*options):
    return json.loads(subprocess.run([report, "--json", *options, "e"], stdout=subprocess.PIPE, check=True).stdout)


def is_left_out(region, kind):
    """Tells whether the rules leave a region out; call paths go through parallel regions and tasks."""
    if kind == "*":
        return region["where"] and not region["construct"].startswith(("parallel", "task"))
    return kind in (region["construct"], region["sub_name"], f"{region['construct']}({region['sub_name']})")


def run(seed):
    """Leaves out all kinds in some order, and then whatever is left."""
    random.seed(seed)
    for left in ("count", "enough"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(left)
    shutil.rmtree("e", ignore_errors=True)
    with subprocess.Popen([program], env=dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", POMP_TRACE=str(seed % 2)), stdout=subprocess.PIPE, text=True) as process:
        try:
            goes_on()
            known = {}
            for kind in [*random.sample(KINDS, len(KINDS)), "*"]:
                with open("rules", "w", encoding="utf-8") as file:
                    file.write(f"SCOREP_REGION_NAMES_BEGIN EXCLUDE {kind} SCOREP_REGION_NAMES_END\n")
                done = subprocess.run([control, str(process.pid), "filter", "rules"], capture_output=True, text=True, check=False)
                assert done.returncode == 0 and not done.stderr, (kind, done)
                goes_on()
                goes_on()
                now = {(r["name"], r["where"]): r for r in measured()["regions"]}
                for key, visits in known.items():
                    assert now[key]["visits"] == visits, (seed, kind, key, visits, now[key]["visits"])
                known.update({key: r["visits"] for key, r in now.items() if is_left_out(r, kind)})
            with open("enough", "w", encoding="utf-8"):
                pass
            out = process.communicate()[0]
        finally:
            process.kill()
            process.wait()
            remove_dead()
    said = re.fullmatch(r"(\d+) steps, right\n", out)
    assert said, (seed, process.returncode, out)
    steps = int(said[1])
    data = measured()
    assert all(data["experiment"][key] == 0 for key in ("repaired", "ignored", "lost", "unfinished")), data["experiment"]
    visits = {region["name"]: region["visits"] for region in data["regions"]}
    assert visits["parallel"] == 3 * steps and visits["parallel (fork-join)"] == steps, (steps, visits)
    if seed % 2:
        traced = {(region["name"], region["where"]): region["visits"] for region in measured("--from-trace")["regions"]}
        assert traced == {(region["name"], region["where"]): region["visits"] for region in data["regions"]}, (traced, data["regions"])
    assert data["experiment"]["left_out"] >= len(KINDS), data["experiment"]


# `make test` has four orders that are always the same, `make test-all` more, which are others on another day.
FIRST = int(os.environ["TEST_SEED"]) if os.environ.get("TEST_ALL") else 0
for i in range(FIRST, FIRST + (12 if FIRST else 4)):
    run(i)
