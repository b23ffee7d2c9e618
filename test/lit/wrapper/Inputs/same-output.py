# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same-output.py CLANG POMP_CLANG - runs command lines that compile and link nothing: output and exit status are the same,
but for the name by which Clang calls itself. What --version and --help add is the test's own business."""

import re
import subprocess
import sys

LINES = [
    [], ["-v"], ["--help-hidden"], ["-dumpversion"], ["-dumpmachine"], ["-print-search-dirs"],
    ["-print-resource-dir"], ["-print-file-name=libomp.so"], ["-print-prog-name=ld"], ["-print-libgcc-file-name"],
    ["-print-multi-os-directory"], ["--print-targets"], ["--no-such-option"], ["-c", "no-such-file.c"],
    ["-o"], ["-x"], ["-E", "-dM", "-fno-openmp", "-x", "c", "-U_POMP", "/dev/null"], ["--autocomplete=-fopenm"],
    ["-c", "-fopenmp=nonsense", "/dev/null", "-x"], ["-###"],
]  # fmt: skip


def run(program, arguments):
    done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, re.sub(r"clang(\+\+)?-19: ", "clang: ", re.sub(r"#define _POMP .*\n", "", done.stdout))


bad = 0
for line in LINES:
    theirs, ours = run(sys.argv[1], line), run(sys.argv[2], line)
    if theirs != ours:
        bad = 1
        print(f"{line}: Clang: {theirs[0]}\n{theirs[1]}\n    pomp-clang: {ours[0]}\n{ours[1]}")
sys.exit(bad)
