# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""head-waits.py REPORT EXPERIMENT TRUTH KIND - compares the waiting in MPI that the report states with what the program has printed:
lines of numbers, RANK and then ns. Each pair is the least and the most that can be true: KNOWN KNOWN, how long it waited in calls of
which traces tell it; WAITED WAITED, and in all; BARRIERS BARRIERS, how long its threads waited at barriers; and WORKED, how long it
worked in calls that may wait. KIND: exact, range (some calls are not known), or none (it is not told)."""
import json
import re
import subprocess
import sys

PART = 0.05  # how far the head's figures may be from the truth
CLOCKS = 100000  # ns that clocks may be off in all calls of a rank; and measuring itself takes some time at barriers
RANGE = r"(?:([\d.]+) to )?([\d.]+)"


def output(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, text=True, check=True).stdout


def within(told, least, most, what):
    assert least - CLOCKS <= told <= most + CLOCKS, f"{what}: {told} is not from {least} to {most}"


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
    title, *_, last = output(report, "--mpi-waits", experiment).splitlines()
    assert float(re.search(r"the ranks' clocks agree to ([\d.]+) us", last)[1]) < 10, "one machine has one clock, however busy it is"
    for process in data["processes"]:
        least, most, waited, _, *barriers, worked = truth[process["rank"]]
        own, what = process["mpi_wait"], f"rank {process['rank']}, {process['mpi_wait']}"
        within(own["found_ns"], least, most, what)
        assert own["least_ns"] <= most + CLOCKS and waited - CLOCKS <= own["most_ns"], (what, truth)
        within(process["wait_ns"], *barriers, f"barriers, {what}")
        # Some of the work may be done before the last rank comes to the call.
        assert process["mpi_wait_at_most_ns"] - own["found_ns"] >= 0.4 * worked, (what, worked)
    least, most, *_ = (sum(column) for column in zip(*truth.values()))
    whole, found = data["experiment"], data["experiment"]["mpi_wait"]
    assert (1 - PART) * least <= found["found_ns"] <= (1 + PART) * most, (found, least, most)
    # The head says the same; and one figure, unless there are two.
    match = re.search(rf"waiting {RANGE} %, of which {RANGE} % in MPI ·", head)
    assert match, head
    for (low, high), other in ((bounds(match, 1), whole["wait_ns"]), (bounds(match, 3), 0)):
        for stated, ns in ((low, found["least_ns"]), (high, found["most_ns"])):
            assert abs(stated - 100 * (ns + other) / whole["thread_wall_ns"]) < 0.051, (head, found)
    assert kind != "exact" or found["most_ns"] - found["least_ns"] <= PART * most, found
    assert kind != "range" or match[3], head
    assert title == f"Waiting in MPI, from the traces of {len(truth)} ranks: {re.search('of which (.*) in MPI', head)[1]} of threads × wall"
    # So does the table of ranks.
    rows = output(report, "--from-trace", "--threads", experiment).split("\n\n")[1].splitlines()
    end = re.search("in MPI s", rows[0]).end()
    for row, process in zip(rows[1:], data["processes"], strict=True):
        own = [f"{process['mpi_wait'][key] * 1e-9:.3f}" for key in ("least_ns", "most_ns")]
        assert row[:end].endswith("  " + (own[1] if own[0] == own[1] else " to ".join(own))), row


main()
