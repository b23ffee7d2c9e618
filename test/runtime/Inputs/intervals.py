# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""intervals.py REPORT RUNS - runs ./a with POMP_PROFILE_EVERY, and holds its intervals against the run."""
import json
import os
import shutil
import signal
import subprocess
import sys

report, runs = sys.argv[1:]
HOUR = 3600 * 10**9


def run(every, *arguments, status=0):
    shutil.rmtree("e", ignore_errors=True)
    environment = dict(os.environ, POMP_PROFILE_EVERY=every, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0")
    done = subprocess.run(["./a", *arguments], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == status and done.stderr == "", done
    return load()


def load(*options, said=""):
    done = subprocess.run([report, "--json=summary", *options, "e"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == said, (options, done)
    return json.loads(done.stdout)


def check(whole):
    """The intervals follow each other, and add up to the whole."""
    rows, all_of = whole["intervals"], whole["experiment"]
    assert [r["interval"] for r in rows] == list(range(1, len(rows) + 1)) and len(rows) <= 65
    for before, after in zip(rows, rows[1:]):
        assert before["begin_ns"] + before["wall_ns"] == after["begin_ns"]
    for key in "wall_ns", "allocation_ns", "in_regions_ns", "idle_ns":
        assert sum(r[key] for r in rows) == all_of[key], (key, sum(r[key] for r in rows), all_of[key])
    # An interval is closed at a join, where a visit of the region is open, which counts in both.
    assert sum(r["visits"] for r in rows) == all_of["visits"] + len(rows) - 1
    for number in 1, len(rows) // 2, len(rows):
        one = load(f"--interval={number}")["experiment"]
        assert one["interval"] == number and all(one[key] == rows[number - 1][key] for key in ("wall_ns", "in_regions_ns", "idle_ns", "visits"))


data = run("6h")
check(data)
lengths = [r["wall_ns"] // HOUR for r in data["intervals"]]
assert sum(lengths) == 480 and lengths[-1] == 6 and lengths[0] > 6 and sorted(lengths, reverse=True) == lengths, lengths
shown = subprocess.run([report, "--phases", "e"], capture_output=True, text=True).stdout
assert "Intervals (POMP_PROFILE_EVERY):" in shown and "grows from" in shown and "parallel (test.c:2)" in shown, shown
assert load()["experiment"]["interval"] == 0  # a report is that of the whole run

data = run("20h", "kill", status=-signal.SIGKILL)
check(data)
assert [r["wall_ns"] // HOUR for r in data["intervals"]] == [20] * 5

data = run("100h")
stored = subprocess.run([runs, "--db", "runs.db", "--intervals", "e"], capture_output=True, text=True)
assert stored.returncode == 0 and stored.stdout.count("stored as run") == 4, stored

data = run("1000h")
assert data["intervals"] == []
refused = subprocess.run([runs, "--db", "runs.db", "--intervals", "e"], capture_output=True, text=True)
assert refused.returncode == 1 and "it has no intervals: set POMP_PROFILE_EVERY when the program runs" in refused.stderr, refused

# Where no file can be made there are no intervals, and all else is measured.
shutil.rmtree("e")
os.mkdir("e")
for number in range(1, 1001):
    open(f"e/every-{number}.pomp", "w").close()
environment = dict(os.environ, POMP_PROFILE_EVERY="100h", POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0")
done = subprocess.run(["./a"], env=environment, capture_output=True, text=True)
assert done.stderr == "pomp: POMP_PROFILE_EVERY: no more intervals are kept in e (File exists); the profile goes on\n", done
said = "pomp-report: e/every-1.pomp: this interval is left out, as 999 more are: the file is empty\n"
assert load(said=said)["experiment"]["wall_ns"] == 480 * HOUR
os.remove("e/every-1.pomp")
os.mkdir("e/every-1.pomp")
load(said=said.replace("the file is empty", "not a file"))
os.rmdir("e/every-1.pomp")
os.symlink("every-1.pomp", "e/every-1.pomp")
load(said=said.replace("the file is empty", "Too many levels of symbolic links"))
