# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metric-kill.py N PROGRAM REPORT - runs the program of metrics-kill.c N times, looks at the experiment while it runs, kills it
at a random moment, and looks again: the metric has what the threads had counted."""
import random
import sys
import time

from killing import Running, attempts, reported

program, report = sys.argv[2:]
STEPS = "sde:::program::steps"


def look():
    data, said = reported(report, "e")
    assert data is not None, said
    return data


def check(data, state, low, high):
    """Returns `low`, the visits that were over before, and `high`, those that had begun afterwards."""
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
    # Parts may be ahead of the whole by the visit that each thread is in, while it runs by what it has done since. A part
    # that was killed in its exit has lost what the whole has. And the program goes on between the reading of one and of the other.
    assert 4 * low - 7 * (high - low + 2) <= total["for"][1] <= 4 * high + 3 * (high - low + 2), (low, high, total)


def attempt(_number):
    with Running(program, POMP_METRICS=STEPS) as running:

        def over():
            return sum(left for _, _, _, left in running.counts())

        def begun():
            return sum(entering for entering, _, _, _ in running.counts())

        running.until(over)
        low = over()
        data = look()
        check(data, "running", low, begun())
        time.sleep(0.03 * random.random())
        running.kill()
        check(look(), "killed", over(), begun())


attempts(int(sys.argv[1]), attempt)
