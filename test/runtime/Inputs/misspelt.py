# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""misspelt.py PROGRAM ROOT - sets variables that are no settings, and all that are, and looks at what is said."""
import os
import re
import subprocess
import sys

program, root = sys.argv[1:]
MEANT = {
    "POMP_TRACES": "POMP_TRACE",
    "POMP_TARCE": "POMP_TRACE",
    "POMP_EXPERIMENTDIR": "POMP_EXPERIMENT_DIR",
    "POMP_EXPERIMENT_DRI": "POMP_EXPERIMENT_DIR",
    "POMP_METRIC": "POMP_METRICS",
    "POMP_METRICS_MULTPLEX": "POMP_METRICS_MULTIPLEX",
    "POMP_Summary": "POMP_SUMMARY",
    "POMP_TRACE_MEMROY": "POMP_TRACE_MEMORY",
    "POMP_FILTERS": "POMP_FILTER",
    "POMP_TOOL_LIBRARY": "POMP_TOOL_LIBRARIES",
    "POMP_CLAN": "POMP_CLANG",
    "POMP_WATER_LEVEL": None,
    "POMP_": None,
    "POMP_" + "X" * 5000: None,
}


def run(variables):
    environment = dict(os.environ, POMP_SUMMARY="0", POMP_EXPERIMENT_DIR="misspelt", **variables)
    done = subprocess.run([program, "two", "words"], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "output\n" and done.returncode == 2, (variables, done)
    assert os.path.exists("misspelt/profile.pomp"), variables
    subprocess.run(["rm", "-r", "misspelt"], check=True)
    return done.stderr


for name, meant in MEANT.items():
    rest = f"did you mean {meant}? The program is measured without it" if meant else (
        "and none is called like it: the program is measured without it")  # fmt: skip
    said = run({name: "1"})
    assert said == f"pomp: {name[:100]} is no setting{';' if meant else ','} {rest}\n", (name, said)
assert run({"POMP_A": "", "POMP_TRACEE": "x"}).count("is no setting") == 2
assert run({"POMP": "1", "POMPX": "1", "OMP_POMP_X": "1", "pomp_trace": "1"}) == ""

known = set()
for folder, _, names in os.walk(root):
    if os.path.relpath(folder, root).split(os.sep)[0] in ("docs", "tools", "examples", "runtime"):
        for name in names:
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                text = file.read()
            known.update(re.findall(r'getenv\("(POMP_[A-Z0-9_]+)"', text))
            if name.endswith(".md"):
                known.update(re.findall(r"`(POMP_[A-Z0-9_]+)=", text))
assert len(known) > 10 and "POMP_CLANG" in known, known
for name in sorted(known - {"POMP_PROFILE", "POMP_EXPERIMENT_DIR", "POMP_SUMMARY"}):
    assert "is no setting" not in run({name: ""}), name
