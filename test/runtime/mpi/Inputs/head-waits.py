# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""head-waits.py REPORT EXPERIMENT TRUTH KIND - compares the waiting in MPI that the report states with what the program has printed:
lines RANK KNOWN UNKNOWN CALLS BARRIERS, in ns: how long the rank waited in calls of which traces tell it, was in the others, was in
all calls that may wait, and how long its threads waited at barriers. KIND: exact, range (some calls are not known), or none (it is
not said)."""
import json
import re
import subprocess
import sys

RANGE = r"(?:([\d.]+) to )?([\d.]+)"


def output(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, text=True, check=True).stdout


def bounds(match, first):
    most = float(match[first + 1])
    return float(match[first] or most), most


def main():
    report, experiment, truth_file, kind = sys.argv[1:]
    with open(truth_file, encoding="utf-8") as file:
        truth = {int(line.split()[0]): [int(n) for n in line.split()[1:]] for line in file}
    data = json.loads(output(report, "--from-trace", "--json", experiment))
    head = output(report, "--all", "--from-trace", experiment).splitlines()[1]
    plain = output(report, "--all", experiment).splitlines()[1]
    up_to = r"waiting [\d.]+ %, of which up to [\d.]+ % in MPI calls that may wait ·"
    assert re.search(up_to, plain), plain
    if kind == "none":
        assert data["experiment"]["mpi_wait"] is None and not any(p["mpi_wait"] for p in data["processes"])
        assert re.search(up_to, head), head
        assert " of threads × wall" not in output(report, "--mpi-waits", experiment).splitlines()[0]
        return
    assert [p["rank"] for p in data["processes"]] == sorted(truth) and len(truth) >= 2
    title, *_, last = output(report, "--mpi-waits", experiment).splitlines()
    assert last.endswith("the ranks' clocks agree to 0.0 us"), last
    for process in data["processes"]:
        known, unknown, calls, barriers = truth[process["rank"]]
        stated = process["mpi_wait"] | {key: process[key] for key in ("wait_ns", "mpi_wait_at_most_ns")}
        wanted = {"found_ns": known, "least_ns": known, "most_ns": known + unknown, "wait_ns": barriers, "mpi_wait_at_most_ns": calls}
        assert {key: stated[key] for key in wanted} == wanted, (process["rank"], stated, wanted)
    known, unknown, *_ = (sum(column) for column in zip(*truth.values()))
    whole, found = data["experiment"], data["experiment"]["mpi_wait"]
    assert (found["least_ns"], found["found_ns"], found["most_ns"]) == (known, known, known + unknown), (found, known, unknown)
    # The head says the same, rounded; and one figure, unless there are two.
    match = re.search(rf"waiting {RANGE} %, of which {RANGE} % in MPI ·", head)
    assert match, head
    for (low, high), other in ((bounds(match, 1), whole["wait_ns"]), (bounds(match, 3), 0)):
        for stated, ns in ((low, found["least_ns"]), (high, found["most_ns"])):
            assert abs(stated - 100 * (ns + other) / whole["thread_wall_ns"]) <= 0.05 + 1e-9, (head, found)
    assert (kind == "range") == bool(match[3]) == (unknown > 0), head
    assert title == f"Waiting in MPI, from the traces of {len(truth)} ranks: {re.search('of which (.*) in MPI', head)[1]} of threads × wall"
    # So does the table of ranks.
    rows = output(report, "--from-trace", "--threads", experiment).split("\n\n")[1].splitlines()
    end = re.search("in MPI s", rows[0]).end()
    for row, process in zip(rows[1:], data["processes"], strict=True):
        own = [f"{process['mpi_wait'][key] * 1e-9:.3f}" for key in ("least_ns", "most_ns")]
        assert row[:end].endswith("  " + (own[1] if own[0] == own[1] else " to ".join(own))), row


main()
