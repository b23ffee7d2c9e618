# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""phase-job.py REPORT EXPERIMENT RANKS THREADS PATHS VISITS - holds the phase of a job that bench/job.c has made of these against what
each rank had in each visit."""
import json
import subprocess
import sys

report, directory, *numbers = sys.argv[1:]
ranks, threads, paths, visits = map(int, numbers)
done = subprocess.run([report, "--json", directory], capture_output=True, check=True)
data = json.loads(done.stdout)
(phase,) = data["phases"]
run = 10**10


def alone(rank, visit):
    return visit == visits // 2 and rank % 3 == 0


def time(rank, visit):
    mean = run // 8 // visits
    return mean // 2 + mean * visit // visits // 2 + rank + (4 * mean if alone(rank, visit) else 0)


# Ranks have two visits in a record if any has.
pairs = ranks > 4
points = [range(first, min(first + 1 + pairs, visits + 1)) for first in range(1, visits + 1, 1 + pairs)]
assert [p["first"] for p in phase["points"]] == [p[0] for p in points] and phase["visits"] == visits
for point, of in zip(phase["points"], points):
    assert point["time_ns"] == max(sum(time(rank, visit) for visit in of) for rank in range(ranks)), (point, of)
    assert point["longest"]["time_ns"] == max(time(rank, visit) for visit in of for rank in range(ranks)), (point, of)
    assert point["wait_ns"] == sum(time(rank, visit) // 8 for visit in of for rank in range(ranks)), (point, of)


def place(rank, visit):
    """The profile of a visit, as all ranks would number it."""
    return 7 if alone(rank, visit) else (visit - 1) * 7 // visits


def barrier(rank, of):
    """What the visits of a rank that have this profile have of a barrier on all threads: in all, and how many they are."""
    step = run // 40 // (paths + 3)
    cells = (10 * (step + (0 if thread % 8 else 1000) + thread) // 160 * (8 + of + (40 if of == 7 else 0)) for thread in range(threads))
    count = sum(place(rank, visit) == of for visit in range(1, visits + 1))
    return sum(cells) if count else 0, count


def more_in(rank, visit):
    """What a visit has more than those with other profiles."""
    time, count = barrier(rank, place(rank, visit))
    others = [barrier(rank, of) for of in range(8) if of != place(rank, visit)]
    return time / count - sum(t for t, _ in others) / sum(c for _, c in others)


def about(x, y):
    return abs(x - y) < 1e-9 * abs(y)


(outlier,), (drift,) = ([f for f in phase["findings"] if f["kind"] == kind] for kind in ("outlier", "drift"))
first = next(p for p in data["callpaths"] if data["regions"][p["region"]]["name"] == "barrier (implicit)")["id"]
assert outlier["visit"] == visits // 2 and outlier["waits"]["callpath"] == drift["waits"]["callpath"] == first, (outlier, drift)
assert about(outlier["waits"]["more_ns"], sum(more_in(rank, visits // 2) for rank in range(ranks))), outlier

# The slope of a straight line through what all ranks have together in each point, but for the one with the visit that stands out.
rows = [(of[0], sum(t / c for t, c in (barrier(rank, place(rank, of[-1])) for rank in range(ranks)))) for of in points if visits // 2 not in of]
middle = sum(x for x, _ in rows) / len(rows)
slope = sum((x - middle) * y for x, y in rows) / sum((x - middle) ** 2 for x, _ in rows)
assert about(drift["waits"]["more_ns"], slope), (drift, slope)
