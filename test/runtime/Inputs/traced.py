# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""This module compares the profile from the traces of an experiment, or of a job's ranks, with the one that was measured."""
import difflib
import glob
import json
import os
import re
import subprocess
import sys

import critical


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
        texts = [output(report, experiment, *views, *options).decode() for options in ([], ["--from-trace"])]
        if views == ["--json"]:
            documents = [json.loads(text) for text in texts]
            check_mpi_wait(*documents)
            critical.check(report, experiment, documents[0])
        compare(*map(without_mpi_wait, texts))


def without_mpi_wait(text):
    """Takes out the waiting in MPI, which only traces tell: the key of --json, the head's waiting, and the column of ranks; and a job's
    findings, which rest on it."""
    text = re.sub(r'"mpi_wait":(null|\{[^}]*\}),', "", text)
    text = re.sub(r"waiting [^·]*·", "waiting ·", text, count=1)
    if re.search(r" ranks? · ", text.split("\n", 1)[0]):
        text = re.sub(r"^Findings.*?\n\n", "", text, flags=re.MULTILINE | re.DOTALL)
    lines, cut = [], None
    for line in text.splitlines():
        column = re.search(r" +in MPI s(?= )", line)
        cut = slice(*column.span()) if column else cut if line else None
        lines.append(line[: cut.start] + line[cut.stop :] if cut else line)
    return "\n".join(lines)


def check_mpi_wait(measured, traced):
    """Checks that the profile does not tell it, and that it is no more than the time of the calls which can have waited."""
    owners = (traced["experiment"], *traced["processes"])
    assert not any(owner["mpi_wait"] for owner in (measured["experiment"], *measured["processes"]))
    assert len({owner["mpi_wait"] is None for owner in owners}) == 1, "of some ranks alone"
    if not traced["experiment"]["mpi_wait"]:
        return
    tests = sum(r["exclusive_ns"] for r in traced["regions"] if r["name"].startswith("MPI_Test"))
    for owner in owners:
        found = owner["mpi_wait"]
        most = (owner["mpi_wait_at_most_ns"] + tests) * 1.001 + owner["visits"] + 1000
        assert 0 <= found["least_ns"] <= found["found_ns"] <= found["most_ns"] <= most, (found, most)
    for key in ("least_ns", "found_ns", "most_ns"):
        assert owners[0]["mpi_wait"][key] == sum(p["mpi_wait"][key] for p in traced["processes"])


def compare(measured, traced):
    if measured == traced:
        return
    lines = (text.splitlines() for text in (measured, traced))
    for line in list(difflib.unified_diff(*lines, "measured", "traced", lineterm="", n=12))[:300]:
        print(line, file=sys.stderr)
    sys.exit("the profile that follows from the trace is not the one that was measured")
