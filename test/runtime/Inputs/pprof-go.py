# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pprof-go.py REPORT CONVERT EXPERIMENT - converts an experiment for pprof, and Go's pprof finds each figure of pomp-report --json in it: of
each region, and of each location by itself, as docs/other-tools.md chooses it. The same goes for a made-up one whose names look like C++'s."""
import collections
import json
import os
import re
import subprocess
import sys

import made
from stacks_check import name_of

report, convert, experiment = sys.argv[1:]
KEYS = {"time": "exclusive_ns", "visits": "visits", "wait": "wait_ns"}


def reported(kind, *options):
    """Returns what pprof -top says of each region: its own value of that kind, without those that are 0."""
    command = ["go", "tool", "pprof", "-top", "-unit=ns", f"-sample_index={kind}", "-nodefraction=0", "-nodecount=1000000", *options, "made"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"^ *(\d+)(?:ns)? +\S+ +\S+ +\d+(?:ns)? +\S+  (.*)$", text, re.MULTILINE)
    return {name: int(value) for value, name in rows if int(value)}


def compare(directory):
    """Returns how many comparisons of one location were made."""
    data = json.loads(subprocess.run([report, "--json", directory], capture_output=True, check=True).stdout)
    subprocess.run([convert, directory, "--to", "pprof", "--output", "made"], check=True)
    names, compared = [name_of(data, r) for r in data["regions"]], 0
    for kind, key in KEYS.items():
        every = collections.Counter()
        for location in data["locations"]:
            own = collections.Counter()
            for path in data["callpaths"]:
                own[names[path["region"]]] += sum(s[key] for s in path["locations"] if s["location"] == location["id"])
            every += own
            if any(own.values()):
                assert reported(kind, f"-tagfocus=thread=^{location['name']}$") == dict(+own), (kind, location["name"])
                compared += 1
        assert reported(kind) == dict(+every), (kind, reported(kind), every)
    os.remove("made")
    return compared


assert compare(experiment) > 9
file = made.File(1000, 1)
first = file.initial(1000)
for line, name in enumerate(("a::f", "a::operator()(int)", "f<int>", "b[1] \"x\" %d", "thread=0"), 1):
    first.root.child("user", file.construct("function", line, name), 10 * line)
    first.root.child("critical", file.construct("critical", line, name), 10 * line)
file.write("named.pomp")
assert compare("named.pomp") == 2  # there is no waiting
