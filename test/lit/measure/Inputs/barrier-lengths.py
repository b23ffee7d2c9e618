"""barrier-lengths.py JSON...: each implicit barrier has as many visits in its histogram as it has, and the bounds are of them."""
import json
import sys

for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        regions = json.load(file)["regions"]
    barriers = sorted((r for r in regions if r["name"] == "barrier (implicit)"), key=lambda r: r["begin_line1"])
    visits = [r["visits"] for r in barriers]
    assert visits == 5 * [10 * 1 + 90 * 2], (name, visits)
    assert [sum(b["visits"] for b in r["histogram"]) for r in barriers] == visits, (name, barriers)
    for r in barriers:
        # Each visit is between the shortest and the longest one, and so is their mean.
        assert r["min_visit_ns"] <= r["mean_visit_ns"] <= r["max_visit_ns"], (name, r)
