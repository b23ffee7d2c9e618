#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""score.py - checks what pomp-report --score says of an experiment, and what its filter does.

score.py REPORT figures EXPERIMENT: the figures are those of --json, and the bytes are those of the trace's file.
score.py REPORT kept EXPERIMENT NAME=WHY...: these entries stay, for that reason; WHY is empty if they may be left out.
score.py REPORT filtered BEFORE AFTER OPTION...: a run with the filter that the options gave for BEFORE is as predicted: to a
visit, and in the bytes of its trace within 15 %. Times between records differ from run to run, and with them a few bytes."""
import json
import os
import subprocess
import sys

REPORT, what, experiment, *rest = sys.argv[1:]


def read(directory, *options):
    return json.loads(subprocess.run([REPORT, "--json", *options, directory], stdout=subprocess.PIPE, check=True).stdout)


def score(*options):
    return read(experiment, "--score", *options)


def near(a, b, part):
    assert abs(a - b) <= part * b, (a, b)


def size_of_trace(directory):
    return os.path.getsize(os.path.join(directory, "trace.pomp"))


def figures():
    s, all_of_it = score(), read(experiment)
    regions = {}
    for region in all_of_it["regions"]:
        if region["construct"]:
            visits, self_ns, cost = regions.get(region["construct"], (0, 0, 0))
            regions[region["construct"]] = visits + region["visits"], self_ns + region["exclusive_ns"], cost + region["measuring_ns"]
    assert s["whole"]["visits"] == sum(region["visits"] for region in s["regions"]), s["whole"]
    near(s["whole"]["measuring_ns"], all_of_it["experiment"]["measuring_ns"], 1e-9)
    near(sum(region["measuring_ns"] for region in s["regions"]), s["whole"]["measuring_ns"], 1e-6)
    assert sum(r["visits"] for r in s["regions"]) == sum(visits for visits, _, _ in regions.values())
    assert sum(r["self_ns"] for r in s["regions"]) == sum(self_ns for _, self_ns, _ in regions.values())
    assert all(0 <= r["excluded_ns"] <= r["measuring_ns"] * 1.001 for r in s["regions"]), s["regions"]
    if s["traced"]:
        assert s["whole"]["trace_file_bytes"] == size_of_trace(experiment)
        assert sum(r["trace_bytes"] for r in s["regions"]) + s["trace_other_bytes"] == s["whole"]["trace_file_bytes"]
    check_least(all_of_it)


def check_least(all_of_it):
    """Holds what is said of the cost with the filter against who executed tasks, and what is left out."""
    s, words = score("--overhead=0.0001"), " (at least, as threads share tasks)"
    few, run = s["whole"]["visits"] // 20, all_of_it["experiment"]
    shared = sum(r["visits"] for r in all_of_it["regions"] if r["role"] == "task" and r["threads"]["count"] > 1)
    closer = s["lost"]["visits"] > few and shared > few and s["filtered"]["overhead_percent"] > 1
    assert s["filtered_at_least"] == (s["at_least"] or closer), (s["lost"], shared, few)
    reported = run["measuring_judged"] and not s["at_least"] and closer
    table = subprocess.run([REPORT, "--score", "--overhead=0.0001", experiment], capture_output=True, text=True, check=True).stdout
    assert (words in table) == reported, table


def kept():
    found = {region["name"]: region for region in score(*[word for word in rest if word.startswith("--")])["regions"]}
    for word in (word for word in rest if not word.startswith("--")):
        name, why = word.rsplit("=", 1)
        assert (found[name]["kept"] or "") == why, found[name]
        assert not (why and found[name]["filtered"]), found[name]


def filtered():
    after, *options = rest
    before, now = score(*options), read(after)
    out = [region for region in before["regions"] if region["filtered"]]
    assert out and before["reached"], before
    assert sum(region["visits"] for region in out) == before["lost"]["visits"] > 0
    assert before["lost"]["self_ns"] == sum(region["self_ns"] for region in out)
    visits = sum(region["visits"] for region in now["regions"] if region["construct"])
    assert visits == before["filtered"]["visits"], (visits, before["filtered"])
    if before["traced"]:
        near(before["filtered"]["trace_file_bytes"], size_of_trace(after), 0.15)


{"figures": figures, "kept": kept, "filtered": filtered}[what]()
