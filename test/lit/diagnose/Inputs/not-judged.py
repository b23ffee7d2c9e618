# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""not-judged.py REPORT PROGRAM - runs not-judged.c in ways whose figures allow no judgement, and checks that no finding is judged, and that
`unreliable` states what the program knows."""
import json
import os
import shutil
import struct
import subprocess
import sys

SHORT = 0.010  # seconds that a run has to take
LOST_AT = 208  # where the header of profile.pomp has the number of lost events (include/pomp_format.h)
TRIES = 40

report, program = sys.argv[1:]


def run(mode, threads, **settings):
    """Returns the program's truth: for how long its threads were ready and had no processor."""
    shutil.rmtree("e", ignore_errors=True)
    environment = {**os.environ, "POMP_EXPERIMENT_DIR": "e", "POMP_SUMMARY": "0", "OMP_NUM_THREADS": str(threads), **settings}
    done = subprocess.run([program, mode], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return float(done.stdout)


def diagnose():
    done = subprocess.run([report, "--diagnose", "--json", "e"], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def expect(holds, what, found):
    if not holds:
        sys.exit(f"{what}\n{json.dumps(found, indent=1)}")


def of(found, name):
    return [f for f in found["findings"] if f["property"] == name]


def check_none_judged(found, why):
    expect(found["findings"], f"nothing is found ({why})", found)
    for f in found["findings"]:
        expect(not f["judged"] and f["not_judged_because"], f"{f['property']} is judged ({why})", found)
    others = [f for f in found["findings"] if f["property"] != "unreliable"]
    expect(any(why in f["not_judged_because"] for f in others), f"no finding says: {why}", found)


def run_until(holds, mode, **settings):
    """Runs until the diagnosis is of use for a check: a busy machine makes runs so long that what they have to show is no part of them. None: it
    never was."""
    quiet = 0
    for _ in range(TRIES):
        run(mode, 2, **settings)
        found = diagnose()
        if holds(found):
            return found
        quiet += not of(found, "unreliable")
    expect(quiet < TRIES / 2, f"mode {mode} does not show what it should, and the machine was not busy", found)
    print(f"not judged: the machine was so busy that none of {TRIES} runs in mode {mode} showed what it should")
    return None


def check_short():
    found = run_until(lambda d: d["wall_s"] < SHORT, "short")
    if found:
        check_none_judged(found, "too short")


def check_lost():
    if not run_until(lambda d: of(d, "load_imbalance"), "uneven", PAIR_SLEEPS="1"):
        return
    with open("e/profile.pomp", "r+b") as file:
        file.seek(LOST_AT)
        expect(file.read(8) == bytes(8), "events were lost, or the header has changed", {})
        file.seek(LOST_AT)
        file.write(struct.pack("=Q", 3))
    found = diagnose()
    check_none_judged(found, "3 events were lost")
    one = of(found, "unreliable")[0]
    expect(one["evidence"]["lost"] == 3 and one["severity_s"] == one["saving_s"] == 0, "it does not state what was lost", found)


def check_crowded():
    """Many threads that compute take turns on the processors."""
    threads = 8 * len(os.sched_getaffinity(0))
    true = run("uneven", threads, OMP_WAIT_POLICY="passive")
    found = diagnose()
    one = of(found, "unreliable")
    expect(len(one) == 1, "it is not said that the figures are unreliable", found)
    expect(abs(one[0]["severity_s"] - true) <= 0.1 * true, f"threads had no processor for {true} s", found)
    expect(one[0]["severity_s"] == one[0]["evidence"]["ready_ns"] * 1e-9, "severity and evidence are two", found)
    found["findings"] = [f for f in found["findings"] if f["property"] not in ("serial_time", "oversubscription")]
    check_none_judged(found, "")


def check_nested():
    found = run_until(lambda d: of(d, "serialised_nesting"), "nested", OMP_MAX_ACTIVE_LEVELS="1", PAIR_SLEEPS="1")
    if not found:
        return
    one = of(found, "serialised_nesting")
    expect(len(one) == 1 and one[0]["line"] == 200 and not one[0]["judged"], "it is judged though there is an if clause", found)
    expect("if clause" in one[0]["not_judged_because"], "it does not say why", found)


def check_ended():
    run("deep", 2, POMP_MEMORY="128K", PAIR_SLEEPS="1")
    found = diagnose()
    one = of(found, "unreliable")
    expect(len(one) == 1 and "ended before the program" in one[0]["not_judged_because"], "it is not said that it ended early", found)


check_short()
check_lost()
check_crowded()
check_nested()
check_ended()
