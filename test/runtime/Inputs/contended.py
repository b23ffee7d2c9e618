# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""contended.py REPORT PROGRAM SCENARIO... - runs contended.c with 2 and 4 threads, and compares what the report says of waiting
with what the program has seen: visits that waited within 1 %, times within 5 %.

A visit has waited if somebody has left between its coming and its own turn. It then waited from its coming to its turn, and
for each holder as long as that one was inside during that time. Stamps and events are not at the same instant: where a thread loses its
core between the two, the stamp and the event differ by all of that time. The visit that this happened to is in both, so it
counts once, and the time is small beside all that was waited for the same reason."""
import json
import os
import shutil
import subprocess
import sys

report, program, *scenarios = sys.argv[1:]


def truth(visits):
    """Returns how many visits waited, how long, how long for each holder, and how many came while others were there."""
    waited, time, caused, met = 0, 0, {}, 0
    for lock in {v[3] for v in visits}:
        holds = sorted((v for v in visits if v[3] == lock), key=lambda v: v[1])
        for i, (came, turn, *_) in enumerate(holds):
            before = i - 1
            if i and holds[before][2] > came:
                waited += 1
                time += turn - came
            while before >= 0 and holds[before][2] > came:
                _, begin, end, _, holder, _ = holds[before]
                caused[holder] = caused.get(holder, 0) + end - max(begin, came)
                before -= 1
    for lock in {v[3] for v in visits}:
        events = sorted([(v[0], 1) for v in visits if v[3] == lock] + [(v[2], -1) for v in visits if v[3] == lock])
        inside = 0
        for _, change in events:
            met += change > 0 and inside > 0
            inside += change
    return waited, time, caused, met


def close(got, wanted, part, least):
    return abs(got - wanted) <= max(part * wanted, least)


def compare(scenario, threads):
    name = f"{os.path.basename(program)}-{scenario}-{threads}"
    environment = dict(os.environ, POMP_EXPERIMENT_DIR=name, POMP_SUMMARY="0")
    shutil.rmtree(name, ignore_errors=True)
    done = subprocess.run([program, scenario, str(threads)], env=environment, stdout=subprocess.PIPE, check=True)
    visits = json.loads(done.stdout)
    waited, time, caused, met = truth(visits)
    views = [[]]
    if os.environ.get("POMP_TRACE", "0") != "0":
        views.append(["--from-trace"])
    for view in views:
        shown = json.loads(subprocess.run([report, "--json", *view, name], stdout=subprocess.PIPE, check=True).stdout)
        regions = shown["regions"]
        waiters = [r for r in regions if r["role"] in ("critical", "ordered", "lock")]
        got = sum(r["contended"] for r in waiters)
        got_time = sum(r["wait_ns"] for r in waiters)
        blamed = {}
        for b in shown["blame"]:
            if b["held"]:
                line = regions[b["holder"]]["begin_line1"]
                blamed[line] = blamed.get(line, 0) + b["wait_ns"]
        said = f"{name}: of {len(visits)} visits {waited} waited ({met} met others), {got} stated; {time * 1e-6:.2f} ms, {got_time * 1e-6:.2f} stated; "
        said += "; ".join(f"for {h}: {caused.get(h, 0) * 1e-6:.2f} ms, {blamed.get(h, 0) * 1e-6:.2f} stated" for h in sorted(set(caused) | set(blamed)))
        print(said, flush=True)
        # There are at least some visits, and a part of the whole wait, that count.
        assert close(got, waited, 0.01, len(visits) / 1000 + 2), said
        assert close(got_time, time, 0.05, 1e5), said
        assert sum(blamed.values()) <= got_time, said
        if "TOTALS_ALONE" in os.environ:
            continue
        for holder in set(caused) | set(blamed):
            assert close(blamed.get(holder, 0), caused.get(holder, 0), 0.05, 0.01 * time + 1e5), (holder, said)


# A thread may lose its core for milliseconds between an event and the program's look at the clock beside it. That does not happen in
# each run; a wrong rule would be wrong in each.
TRIES = 4
for each in scenarios:
    for count in (2, 4):
        for tried in range(1, TRIES + 1):
            try:
                compare(each, count)
                break
            except AssertionError as wrong:
                print(f"try {tried}: {wrong}", flush=True)
                if tried == TRIES:
                    raise
