# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""efficiency.py TRUTH THREADS REPORT [OPTION] EXPERIMENT - compares the efficiency of the region `work` with the times that the
program has taken itself (efficiency.c), and checks for this and the whole run that each factor is the product of those below it."""
import csv
import io
import json
import math
import subprocess
import sys

truth_file, threads, report, *options = sys.argv[1:]
threads = int(threads)
with open(truth_file, encoding="utf-8") as file:
    truth = json.load(file)


def run(*more):
    return subprocess.run([report, "--efficiency", *more, *options], stdout=subprocess.PIPE, check=True).stdout.decode()


def of(region):
    data = json.loads(run("--json", *(["--of", region] if region else [])))
    assert data["schema"] == "pomp-efficiency" and data["version"] == 1, data
    assert [r["region"] for r in data["regions"]] == [region], data
    (row,) = data["regions"][0]["runs"]
    assert row["reference"] and row["entered"] and row["ranks"] == 1 and row["threads"] == threads, row
    assert row["scaling"]["speedup"] == 1 and row["scaling"]["loses"] is None, row
    return row


PRODUCTS = {
    "parallel_efficiency": ("mpi_parallel_efficiency", "omp_parallel_efficiency"),
    "mpi_parallel_efficiency": ("mpi_load_balance", "mpi_communication"),
    "mpi_communication": ("mpi_serialisation", "mpi_transfer"),
    "omp_parallel_efficiency": ("omp_serial", "omp_balance", "omp_scheduling"),
}


def check_products(row):
    factors, times = row["factors"], row["time_s"]
    for whole, parts in PRODUCTS.items():
        assert abs(math.prod(factors[p] for p in parts) - factors[whole]) < 1e-9, (whole, factors)
    assert all(0 <= f <= 1 + 1e-12 for f in factors.values()), factors
    assert abs(sum(times.values()) - threads * row["wall_s"]) < 1e-6, (times, row["wall_s"])
    assert abs(factors["parallel_efficiency"] - times["useful"] / sum(times.values())) < 1e-9, (factors, times)


def check(what, value, least, most):
    """Times are as good as the calibration of the clock."""
    print(f"{what}: {least:.6f} <= {value:.6f} <= {most:.6f}")
    assert least * 0.999 - 1e-5 <= value <= most * 1.001 + 1e-5, (what, value, least, most)


row = of("work")
times = row["time_s"]
check_products(row)
check_products(of(None))
check("wall", row["wall_s"], *truth["wall"])
check("useful", times["useful"], *truth["useful"])
check("serial", times["omp_serial"], *truth["serial"])
# The cost of the barriers themselves is an estimate, by the median of those who came last, between powers of two.
barriers = 2 * truth["own"] * truth["rounds"] * threads
check("balance", times["omp_balance"], truth["balance"][0] - barriers, truth["balance"][1])
assert times["omp_scheduling"] > truth["waited"][0] * 0.999 - 1e-5, (times, truth)
assert times["mpi"] == 0, times
for factor, least, most in (
    ("parallel_efficiency", truth["useful"][0] / truth["wall"][1] / threads, truth["useful"][1] / truth["wall"][0] / threads),
    ("omp_serial", truth["useful"][0] / (truth["useful"][0] + truth["serial"][1]), truth["useful"][1] / (truth["useful"][1] + truth["serial"][0])),
):
    check(factor, row["factors"][factor], least, most)

# A region that members of the team enter has no idle time in it, and nothing but its own work.
part = of("part")
check_products(part)
assert part["visits"] == truth["rounds"] * threads and part["factors"]["parallel_efficiency"] == 1, part

# The same as CSV, in the same digits, and several regions at a time; a construct by its place.
lines = list(csv.DictReader(io.StringIO(run("--csv", "--of", "work", "--of", "part", "--of", "test.c:2"), newline="")))
assert [line["region"] for line in lines] == ["work", "part", "test.c:2"], lines
for key, value in row["factors"].items():
    assert float(lines[0][key]) == value, (key, lines[0])
assert all(int(line["threads"]) == threads and not line["loses"] for line in lines), lines
text = run("--of", "work", "--of", "part")
assert text.count("Efficiency of ") == 2 and "Efficiency of work\n" in text and "Efficiency of part\n" in text, text
