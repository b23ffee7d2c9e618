# groups.py - compares the groups of pomp-report --json with what the program says of its threads. Usage: groups.py JSON TRUTH
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
truth, work = {}, {}
with open(sys.argv[2], encoding="utf-8") as file:
    for line in file:
        place, group, ns = line.split()
        truth[place] = group
        work[group] = max(work.get(group, 0), int(ns))
name_of = {x["id"]: x["name"].replace("→", ">") for x in report["locations"]}
found, reported = {}, {}
for group in report["groups"]:
    reported[group["id"]] = group
    assert group["count"] == len(group["locations"]), group
    kinds = {next(x["kind"] for x in report["locations"] if x["id"] == i) for i in group["locations"]}
    assert kinds == {group["kind"]}, (kinds, group)
    for i in group["locations"]:
        assert name_of[i] not in found, f"{name_of[i]} is in two groups"
        found[name_of[i]] = group["id"]
assert set(found) == set(name_of.values()), "not every location is in a group"
# No group of the truth is split.
for group in set(truth.values()):
    into = {found[place] for place in truth if truth[place] == group}
    assert len(into) == 1, f"{group} is split: {[reported[i]['name'] for i in into]}"
# Groups of the truth are distinguished, unless threads had to do without a processor.
by_parts = {group["by"] for group in report["groups"]} == {"parts"}
assert by_parts == report["experiment"]["crowded"], by_parts
groups = {truth[place]: found[place] for place in truth}
if not by_parts:
    assert len(set(groups.values())) == len(groups), f"they are one: {groups}"
print(f"{len(groups)} groups of {len(truth)} members: found {len(set(groups.values()))}, by {'parts' if by_parts else 'times'}; work {work}")
