# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py REPORT EXPERIMENT [EXPRESSION...] - runs pomp-report --json and checks what it says.

What must hold of every experiment is always checked: exclusive times add up to inclusive ones, visits by region, call
path and location agree, min <= mean <= max. Then each EXPRESSION, in Python, must be true; it may use the names below."""
import glob
import json
import subprocess
import sys

import bounded_findings
import converted
import traced


class Data:
    def __init__(self, report, experiment):
        run = subprocess.run([report, "--json", experiment], stdout=subprocess.PIPE, check=False)
        if run.returncode:
            sys.exit(f"{report} --json {experiment}: exit status {run.returncode}")
        self.json = json.loads(run.stdout)
        self.experiment = self.json["experiment"]
        self.processes = self.json["processes"]
        self.regions = self.json["regions"]
        self.locations = self.json["locations"]
        self.paths = self.json["callpaths"]
        self.blame = self.json["blame"]
        self.idle = self.json["idle"]
        self.metrics = self.json["metrics"]

    @staticmethod
    def fits(region, name, line):
        return region["name"] == name and line in (None, region["begin_line1"])

    def region(self, name, line=None):
        found = [r for r in self.regions if self.fits(r, name, line)]
        if len(found) > 1 and all(r["call"] for r in found):
            return self.all_calls(found)
        assert len(found) == 1, f"{len(found)} regions are called {name} (line {line})"
        return found[0]

    @staticmethod
    def all_calls(found):
        """Adds up the regions of a routine that has one for each place where it is called."""
        whole = {**found[0], "locations": []}
        for key in set(KEYS) | {"caused_waits", "caused_wait_ns"}:
            whole[key] = sum(r[key] for r in found)
        for region in found:
            whole["locations"] += region["locations"]
        return whole

    def calls(self, name):
        """Lists where a routine is called, and what the region of each place has."""
        found = [{**r, **r["call"]} for r in self.regions if r["name"] == name and r["call"]]
        return sorted(found, key=lambda c: (c["module"], c["address"]))

    def visits(self, name, line=None):
        return self.region(name, line)["visits"]

    def seconds(self, name, key, line=None):
        return self.region(name, line)[key] * 1e-9

    def inclusive(self, name, line=None):
        return self.seconds(name, "inclusive_ns", line)

    def exclusive(self, name, line=None):
        return self.seconds(name, "exclusive_ns", line)

    def wait(self, name, line=None):
        return self.seconds(name, "wait_ns", line)

    @staticmethod
    def file(name):
        """This is what a test program has written, as JSON."""
        with open(name, encoding="utf-8") as file:
            return json.load(file)

    @staticmethod
    def within(value, bounds):
        """Tells whether a value is between the two, but for what the clock's calibration may be off."""
        return bool(bounds[0] * 0.999 - 1000 <= value <= bounds[1] * 1.001 + 1000)

    def own(self, number=0):
        """Returns what the thread of a location did, on it and as member 0 of its teams: the sum of exclusive times, in ns."""
        location = self.locations[number]
        below = [l["id"] for l in self.locations if l["parent"] == number and l["thread_num"] == 0]
        return location["in_regions_ns"] + location["outside_ns"] + sum(map(self.own, below))

    def of_rank(self, rank, name, key="visits", line=None):
        """Sums up what a rank's locations have of a region."""
        own = {l["id"] for l in self.locations if self.processes[l["process"]]["rank"] == rank}
        return sum(s[key] for s in self.region(name, line)["locations"] if s["location"] in own)

    def metric(self, name, region, line=None, kind="exclusive"):
        return self.region(region, line)["metrics"][name][kind]

    def counted(self, rank, name, key):
        """Sums up what a rank's locations have of a region's messages."""
        own = {l["id"] for l in self.locations if self.processes[l["process"]]["rank"] == rank}
        return sum(s["messages"][key] for s in self.region(name)["locations"] if s["location"] in own and s["messages"])

    def names(self):
        return sorted({r["name"] for r in self.regions})

    def path(self, *names):
        """Finds the call path with these regions, from the thread down; a region is a name, or (name, line)."""
        at = 0
        for name in names:
            wanted = name if isinstance(name, tuple) else (name, None)
            found = [p for p in self.paths if p["parent"] == at and self.fits(self.regions[p["region"]], *wanted)]
            assert len(found) == 1, f"{len(found)} call paths {names} at {name}"
            at = found[0]["id"]
        return self.paths[at]

    def path_names(self, path):
        """Lists the regions of a call path, from the outside in."""
        above = self.path_names(self.paths[path["parent"]]) if path["parent"] is not None else []
        return [*above, self.regions[path["region"]]["name"]] if path["parent"] is not None else above

    def shadows(self, name):
        """Tells whether the call paths are those that a program has written about itself (shadow.h), and no others."""
        truth = {(" > ".join(names), visits, ns) for names, visits, ns in self.file(name)}
        measured = {(" > ".join(names).replace("()", ""), p["visits"], p["inclusive_ns"]) for p in self.paths if (names := self.path_names(p))}
        bad = sorted(truth ^ measured)
        expect(not bad, name, "other call paths than the program's:", *(("measured" if b in measured else "truth", b) for b in bad[:12]))
        return True


