# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scaling.py REPORT REFERENCE OTHER - checks how one experiment scales in comparison with another: speed-up and efficiency follow from
the wall times, the efficiency is the product of all that was gained and lost by each factor, and the factor that is said to
lose most does. Either may be the reference."""
import csv
import io
import json
import math
import subprocess
import sys

report, *experiments = sys.argv[1:]


def run(*options):
    done = subprocess.run([report, "--efficiency", *options, *experiments], stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def runs(*options):
    data = json.loads(run("--json", *options))
    return {r["experiment"]: r for r in data["regions"][0]["runs"]}


LEAVES = ("mpi_load_balance", "mpi_serialisation", "mpi_transfer", "omp_serial", "omp_balance", "omp_scheduling", "omp_machine")


def check(found, reference):
    first = found[reference]
    assert first["reference"] and first["scaling"]["speedup"] == 1 and first["scaling"]["loses"] is None, first
    for name, r in found.items():
        s, f = r["scaling"], r["factors"]
        speedup = first["wall_s"] / r["wall_s"]
        assert math.isclose(s["speedup"], speedup), (name, s)
        assert math.isclose(s["efficiency"], speedup * first["threads"] / r["threads"]), (name, s)
        lost = {key: f[key] / first["factors"][key] for key in LEAVES if f[key] is not None}
        lost["computation_scaling"] = s["computation_scaling"]
        assert math.isclose(s["efficiency"], math.prod(lost.values()), rel_tol=1e-6), (name, s, lost)
        least = min(lost, key=lambda key: lost[key])
        if lost[least] > 0.995:
            assert s["loses"] is None, (name, s, lost)
        else:
            assert s["loses"] == least and math.isclose(s["left_by_it"], lost[least], rel_tol=1e-9), (name, s, lost)


check(runs(), experiments[0])
check(runs("--reference", experiments[1]), experiments[1])
rows = list(csv.DictReader(io.StringIO(run("--csv", "--sort", "threads", "--columns", "experiment,threads,efficiency"), newline="")))
assert [row["experiment"] for row in rows] == [experiments[1], experiments[0]] and list(rows[0]) == ["experiment", "threads", "efficiency"], rows
