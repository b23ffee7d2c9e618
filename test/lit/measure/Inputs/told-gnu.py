# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""told-gnu.py REPORT LIBRARY SOURCE C FORTRAN - builds the C program with gcc and the Fortran one with gfortran and Flang, as far as they are
installed, runs them on LLVM's libomp, and holds the visits of each kind of region against those of the instrumented C program SOURCE, or
against what the Fortran program does. What OMPT does not tell of gcc's code is left out: static loops, sections, which barrier is
implied."""
import collections
import glob
import json
import os
import shutil
import subprocess
import sys

report, library, source, c, fortran = sys.argv[1:]
THREADS, ROUNDS, TASKS = 3, 4, 5
ALIKE = ("critical", "critical block", "ordered", "ordered block", "lock", "task", "task create", "taskwait", "taskgroup", "team", "fork")


def libomp():
    found = glob.glob("/usr/lib/llvm-*/lib/libomp.so.5")
    return sorted(found)[-1] if found else None


def measured(program, *arguments, preload=""):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("POMP_")}
    environment.update(OMP_NUM_THREADS=str(THREADS), OMP_WAIT_POLICY="passive", POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", POMP_SAMPLE="0",
                       LD_PRELOAD=preload)
    shutil.rmtree("e", ignore_errors=True)
    subprocess.run([program, *arguments], stdout=subprocess.DEVNULL, env=environment, check=True, timeout=200)
    stated = json.loads(subprocess.run([report, "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)
    assert not (stated["experiment"]["repaired"] or stated["experiment"]["ignored"]), (program, stated["experiment"])
    return stated["regions"]


def counts(regions, roles):
    sums = collections.Counter()
    for r in regions:
        if r["role"] in roles:
            sums[r["role"], r["name"] if "critical" in r["role"] or r["role"] == "lock" else ""] += r["visits"]
    return sums


def same(what, told, true):
    wrong = [f"{what}: {key} {told[key]} visits, not {true[key]}" for key in sorted(told.keys() | true.keys()) if told[key] != true[key]]
    print("\n".join(wrong) or f"{what}: equal")
    return not wrong


def fortran_is_right(compiler, preload, procedure="m::sweep"):
    flags = ["-fopenmp", "-g", "-O1"]
    subprocess.run([compiler, *flags, fortran, "-o", "f"], check=True)
    regions = measured("./f", preload=preload)
    all_members = THREADS * ROUNDS
    true = collections.Counter({("critical", "critical(hit)"): all_members, ("critical block", "critical(hit) (block)"): all_members,
                                ("loop", ""): all_members, ("task", ""): TASKS, ("task create", ""): TASKS, ("taskwait", ""): 1,
                                ("single", ""): all_members + THREADS, ("single block", ""): ROUNDS + 1})
    told = counts(regions, {role for role, _ in true})
    names = {r["function"] for r in regions if r["role"] == "loop"}
    print(f"{compiler}: loops are in {names}")
    return same(compiler, told, true) and names == {procedure}


good, runtime = True, libomp()
gnu = f"{library} {runtime}"
if not runtime:
    print("skipped: there is no libomp.so.5 of LLVM")
elif shutil.which("gcc"):
    subprocess.run(["gcc", "-w", "-fopenmp", "-g", "-O1", c, "-o", "g"], check=True)
    for case in ("criticals", "locks", "tasks"):
        good = same(f"gcc {case}", counts(measured("./g", case, preload=gnu), ALIKE), counts(measured(source, case), ALIKE)) and good
else:
    print("skipped: there is no gcc")
if runtime and shutil.which("gfortran"):
    good = fortran_is_right("gfortran", gnu) and good
else:
    print("skipped: there is no gfortran")
flang = next((f for f in ("flang-new-19", "flang-19") if shutil.which(f)), None)
if flang:
    # With -g Flang tells libomp of no module around the procedure.
    good = fortran_is_right(flang, library, "sweep") and good
else:
    print("skipped: there is no flang-19")
sys.exit(not good)
