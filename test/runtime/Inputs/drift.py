# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""drift.py REPORT - runs ./a, whose clock drifts and whose counters begin again, and holds its intervals and visits against what it did."""
import json
import os
import subprocess
import sys

report = sys.argv[1]
HOURS, HOUR, SECOND = 480, 3600 * 10**9, 10**9
COUNTED = sum(10**9 + i for i in range(HOURS))

environment = dict(os.environ, POMP_PROFILE_EVERY="6h", POMP_PHASES="step", POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", POMP_METRICS="other:::short,other:::long", LD_PRELOAD="./fake.so")
done = subprocess.run(["./a"], env=environment, capture_output=True, text=True, timeout=300)
assert done.returncode == 0 and done.stderr == "", done


def load(*options):
    done = subprocess.run([report, "--json", *options, "e"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", (options, done.stderr)
    return json.loads(done.stdout)


def true_ns(tick):
    """Returns what CLOCK_MONOTONIC has at a tick."""
    part = tick / (HOURS * HOUR)
    return tick + (part * part - part + 1) * 50e-6 * HOURS * HOUR


def took(first, last):
    """How many ns are between two hours."""
    return true_ns(SECOND + last * HOUR) - true_ns(SECOND + first * HOUR)


def error_of(data):
    return data["processes"][0]["clock"]["error"]


def check_positive(value, where):
    if isinstance(value, dict):
        for key, inner in value.items():
            check_positive(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            check_positive(inner, f"{where}[{i}]")
    elif isinstance(value, (int, float)):
        assert value >= 0, where


whole = load()
check_positive(whole, "run")
all_of, rows = whole["experiment"], whole["intervals"]
names = "other:::short", "other:::long"
assert abs(all_of["wall_ns"] - took(0, HOURS)) <= 2, all_of["wall_ns"]
assert 49e-6 < error_of(whole) < 51e-6, error_of(whole)  # the rate is 50 millionths less at the begin, and more at the end

for key in "wall_ns", "allocation_ns", "in_regions_ns", "idle_ns", "wait_ns":
    assert abs(sum(r[key] for r in rows) - all_of.get(key, sum(r[key] for r in rows))) <= 4 * len(rows), key
for name, times in zip(names, (1, 20000)):
    assert sum(r["metrics"][name] for r in rows) == times * COUNTED, (name, [r["metrics"][name] for r in rows])
hour = 0
for row in rows:
    one = load(f"--interval={row['interval']}")
    check_positive(one, f"interval {row['interval']}")
    hours = round(row["wall_ns"] / HOUR)
    true = took(hour, hour + hours)
    shown = one["experiment"]["wall_ns"]
    assert shown == row["wall_ns"] and abs(shown - true) <= error_of(one) * shown + 3, (row, true, error_of(one))
    assert error_of(one) < 51e-6 and (abs(hour + hours / 2 - HOURS / 2) > 24 or error_of(one) < 6e-6), (hour, error_of(one))
    assert row["metrics"][names[0]] == sum(10**9 + i for i in range(hour, hour + hours)), row
    hour += hours
assert hour == HOURS and len(rows) > 32

(phase,) = whole["phases"]
assert len(phase["points"]) == HOURS and phase["visits"] == HOURS
for i, point in enumerate(phase["points"]):
    assert abs(point["time_ns"] - took(i, i + 1)) <= error_of(whole) * point["time_ns"] + 2, (i, point)
    assert point["metrics"] == {names[0]: 10**9 + i, names[1]: 20000 * (10**9 + i)}, (i, point)
assert abs(sum(p["time_ns"] for p in phase["points"]) - all_of["wall_ns"]) <= HOURS
assert abs(sum(p["time_ns"] for p in phase["profiles"]) - all_of["wall_ns"]) <= HOURS
