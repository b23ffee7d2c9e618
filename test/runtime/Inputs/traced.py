# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""This module compares the profile from the traces of an experiment, or of a job's ranks, with the one that was measured."""
import difflib
import glob
import os
import subprocess
import sys


def is_traced(experiment):
    return os.path.exists(os.path.join(experiment, "trace.pomp"))


def is_traced_job(experiment):
    """Tells whether all of its ranks are traced."""
    ranks = glob.glob(os.path.join(experiment, "rank-*"))
    return bool(ranks) and all(map(is_traced, ranks))


def output(report, experiment, *options):
    run = subprocess.run([report, *options, experiment], stdout=subprocess.PIPE, check=False)
    if run.returncode:
        sys.exit(f"{report} {' '.join(options)} {experiment}: exit status {run.returncode}")
    return run.stdout


def check(report, experiment):
    """Checks that they are the same, number for number, in all views."""
    for views in (["--json"], ["--flat", "--tree", "--threads"]):
        compare(*(output(report, experiment, *views, *options) for options in ([], ["--from-trace"])))


def compare(measured, traced):
    if measured == traced:
        return
    lines = (text.decode().splitlines() for text in (measured, traced))
    for line in list(difflib.unified_diff(*lines, "measured", "traced", lineterm="", n=12))[:300]:
        print(line, file=sys.stderr)
    sys.exit("the profile that follows from the trace is not the one that was measured")
