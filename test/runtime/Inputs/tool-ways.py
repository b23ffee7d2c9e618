# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tool-ways.py LIBDIR - runs a program with the library in it by each of the ways below, and demands one experiment with the program's
parallel region. A way is the environment, the program, and the lines on stderr."""
import glob
import os
import shutil
import subprocess
import sys

LIBRARY = os.path.join(sys.argv[1], "libpompomp.so")
MPI = os.path.join(sys.argv[1], "libpompomp-mpi.so")
LINKED = LIBRARY + ".1"


def copy(variable, name, by):
    return f"pomp: {variable}: {name} is another copy of libpompomp; the program is measured once, by {by}"


def none(variable, name):
    return f"pomp: {variable}: there is no other OMPT tool in {name}; measuring without it"


OMP, POMP = "OMP_TOOL_LIBRARIES", "POMP_TOOL_LIBRARIES"
LOST = [
    "pomp: POMP_TOOL_LIBRARIES: ./folder: cannot read file data: Is a directory; measuring without it",
    "pomp: POMP_TOOL_LIBRARIES: ./none.so: cannot open shared object file: No such file or directory; measuring without it",
]
WAYS = [
    ({OMP: LIBRARY}, "./plain", []),
    ({OMP: "libpompomp.so", "LD_LIBRARY_PATH": sys.argv[1]}, "./plain", []),
    ({OMP: "./link.so"}, "./plain", []),
    ({"LD_PRELOAD": LIBRARY}, "./plain", []),
    ({"LD_PRELOAD": LIBRARY, OMP: LIBRARY}, "./plain", []),
    ({"LD_PRELOAD": LIBRARY, OMP: "./link.so"}, "./plain", []),
    ({"LD_PRELOAD": LIBRARY, OMP: "./copy.so"}, "./plain", [copy(OMP, "./copy.so", LIBRARY)]),
    ({"LD_PRELOAD": "./copy.so", OMP: "./link.so"}, "./plain", [copy(OMP, "./link.so", "./copy.so")]),
    ({"LD_PRELOAD": f"{LIBRARY} ./copy.so"}, "./plain", []),
    ({"LD_PRELOAD": LIBRARY, POMP: LIBRARY}, "./plain", [none(POMP, LIBRARY)]),
    ({"LD_PRELOAD": LIBRARY, POMP: "./copy.so"}, "./plain", [copy(POMP, "./copy.so", LIBRARY)]),
    ({OMP: LIBRARY, POMP: LIBRARY}, "./plain", [none(POMP, LIBRARY)]),
    ({OMP: "./copy.so:./third.so", POMP: "./link.so"}, "./plain", [copy(POMP, "./link.so", "./copy.so"), copy(OMP, "./third.so", "./copy.so")]),
    # An OpenMP runtime asks those before us itself, in silence; those behind us are asked by us.
    ({OMP: ":./folder:./none.so::./copy.so:"}, "./plain", []),
    ({OMP: "./copy.so", POMP: ":./folder:./none.so:./link.so:"}, "./plain", [*LOST, copy(POMP, "./link.so", "./copy.so")]),
    ({OMP: "./copy.so:./second.so"}, "./plain second", []),
    ({OMP: "./copy.so", POMP: "./second.so"}, "./plain second", []),
    ({OMP: "./copy.so", POMP: "./link.so:./second.so"}, "./plain second", [copy(POMP, "./link.so", "./copy.so")]),
    # It has libomp's own function of that name, which looks for a tool behind libomp.
    ({"LD_PRELOAD": LIBRARY, POMP: "./module.so"}, "./plain", None),
    ({OMP: LIBRARY, POMP: "./module.so"}, "./linked", None),
    # A tool that asks us for one has us asked for it in turn.
    ({OMP: "./asking.so", "ASKED": "./copy.so"}, "./plain asked", []),
    ({OMP: "./copy.so", POMP: "./asking.so", "ASKED": "./copy.so"}, "./plain asked", []),
    ({OMP: "./asking.so"}, "./linked asked", []),
    ({OMP: LIBRARY}, "./linked", []),
    ({OMP: "./copy.so"}, "./linked", [copy(OMP, "./copy.so", LINKED)]),
    ({"LD_PRELOAD": "./copy.so"}, "./linked", []),
    ({"LD_PRELOAD": "./copy.so", OMP: LIBRARY}, "./linked", [copy(OMP, LIBRARY, "./copy.so")]),
    ({POMP: "./copy.so"}, "./linked", [copy(POMP, "./copy.so", LINKED)]),
]
WITH_MPI = [
    ({OMP: MPI}, "./plain", []),
    ({OMP: MPI, POMP: LIBRARY}, "./plain", [none(POMP, LIBRARY)]),
    ({"LD_PRELOAD": MPI, OMP: "./copy.so"}, "./plain", [copy(OMP, "./copy.so", LINKED)]),
    ({"LD_PRELOAD": "./copy.so", OMP: MPI}, "./linked", []),
]


def one_line(environment):
    return " ".join(f"{name}={value}" for name, value in environment.items())


def run(environment, program, lines):
    """Says what is wrong, or nothing."""
    name, *wanted = program.split()
    for left in glob.glob("e*") + ["second", "asked"]:
        shutil.rmtree(left) if os.path.isdir(left) else os.path.exists(left) and os.remove(left)
    ran = subprocess.run([name], env={**os.environ, "POMP_EXPERIMENT_DIR": "e", "POMP_SUMMARY": "0", **environment}, capture_output=True, text=True, check=False)
    if ran.returncode or ran.stdout != "2\n":
        return f"status {ran.returncode}, stdout {ran.stdout!r}, stderr {ran.stderr[:500]!r}"
    if lines is not None and ran.stderr.splitlines() != lines:
        return f"stderr is\n{ran.stderr}and not\n" + "\n".join(lines)
    if glob.glob("e*") != ["e"]:
        return f"the experiments are {glob.glob('e*')}"
    with open("e/profile.pomp", "rb") as file:
        if b"parallel" not in file.read():
            return "the parallel region is not in the experiment"
    for file in wanted:
        if not os.path.exists(file):
            return f"the other tool has not written {file}"
        with open(file, encoding="utf-8") as written:
            if file == "asked" and written.read() != "1\n":
                return "the other tool was started more than once"
    return None


ways = WAYS + (WITH_MPI if os.path.exists(MPI) else [])
wrong = [f"{one_line(environment)} {program}: {why}" for environment, program, lines in ways if (why := run(environment, program, lines))]
print(*wrong, f"{len(ways)} ways, {len(wrong)} wrong", sep="\n")
sys.exit(bool(wrong) or not ways)
