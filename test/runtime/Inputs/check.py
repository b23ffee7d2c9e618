"""check.py REPORT EXPERIMENT [EXPRESSION...] - runs pomp-report --json and checks what it says.

What must hold of every experiment is always checked: exclusive times add up to inclusive ones, visits by region, call
path and location agree, min <= mean <= max. Then each EXPRESSION, in Python, must be true; it may use the names below."""
import glob
import json
import subprocess
import sys


class Data:
    def __init__(self, report, experiment):
        run = subprocess.run([report, "--json", experiment], stdout=subprocess.PIPE, check=False)
        if run.returncode:
            sys.exit(f"{report} --json {experiment}: exit status {run.returncode}")
        self.json = json.loads(run.stdout)
        self.experiment = self.json["experiment"]
        self.regions = self.json["regions"]
        self.locations = self.json["locations"]
        self.paths = self.json["callpaths"]

    @staticmethod
    def fits(region, name, line):
        return region["name"] == name and line in (None, region["begin_line1"])

    def region(self, name, line=None):
        found = [r for r in self.regions if self.fits(r, name, line)]
        assert len(found) == 1, f"{len(found)} regions are called {name} (line {line})"
        return found[0]

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
        """What a test program has written, as JSON."""
        with open(name, encoding="utf-8") as file:
            return json.load(file)

    @staticmethod
    def within(value, bounds):
        """Between the two, but for what the clock's calibration may be off."""
        return bool(bounds[0] * 0.999 - 1000 <= value <= bounds[1] * 1.001 + 1000)

    def names(self):
        return sorted({r["name"] for r in self.regions})

    def path(self, *names):
        """The call path with these regions, from the thread down; a region is a name, or (name, line)."""
        at = 0
        for name in names:
            wanted = name if isinstance(name, tuple) else (name, None)
            found = [p for p in self.paths if p["parent"] == at and self.fits(self.regions[p["region"]], *wanted)]
            assert len(found) == 1, f"{len(found)} call paths {' / '.join(names)} at {name}"
            at = found[0]["id"]
        return self.paths[at]


def expect(condition, *what):
    if not condition:
        sys.exit("does not hold: " + " ".join(map(str, what)))


def expect_spread(spread, what):
    expect(spread["min"] <= spread["mean"] <= spread["max"], "min <= mean <= max", what, spread)


def check_sums(data):
    keys = ("visits", "inclusive_ns", "exclusive_ns", "wait_ns", "unfinished")
    per_location = {l["id"]: 0 for l in data.locations}
    by_region = {r["id"]: dict.fromkeys(keys, 0) for r in data.regions}
    children = {}
    for path in data.paths:
        for key in keys:
            expect(path[key] == sum(l[key] for l in path["locations"]), key, "of a call path", path)
            by_region[path["region"]][key] += path[key]
        for share in path["locations"]:
            expect(share["exclusive_ns"] >= 0 and share["inclusive_ns"] >= 0, "times are not negative", share)
            per_location[share["location"]] += share["exclusive_ns"]
            if share["min_visit_ns"] is not None:
                expect(share["min_visit_ns"] <= share["max_visit_ns"], "min <= max", share)
            if path["parent"] is not None:
                at = (path["parent"], share["location"])
                children[at] = children.get(at, 0) + share["inclusive_ns"]
    for path in data.paths:
        for share in path["locations"]:
            below = children.get((path["id"], share["location"]), 0)
            expect(share["inclusive_ns"] == share["exclusive_ns"] + below, "exclusive + children = inclusive", share)
    for location in data.locations:
        expect(per_location[location["id"]] == location["lifetime_ns"], "exclusive times add up", location)
    for region in data.regions:
        for key in ("visits", "exclusive_ns", "wait_ns", "unfinished"):
            expect(region[key] == by_region[region["id"]][key], key, "by region and by call path", region["name"])
            expect(region[key] == sum(l[key] for l in region["locations"]), key, "by location", region["name"])
        expect(region["exclusive_ns"] <= region["inclusive_ns"] <= by_region[region["id"]]["inclusive_ns"], region)
        for key in ("inclusive_ns", "exclusive_ns", "wait_ns"):
            expect_spread(region["threads"][key], region["name"])


def main():
    report, experiment, *expressions = sys.argv[1:]
    found = glob.glob(experiment)
    expect(len(found) == 1, f"one experiment is called {experiment}: {found}")
    data = Data(report, found[0])
    check_sums(data)
    names = {name: getattr(data, name) for name in dir(data) if not name.startswith("_")}
    for expression in expressions:
        try:
            value = eval(expression, names)  # pylint: disable=eval-used
        except AssertionError as problem:
            value = problem
        if value is not True:
            for region in data.regions:
                print(region["visits"], region["name"], region["begin_line1"], region["inclusive_ns"], file=sys.stderr)
            print({k: v for k, v in data.experiment.items() if k != "settings"}, file=sys.stderr)
            print(*data.locations, sep="\n", file=sys.stderr)
            sys.exit(f"does not hold ({value}): {expression}")


main()
