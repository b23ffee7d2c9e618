# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""callers.py REPORT EXPERIMENT - holds pomp-report --samples=callers of sampled.c against sampled_frames of --json."""
import json
import re
import subprocess
import sys

report, experiment = sys.argv[1:]


def said(*options):
    return subprocess.run([report, *options, experiment], capture_output=True, text=True, check=True).stdout


frames = json.loads(said("--json"))["sampled_frames"]
every = json.loads(said("--json=summary"))["experiment"]["sampled"]["samples"]
text = said("--samples=callers")
found = {}
for block in text.split("\n\n"):
    head = re.match(r"(\S+), .*: (\d+) samples in it and below, ([\d.]+) ± [\d.]+ % of all, by\n", block)
    if head:
        rest = re.sub(r"\n {2,}(?![ \d]{0,4}\d+\.\d %)", " ", block)  # a path that is too long goes on in the next line
        paths = re.findall(r"^ *([\d.]+) % +(\d+) +(.*)$", rest, re.MULTILINE)
        assert abs(float(head[3]) - 100 * int(head[2]) / every) < 0.051 and paths, block
        assert [int(n) for _, n, _ in paths] == sorted((int(n) for _, n, _ in paths), reverse=True), block
        assert all(abs(float(part) - 100 * int(n) / int(head[2])) < 0.051 for part, n, _ in paths), block
        found[head[1]] = {path: int(n) for _, n, path in paths}
# `use` does all the work, and is inlined into its callers; each path begins with the constructs, and ends with the function.
of_use = {path.split(" > ")[-2]: n for path, n in found["use"].items()}
assert {"hot", "cool"} <= set(of_use) and of_use["hot"] > of_use["cool"], text
assert all("parallel" in path and path.endswith(" > use") for path in found["use"]), text
for name in found:
    outermost = [f for f in frames if f["function"] == name]
    assert sum(found[name].values()) == sum(f["samples"] for f in outermost), (name, found[name], outermost)
