# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metric-kill.py N PROGRAM REPORT - runs the program of metrics-kill.c N times, looks at the experiment while it runs, kills it
at a random moment, and looks again: the metric has what the threads had counted."""
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

count, program, report = sys.argv[1:]
seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
random.seed(seed)
STEPS = "sde:::program::steps"


def look():
    run = subprocess.run([report, "--json", "e"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def check(data, state, low, high):
    """`low`: visits that were over before, `high`: those that had begun afterwards."""
    assert data["experiment"]["state"] == state and [m["name"] for m in data["metrics"]] == [STEPS], data["experiment"]
    total = {"for": [0, 0], "single": [0, 0]}
    for path in data["callpaths"]:
        for share in path["locations"]:
            value = share["metrics"][STEPS]
            assert value["inclusive"] >= value["exclusive"] >= 0, share
            name = data["regions"][path["region"]]["name"]
            if name in total:
                total[name][0] += value["inclusive"]
                total[name][1] += value["exclusive"]
    assert 7 * low <= total["for"][0] <= 7 * high, (low, high, total)
    assert 3 * low <= total["single"][0] == total["single"][1] <= 3 * high, (low, high, total)
    # Parts may be ahead of the whole by the visit that each thread is in, while it runs by what it did meanwhile. A part
    # that was killed in its exit has lost what the whole has.
    assert 4 * low - 7 * (high - low + 2) <= total["for"][1] <= 4 * high + 3 * 2, (low, high, total)


def follow(process):
    while not (os.path.exists("done") and os.path.getsize("done") == 4096):
        assert process.poll() is None, f"{program} ended by itself: {process.returncode}"
        time.sleep(0.0005)
    with open("done", "rb") as file, mmap.mmap(file.fileno(), 4096, prot=mmap.PROT_READ) as now:

        def counts():
            words = struct.unpack_from("16Q", now)
            return words[1] + words[9], words[0] + words[8]

        while not counts()[0]:
            assert process.poll() is None, f"{program} ended by itself: {process.returncode}"
            time.sleep(0.0005)
        low = counts()[0]
        data = look()
        check(data, "running", low, counts()[1])
        time.sleep(0.03 * random.random())
        process.send_signal(signal.SIGKILL)
        process.wait()
        check(look(), "killed", *counts())


def attempt():
    shutil.rmtree("e", ignore_errors=True)
    if os.path.exists("done"):
        os.remove("done")
    environment = dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_METRICS=STEPS)
    with subprocess.Popen([program], env=environment) as process:
        try:
            follow(process)
        finally:
            process.kill()


for number in range(int(count)):
    try:
        attempt()
    except AssertionError as problem:
        sys.exit(f"attempt {number} of SEED={seed}: {problem}")
