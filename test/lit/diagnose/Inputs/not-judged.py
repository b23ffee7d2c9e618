# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""not-judged.py REPORT PROGRAM - runs not-judged.c in ways whose figures allow no judgement, and checks which findings there are, and why
they are not judged."""
import json
import os
import shutil
import struct
import subprocess
import sys

LOST_AT = 208  # where the header of profile.pomp has the number of lost events (include/pomp_format.h)
report, program = sys.argv[1:]


def run(mode, threads, **settings):
    shutil.rmtree("e", ignore_errors=True)
    environment = {**os.environ, "POMP_EXPERIMENT_DIR": "e", "POMP_SUMMARY": "0", "OMP_NUM_THREADS": str(threads), **settings}
    subprocess.run([program, mode], env=environment, stderr=subprocess.DEVNULL, check=True)


def lose(events):
    with open("e/profile.pomp", "r+b") as file:
        file.seek(LOST_AT)
        assert file.read(8) == bytes(8), "events were lost, or the header has changed"
        file.seek(LOST_AT)
        file.write(struct.pack("=Q", events))


def check(*expected):
    """Holds that there are these findings, by property, severity in ns, and the reason why it is not judged, or None."""
    diagnosis = json.loads(subprocess.run([report, "--diagnose", "--json", "e"], stdout=subprocess.PIPE, check=True).stdout)
    found = [(f["property"], round(f["severity_s"] * 1e9), f["not_judged_because"]) for f in diagnosis["findings"]]
    if any(f["judged"] != (f["not_judged_because"] is None) for f in diagnosis["findings"]) or sorted(found, key=str) != sorted(expected, key=str):
        sys.exit(f"expected: {json.dumps(expected, indent=1)}\nfound: {json.dumps(found, indent=1)}")
    return diagnosis["findings"]


# A barrier may take 5 us of each member by itself.
EACH = 2700000 - 2 * 5000

run("short", 2)
check(("load_imbalance", EACH, "the run took 3.0 ms, which is too short"))

run("uneven", 2)
lose(3)
findings = check(("load_imbalance", 20 * EACH, "3 events were lost"), ("unreliable", 0, "events were lost"))
unreliable = [f for f in findings if f["property"] == "unreliable"][0]
assert unreliable["evidence"]["lost"] == 3 and unreliable["saving_s"] == 0, unreliable

run("crowded", 2)
check(
    ("load_imbalance", 20 * EACH, "threads were ready to run and had no processor for 1.000 s, which may be the cause"),
    ("serial_time", 500000000, "threads were ready to run and had no processor for 1.000 s, which may be the cause"),
    ("unreliable", 2 * 500000000, "threads were ready to run and had no processor: waiting and imbalance contain that time"),
)

run("nested", 2, OMP_MAX_ACTIVE_LEVELS="1")
findings = check(("serialised_nesting", 10 * 3000000, "the region has an if clause, which may be what makes its teams small"))
assert findings[0]["line"] == 200, findings

# A worker learns of the end of its last team when it is needed again, and the measurement has ended by then: that wait is known all the same.
run("deep", 2, POMP_MEMORY="128K")
check(
    ("load_imbalance", 20 * EACH, None),
    ("unreliable", 0, "the measurement ended before the program, for lack of memory, space or the file"),
)
