# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""told.py [--trace|--mixed] REPORT LIBRARY PLAIN SOURCE - runs each case that the program lists, compiled by Clang alone with the library
preloaded, and instrumented, with 1, 2 and 5 threads, and compares the visits of each kind of region, by the names of critical
constructs and lock routines, and what the program prints with what it prints without the library. --mixed: the first one is instrumented
in part, and linked with the library."""
import collections
import json
import os
import shutil
import subprocess
import sys

traced, mixed = sys.argv[1] == "--trace", sys.argv[1] == "--mixed"
report, library, plain, source = sys.argv[1 + traced + mixed :]
# OMPT has no event for these, or tells of some visits alone.
UNTOLD = {"atomic", "cancel", "section", "user", "thread", "reduction"}
# To OMPT, master is masked.
ALIKE = {"master": "masked"}


def run(program, case, threads, **more):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("POMP_")}
    environment.update(OMP_NUM_THREADS=str(threads), OMP_CANCELLATION="true", OMP_WAIT_POLICY="passive", OMP_THREAD_LIMIT="64", KMP_TEAMS_THREAD_LIMIT="64",
                       POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", POMP_SAMPLE="0", POMP_TRACE=str(int(traced)), **more)
    shutil.rmtree("e", ignore_errors=True)
    return subprocess.run([program] + [case] * bool(case), stdout=subprocess.PIPE, env=environment, check=True, timeout=100).stdout


def visits(case):
    stated = json.loads(subprocess.run([report, "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)
    counts, e = collections.Counter(), stated["experiment"]
    if case != "cancels":  # cancel leaves things open
        assert not (e["repaired"] or e["ignored"] or e["lost"] or e["unfinished"]), (case, e)
    # Where and how often a construct is cancelled is another thing each time.
    assert case != "cancels" or sum(r["visits"] for r in stated["regions"] if r["role"] == "cancel") >= 4, stated["regions"]
    for r in stated["regions"]:
        if r["role"] not in UNTOLD:
            counts[ALIKE.get(r["role"], r["role"]), r["name"] if "critical" in r["role"] or r["role"] == "lock" else ""] += r["visits"]
    return counts


good = True
for case in run(plain, "", 1).decode().split():
    for threads in (1, 2, 5):
        bare = run(plain, case, threads)
        printed = run(plain, case, threads, **({} if mixed else {"LD_PRELOAD": library}))
        told = visits(case)
        instrumented = run(source, case, threads)
        true = visits(case)
        if not bare == printed == instrumented:
            print(f"{case} {threads}: prints {bare}, {printed} with the library, {instrumented} instrumented")
            good = False
        for key in sorted(told.keys() | true.keys()):
            if told[key] != true[key]:
                print(f"{case} {threads}: {key} {told[key]} visits, instrumented {true[key]}")
                good = False
print("equal" if good else "different")
sys.exit(not good)
