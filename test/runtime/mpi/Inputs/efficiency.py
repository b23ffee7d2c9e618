# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""efficiency.py TRUTH REPORT EXPERIMENT known|unknown - compares MPI's factors of the region `step`, and of the whole run, which is as
long, with what follows by the formulas of docs/efficiency.md from the times that the ranks say of themselves."""
import json
import math
import subprocess
import sys

truth_file, report, experiment, waits = sys.argv[1:]
with open(truth_file, encoding="utf-8") as file:
    truth = [json.loads(line) for line in file if line.startswith("{")]
assert sorted(r["rank"] for r in truth) == [0, 1] and truth[0]["elapsed"] == truth[1]["elapsed"], truth


def check(known, *options):
    run = subprocess.run([report, "--efficiency", "--json", *options, experiment], stdout=subprocess.PIPE, check=True)
    (row,) = json.loads(run.stdout)["regions"][0]["runs"]
    factors, wall = row["factors"], truth[0]["elapsed"]
    outside = [r["outside"] for r in truth]
    ideal = max(r["outside"] + r["waited"] for r in truth)
    wanted = {
        "mpi_parallel_efficiency": sum(outside) / 2 / wall,
        "mpi_load_balance": sum(outside) / 2 / max(outside),
        "mpi_communication": max(outside) / wall,
        "mpi_serialisation": max(outside) / ideal if known else None,
        "mpi_transfer": ideal / wall if known else None,
        "parallel_efficiency": factors["mpi_parallel_efficiency"] * factors["omp_parallel_efficiency"],
        "omp_serial": factors["omp_parallel_efficiency"],
        "omp_balance": 1,
        "omp_scheduling": 1,
    }
    alone = sum(r["alone"] for r in truth)
    times = {"useful": 2 * sum(outside) - alone, "mpi": 2 * (2 * wall - sum(outside)), "omp_serial": alone, "omp_balance": 0, "omp_scheduling": 0, "machine": 0}
    wanted["omp_parallel_efficiency"] = times["useful"] / (times["useful"] + alone)
    assert row["ranks"] == 2 and row["threads"] == 4 and round(row["wall_s"] * 1e9) == wall, row
    assert {key: round(seconds * 1e9) for key, seconds in row["time_s"].items()} == times, (row, times)
    for key, value in wanted.items():
        stated = factors[key]  # quotients are rounded to doubles, here and there in another order
        assert stated == value if value is None else math.isclose(stated, value, rel_tol=1e-12), (key, stated, value)


check(False, "--of", "step")
check(waits == "known")
