# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""efficiency.py THREADS TRUTH REPORT [OPTION] EXPERIMENT - compares the efficiency of the region `work` of efficiency.c with the times
that it has spent, and checks for this and the whole run that each factor is the product of those below it.

TRUTH has the wall time of a round, and that of all threads that is useful, serial, balance and scheduling, in ms; E is
what a barrier costs by the estimate."""
import csv
import io
import json
import math
import subprocess
import sys

ROUNDS = 15
threads = int(sys.argv[1])
wall, *spent = (ROUNDS * ms / 1000 for ms in eval(sys.argv[2], {"E": 32e-6}))  # pylint: disable=eval-used
report, *options = sys.argv[3:]


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
    assert all(0 <= f <= 1 + 1e-12 for f in factors.values() if f is not None), factors
    assert factors["omp_machine"] is None and times["machine"] == 0, "nothing tells when threads had no processor"
    assert abs(sum(times.values()) - threads * row["wall_s"]) < 1e-6, (times, row["wall_s"])
    assert abs(factors["parallel_efficiency"] - times["useful"] / sum(times.values())) < 1e-9, (factors, times)


def near(one, other):
    """Seconds are sums of doubles."""
    return math.isclose(one, other, rel_tol=1e-12)


row = of("work")
check_products(row)
check_products(of(None))
assert near(row["wall_s"], wall), (row["wall_s"], wall)
for kind, time in zip(("useful", "omp_serial", "omp_balance", "omp_scheduling"), spent):
    assert near(row["time_s"][kind], time), (kind, row["time_s"], time)
assert row["time_s"]["mpi"] == 0, row
assert near(row["factors"]["parallel_efficiency"], spent[0] / wall / threads), row
for i, factor in enumerate(("omp_serial", "omp_balance", "omp_scheduling")):
    assert near(row["factors"][factor], sum(spent[: i + 1]) / sum(spent[: i + 2])), (factor, row)

# How many threads worked at the same time, for how many ms of a round: a trace has it so, and the profile what bounds it.
AT_WORK = {2: (0, 3 + 2 + 1, 1 + 1), 4: (0, 3 + 2 + 3, 2 + 1, 2, 1)}
truth, work = [ROUNDS * ms / 1000 for ms in AT_WORK[threads]], of(None)["at_work"]
assert row["at_work"] is None and work["threads"] == threads and math.isclose(work["mean"], spent[0] / wall, abs_tol=1e-4), work
assert work["all_least_s"] - 1e-6 <= truth[threads] <= work["all_most_s"] + 1e-6, (work, truth)
if work["traced"]:
    assert len(work["seconds"]) == len(truth) and all(math.isclose(a, b, abs_tol=1e-6) for a, b in zip(work["seconds"], truth)), (work, truth)
    assert work["how"] == f"From the trace: on average {work['mean']:.2f} of {threads} threads worked, and all of them for {truth[threads]:.3f} s of {wall:.3f}.", work
    bars = run().split("Threads that worked at the same time\n")[1].splitlines()[1:]
    assert [float(bar.split()[1]) for bar in bars] == [round(s, 3) for s in truth], (bars, truth)
else:
    bounds = max(0, spent[0] - (threads - 1) * wall), spent[0] / threads
    assert not work["seconds"] and all(math.isclose(a, b, abs_tol=1e-6) for a, b in zip((work["all_least_s"], work["all_most_s"]), bounds)), (work, bounds)
    assert work["how"].startswith("From the profile: ") and work["how"].endswith("is known with POMP_TRACE=1.") and work["how"] in run(), work

# A region that members of the team enter has no idle time in it, and nothing but its own work.
part = of("part")
check_products(part)
assert part["visits"] == ROUNDS * threads and part["factors"]["parallel_efficiency"] == 1, part

# The same as CSV, in the same digits, and several regions at a time; a construct by its place.
lines = list(csv.DictReader(io.StringIO(run("--csv", "--of", "work", "--of", "part", "--of", "test.c:2"), newline="")))
assert [line["region"] for line in lines] == ["work", "part", "test.c:2"], lines
for key, value in row["factors"].items():
    assert lines[0][key] == "" if value is None else float(lines[0][key]) == value, (key, lines[0])
assert all(int(line["threads"]) == threads and not line["loses"] for line in lines), lines
text = run("--of", "work", "--of", "part")
assert text.count("Efficiency of ") == 2 and "Efficiency of work\n" in text and "Efficiency of part\n" in text, text
