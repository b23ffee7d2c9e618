# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""phases.py REPORT - holds the phases of the job `e` against what its two ranks do; see phases.c."""
import json
import subprocess
import sys


def load(*options):
    done = subprocess.run([sys.argv[1], "--json", *options, "e"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", (options, done)
    return json.loads(done.stdout)


def sums(data):
    """What regions have sent and received, in bytes, by name, and how often they were visited."""
    return {r["name"]: [r["visits"], *(r["messages"][k] if r["messages"] else 0 for k in ("sent_bytes", "received_bytes"))]
            for r in data["regions"] if r["name"] in ("MPI_Send", "MPI_Recv", "region(step)")}  # fmt: skip


whole = load()
(phase,) = whole["phases"]
assert phase["visits"] == 8 and len(phase["points"]) == 8 and len({p["location"] for p in phase["profiles"]}) == 2
assert [p["time_ns"] for p in phase["points"]] == [(100 if i == 5 else 3) * 10**6 for i in range(1, 9)]
assert {p["finished"] for p in phase["points"]} == {1} and max(phase["points"], key=lambda p: p["time_ns"])["first"] == 5
assert [f["visit"] for f in phase["findings"] if f["kind"] == "outlier"][0] == 5, phase["findings"]
wanted, found = sums(whole), {}
for number in {p["profile"] for p in phase["profiles"]}:
    for name, values in sums(load(f"--phase=profile-{number}")).items():
        found[name] = [a + b for a, b in zip(found.get(name, [0, 0, 0]), values)]
assert found == wanted == {"MPI_Send": [8, 8056, 0], "MPI_Recv": [8, 0, 8056], "region(step)": [16, 0, 0]}, (found, wanted)
receiver = next(p for p in phase["profiles"] if p["first"] <= 5 <= p["last"] and p["visits"] == 1)
assert receiver["first"] == 5
fifth = sums(load("--phase=5"))
assert fifth["MPI_Recv"] == [1, 0, 8000], fifth
