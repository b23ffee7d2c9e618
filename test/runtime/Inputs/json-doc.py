# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""json-doc.py JSON DOC - compares the keys of a report with the tables of docs/report-json.md, and their types."""
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    sections = re.split(r"^## ", file.read(), flags=re.MULTILINE)


def keys(title):
    """Returns the names in the first cells of the table below a heading."""
    section = next(s for s in sections if s.startswith(title))
    cells = re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


shared = keys("What regions, call paths")
share = shared | {"location"}
expected = {
    "top": keys("# `pomp-report"),
    "experiment": keys("`experiment`"),
    "process": keys("An element of `processes`"),
    "region": shared | keys("An element of `regions`"),
    "location": keys("An element of `locations`"),
    "directive": keys("`directive`"),
    "callpath": shared | keys("An element of `callpaths`"),
    "blame": keys("An element of `blame`"),
    "metric": keys("An element of `metrics`"),
    "idle": keys("An element of `idle`"),
    "open": keys("An element of `open`"),
    "deadlock": keys("An element of `deadlock`"),
    "group": keys("An element of `groups`"),
}
TEXT = {"schema", "detail", "by", "directory", "state", "stop_reason", "program", "command", "working_directory", "host", "start", "writer",
        "name", "role", "source", "unit", "during", "description", "construct", "sub_name", "function", "file", "kind", "nesting", "end_known_by", "clauses", "schedule"}  # fmt: skip
OTHER = {"groups": list, "times": list, "radius": float, "experiment": dict, "regions": list, "locations": list, "callpaths": list, "clock": dict, "settings": dict,
         "threads": dict, "measuring_ns": float, "blame": list, "idle": list, "open": list, "deadlock": list, "balance": dict, "forks": list,
         "metrics": dict, "derived": dict, "processes": list, "messages": dict, "alignment": list, "scheduled": dict, "in_teams": dict, "cpu_limit": float, "start_offset_ns": float, "drift": float, "call": dict, "mpi_wait": dict,
         "mean_visit_ns": float, "median_visit_ns": float, "p95_visit_ns": float, "histogram": list, "directive": dict}  # fmt: skip
NULL = {"decided_by", "messages", "call", "since_ns", "open_ns", "min_visit_ns", "max_visit_ns", "parent", "balance", "thread_num", "level", "team_size", "cpu", "lifetime_ns", "holder", "rank", "start_offset_ns",
        "drift", "mean_visit_ns", "median_visit_ns", "p95_visit_ns", "histogram",
        "clauses", "directive", "schedule", "chunk", "num_threads", "grainsize", "num_tasks", "iterations",
        "mpi_wait", "cpus", "scheduled", "in_teams", "cpu_limit"}


def check(value, wanted, what):
    assert set(value) == wanted, (what, set(value) ^ wanted)
    for key, entry in value.items():
        types = str if key in TEXT else OTHER.get(key, int)
        if what in ("experiment", "process") and key == "threads":
            types = int
        if what == "region" and key == "cpu":
            types = dict
        if what == "top" and key == "metrics":
            types = list
        if what == "open" and key == "waits_for":
            types = list
        if entry is None:
            assert key in NULL or (what == "idle" and entry is value["region"]), (what, key)
        else:
            assert isinstance(entry, types), (what, key, entry)


check(report, expected["top"], "top")
def check_processors(element, kind):
    """Checks what was told of threads and processors, if anything was."""
    if element.get("scheduled"):
        assert set(element["scheduled"]) == keys("`scheduled`"), element["scheduled"]
    cpu = element.get({"region": "cpu", "location": "in_teams"}.get(kind))
    if cpu:
        assert set(cpu) == {"visits", "span_ns", "on_cpu_ns", "teams", "max_ns", "mean_ns", "imbalance"}, cpu


check(report["experiment"], expected["experiment"], "experiment")
check_processors(report["experiment"], "experiment")
assert set(report["experiment"]["clock"]) == {"name", "hz", "error"}
for number, entry in enumerate(report["metrics"]):
    check(entry, expected["metric"], "metric")
    assert entry["id"] == number
for entry in report["blame"]:
    check(entry, expected["blame"], "blame")
for kind in ("idle", "open", "deadlock", "groups"):
    for entry in report[kind]:
        check(entry, expected[kind.removesuffix("s")], kind)
        assert all(set(part) == {"region", "work_ns", "wait_ns"} for part in entry.get("times", []))
assert report["processes"]
for number, entry in enumerate(report["processes"]):
    check(entry, expected["process"], "process")
    assert not entry["mpi_wait"] or set(entry["mpi_wait"]) == keys("`mpi_wait`"), entry["mpi_wait"]
    assert entry["id"] == number and set(entry["clock"]) == {"name", "hz", "error"}
    assert all(set(point) == {"at_ns", "offset_ns", "error_ns"} for point in entry["alignment"])
for kind in ("region", "location", "callpath"):
    assert report[kind + "s"]
    for number, element in enumerate(report[kind + "s"]):
        check(element, expected[kind], kind)
        check_processors(element, kind)
        assert element["id"] == number
        for bucket in element.get("histogram") or []:
            assert set(bucket) == {"from_ns", "to_ns", "visits"} and bucket["visits"] > 0, bucket
        if element.get("directive"):
            check(element["directive"], expected["directive"], "directive")
        if element.get("balance"):
            assert set(element["balance"]) == {"teams", "max_ns", "mean_ns", "imbalance", "by", "instances", "visits_missing", "latest"}
        for part in element.get("locations", []):
            check(part, share, "share")
for region in report["regions"]:
    assert set(region["threads"]) == {"count", "inclusive_ns", "exclusive_ns", "wait_ns"}
    assert all(set(region["threads"][key]) == {"min", "mean", "max"} for key in ("inclusive_ns", "exclusive_ns", "wait_ns"))
roles = next(line for section in sections for line in section.splitlines() if line.startswith("| `role`"))
assert {region["role"] for region in report["regions"]} <= set(re.findall(r"`([\w ]+)`", roles))
