# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ranks.py REPORT EXPERIMENT TRUTH - holds the findings of a job against those of its ranks, and against what each rank says that its faults cost.

TRUTH has a line of JSON for each rank: `rank`, and the thread time in ns that each property costs there. The set clock makes all of it equal, to the
nanosecond. Of the job, the thread time is the sum, the saving that of the rank with most, from which the advice is; and it costs whom it costs in the ranks.
Not here: the program (../findings-of-ranks.c)."""
import json
import subprocess
import sys

report, experiment, truth = sys.argv[1:]
LINES = {"serial_time": 100, "load_imbalance": 200, "lock_contention": 300}
with open(truth, encoding="utf-8") as file:
    ranks = sorted((json.loads(line) for line in file if line.startswith("{")), key=lambda r: r["rank"])


def findings(name):
    """Returns those of an experiment at the lines of the program's faults, by property."""
    printed = subprocess.run([report, "--diagnose", "--json", name], stdout=subprocess.PIPE, check=True).stdout
    found = {}
    for f in json.loads(printed)["findings"]:
        if f["line"] == LINES.get(f["property"]):
            assert f["property"] not in found and f["judged"], f
            found[f["property"]] = f
    return found


def ns(seconds):
    return round(seconds * 1e9)


job, own = findings(experiment), [findings(f"{experiment}/rank-{r['rank']}") for r in ranks]
for name in LINES:
    of = [o[name] for o in own if name in o]
    assert [name in o for o in own] == [r[name] > 0 for r in ranks], (name, own)
    assert [ns(f["severity_s"]) for f in of] == [r[name] for r in ranks if r[name]], (name, of)
    one, most = job[name], max(of, key=lambda f: f["saving_s"])
    assert ns(one["severity_s"]) == sum(r[name] for r in ranks), (name, one)
    assert ns(one["saving_s"]) == ns(most["saving_s"]), (name, one)
    assert one["locations"] == [who for f in of for who in f["locations"]], (name, one)
    assert name == "serial_time" or one["advice"] == most["advice"], (one, most)
    assert list(one["evidence"]) == list(most["evidence"]), (one, most)

uneven, serial, lock = (job[name]["evidence"] for name in ("load_imbalance", "serial_time", "lock_contention"))
assert (uneven["instances"], uneven["same_member_last"]) == (20, 100), uneven
assert (ns(uneven["longest_ns"] * 1e-9), ns(uneven["mean_ns"] * 1e-9)) == (80000000, 50000000), uneven
assert abs(uneven["imbalance"] - 37.5) < 1e-9, uneven  # it is of both sums, and neither 40 nor 33.3
assert job["load_imbalance"]["advice"].find("0:0->0 is the last one in 100 %") > 0, job["load_imbalance"]
assert serial["serial_ns"] == max(r["serial_time"] for r in ranks), serial
assert serial["idle_ns"] == sum(r["serial_time"] for r in ranks), serial
assert lock["wait_ns"] == ranks[1]["lock_contention"] and lock["visits"] == 20, lock
