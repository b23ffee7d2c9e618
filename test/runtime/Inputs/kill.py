# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kill.py N PROGRAM REPORT [OPTION...] - runs the program of kill.c N times, kills it at a random moment, and looks at the experiment:
what each thread had done must be there, but for the event that it was in."""
import json
import mmap
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import time

count, program, report, *options = sys.argv[1:]
seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
random.seed(seed)


def killed(early):
    """One run, killed while it makes the experiment and its first regions, or later: what the program counted, and the report, or None if there was nothing yet to report."""
    shutil.rmtree("e", ignore_errors=True)
    if os.path.exists("done"):
        os.remove("done")
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e")
    with subprocess.Popen([program], env=environment) as process:
        while not (os.path.exists("done") and os.path.getsize("done") == 4096):
            assert process.poll() is None, f"{program} ended by itself: {process.returncode}"
            time.sleep(0.0005)
        with open("done", "rb") as file, mmap.mmap(file.fileno(), 4096, prot=mmap.PROT_READ) as now:
            while not early and not struct.unpack_from("Q", now, 8)[0]:
                time.sleep(0.0005)
        time.sleep((0.01 if early else 0.02) * random.random())
        process.send_signal(signal.SIGKILL)
    with open("done", "rb") as file:
        words = struct.unpack("512Q", file.read())
    run = subprocess.run([report, "--json", *options, "e"], capture_output=True, text=True, check=False)
    if run.returncode:
        # Before its first event was over there may be no experiment, or an empty one.
        nothing = not os.path.exists("e/profile.pomp") or os.path.getsize("e/profile.pomp") == 0
        nothing = nothing or run.stderr == "pomp-report: e/profile.pomp: nothing was measured yet\n"
        nothing = nothing or (options and os.path.exists("e/trace.pomp") and os.path.getsize("e/trace.pomp") == 0)
        nothing = nothing or (options and run.stderr.startswith(("pomp-report: e/trace.pomp: nothing", "pomp-report: e/trace.pomp: there is no")))
        assert not words[1] and nothing, (words[:12], run.stderr)
        return words, None
    return words, json.loads(run.stdout)


def check(words, data):
    assert data["experiment"]["state"] == "killed", data["experiment"]
    regions = data["regions"]
    loops = [share for r in regions if r["name"] == "for" for share in r["locations"]]
    for share in (s for r in regions for s in r["locations"]):
        assert share["exclusive_ns"] >= 0 and share["inclusive_ns"] >= 0, share
    # Which of the locations is which thread: the first one's visits are in the range of words[0:4], or in the other's.
    counted = [words[i : i + 4] for i in (0, 8)]
    ended = 0
    for thread, (entering, entered, leaving, left) in enumerate(counted):
        fits = [s for s in loops if entered <= s["visits"] <= entering]
        assert fits or not entered, (thread, counted, loops)
        if not fits:
            continue
        assert entering - entered <= 1 and leaving - left <= 1
        # Visits that are over; the one that is open has been entered and not left. An enter that was under way may be
        # counted and not open yet.
        over = [s["visits"] - s["unfinished"] for s in fits]
        assert any(left <= n <= leaving or entered < n == entering for n in over), (thread, counted, fits)
        ended += 1
    assert len(loops) <= 2 and ended >= len(loops) - 1, (counted, loops)
    singles = sum(r["visits"] for r in regions if r["name"] == "single")
    low, high = sum(c[3] for c in counted), sum(c[1] for c in counted)
    assert low <= singles <= high, (singles, counted)
    return bool(loops)


measured = 0
for attempt in range(int(count)):
    words, data = killed(early=attempt % 2 == 0)
    try:
        measured += data is not None and check(words, data)
    except AssertionError as problem:
        sys.exit(f"attempt {attempt} of SEED={seed}: {problem}")
assert measured >= int(count) / 2, f"only {measured} of {count} runs got to the loop"
