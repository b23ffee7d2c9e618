# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""uninstrumented.py REPORT PROGRAM MODE... - runs the program in each mode with 2 and 4 threads, and compares the idle
time that the report states with what the program has measured itself, and the leagues of one team with how many there were."""
import json
import os
import shutil
import subprocess
import sys

report, program, *modes = sys.argv[1:]


def holds(mode, threads):
    shutil.rmtree("e", ignore_errors=True)
    # libomp gives no more threads to the teams of a league than the machine has, unless a setting says so.
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", KMP_TEAMS_THREAD_LIMIT="64",
                       KMP_DEVICE_THREAD_LIMIT="64", OMP_CANCELLATION="true", LIBOMP_USE_HIDDEN_HELPER_TASK="0")
    run = subprocess.run([program, mode, str(threads)], stdout=subprocess.PIPE, env=environment, check=True)
    true = json.loads(run.stdout)
    stated = json.loads(subprocess.run([report, "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)
    e = stated["experiment"]
    idle = e["allocation_ns"] - e["wall_ns"] - true["others"]
    names = sorted({r["name"] for r in stated["regions"] if "not instrumented" in r["name"]})
    print(f"{mode} {threads}: {e['threads']} threads, idle {e['idle_ns']}, truth {idle}, repaired {e['repaired']} ignored {e['ignored']} {names}")
    good = e["idle_ns"] == idle and not (e["repaired"] or e["ignored"] or e["unfinished"] or e["lost"])
    if mode == "mixed":
        visits = {r["role"]: r["visits"] for r in stated["regions"] if r["construct"] == "teams"}
        print(f"  {true['leagues']} leagues, {visits}")
        good = good and not names and visits == dict.fromkeys(("teams", "team", "barrier"), true["leagues"])
    return good


sys.exit(not all([holds(mode, threads) for mode in modes for threads in (2, 4)]))