def expect(condition, *what):
    if not condition:
        sys.exit("does not hold: " + " ".join(map(str, what)))


def expect_spread(spread, what):
    expect(spread["min"] <= spread["mean"] <= spread["max"], "min <= mean <= max", what, spread)


KEYS = ("visits", "inclusive_ns", "exclusive_ns", "wait_ns", "tasks_ns", "delay_ns", "held_ns", "contended", "unfinished")


def part_of(data, path, location):
    """Returns the location of whose time this share of a call path is a part, or None."""
    if path["parent"] is None or data.regions[path["region"]]["role"] == "task":
        return None
    above = {share["location"] for share in data.paths[path["parent"]]["locations"]}
    if location["id"] in above:
        return location["id"]
    return location["parent"] if location["thread_num"] == 0 else None


def check_paths(data):
    """Checks that inclusive is exclusive and the parts below it."""
    children = {}
    for path in data.paths:
        for key in KEYS:
            expect(path[key] == sum(l[key] for l in path["locations"]), key, "of a call path", path)
        ids = [share["location"] for share in path["locations"]]
        expect(ids == sorted(set(ids)), "each location once, in order", path)
        for share in path["locations"]:
            expect(share["exclusive_ns"] >= 0 and share["inclusive_ns"] >= 0, "times are not negative", share)
            if share["min_visit_ns"] is not None:
                expect(share["min_visit_ns"] <= share["max_visit_ns"], "min <= max", share)
            above = part_of(data, path, data.locations[share["location"]])
            if above is not None:
                at = (path["parent"], above)
                children[at] = children.get(at, 0) + share["inclusive_ns"]
    for path in data.paths:
        for share in path["locations"]:
            below = children.get((path["id"], share["location"]), 0)
            expect(share["inclusive_ns"] == share["exclusive_ns"] + below, "exclusive + children = inclusive", path, share)


def check_subtrees(data):
    """Checks that the time below a call path is that of all threads there, so that it never grows on the way down."""
    below = {path["id"]: path["exclusive_ns"] for path in data.paths}
    for path in reversed(data.paths):  # a parent comes before its children
        if path["parent"] is not None:
            below[path["parent"]] += below[path["id"]]
    for path in data.paths:
        expect(path["subtree_ns"] == below[path["id"]], "the sum of exclusive times", path)
        expect(path["parent"] is None or path["subtree_ns"] <= data.paths[path["parent"]]["subtree_ns"], "no more than above", path)
    whole = data.experiment["in_regions_ns"] + data.experiment["outside_ns"]
    expect(data.paths[0]["subtree_ns"] == whole, "all of it at the top", data.paths[0])


