# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""address-space.py PROGRAM REPORT - runs the program of address-space.c plain (POMP_PROFILE=0) and measured, with many limits of its
address space, and compares what is left to the program."""
import json
import os
import shutil
import subprocess
import sys

program, report = sys.argv[1:]
OURS = 700  # KiB, of a profile of four threads; a trace may take a sixteenth of what is left besides


def run(when, left, rounds, **settings):
    shutil.rmtree("e", ignore_errors=True)
    environment = {**os.environ, "POMP_EXPERIMENT_DIR": "e", **settings}
    done = subprocess.run([program, when, str(left), str(rounds)], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (when, left, rounds, settings, done)
    taken, used = map(int, done.stdout.split())
    return taken, used, done.stderr


MEASURED = {
    "profile": {},
    "trace": {"POMP_TRACE": "1"},
    "ring": {"POMP_TRACE": "1", "POMP_TRACE_MODE": "ring"},
    "flush": {"POMP_TRACE": "1", "POMP_TRACE_MODE": "flush"},
    "metrics": {"POMP_METRICS": "rusage:minflt"},
}
for name, settings in MEASURED.items():
    _, plain, _ = run("early", 0, 1000, POMP_PROFILE="0")
    _, measured, _ = run("early", 0, 1000, **settings)
    print(name, measured - plain, "KiB")
    assert 0 < measured - plain <= OURS, (name, plain, measured)
    for when in "early", "late":
        for left in 100, 300, 1000, 5000, 50000:
            rounds = 100000 if "trace" in name or left == 1000 else 1000
            plain, _, _ = run(when, left, rounds, POMP_PROFILE="0")
            measured, _, said = run(when, left, rounds, **settings)
            share = left // 16 if "POMP_TRACE" in settings else 0
            assert plain - measured <= OURS + share, (name, when, left, plain, measured)
            if not os.path.exists("e"):
                assert "can't make the experiment e (Cannot allocate memory)" in said, (name, when, left, said)
                continue
            shown = subprocess.run([report, "--json", "e"], capture_output=True, text=True, check=False)
            assert shown.returncode == 0, (name, when, left, shown.stderr)
            data = json.loads(shown.stdout)
            stopped = data["experiment"]["stop_reason"] != "none"
            assert stopped == ("measurement stops here" in said), (name, when, left, said)
            visits = sum(r["visits"] for r in data["regions"] if r["name"] == "for")
            assert visits == 4 * rounds or stopped, (name, when, left, visits)
            assert not (stopped and left >= 5000), (name, when, left, said)
