# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""critical.py REPORT EXPERIMENT [EXPRESSION...] - runs pomp-report --critical-path --json and checks what it says.

What must hold of every path is always checked: it is as long as the run, in all that it is divided into. Then each EXPRESSION, in Python,
must be true; times are in ms, and it may use the names below."""
import json
import subprocess
import sys


class Path:
    def __init__(self, report, experiment):
        run = subprocess.run([report, "--critical-path", "--json", experiment], stdout=subprocess.PIPE, check=False)
        if run.returncode:
            sys.exit(f"{report} --critical-path --json {experiment}: exit status {run.returncode}")
        self.json = json.loads(run.stdout)
        self.changes = {c["by"]: c["times"] for c in self.json["changes"]}

    def of(self, name, key="path_ns", where=""):
        found = [r for r in self.json["regions"] if r["name"] == name and where in r["where"]]
        return sum(r[key] for r in found) * 1e-6

    def on(self, name):
        """Returns for how long it was on a thread, by the name of its first location."""
        return sum(l["path_ns"] for l in self.json["locations"] if l["name"] == name) * 1e-6

    def waited(self, name, where=""):
        return self.of(name, "waited_ns", where)

    def waited_off(self, name, where=""):
        return self.of(name, "waited_off_ns", where)

    def named(self):
        """Lists the regions on it, each with its ms."""
        return {r["name"]: round(r["path_ns"] * 1e-6, 3) for r in self.json["regions"] if r["path_ns"]}


def check_wall(path, document):
    """Checks that it is as long as the run. A job's begins with the first rank and ends with the last, by the clock of rank 0, from
    which those of the others may go away."""
    wall, found, processes = document["experiment"]["wall_ns"], path.json["wall_ns"], document["processes"]
    if len(processes) == 1:
        assert abs(wall - found) <= max(0.01 * found, 50), (wall, found)
        return
    offsets = [[point["offset_ns"] or 0 for point in p["alignment"] or []] for p in processes]
    drift = max((max(o) - min(o) for o in offsets if o), default=0)
    assert found >= 0.99 * wall - 2 * drift, (wall, found, drift)


def check_sums(path):
    """Checks that all parts of it add up to its length."""
    found = path.json

    def expect(whole, what):
        assert abs(whole - found["wall_ns"]) <= max(0.01 * found["wall_ns"], 50), (what, whole, found["wall_ns"])

    for key in ("regions", "callpaths"):
        expect(sum(r["path_ns"] for r in found[key]) + found["not_traced_ns"], key)
    if found["source"] == "trace":
        expect(sum(l["path_ns"] for l in found["locations"]), "locations")
        expect(sum(sum(l["parts_ns"]) for l in found["locations"]), "parts")
        for i, part in enumerate(found["parts"]):
            assert part["location_ns"] == max((l["parts_ns"][i] for l in found["locations"]), default=0), (i, part)
    for region in found["regions"]:
        assert region["path_ns"] <= region["self_ns"] + 0.01 * found["wall_ns"], region


def check(report, experiment, document=None):
    """Checks the path of an experiment, of which --json has printed the document."""
    path = Path(report, experiment)
    check_sums(path)
    if document:
        check_wall(path, document)
    return path


def main():
    report, experiment, *expressions = sys.argv[1:]
    path = check(report, experiment)
    names = {name: getattr(path, name) for name in dir(path) if not name.startswith("_")}
    for expression in expressions:
        value = eval(expression, {"near": lambda a, b: abs(a - b) < 0.01, **names})  # pylint: disable=eval-used
        if value is not True:
            print(f"does not hold ({value}): {expression}", json.dumps(path.json, indent=1), path.named(), file=sys.stderr)
            sys.exit(1)


if __name__ == "__main__":
    main()