def check_sums(data):
    # Threads that go on while the program ends may be in an event, whose visit may be counted twice, or not at all.
    going_on = sum(l["kind"] == "initial" and l["state"] == "active" for l in data.locations) > len(data.processes)
    has_all = data.experiment["histograms_missing"] == 0 and not going_on
    per_location = {l["id"]: 0 for l in data.locations}
    by_region = {r["id"]: dict.fromkeys(KEYS, 0) for r in data.regions}
    for path in data.paths:
        for key in KEYS:
            by_region[path["region"]][key] += path[key]
        for share in path["locations"]:
            per_location[share["location"]] += share["exclusive_ns"]
    for location in data.locations:
        expect(per_location[location["id"]] == location["in_regions_ns"] + location["outside_ns"], "exclusive times", location)
    for region in data.regions:
        for key in KEYS:
            if key != "inclusive_ns":
                expect(region[key] == by_region[region["id"]][key], key, "by region and by call path", region["name"])
                expect(region[key] == sum(l[key] for l in region["locations"]), key, "by location", region["name"])
        expect(region["exclusive_ns"] <= region["inclusive_ns"] <= by_region[region["id"]]["inclusive_ns"], region)
        for key in ("inclusive_ns", "exclusive_ns", "wait_ns"):
            expect_spread(region["threads"][key], region["name"])
        if not sys.argv[2].endswith(".pomp"):  # a file that a script has made has what the test needs
            check_visits(region, has_all, data.experiment["repaired"])


def check_visits(region, has_all, repaired):
    """Checks that what is said of finished visits is of the same ones."""
    if region["mean_visit_ns"] is not None and region["min_visit_ns"] is not None:
        low, mean, high = (region[f"{key}_visit_ns"] for key in ("min", "mean", "max"))
        expect(low - 1 <= mean <= high + 1, "min <= mean <= max", region["name"], low, mean, high)
    if region["histogram"] and has_all:
        counted = sum(bucket["visits"] for bucket in region["histogram"])
        # Where a signal handler has left a visit's end by a jump, the visit is repaired, and nobody knows if it was counted before.
        expect(abs(counted - region["visits"] + region["unfinished"]) <= repaired, "finished visits in the histogram", region["name"], counted)


def check_processes(data):
    """Checks that metrics' sums are those of their locations, and of the whole; their locations follow each other."""
    first = 0
    for process in data.processes:
        own = data.locations[first : first + process["location_count"]]
        expect(process["first_location"] == first, "locations follow each other", process)
        expect(own and all(l["process"] == process["id"] for l in own), "locations of a process", process)
        for key in ("in_regions_ns", "outside_ns", "wait_ns", "visits"):
            expect(process[key] == sum(l[key] for l in own), key, "of a process", process)
        busy = process["in_regions_ns"] + process["outside_ns"]
        # The program's threads count from begin to end, as the first one does that ends, and those of the OpenMP runtime for the whole run. Files that are made by made.py
        # don't tell them apart, as older ones.
        is_old = not data.experiment["writer"].startswith("libpompomp")
        lives = 0 if is_old else sum(l["lifetime_ns"] for l in own[1:] if l["kind"] == "initial")
        lives += process["wall_ns"] if is_old or own[0]["state"] != "ended" else own[0]["lifetime_ns"]
        helpers = set()
        for l in own:
            if l["kind"] == "helper" or l["parent"] in helpers:
                helpers.add(l["id"])
        helped = sum(l["in_regions_ns"] for l in own if l["id"] in helpers)
        workers, rest = divmod(process["allocation_ns"] - helped - lives, process["wall_ns"])
        expect(workers >= 0 and rest == 0, "allocation", process)
        if lives == process["wall_ns"]:
            expect(workers == process["threads"] - 1, "allocation", process)
        expect(process["thread_wall_ns"] == process["allocation_ns"], "two names", process)
        expect(process["idle_ns"] == max(0, process["allocation_ns"] - busy), "idle", process)
        first += process["location_count"]
    expect(first == len(data.locations), "every location is of a process")
    for key in ("threads", "allocation_ns", "idle_ns"):
        expect(data.experiment[key] == sum(p[key] for p in data.processes), key, "over all processes")
    expect(data.experiment["wall_ns"] == max(p["wall_ns"] for p in data.processes), "wall")


