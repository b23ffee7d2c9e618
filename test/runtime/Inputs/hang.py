# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hang.py REPORT PROGRAM HOW - reads the experiment of the program of hang.c while it hangs, kills it, and reads it again.

The truth is in the program's files `waits-N`: the CLOCK_MONOTONIC at which member N began to wait; and in what this
script reads from that clock before and after it reads the experiment."""
import json
import os
import signal
import subprocess
import sys
import time

from killing import longest_without_processor, remove_dead

report, program, how = sys.argv[1:]
WAITERS = {"criticals": (0, 1), "locks": (0, 1), "locks-term": (0, 1), "self": (0,), "barrier": (0, 1), "ends": (0,), "joins": (0,), "joins-term": (0,)}[how]
CYCLE = {"criticals": {"0→0", "0→1"}, "locks": {"0→0", "0→1"}, "locks-term": {"0→0", "0→1"}, "self": {"0→0"}, "barrier": {"0→0", "0→1"}, "ends": set(), "joins": set(), "joins-term": set()}[how]
HANG = 1.2
COARSE = 6  # CLOCK_MONOTONIC_COARSE, by which the kernel times the death
kills = not (how == "barrier" or how.endswith("-term"))


def now():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def read(*options):
    run = subprocess.run([report, "--json", *options, "e"], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def truth(member):
    with open(f"waits-{member}", encoding="utf-8") as file:
        return int(file.read())


def check_sums(data):
    own = {l["id"]: 0 for l in data["locations"]}
    for path in data["callpaths"]:
        for share in path["locations"]:
            assert 0 <= share["wait_ns"] <= share["exclusive_ns"], share
            own[share["location"]] += share["exclusive_ns"]
    assert all(own[l["id"]] == l["in_regions_ns"] + l["outside_ns"] for l in data["locations"])
    e = data["experiment"]
    assert e["in_regions_ns"] + e["outside_ns"] + e["idle_ns"] == e["allocation_ns"], e


def check_hang(data, begun, earliest, latest, ready):
    """Checks what is said of a time between the two, when the program hung. Its threads were ready for `ready` ns at most."""
    e = data["experiment"]
    names = {l["id"]: l["name"] for l in data["locations"]}
    least = earliest - min(map(truth, WAITERS))  # it was loaded before it began to wait
    assert least <= e["wall_ns"] <= latest - begun, (e["wall_ns"], earliest, latest, begun)
    innermost = {names[v["location"]]: v for v in data["open"] if v["innermost"]}
    for member in WAITERS:
        visit = innermost[f"0→{member}"]
        # Nothing lies between its begin and the stamp, but the thread may lose its processor there.
        least, most = earliest - truth(member), latest - truth(member)
        # The wait for a lock begins after the stamp, that for a block before it.
        assert least - 0.05e9 - ready <= visit["open_ns"] <= most + 0.05e9 + ready, (member, visit, least, most)
        share = [s for s in data["callpaths"][visit["callpath"]]["locations"] if names[s["location"]] == f"0→{member}"][0]
        assert share["inclusive_ns"] == share["exclusive_ns"] == visit["open_ns"], (share, visit)
        assert not CYCLE or (visit["waits"] and share["wait_ns"] == visit["open_ns"]), (share, visit)
    cycle = [data["open"][v["visit"]] for v in data["deadlock"]]
    assert {names[v["location"]] for v in cycle} == CYCLE and len(cycle) == len(CYCLE), cycle
    for i, visit in enumerate(cycle):
        following = cycle[(i + 1) % len(cycle)]["location"]
        assert following in {data["open"][w]["location"] for w in visit["waits_for"]}, (visit, following)
    if how in ("self", "ends", "joins", "joins-term"):  # the other member waits at the barrier for member 0
        visit = innermost["0→1"]
        assert visit["waits"] and [names[data["open"][w]["location"]] for w in visit["waits_for"]] == ["0→0"], visit
    check_sums(data)


def text():
    return subprocess.run([report, "e"], stdout=subprocess.PIPE, check=True, text=True).stdout


def check_text(heading):
    shown = text()
    assert heading in shown and "Events:" not in shown, shown
    assert ("\nDeadlock: 0->0 waits for " in shown) == bool(CYCLE), shown


def main(process, begun):
    while not all(os.path.exists(f"waits-{m}") for m in WAITERS):
        time.sleep(0.005)
        assert process.poll() is None
    time.sleep(HANG)
    earliest = now()
    data = read()
    latest = now()
    ready = longest_without_processor(process.pid)
    check_hang(data, begun, earliest, latest, ready)
    assert data["experiment"]["state"] == "running" and data["experiment"]["end_known_by"] == "clock", data["experiment"]
    check_text("Where the threads are now")
    convert = subprocess.run([os.path.join(os.path.dirname(report), "pomp-convert"), "e", "--to", "ctf"], stderr=subprocess.PIPE, text=True, check=False)
    assert (convert.returncode, convert.stderr) == (1, "pomp-convert: e: its program is still running: the trace can be read when it is over\n"), convert
    killed = time.clock_gettime_ns(COARSE) if kills else now()
    process.send_signal(signal.SIGKILL if kills else signal.SIGTERM)
    process.wait()
    died = now()
    data = read()
    known = data["experiment"]["end_known_by"]
    print(how, known, data["experiment"]["wall_ns"], killed - begun, died - begun)
    if not kills or known == "death":  # the end by a signal is measured
        assert data["experiment"]["state"] == "killed" and (known == "death") == kills, data["experiment"]
        check_hang(data, begun, killed, died, ready)
        check_text("Where the threads were last")
    else:
        assert data["experiment"]["state"] == "killed" and known in ("file", "event"), data["experiment"]
        print("nothing tells when it died; see death.py")
        assert data["experiment"]["wall_ns"] <= died - begun, data["experiment"]
        check_sums(data)
        check_text("Where the threads were last")


before = now()
hung = subprocess.Popen([program, how], env=dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0"))
try:
    main(hung, before)
finally:
    hung.kill()
    hung.wait()
    remove_dead()
