# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""uninstrumented.py REPORT PROGRAM MODE... - runs the program in each mode with 2 and 4 threads, and compares the idle
time that the report states with what the program has measured itself, and the leagues of one team with how many there were."""
import json
import os
import shutil
import subprocess
import sys

report, program, *modes = sys.argv[1:]
failed = False
for mode in modes:
    for threads in 2, 4:
        shutil.rmtree("e", ignore_errors=True)
        # libomp gives no more threads to the teams of a league than the machine has, unless it is told to.
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
        bad = abs(off) > 0.05 or e["repaired"] or e["ignored"] or e["unfinished"] or e["lost"]
        if mode == "mixed":
            visits = {r["role"]: r["visits"] for r in stated["regions"] if r["construct"] == "teams"}
            print(f"  {true['leagues']} leagues, {visits}")
            bad = bad or names or visits != dict.fromkeys(("teams", "team", "barrier"), true["leagues"])
        failed = failed or bad
sys.exit(failed)
