# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""uninstrumented.py REPORT PROGRAM MODE... - runs the program in each mode with 2 and 4 threads, and compares the idle
time that the report states with what the program has measured itself, and the leagues of one team with how many there were."""
import json
import os
import shutil
import subprocess
import sys

report, program, *modes = sys.argv[1:]
# A member may lose its core between its begin, which the report sees, and its look at the clock; so often is a case tried.
TRIES = 4


def attempt(mode, threads):
    """Runs the program once. Returns whether the idle time is right, and whether all else is."""
    shutil.rmtree("e", ignore_errors=True)
    # libomp gives no more threads to the teams of a league than the machine has, unless a setting says so.
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", KMP_TEAMS_THREAD_LIMIT="64",
                       KMP_DEVICE_THREAD_LIMIT="64", OMP_CANCELLATION="true", LIBOMP_USE_HIDDEN_HELPER_TASK="0")
    run = subprocess.run([program, mode, str(threads)], stdout=subprocess.PIPE, env=environment, check=True)
    true = json.loads(run.stdout)
    stated = json.loads(subprocess.run([report, "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)
    e = stated["experiment"]
    allocation = e["allocation_ns"] * 1e-9
    idle = e["idle_ns"] * 1e-9
    really = allocation - e["wall_ns"] * 1e-9 - true["others"]
    off = (idle - really) / allocation
    names = sorted({r["name"] for r in stated["regions"] if "not instrumented" in r["name"]})
    print(f"{mode} {threads}: {e['threads']} threads, idle {100 * idle / allocation:.1f} %, truth "
          f"{100 * really / allocation:.1f} %, repaired {e['repaired']} ignored {e['ignored']} {names}")
    good = not (e["repaired"] or e["ignored"] or e["unfinished"] or e["lost"])
    if mode == "mixed":
        visits = {r["role"]: r["visits"] for r in stated["regions"] if r["construct"] == "teams"}
        print(f"  {true['leagues']} leagues, {visits}")
        good = good and not names and visits == dict.fromkeys(("teams", "team", "barrier"), true["leagues"])
    return abs(off) <= 0.05, good


def holds(mode, threads):
    for _ in range(TRIES):
        right, good = attempt(mode, threads)
        if right or not good:
            return good
    return False


sys.exit(not all([holds(mode, threads) for mode in modes for threads in (2, 4)]))
