# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cube-made.py REPORT CONVERT - converts made-up experiments to CUBE4 and compares each with pomp-report --json: all kinds that
made.py has, hostile names, one location without a visit, ten million severities in bounded memory; none and too many are refused."""
import json
import os
import subprocess
import sys

import made
from cube_check import compare, total
from cube_read import Cube
from memory_of import run

report, convert = sys.argv[1:]
HOSTILE = "a<b>&\"c'd]]>é→" + "\U0001f600" * 50  # longer than a region's name may be: it is cut between characters


def run_convert(path):
    return run([convert, "--to", "cube", "--output", "made.cubex", path])


def write(file):
    if os.path.exists("made.cubex"):
        os.remove("made.cubex")
    file.write("made.pomp")
    return "made.pomp"


def converted(file):
    """Returns the converted experiment and the report's figures, once both agree."""
    path = write(file)
    status, said, _ = run_convert(path)
    assert (status, said) == (0, ""), said
    data = json.loads(subprocess.run([report, "--json", path], capture_output=True, check=True).stdout)
    cube = Cube("made.cubex")
    cube.seen = compare(cube, data)
    return cube, data


def refused(file):
    status, said, _ = run_convert(write(file))
    assert status == 1 and said.count("\n") == 1 and not os.path.exists("made.cubex"), (status, said)
    return said


def hostile():
    file = made.File(1000, 1)
    region = file.construct("region", 1, HOSTILE, HOSTILE, clauses=HOSTILE)
    file.metric(HOSTILE, "<")
    file.metric("time", "")
    first = file.initial(1000)
    first.root.child("user", region, 10)
    return file


def nothing():
    file = made.File(1000, 1)
    file.initial(1000)
    return file


def many(paths, locations):
    """Makes so many call paths and locations, of which nearly none meet."""
    file = made.File(paths, 1)
    first = file.initial(paths)
    for _ in range(locations - 1):
        file.initial(1)
    for line in range(1, paths):
        first.root.child("user", file.construct("region", line), 1)
    return file


good = 0
for kind, make in made.KINDS.items():
    file = make()
    file.write("kind.pomp")
    if subprocess.run([report, "--json", "kind.pomp"], capture_output=True, check=False).returncode:
        assert "damaged" in refused(file), kind
        continue
    cube, data = converted(file)
    assert cube.seen, kind
    good += 1
assert good > 12, good

cube, data = converted(made.metrics())
assert [m.name for m in cube.metrics.values()][-len(data["metrics"]):] == [m["name"] for m in data["metrics"]]
cube, data = converted(made.job())
assert len({tuple(location.above) for location in cube.locations.values()}) == len(data["processes"]) > 1

cube, data = converted(nothing())
assert total(cube, "visits") == data["callpaths"][0]["visits"] and round(total(cube, "time") * 1e9) == 1000000 and len(cube.cnodes) == 1
file = hostile()
write(file)
status, said, _ = run_convert("made.pomp")
assert (status, said) == (0, ""), said
cube = Cube("made.cubex")
data = json.loads(subprocess.run([report, "--json", "made.pomp"], capture_output=True, check=True).stdout)
name = data["regions"][1]["sub_name"]
assert "<b>&\"c'd]]>é→" in name and [r.name for r in cube.regions.values()][1] == name, name
assert [m.name for m in cube.metrics.values()][-2:] == [data["metrics"][0]["name"], "time (counter 1)"]

# Rows go out one by one: of each metric there are 80 MB, or nothing, and little is added to what the analysis takes.
write(many(5000, 2000))
status, said, memory = run_convert("made.pomp")
assert (status, said) == (0, ""), said
size = os.path.getsize("made.cubex")
assert size > 240 << 20, size
limit = run([report, "--flat", "made.pomp"])[2] + (8 << 10)
assert memory < limit, f"{memory} KB, more than {limit}, for a file of {size} bytes"
os.remove("made.cubex")

assert "nothing was measured yet" in refused(made.File(1000, 1))
assert "more than 8 GB" in refused(many(33000, 33000))
