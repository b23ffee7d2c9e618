"""Finds that each converter names regions apart which are in other places: places.py EXPERIMENT POMP-CONVERT < JSON. In JSON they are apart, too."""
import collections
import json
import re
import subprocess
import sys

experiment, convert = sys.argv[1:]
blocks = {r["where"] for r in json.load(sys.stdin)["regions"] if r["role"] == "critical block"}
assert len(blocks) == 7, blocks

# Each is a format and what in it names a region that is a block of critical.
for form, pattern in {
    "folded": r"!\$omp critical sblock @[^;\n ]*(?: < [^;\n ]*)*",
    "speedscope": r'"name":"(!\$omp critical sblock[^"]*)"',
    "callgrind": r"fn=\(\d+\) (!\$omp critical sblock.*)",
    "cube": r"<name>(!\$omp critical sblock[^<]*(?:&lt;[^<]*)*)</name>",
}.items():
    written = subprocess.run([convert, experiment, "--to", form, "-o", "-"], check=True, stdout=subprocess.PIPE).stdout.decode(errors="replace")
    names = collections.Counter(re.findall(pattern, written))
    assert len(names) == 7, (form, names)
