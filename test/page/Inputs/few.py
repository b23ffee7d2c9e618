# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""few.py MANY JSON ALL - what the page MANY has of few of the run's threads is what JSON has of them, and its sentence tells how many there are of all; the page ALL has all of them, and no sentence."""
import json
import re
import sys

from browser import Browser

many, json_name, whole = sys.argv[1:]
with open(json_name, encoding="utf-8") as file:
    data = json.load(file)
locations, paths = data["locations"], data["callpaths"]
of_name = {l["name"]: l for l in locations}
FIGURES = ("kind", "thread_num", "idle_ns", "in_regions_ns", "wait_ns", "visits")

with Browser() as browser:
    browser.open(many)
    run = browser.evaluate("pompPage.page.run")
    shown = run["locations"]
    said = re.sub(r"\s", "", browser.evaluate("document.querySelector('#few').textContent"))
    assert said.startswith(f"Therunhas{len(locations)}threadsandplacesinteams:thispageshowsthe{len(shown)}thatstandout,") and said.endswith("pomp-report--threads=alllistseach."), said
    assert len(locations) == 10100 and 20 < len(shown) < 1000, (len(locations), len(shown))
    assert [l["id"] for l in shown] == list(range(len(shown))) and len({l["name"] for l in shown}) == len(shown)
    for l in shown:
        assert [l[key] for key in FIGURES] == [of_name[l["name"]][key] for key in FIGURES], l
        parent = of_name[l["name"]]["parent"]
        assert l["parent"] is None or shown[l["parent"]]["name"] == locations[parent]["name"], l

    # Those that stand out are there.
    for key in "wait_ns", "idle_ns", "in_regions_ns":
        assert max(l[key] for l in shown) == max(l[key] for l in locations), key
    assert min(l["in_regions_ns"] for l in shown) == min(l["in_regions_ns"] for l in locations)

    # The sums are of all.
    assert sum(i["idle_ns"] for i in run["idle"]) == sum(i["idle_ns"] for i in data["idle"])
    during = {(i["during"], i["idle_ns"], locations[i["location"]]["name"]) for i in data["idle"] if i["location"] is not None}
    assert all((i["during"], i["idle_ns"], shown[i["location"]]["name"]) in during for i in run["idle"] if i["location"] is not None)
    states = {}
    for s in data["sampled_states"]:
        states[s["callpath"], s["state"]] = states.get((s["callpath"], s["state"]), 0) + s["samples"]
    assert states and {(s["callpath"], s["state"]): s["samples"] for s in run["sampled_states"]} == states
    for ours, theirs in zip(run["groups"], data["groups"], strict=True):
        assert ours["count"] == theirs["count"] and ours["locations"], ours
        assert {shown[i]["name"] for i in ours["locations"]} <= {locations[i]["name"] for i in theirs["locations"]}, ours
    assert [[p["rank"], p["wall_ns"], p["idle_ns"]] for p in run["processes"]] == [[p["rank"], p["wall_ns"], p["idle_ns"]] for p in data["processes"]]

    # The flame graph is drawn from what one of them has of each call path; a bar stands for a group.
    for l in shown[:: len(shown) // 8]:
        theirs = {p["id"]: share["exclusive_ns"] for p in paths for share in p["locations"] if locations[share["location"]]["name"] == l["name"]}
        ours = browser.evaluate(f"[...pompPage.page.figures.sums({{locations: [{l['id']}], from: null, to: null}}).self]")
        assert {i: ns for i, ns in enumerate(ours) if ns} == {i: ns for i, ns in theirs.items() if ns}, l["name"]
    assert str(len(shown)) in browser.evaluate("document.querySelector('#threads-grouped').textContent")
    browser.evaluate("document.querySelector('#threads-grouped').click()")
    assert browser.evaluate("pompPage.hit('threads', 3, 3)").startswith(min(shown, key=lambda l: [int(n) for n in l["name"].replace("→", ":").split(":")])["name"])
    assert not browser.complaints, browser.complaints

    browser.open(whole)
    assert browser.evaluate("pompPage.page.run.locations.length") == 10000 and not browser.evaluate("document.querySelector('#few') !== null")
