# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metric-names.py PROGRAM REPORT - gives POMP_METRICS what nobody should: the program's output and status stay its own, each
thing that can't be had is one line, and what can be had is measured."""
import json
import os
import random
import shutil
import subprocess
import sys

PROGRAM, REPORT = sys.argv[1:]


def run(metrics, **more):
    """Returns the lines on stderr, and the names of the metrics that were measured."""
    shutil.rmtree("n", ignore_errors=True)
    environment = dict(os.environ, POMP_METRICS=metrics, POMP_SUMMARY="0", POMP_EXPERIMENT_DIR="n", **more)
    done = subprocess.run([PROGRAM, "three", "more", "words"], env=environment, capture_output=True)
    assert done.stdout == b"output\n" and done.returncode == 3, (metrics, done)
    lines = done.stderr.decode(errors="replace").split("\n")
    assert lines.pop() == "" and all(l.startswith("pomp: POMP_METRICS: ") for l in lines), (metrics, lines)
    report = json.loads(subprocess.run([REPORT, "--json", "n"], capture_output=True, check=True).stdout)
    assert report["regions"][1]["visits"] == 1, metrics
    return lines, [m["name"] for m in report["metrics"]]


lines, names = run("x" * 1000 + ",rusage:minflt")
assert len(lines) == 1 and "is left out: no metric has so long a name; the rest" in lines[0] and names == ["rusage:minflt"]
lines, names = run("%s%n,perf:%s%n,PAPI_%s%n,::," + "," * 10000)
assert len(lines) == 4 and "%s%n is left out" in lines[0] and not names, (lines, names)

# This asks for more than there is room for: all software events there are names for, with and without duplicates.
codes = ",".join(f"perf:r{n:x}" for n in range(100))
lines, names = run(codes + ",rusage:utime")
assert len(lines) + len(names) == 101 and len(names) <= 32, (lines, names)
fields = "utime stime minflt majflt nvcsw nivcsw inblock oublock maxrss".split()
lines, names = run(",".join(f"rusage:{f}" for f in fields * 5))
assert not lines and names == [f"rusage:{f}" for f in fields], (lines, names)

# Anything else may come, too: these are pieces of names, joined at random.
random.seed(1)
PIECES = ["rusage:", "minflt", "utime", "perf:", "page-faults", "cs", "r1", "PAPI_", "TOT_INS", "::", ":::", "sde", ",", ",", " ",
          "0", "off", "a" * 130, "\x01", "\xff", "ä", "=", ";", "-1"]  # fmt: skip
for _ in range(150):
    text = "".join(random.choice(PIECES) for _ in range(random.randrange(1, 12)))
    lines, names = run(text)
    wanted = {part.strip(" ") for part in text.split(",")} - {""}
    if text not in ("0", "off"):
        assert len(lines) + len(names) >= len({w[:127] for w in wanted}), (text, lines, names)
    assert set(names) <= wanted, (text, names)
