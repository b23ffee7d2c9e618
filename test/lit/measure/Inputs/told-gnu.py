# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""told-gnu.py REPORT LIBRARY SOURCE C FORTRAN KERNELS - builds the C program with gcc and the Fortran one with gfortran and Flang, as far as they are
installed, runs them on LLVM's libomp, and holds the visits of each kind of region against those of the instrumented C program SOURCE, or
against what the Fortran programs do, and the places of their loops. What OMPT does not tell of gcc's code is left out: static loops, sections, which barrier is
implied."""
import collections
import glob
import json
import os
import shutil
import subprocess
import sys

report, library, source, c, fortran, kernels = sys.argv[1:]
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


# A row says how often a kernel forks in a round, what each member does, and what is done once.
KERNELS = {
    "ep": (1, {"loop": 1}, {}),
    "cg": (1, {"loop": 2, "critical": 1, "critical block": 1, "single": 1, "set": 1, "unset": 1}, {"single block": 1, "init": 1, "destroy": 1}),
    "mg": (1, {"loop": 4}, {}),
    "lu": (1, {"loop": 1}, {"ordered": 11, "ordered block": 11}),
    "ft": (1, {"single": 1}, {"single block": 1, "taskgroup": 1, "task": 6, "task create": 6, "taskwait": 4}),
}
KERNEL_ROUNDS = 3
# Where the loops are.
EXACT = {"ep": {(11, ":11")}, "cg": {(28, ":11"), (34, ":11")}, "mg": {(61, ":13")}, "lu": {(80, ":11")}, "ft": set()}


def kernels_are_right(compiler, preload):
    """The kernels have the visits of each construct, and Flang tells each loop's line and column."""
    subprocess.run([compiler, "-fopenmp", "-g", "-O2", kernels, "-o", "k"], check=True)
    good = True
    for name, (forks, each, one) in KERNELS.items():
        true = collections.Counter({"fork": KERNEL_ROUNDS * forks, "team": KERNEL_ROUNDS * forks * THREADS})
        true.update({what: KERNEL_ROUNDS * THREADS * count for what, count in each.items()})
        true.update({what: KERNEL_ROUNDS * count for what, count in one.items()})
        told, places = collections.Counter(), set()
        for r in measured("./k", name, preload=preload):
            what = r["name"][4:-5] if r["role"] == "lock" else r["role"]
            told[what] += r["visits"] if what in true else 0
            if r["role"] == "loop":
                places.add((r["begin_line1"], r["where"].removeprefix(f"{r['file']}:{r['begin_line1']}")))
                good = good and r["file"].endswith("kernels.f90") and r["function"] == f"kernels::{name}"
        good = same(f"{compiler} {name}", told, true) and good
        if "flang" in compiler and places != EXACT[name]:
            print(f"{compiler} {name}: loops are at {places}")
            good = False
    return good


def fortran_is_right(compiler, preload):
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
    return same(compiler, told, true) and names == {"m::sweep"} and kernels_are_right(compiler, preload)


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
    good = fortran_is_right(flang, library) and good
else:
    print("skipped: there is no flang-19")
sys.exit(not good)
