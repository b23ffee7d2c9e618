"""pause-hard.py MISSING BARRIERS BLOCKS: what --json says of pause-hard.c, on standard input."""
import json
import sys

report = json.load(sys.stdin)
missing, barriers, blocks = map(int, sys.argv[1:])
assert report["experiment"]["missing_barriers"] == missing, report["experiment"]
assert sum(r["visits"] for r in report["regions"] if r["name"].startswith("barrier")) == barriers, report["regions"]
assert sum(r["visits"] for r in report["regions"] if r["name"] == "single (block)") == blocks, report["regions"]
assert sum(r["visits"] for r in report["regions"] if r["role"] == "team") == 4, report["regions"]
