"""target-tasks.py OWN HIDDEN: what the reports of target-tasks.c say, without hidden helper threads and with them."""
import json
import sys

for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        report = json.load(file)
    whole = report["experiment"]
    regions = {r["name"]: r for r in report["regions"]}
    assert whole["threads"] == 2, whole
    assert whole["in_regions_ns"] + whole["outside_ns"] + whole["idle_ns"] == whole["thread_wall_ns"], whole
    assert regions["target"]["visits"] == regions["target teams"]["visits"] == 8, regions
    assert regions["target (task)"]["visits"] == 8 and regions["target (task)"]["exclusive_ns"] == 8 * 10000000, regions["target (task)"]
    assert regions["target teams (task)"]["visits"] == 8 and regions["target teams (task)"]["inclusive_ns"] == 8 * 10000000, regions["target teams (task)"]
    assert "parallel (not instrumented)" not in regions, list(regions)
    helpers = [l for l in report["locations"] if l["kind"] == "helper"]
    if name.startswith("hidden"):
        assert helpers and whole["thread_wall_ns"] == 2 * whole["wall_ns"] + 2 * 8 * 10000000, whole
        assert all(l["idle_ns"] == 0 and l["outside_ns"] == 0 for l in helpers), helpers
    else:
        assert not helpers and whole["thread_wall_ns"] == 2 * whole["wall_ns"], whole
