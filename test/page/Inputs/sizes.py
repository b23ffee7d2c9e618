# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sizes.py FOLDER - tells which modules of the page's script are too long, and whether all of it is."""
import glob
import sys

lines = {}
for name in glob.glob(sys.argv[1] + "/src/*.ts"):
    with open(name, encoding="utf-8") as source:
        lines[name] = source.read().count("\n")
        source.seek(0)
        head = source.readlines()[:12]
    assert head[0].startswith("// SPDX-License-Identifier:") and head[1].startswith("// "), f"{name} does not say what lives there"
compared = sum(lines[name] for name in lines if name.rsplit("/", 1)[1].startswith(("diff", "scale", "trend", "chart")))
print(f"{sum(lines.values())} lines, {compared} of them for comparisons, in {len(lines)} modules, the longest has {max(lines.values())}")
assert lines and sum(lines.values()) - compared < 4000, sum(lines.values()) - compared
assert compared < 760, compared
assert max(lines.values()) < 300, [name for name in lines if lines[name] >= 300]