def check_metrics(data):
    """Checks that exclusive values are inclusive ones without those of the parts, as with times, and add up."""
    names = [m["name"] for m in data.metrics]
    parts = {}
    for path in data.paths:
        for share in path["locations"]:
            expect(list(share["metrics"]) == names, "metrics of", share)
            above = part_of(data, path, data.locations[share["location"]])
            if above is not None:
                for name in names:
                    key = (path["parent"], above, name)
                    parts[key] = parts.get(key, 0) + share["metrics"][name]["inclusive"]
    for name in names:
        regions = {r["id"]: 0 for r in data.regions}
        locations = {l["id"]: 0 for l in data.locations}
        for path in data.paths:
            for kind in ("inclusive", "exclusive"):
                expect(path["metrics"][name][kind] == sum(l["metrics"][name][kind] for l in path["locations"]), name, path)
            for share in path["locations"]:
                value = share["metrics"][name]
                below = parts.get((path["id"], share["location"], name), 0)
                expect(value["inclusive"] == value["exclusive"] + below, name, "exclusive + parts = inclusive", path, share)
                locations[share["location"]] += value["exclusive"]
            regions[path["region"]] += path["metrics"][name]["exclusive"]
        for region in data.regions:
            expect(region["metrics"][name]["exclusive"] == regions[region["id"]], name, "by region", region["name"])
        for location in data.locations:
            value = location["metrics"][name]
            expect(value["in_regions"] + value["outside"] == locations[location["id"]], name, "by location", location)
    for metric in data.metrics:
        for kind in ("in_regions", "outside"):
            expect(metric[kind] == sum(l["metrics"][metric["name"]][kind] for l in data.locations), kind, metric)


def check_charges(region, charges, to_nobody):
    """Checks that nobody is charged with each visit that waited; files that are older than that (`to_nobody`: this is none of
    them) charge each to somebody."""
    nobody = [b for b in charges if not b["held"]]
    expect(region["contended"] == sum(b["waits"] for b in (nobody if to_nobody else charges)), "contended", region)
    charged = sum(b["wait_ns"] for b in charges)
    if region["role"] in ("critical", "ordered", "lock") and (nobody or not charges):
        # Each charge is rounded to ns. What waits still is charged to nobody yet, and may be charged when the measurement is over.
        if not region["unfinished"]:
            most = charged + len(charges) + len(region["locations"])
            expect(charged <= region["wait_ns"] <= most, "charges", region, charges)
        expect(region["wait_ns"] <= region["exclusive_ns"], "waiting", region)


def check_whole(data):
    whole = data.experiment
    for key in ("in_regions_ns", "outside_ns", "wait_ns", "visits", "unfinished", "repaired"):
        expect(whole[key] == sum(l[key] for l in data.locations), key, "of the whole")
    check_processes(data)
    caused = sum(region["caused_wait_ns"] for region in data.regions)
    expect(caused == sum(b["wait_ns"] for b in data.blame if b["holder"] is not None), "blame by holder")
    to_nobody = any(not b["held"] for b in data.blame)
    for region in data.regions:
        check_charges(region, [b for b in data.blame if b["waiter"] == region["id"]], to_nobody)


def check_trace(report, experiment):
    traced.check(report, experiment)
    data = Data(report, experiment)
    convert = report.replace("pomp-report", "pomp-convert")
    # Events take their time, and otf2-print goes through all texts for each name that it prints.
    if traced.is_traced(experiment) and data.experiment["visits"] < 50000 and len(data.regions) < 5000:
        converted.convert_and_check(convert, experiment, data.json)


def main():
    report, experiment, *expressions = sys.argv[1:]
    found = glob.glob(experiment)
    expect(len(found) == 1, f"one experiment is called {experiment}: {found}")
    data = Data(report, found[0])
    if traced.is_traced(found[0]) or traced.is_traced_job(found[0]):
        check_trace(report, found[0])
    check_paths(data)
    check_subtrees(data)
    check_sums(data)
    check_whole(data)
    check_metrics(data)
    bounded_findings.check(report, found[0], data.json)
    names = {name: getattr(data, name) for name in dir(data) if not name.startswith("_")}
    for expression in expressions:
        try:
            value = eval(expression, names)  # pylint: disable=eval-used
        except AssertionError as problem:
            value = problem
        if value is not True:
            print(f"does not hold ({value}): {expression}", file=sys.stderr)
            for region in data.regions:
                print(region["visits"], region["name"], region["begin_line1"], region["inclusive_ns"], file=sys.stderr)
            print({k: v for k, v in data.experiment.items() if k != "settings"}, file=sys.stderr)
            print(*data.locations, sep="\n", file=sys.stderr)
            sys.exit(1)


main()
