# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""efficiency.py TRUTH REPORT EXPERIMENT known|unknown - compares MPI's factors of the region `step` with what the ranks have measured
themselves, and those of the whole run with what follows from --json by the formulas of docs/efficiency.md."""
import json
import math
import subprocess
import sys

truth_file, report, experiment, waits = sys.argv[1:]
with open(truth_file, encoding="utf-8") as file:
    truth = sorted((json.loads(line) for line in file if line.startswith("{")), key=lambda r: r["rank"])
assert [r["rank"] for r in truth] == [0, 1], truth
THREADS = 2


def output(*options):
    return json.loads(subprocess.run([report, *options, experiment], stdout=subprocess.PIPE, check=True).stdout)


def of(*options):
    (row,) = output("--efficiency", "--json", *options)["regions"][0]["runs"]
    f = row["factors"]
    assert row["ranks"] == 2 and row["threads"] == 2 * THREADS, row
    assert math.isclose(f["mpi_load_balance"] * f["mpi_communication"], f["mpi_parallel_efficiency"], rel_tol=1e-9), f
    assert math.isclose(f["mpi_parallel_efficiency"] * f["omp_parallel_efficiency"], f["parallel_efficiency"], rel_tol=1e-9), f
    assert math.isclose(f["omp_serial"] * f["omp_balance"] * f["omp_scheduling"], f["omp_parallel_efficiency"], rel_tol=1e-9), f
    return row


def check(what, value, least, most):
    print(f"{what}: {least:.6f} <= {value:.6f} <= {most:.6f}")
    assert least * 0.998 - 1e-4 <= value <= most * 1.002 + 1e-4, (what, value, least, most)


# The region of interest: what each rank has outside of MPI lies between two bounds, and so do the factors.
step = of("--of", "step")
assert step["factors"]["mpi_serialisation"] is None and step["factors"]["mpi_transfer"] is None, step
low = [r["elapsed"][0] - r["mpi"][1] for r in truth]
high = [r["elapsed"][1] - r["mpi"][0] for r in truth]
wall = [max(r["elapsed"][i] for r in truth) for i in (0, 1)]
check("wall", step["wall_s"], *wall)
check("MPI", step["factors"]["mpi_parallel_efficiency"], sum(low) / 2 / wall[1], sum(high) / 2 / wall[0])
check("load balance", step["factors"]["mpi_load_balance"], (low[0] + high[1]) / 2 / high[1] if low[0] < high[1] else 0, min(1, (high[0] + low[1]) / 2 / low[1]))
check("communication", step["factors"]["mpi_communication"], max(low) / wall[1], min(1, max(high) / wall[0]))

# The whole run: the same again, from the profile.
whole = of()
data = output("--json", *(["--from-trace"] if waits == "known" else []))
role = {r["id"]: r["role"] for r in data["regions"]}
process = {place["id"]: place["process"] for place in data["locations"]}
own, lost = [0, 0], [0, 0]
for region in data["regions"]:
    for share in region["locations"]:
        own[process[share["location"]]] += share["exclusive_ns"] if region["role"] == "mpi" else 0
for idle in data["idle"]:
    lost[idle["process"]] += idle["idle_ns"] if idle["region"] is not None and role[idle["region"]] == "mpi" else 0
lasted = [p["thread_wall_ns"] / p["threads"] for p in data["processes"]]
outside = [lasted[p] - (own[p] + lost[p]) / THREADS for p in (0, 1)]
known = {"mpi_load_balance": sum(outside) / 2 / max(outside), "mpi_communication": max(outside) / max(lasted)}
if waits == "known":
    waited = [(own[p] + lost[p]) / THREADS * data["processes"][p]["mpi_wait"]["found_ns"] / own[p] for p in (0, 1)]
    ideal = max(o + w for o, w in zip(outside, waited))
    known |= {"mpi_serialisation": max(outside) / ideal, "mpi_transfer": ideal / max(lasted)}
else:
    assert whole["factors"]["mpi_serialisation"] is None and whole["factors"]["mpi_transfer"] is None, whole
for key, value in known.items():
    check(key, whole["factors"][key], value, value)
