# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""intervals.py REPORT RUNS - holds the intervals of a job of two ranks in e against what the ranks did; in `killed` are those of ranks that were
killed at the end."""
import json
import os
import subprocess
import sys

report, runs = sys.argv[1:]
HOUR = 3600 * 10**9


def load(*options, of="e"):
    done = subprocess.run([report, "--json", *options, of], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", (options, done.stderr)
    return json.loads(done.stdout)


# Rank 1 was in a visit from 13 h to 26 h: it has nothing for the end of interval 3, and tells of interval 4 two hours late.
files = sorted(name for name in os.listdir("e") if name.startswith("every-"))
assert files == sorted(f"every-{n}-rank-{rank}.pomp" for n in range(1, 9) for rank in (0, 1) if (n, rank) != (3, 1)), files
whole = load()
rows = whole["intervals"]
ends = ([6, 12, 24, 30, 36, 42, 48, 50], [6, 12, 26, 30, 36, 42, 48, 50])  # hours, of each rank
assert len(rows) == 8, rows
for key in "allocation_ns", "in_regions_ns", "visits":
    assert sum(r[key] for r in rows) == whole["experiment"][key] + (7 * 2 if key == "visits" else 0), (key, [r[key] for r in rows])

# Each rank's intervals add up to what it has, and are as long as they were, but for what the clock's rate explains.
sums = [0, 0]
for row in rows:
    one = load(f"--interval={row['interval']}")
    assert one["experiment"]["in_regions_ns"] == row["in_regions_ns"] and one["experiment"]["intervals"] == 8
    for rank, process in enumerate(one["processes"]):
        mine = ends[rank]
        hours = mine[row["interval"] - 1] - (mine[row["interval"] - 2] if row["interval"] > 1 else 0)
        assert abs(process["wall_ns"] - hours * HOUR) <= 1e-6 * HOUR, (row, process["wall_ns"])
        error = process["clock"]["error"]
        assert (error < 1e-9) if rank == 0 else (20e-6 < error < 400e-6), (rank, error)
        sums[rank] += process["wall_ns"]
assert all(abs(sums[i] - p["wall_ns"]) <= 8 for i, p in enumerate(whole["processes"])), (sums, whole["processes"])

# Visits of a phase have the same numbers on both ranks; rank 1 has fewer.
(phase,) = whole["phases"]
assert phase["visits"] == 50 and phase["points"][13]["longest"] == {"visit": 14, "time_ns": 13 * HOUR}, phase["points"][13]
shown = subprocess.run([report, "--phases", "e"], capture_output=True, text=True).stdout
assert "Intervals (POMP_PROFILE_EVERY): 8, of 7200.000 s to 50400.000 s" in shown and "on 2 threads (the longest of each)" in shown, shown

stored = subprocess.run([runs, "--db", "runs.db", "--intervals", "e"], capture_output=True, text=True)
assert stored.returncode == 0 and stored.stdout.count("stored as run") == 7, stored

assert sorted(n for n in os.listdir("killed") if n.startswith("rank-")) == ["rank-0.pomp", "rank-1.pomp"] and not os.path.exists("killed/profile.pomp")
of_killed = load(of="killed")
all_of, killed_rows = of_killed["experiment"], of_killed["intervals"]
assert len(killed_rows) == 8 and [r["visits"] for r in killed_rows[:7]] == [r["visits"] for r in rows[:7]], killed_rows
assert sum(r["in_regions_ns"] for r in killed_rows) == all_of["in_regions_ns"]
# The last time at which rank 1 compared its clocks was two hours earlier.
assert all(abs(k["in_regions_ns"] - r["in_regions_ns"]) < 20e-6 * r["in_regions_ns"] for k, r in zip(killed_rows, rows)), killed_rows
