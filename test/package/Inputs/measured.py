# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""measured.py POMP-REPORT EXPERIMENT PROGRAM [-WHAT...] [+plain] - runs a program that is made of norm.c, squares.c and sum.cpp with three
threads: it prints 70, and its experiment has each construct of the three files as often as it was passed. -WHAT leaves out
what is not to be there: a file, a role, or FILE:ROLE. +plain: one of the three files is not instrumented."""

import collections
import json
import os
import subprocess
import sys

# This is how often each region of a role, in a file and a line, is visited.
EXPECTED = {
    ("norm.c", 6, "user"): 1,
    ("norm.c", 8, "fork"): 1,
    ("norm.c", 8, "team"): 3,
    ("norm.c", 8, "loop"): 3,
    ("squares.c", 3, "user"): 1,
    ("squares.c", 4, "fork"): 1,
    ("squares.c", 4, "team"): 3,
    ("squares.c", 4, "loop"): 3,
    ("sum.cpp", 3, "user"): 1,
    ("sum.cpp", 5, "fork"): 1,
    ("sum.cpp", 5, "team"): 3,
    ("sum.cpp", 8, "loop"): 3,
    ("sum.cpp", 11, "critical"): 3,
    ("sum.cpp", 11, "critical block"): 3,
}


def wanted(key, without):
    file, _, role = key
    return not {file, role, f"{file}:{role}"} & without


def main():
    report, experiment, program, *rest = sys.argv[1:]
    without = {word[1:] for word in rest if word[0] == "-"}
    environment = dict(os.environ, OMP_NUM_THREADS="3", POMP_EXPERIMENT_DIR=experiment, POMP_SUMMARY="0")
    done = subprocess.run([os.path.abspath(program)], env=environment, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode or done.stdout != "70\n" or done.stderr:
        sys.exit(f"{program} ended with {done.returncode} and said '{done.stdout}' and '{done.stderr}'")
    shown = subprocess.run([report, "--json", experiment], capture_output=True, text=True, timeout=300, check=False)
    if shown.returncode:
        sys.exit(f"{report} ended with {shown.returncode} and said '{shown.stderr}'")
    found = collections.Counter()
    for region in json.loads(shown.stdout)["regions"]:
        if region["role"] not in ("thread", "barrier"):
            found[os.path.basename(region["file"]), region["begin_line1"], region["role"]] += region["visits"]
    expected = {key: count for key, count in EXPECTED.items() if wanted(key, without)}
    if "+plain" in rest:  # a parallel region that is not instrumented, of which OMPT tells, as of what is in it
        roles = {role for (file, _, role) in EXPECTED if file in without} - {"user", "fork"}
        expected.update({("", 0, "fork"): 1, **{("", 0, role): 3 for role in roles}})
    if found != expected:
        sys.exit(f"{experiment} has {sorted(found.items())}, and should have {sorted(expected.items())}")


main()
