# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""head-waits.py REPORT EXPERIMENT TRUTH KIND - compares the waiting in MPI that the report states with what the program has printed:
lines RANK KNOWN WAITED WORKED BARRIERS, in ns: how long it waited in calls of which traces tell it, and in all; how long it worked in
calls that may wait; and how long its team was in barriers. KIND: exact, range (some calls are not known), or none (it is not told)."""
import json
import re
import subprocess
import sys

PART = 0.05  # how far figures may be from the truth
STAMP = 5e6  # ns: a thread may lose its core between a stamp and the event, once in a run
CALLS = 16  # of a rank, at most
RANGE = r"(?:([\d.]+) to )?([\d.]+)"


def output(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, text=True, check=True).stdout


def near(told, truth, error, what):
    assert abs(told - truth) <= PART * truth + STAMP + error, f"{what}: {told} instead of {truth}, error {error}"


def bounds(match, first):
    most = float(match[first + 1])
    return float(match[first] or most), most


def main():
    report, experiment, truth_file, kind = sys.argv[1:]
    with open(truth_file, encoding="utf-8") as file:
        truth = {int(line.split()[0]): [int(n) for n in line.split()[1:]] for line in file}
    data = json.loads(output(report, "--from-trace", "--json", experiment))
    head = output(report, "--from-trace", experiment).splitlines()[1]
    plain = output(report, experiment).splitlines()[1]
    up_to = r"waiting [\d.]+ %, of which up to [\d.]+ % in MPI calls that may wait ·"
    assert re.search(up_to, plain), plain
    if kind == "none":
        assert data["experiment"]["mpi_wait"] is None and not any(p["mpi_wait"] for p in data["processes"])
        assert re.search(up_to, head), head
        assert " of threads × wall" not in output(report, "--mpi-waits", experiment).splitlines()[0]
        return
    assert [p["rank"] for p in data["processes"]] == sorted(truth) and len(truth) >= 2
    known, waited, worked, barriers = (sum(column) for column in zip(*truth.values()))
    whole, found = data["experiment"], data["experiment"]["mpi_wait"]
    title, *_, last = output(report, "--mpi-waits", experiment).splitlines()
    clocks = CALLS * len(truth) * float(re.search(r"the ranks' clocks agree to ([\d.]+) us", last)[1]) * 1000
    slack = PART * waited + STAMP
    near(found["found_ns"], known, clocks, "all")
    assert found["least_ns"] <= known + slack and waited - slack <= found["most_ns"], (found, known, waited)
    near(whole["wait_ns"], barriers, 0, "barriers")
    for process in data["processes"]:
        known_there, waited_there, worked_there, _ = truth[process["rank"]]
        own = process["mpi_wait"]
        assert abs(own["found_ns"] - known_there) <= slack + clocks, (process["rank"], own, known_there)
        assert own["least_ns"] <= known_there + slack and waited_there - slack <= own["most_ns"], (process["rank"], own)
        assert process["mpi_wait_at_most_ns"] - own["found_ns"] >= 0.9 * worked_there, (process["rank"], own, worked_there)
    # The head says the same; and one figure, unless there are two.
    match = re.search(rf"waiting {RANGE} %, of which {RANGE} % in MPI ·", head)
    assert match, head
    for (least, most), other in ((bounds(match, 1), whole["wait_ns"]), (bounds(match, 3), 0)):
        for stated, ns in ((least, found["least_ns"]), (most, found["most_ns"])):
            assert abs(stated - 100 * (ns + other) / whole["thread_wall_ns"]) < 0.051, (head, found)
    assert kind != "exact" or found["most_ns"] - found["least_ns"] <= PART * known + 2 * clocks, (found, clocks)
    assert kind != "range" or match[3], head
    assert title == f"Waiting in MPI, from the traces of {len(truth)} ranks: {re.search('of which (.*) in MPI', head)[1]} of threads × wall"
    # So does the table of ranks.
    rows = output(report, "--from-trace", "--threads", experiment).split("\n\n")[1].splitlines()
    end = re.search("in MPI s", rows[0]).end()
    for row, process in zip(rows[1:], data["processes"], strict=True):
        own = [f"{process['mpi_wait'][key] * 1e-9:.3f}" for key in ("least_ns", "most_ns")]
        assert row[:end].endswith("  " + (own[1] if own[0] == own[1] else " to ".join(own))), row


main()
