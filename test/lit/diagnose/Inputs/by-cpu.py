# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""by-cpu.py REPORT PROGRAM - runs by-cpu.c on a machine that was busy and on one that was not, adds samples, and checks what is found."""
import json
import math
import os
import shutil
import subprocess
import sys

import samples

report, program = sys.argv[1:]
BUSY = "threads were ready to run and had no processor for 1.000 s, which may be the cause"
EVEN = "threads were ready and had no processor for 1.000 s, and samples of CPU time find no difference over the run"


def run(*mode):
    shutil.rmtree("e", ignore_errors=True)
    environment = {**os.environ, "POMP_EXPERIMENT_DIR": "e", "POMP_SUMMARY": "0", "OMP_NUM_THREADS": "2"}
    subprocess.run([program, *mode], env=environment, stderr=subprocess.DEVNULL, check=True)


def ask(*options):
    return json.loads(subprocess.run([report, *options, "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)


def finding(line):
    """Returns the finding at a line, and its place among all; None if there is none."""
    return next(((f, i) for i, f in enumerate(ask("--diagnose")["findings"]) if f["line"] == line), (None, None))


def near(value, expected):
    assert math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-6), (value, expected)  # sums are exact to 2^-32 ns


def by_cpu(line, property_, saving, error):
    found, place = finding(line)
    assert place == 0 and found["judged"] and found["by"] == "cpu" and found["property"] == property_, found
    near(found["saving_s"], saving)
    near(found["saving_error_s"], error)
    return found


def not_judged(line, why):
    found, _ = finding(line)
    assert not found["judged"] and found["by"] == "wall" and found["saving_error_s"] is None and found["not_judged_because"] == why, found


def loop(line, first, second):
    """The members' samples: in the loop, and spinning at the end of the team, which is no work."""
    return [(line, "for", 0, "work", first), (line, "for", 1, "work", second), (600, "barrier", 0, "wait", 30), (600, "barrier", 1, "wait", 900)]


# Without other work on the machine, the wall clock tells what is lost, and samples are beside it.
run("same")
found, place = finding(100)
near(found["saving_s"], 20 * 0.004)
assert place == 0 and found["judged"] and found["by"] == "wall" and found["property"] == "large_chunk" and "samples" not in found["evidence"], found
assert all(r["sampled"] is None for r in ask()["regions"])
samples.add("e/profile.pomp", loop(100, 240, 80))
found, _ = finding(100)
assert found["judged"] and found["by"] == "wall" and found["evidence"]["samples"] == 320, found
near(found["saving_s"], 20 * 0.004)
near(found["evidence"]["cpu_longest_ns"], 240e6)
near(found["evidence"]["cpu_mean_ns"], 160e6)

# With other work, the wall clock tells nothing, and samples tell the same as before: of 240 and 80 samples of a ms, half of what one has more
# than the other, ± √(240 + 80) / 2.
run("same", "busy")
not_judged(100, BUSY)
samples.add("e/profile.pomp", loop(100, 240, 80))
found = by_cpu(100, "large_chunk", 0.080, math.sqrt(320) / 2 / 1000)
near(found["severity_s"], 0.160)
near(found["saving_of_s"], 0.240)
near(found["evidence"]["cpu_imbalance"], 100 * 80 / 240)
assert found["who"] == "0→0", found
text = subprocess.run([report, "--diagnose", "e"], stdout=subprocess.PIPE, text=True, check=True).stdout
assert "fixing it saves 0.080 ± 0.009 s at most (33.3 %), by samples of CPU time" in text, text
whole = ask()
of = next(r for r in whole["regions"] if r["begin_line1"] == 100)["sampled"]
assert of["on_cpu"] and of["samples"] == 320 and of["work"]["time_ns"] == 320e6 and of["wait"]["samples"] == 0, of
near(of["balance"]["chance_ns"], math.sqrt(2 * math.log(2) * 160) * 1e6)
assert next(r for r in whole["regions"] if r["role"] == "barrier" and r["begin_line1"] == 600)["sampled"]["wait"]["samples"] == 930
shown = subprocess.run([report, "--all", "e"], stdout=subprocess.PIPE, text=True, check=True).stdout
assert "CPU lost s" in shown and "0.080" in shown, shown

# What differs by chance is nothing; nor is what sums over the run don't tell.
run("same", "busy")
samples.add("e/profile.pomp", loop(100, 170, 150))
not_judged(100, EVEN)
run("turns", "busy")
not_judged(200, BUSY)
samples.add("e/profile.pomp", loop(200, 160, 160))
not_judged(200, EVEN)

# A member that has more to do in the loop, and less before it, keeps nobody waiting.
run("dealt", "busy")
samples.add("e/profile.pomp", loop(300, 80, 240) + [(600, "team", 0, "work", 240), (600, "team", 1, "work", 80)])
not_judged(300, EVEN)

# Serial code saves half of what it worked.
run("serial", "busy")
not_judged(500, BUSY)
samples.add("e/profile.pomp", [(500, "user", None, "serial", 100), *loop(300, 240, 240)])
by_cpu(500, "serial_initialisation", 0.050, math.sqrt(100) / 2 / 1000)

# What is before the first team is told apart from what is later, by either clock: main() has 100 ms before, and 19 times 3 ms between teams.
run("both")
found = {f["property"]: f for f in ask("--diagnose")["findings"] if f["line"] == 500}
near(found["serial_initialisation"]["saving_s"], 0.050)
near(found["serial_initialisation"]["evidence"]["before_first_team_ns"], 100e6)
assert abs(found["serial_time"]["saving_s"] - 0.0285) < 1e-4 and "before_first_team_ns" not in found["serial_time"]["evidence"], found
assert "It is done once in a run." in found["serial_initialisation"]["advice"] and "once" not in found["serial_time"]["advice"], found
run("both", "busy")
samples.add("e/profile.pomp", [(500, "user", None, "serial", 100, "early"), (500, "user", None, "serial", 64), *loop(300, 240, 240)])
found = {f["property"]: f for f in ask("--diagnose")["findings"] if f["line"] == 500}
assert all(f["judged"] and f["by"] == "cpu" for f in found.values()), found
near(found["serial_initialisation"]["saving_s"], 0.050)
near(found["serial_time"]["saving_s"], 0.032)
near(found["serial_time"]["saving_error_s"], math.sqrt(64) / 2 / 1000)
print("all as expected")
