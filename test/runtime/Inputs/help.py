# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""help.py POMP-REPORT - holds that --help fits a screen of 80 columns and 24 lines, names each view and says where the rest is, and that
what it names is in --help=all."""
import re
import subprocess
import sys

report = sys.argv[1]


def output(option):
    done = subprocess.run([report, option], capture_output=True, text=True, check=True)
    assert not done.stderr, done.stderr
    return done.stdout


brief, whole = output("--help"), output("--help=all")
lines = brief.splitlines()
# The shell's next prompt needs the last line.
assert len(lines) < 24 and max(map(len, lines)) <= 80, (len(lines), max(lines, key=len))
assert lines[-1] == "more: --help=all, man pomp-report", lines[-1]
views = set(re.findall(r"^  (--[a-z-]+)", whole.split("\nViews\n")[1].split("\n\n")[0], re.MULTILINE))
named = set(re.findall(r"(?:^|  )(--[a-z-]+)(?= |$)", "\n".join(lines[:-1]), re.MULTILINE))
assert len(views) > 10 and views <= named, views - named
known = set(re.findall(r"^  (--[a-z-]+)", whole, re.MULTILINE))
assert named <= known, named - known
assert len(named - views) == 8, named - views
columns = dict(re.findall(r"^  (--[a-z-]+)((?: +\S+|\n   )+)", whole.split("\nColumns of each view\n")[1], re.MULTILINE))
assert len(columns) > 10 and set(columns) < views and all(len(text.split()) > 3 for text in columns.values()), columns
print(f"{len(lines)} lines, {len(views)} views, {len(named - views)} options, columns of {len(columns)} views")
