# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""stacks-made.py REPORT CONVERT FORMAT - converts made-up experiments to a format of stacks and compares each with pomp-report --json: all
kinds that made.py has, hostile names, recursion, one location without a visit, many call paths in bounded memory, a full disk."""
import json
import os
import shutil
import subprocess
import sys

import made
from memory_of import run
from stacks_check import CHECKS, content

report, convert, form = sys.argv[1:]
HOSTILE = "a;b c\"\\d\n\t(1) é→ \xff=" + "\U0001f600" * 50  # longer than a region's name may be: it is cut between characters


def remove():
    if os.path.isdir("made"):
        shutil.rmtree("made")
    elif os.path.exists("made"):
        os.remove("made")


def converted(file):
    """Returns the exit status, what was said, and the most memory in KB; the result is in `made`."""
    remove()
    file.write("made.pomp")
    return run([convert, "--to", form, "--output", "made", "made.pomp"])


def compared(file):
    status, said, _ = converted(file)
    assert (status, said) == (0, ""), (form, said)
    data = json.loads(subprocess.run([report, "--json", "made.pomp"], capture_output=True, check=True).stdout)
    return CHECKS[form](content("made"), data), data


def hostile():
    file = made.File(1000, 1)
    first = file.initial(1000)
    region = file.construct("region", 1, HOSTILE, HOSTILE, clauses=HOSTILE)
    nameless = file.construct("", 0, "", "")
    first.root.child("user", region, 10).child("user", nameless, 5)
    return file


def recursive():
    """Makes f -> g -> f -> g -> f -> f."""
    file = made.File(1000, 1)
    first = file.initial(1000)
    f, g = file.construct("region", 1, "f"), file.construct("region", 2, "g")
    at = first.root
    for time, each in ((500, f), (400, g), (300, f), (200, g), (100, f), (50, f)):
        at = at.child("user", each, time)
    return file


def instances():
    """Makes regions of one name in one line, as instances of a template have them, side by side and one in the other."""
    file = made.File(1000, 1)
    first = file.initial(1000)
    a, b = (file.construct("region", 1, "f", function) for function in ("f<int>", "f<double>"))
    at = first.root.child("user", a, 500)
    at.child("user", b, 200)
    first.root.child("user", b, 300).child("user", a, 100)
    return file


def nothing():
    file = made.File(1000, 1)
    file.initial(1000)
    file.initial(0)
    return file


def deep(levels, locations):
    """Makes call paths of which each is below the one before, on all locations."""
    file = made.File(levels * 10, 1)
    for _ in range(locations):
        at = file.initial(levels * 10).root
        for line in range(1, levels):
            at = at.child("user", file.construct("region", line) if _ == 0 else line, (levels - line) * 10)
    return file


good = 0
for kind, make in made.KINDS.items():
    make().write("kind.pomp")
    read = subprocess.run([report, "--json", "kind.pomp"], capture_output=True, check=False)
    if read.returncode:
        status, said, _ = converted(make())
        assert status == 1 and said.count("\n") == 1 and "damaged" in said and not os.path.exists("made"), (kind, status, said)
        continue
    if json.loads(read.stdout)["experiment"]["sampled"]:  # sampled_outputs.py compares those
        continue
    assert compared(make())[0], (form, kind)
    good += 1
assert good > 12, good
for make in (made.metrics, made.job, hostile, recursive, nothing):
    assert compared(make())[0], (form, make)
if form == "tau":  # which knows regions by their names alone
    files, data = compared(instances())
    (text,) = (text.decode() for (folder, *_), text in files.items() if folder == "MULTI__TIME")
    assert len([r for r in data["regions"] if r["name"] == "region(f)"]) == 2 and text.count("\n\"region(f)") == 1, text
status, said, _ = converted(made.File(1000, 1))
assert status == 1 and "nothing was measured yet" in said and not os.path.exists("made"), said
# A file-size limit is an error as a full disk is: one line, and nothing is left.
many = deep(300, 2)
many.write("made.pomp")
limited = subprocess.run(["sh", "-c", f"ulimit -f 1; exec {convert} --to {form} --output limited made.pomp"], capture_output=True, text=True, check=False)
assert limited.returncode == 1 and limited.stderr == "pomp-convert: limited: File too large\n" and not os.path.exists("limited"), limited
assert not [name for name in os.listdir(".") if name.startswith("limited")]

# What is written goes out as it is made: a file of many MB adds little to what the analysis takes.
file = deep(150 if form == "tau" else 600, 100)  # TAU has whole stacks of names
status, said, memory = converted(file)
assert (status, said) == (0, ""), said
limit = run([report, "--flat", "made.pomp"])[2] + (8 << 10)
with open(convert, "rb") as program:
    sanitized = b"__asan_init" in program.read()  # it keeps what was given back for a while
assert sanitized or memory < limit, f"{memory} KB, more than {limit}, for a file of {os.path.getsize('made')} bytes"
assert form != "pprof" or os.path.getsize("made") > 24 << 20, os.path.getsize("made")
remove()
