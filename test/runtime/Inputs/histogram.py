# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""histogram.py REPORT TIMES - holds the histograms of a report (JSON) against the times that histogram.c took itself."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    regions = json.load(file)["regions"]
with open(sys.argv[2], encoding="utf-8") as file:
    times = json.load(file)


def region(name):
    found = [r for r in regions if r["name"] == name]
    assert len(found) == 1, (name, len(found))
    return found[0]


def shorter(values, edge):
    return sum(value < edge for value in values)


def check(name, inside, outside):
    """Looks at each edge of a bucket; the clock's calibration may be off by a thousandth."""
    r = region(name)
    counted = 0
    assert sum(b["visits"] for b in r["histogram"]) == r["visits"] == len(inside), (name, r)
    for b in r["histogram"]:
        counted += b["visits"]
        if b["to_ns"] is None:
            continue
        most, least = shorter(inside, b["to_ns"] * 1.001), shorter(outside, b["to_ns"] * 0.999)
        assert least <= counted <= most, (name, b, least, counted, most)
    for key, part in ("median_visit_ns", 0.5), ("p95_visit_ns", 0.95):
        at = min(int(part * len(inside)), len(inside) - 1)
        low, high = sorted(inside)[max(at - 1, 0)], sorted(outside)[at]
        assert r["min_visit_ns"] <= r[key] <= r["max_visit_ns"], (name, key, r)
        assert low * 0.999 / 2 - 100 <= r[key] <= high * 1.001 * 2 + 100, (name, key, low, r[key], high)
    mean = sum(inside) / len(inside), sum(outside) / len(outside)
    assert mean[0] * 0.999 - 1 <= r["mean_visit_ns"] <= mean[1] * 1.001 + 1, (name, mean, r["mean_visit_ns"])


check("region(work)", times["inside"], times["outside"])
# A task's events are at its begin and end, so that its time has no bound but from below: that of the program outside of
# it is libomp's as well. So its long visits are counted, and what is seen is that most of the others are short.
task = region("task")
assert task["visits"] == len(times["tasks"]) == sum(b["visits"] for b in task["histogram"])
long = sum(value >= 2.6e6 for value in times["tasks"])
assert sum(b["visits"] for b in task["histogram"] if b["to_ns"] is None or b["to_ns"] > 2.6e6) >= long >= 2, task
assert task["median_visit_ns"] < task["mean_visit_ns"] / 3, task
