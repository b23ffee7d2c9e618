# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cube_check.py REPORT CUBEX EXPERIMENT [EXPRESSION...] - compares a converted profile, as cube_read.py reads it, with what pomp-report
--json says: every figure of every call path and location, names, lines, the tree of calls and of the machine. Each expression is
true of `cube`, `data` and `total`."""
import json
import subprocess
import sys

import scorep_names
from cube_read import Cube

KEYS = {"visits": "visits", "time": "exclusive_ns", "wait": "wait_ns", "contended": "contended", "lock_held": "held_ns", "delay": "delay_ns"}
MESSAGES = {"messages_sent": "sent", "messages_received": "received", "bytes_sent": "sent_bytes", "bytes_received": "received_bytes"}
MOVED = {"one-sided": {"bytes_put": "sent_bytes", "bytes_get": "received_bytes"},
         "file": {"io_bytes_written": "sent_bytes", "io_bytes_read": "received_bytes"}}  # fmt: skip
CAUSES = {"critical": "wait_critical", "lock": "wait_lock", "ordered": "wait_ordered", "taskwait": "wait_tasks"}


def cause_of(region):
    """Returns the part of `wait` that a region's waiting is in."""
    if region["role"] == "barrier":
        return "wait_barrier" if region["construct"] == "barrier" else "wait_implicit_barrier"
    return CAUSES.get(region["role"])


def expected(data, region, share):
    """Returns what a location has of a call path, by metric; in ns where the unit is seconds."""
    values = {name: share[key] for name, key in KEYS.items()}
    cause = cause_of(region)
    values |= {cause: share["wait_ns"]} if cause else {}
    messages = share["messages"]
    if messages:
        values |= {name: messages[key] for name, key in MOVED.get(messages["kind"], MESSAGES).items()}
    values |= {m["name"]: share["metrics"][m["name"]]["exclusive"] for m in data["metrics"]}
    if share["min_visit_ns"] is not None:
        values |= {"min_time": share["min_visit_ns"], "max_time": share["max_visit_ns"]}
    return values


def match_paths(cube, data):
    """Returns the cnode of each call path: the tree has the same regions."""
    found, children = {}, {}
    for path in data["callpaths"]:
        children.setdefault(path["parent"], []).append(path)
    work = [(children[None][0], cube.roots[0])]
    assert len(cube.roots) == len(children[None]) == 1
    while work:
        path, cnode = work.pop()
        found[path["id"]] = cnode
        below = {c.region.id: c for c in cnode.children}
        assert len(below) == len(cnode.children) == len(children.get(path["id"], [])), path
        work += [(c, below[c["region"]]) for c in children.get(path["id"], [])]
    assert len(found) == len(cube.cnodes) == len(data["callpaths"])
    return found


def check_regions(cube, data):
    for region in data["regions"]:
        have = cube.regions[region["id"]]
        if region["role"] == "thread":
            assert (have.name, have.role, have.paradigm) == (data["experiment"]["program"] or "?", "artificial", "measurement")
            continue
        assert have.name == scorep_names.name_of(region, ""), (have.name, region["name"])
        assert have.begin == (scorep_names.first_line(region) or -1), (have.begin, region)
        assert have.file == region["file"] or not region["file"], (have.file, region)
        assert have.paradigm in ("mpi" if region["role"] == "mpi" else "user compiler" if region["role"] == "user" else "openmp")


def check_locations(cube, data):
    assert sorted(cube.locations) == [location["id"] for location in data["locations"]]
    for location in data["locations"]:
        have, process = cube.locations[location["id"]], data["processes"][location["process"]]
        rank = process["rank"]
        assert have.name in (location["name"], f"thread {location['name']}"), have.name
        assert have.attributes["kind"] == location["kind"]
        assert have.above == [("machine", "machine Linux"), ("node", process["host"]),
                              ("process", "Process" if rank is None else f"MPI Rank {rank}", rank or 0)], have.above  # fmt: skip


def compare(cube, data):
    """Compares all figures; returns how many were not 0."""
    seen, paths = 0, match_paths(cube, data)
    check_regions(cube, data)
    check_locations(cube, data)
    seconds = {m.name for m in cube.metrics.values() if m.unit == "sec"}
    for path in data["callpaths"]:
        cnode, region = paths[path["id"]], data["regions"][path["region"]]
        shares = {share["location"]: expected(data, region, share) for share in path["locations"]}
        for name in cube.metrics:
            for location in cube.locations:
                have = cube.value(name, cnode.id, location)
                if name in ("min_time", "max_time") and abs(have) == sys.float_info.max:
                    assert (have > 0) == (name == "min_time") and name not in shares.get(location, {})
                    continue
                have = round(have * 1e9) if name in seconds else have
                want = shares.get(location, {}).get(name, 0)
                assert have == want, (name, path["id"], location, have, want)
                seen += want != 0
    return seen


def total(cube, name):
    """Returns the sum of a metric over all locations, and all call paths."""
    return sum(cube.value(name, cube.roots[0].id, location, inclusive=True) for location in cube.locations)


if __name__ == "__main__":
    report, path, experiment, *expressions = sys.argv[1:]
    cube = Cube(path)
    data = json.loads(subprocess.run([report, "--json", experiment], capture_output=True, check=True).stdout)
    seen = compare(cube, data)
    names = {"cube": cube, "data": data, "seen": seen, "total": lambda name: total(cube, name), "sum_of": lambda key: sum(p[key] for p in data["callpaths"])}
    assert round(total(cube, "time") * 1e9) == names["sum_of"]("exclusive_ns")
    for expression in expressions:
        assert eval(expression, names), (expression, seen)  # pylint: disable=eval-used
