# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""first.py REPORT PROGRAM... - runs each program, and holds that its table ends with what pomp-report --diagnose has first, and that a program of which
that has nothing says nothing, nor one without a table. Not here: what is found (../pairs)."""
import os
import re
import subprocess
import sys

report, *programs = sys.argv[1:]
LINE = re.compile(r"^pomp: up to (\S+) % to be saved: (.*)$", re.M)
FIRST = re.compile(r"^ 1\. (.*); fixing it saves \S+ s at most \((\S+) %\)$", re.M)


def run(program, *, summary):
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "POMP_EXPERIMENT_DIR": f"first-{program}", "POMP_SUMMARY": summary}
    return subprocess.run([f"./{program}", "dynamic"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True).stderr


found = 0
for program in programs:
    said = LINE.findall(run(program, summary="1"))
    text = subprocess.run([report, "--diagnose", f"first-{program}"], stdout=subprocess.PIPE, text=True, check=True).stdout
    first = [(part, re.sub(r", (/[^/ ]+)*/", ", ", what)) for what, part in FIRST.findall(text)]
    first = [(part, re.sub(r" in \S+, ", ", ", what) if len(f"pomp: up to {part} % to be saved: {what}") > 80 else what) for part, what in first]
    if "…" in "".join(what for _, what in said):
        begin, end = said[0][1].split("…")
        first = [(part, f"{begin}…{end}" if what.startswith(begin) and what.endswith(end) else what) for part, what in first]
    if said != first:
        sys.exit(f"{program}: the table has {said}, and pomp-report {first}")
    if "to be saved" in run(program, summary="0"):
        sys.exit(f"{program}: it speaks without a table")
    found += len(said)
print(f"{found} of {len(programs)} have a finding")
