# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""perfetto-rules.py FILE [EXPRESSION...] - checks the rules of the Trace Event Format that converted.py does not need: how
fields are written, what is inside of what, and where arrows end.

Each EXPRESSION, in Python, must be true, of `processes` (names by pid), `threads` (names by (pid, tid)), `flows` (by
(category, id): the ends (phase, pid, tid, time)), `counters` (samples by (pid, name, id)) and `partial` arrows, of which
one end is not there."""
import bisect
import collections
import decimal
import json
import re
import sys

PHASES = {"M", "B", "E", "X", "i", "s", "f", "C"}


def check(good, event, why):
    if not good:
        sys.exit(f"{why}: {event}")


def load(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file, parse_float=decimal.Decimal)
    check(isinstance(data, dict) and data["displayTimeUnit"] in ("ms", "ns"), data.keys(), "no object with a unit")
    return data["traceEvents"]


def check_fields(event):
    phase = event.get("ph")
    check(phase in PHASES, event, "an unknown phase")
    check(isinstance(event.get("pid"), int) and isinstance(event.get("tid", 0), int), event, "no numbers of process and thread")
    check(isinstance(event.get("name"), str) and event["name"], event, "no name")
    if phase == "M":
        return
    check(event["tid"] > 0, event, "thread 0 is the idle one")
    for field in ("ts", "dur") if phase == "X" else ("ts",):
        value = event[field]
        check(isinstance(value, (int, decimal.Decimal)) and value >= 0 and value * 1000 % 1 == 0, event, "no us with parts that are ns")
    check(phase != "i" or event["s"] in "gpt", event, "an instant of no scope")
    check(phase not in "sf" or (event["id"] and event["cat"]), event, "an arrow without its number or category")
    check(phase != "f" or event.get("bp") == "e", event, "an arrow that does not end in what is around it")
    check(phase != "C" or all(isinstance(v, (int, decimal.Decimal)) for v in event["args"].values()), event, "no number")


def names_of(events):
    processes, threads = {}, {}
    for e in events:
        if e["ph"] == "M" and e["name"] == "process_name":
            check(e["pid"] not in processes, e, "a second name")
            processes[e["pid"]] = e["args"]["name"]
        if e["ph"] == "M" and e["name"] == "thread_name":
            check((e["pid"], e["tid"]) not in threads, e, "a second name")
            threads[e["pid"], e["tid"]] = e["args"]["name"]
    for pid, tid in threads:
        check(pid in processes, (pid, tid), "a process without a name")
    return processes, threads


def slices_of(events, threads):
    """Returns each track's outermost slices as (begin, end), in the order of time; the others are in each other or beside."""
    slices, opened, last = collections.defaultdict(list), collections.defaultdict(list), {}
    for e in events:
        if e["ph"] not in "BEXi":
            continue
        track = e["pid"], e["tid"]
        check(track in threads, e, "a track without a name")
        check(e["ts"] >= last.get(track, 0), e, f"the time goes back from {last.get(track)}")
        last[track] = e["ts"]
        if e["ph"] == "B":
            opened[track].append(e)
        elif e["ph"] == "E":
            check(opened[track] and opened[track][-1]["name"] == e["name"], e, "an end of something that is not open")
            begin = opened[track].pop()["ts"]
            if not opened[track]:
                slices[track].append((begin, e["ts"]))
        elif e["ph"] == "X":
            last[track] = e["ts"] + e["dur"]
            if not opened[track]:
                slices[track].append((e["ts"], last[track]))
    for rest in opened.values():
        check(not rest, rest, "no end")
    return slices


def in_slice(slices, event):
    """An arrow may be written later than what is around it."""
    track, time = slices[event["pid"], event["tid"]], event["ts"]
    at = bisect.bisect_right(track, time, key=lambda one: one[0])
    return at > 0 and time <= track[at - 1][1]


def flows_of(events, slices):
    flows = collections.defaultdict(list)
    for e in events:
        if e["ph"] in "sf":
            check(in_slice(slices, e), e, "an arrow that ends outside of all slices")
            flows[e["cat"], e["id"]].append((e["ph"], e["pid"], e["tid"], e["ts"]))
    partial = 0
    for number, ends in flows.items():
        phases = sorted(end[0] for end in ends)
        check(phases in (["f", "s"], ["s"], ["f"]), (number, ends), "more than one arrow")
        partial += phases != ["f", "s"]
    return flows, partial


def counters_of(events, threads):
    counters, last = collections.Counter(), {}
    for e in events:
        if e["ph"] == "C":
            track = e["pid"], e["name"], e["id"]
            check((e["pid"], e["tid"]) in threads, e, "a counter of no thread")
            check(e["ts"] >= last.get(track, 0), e, "the time goes back")
            last[track] = e["ts"]
            counters[track] += 1
    return counters


def main():
    path, *expressions = sys.argv[1:]
    events = load(path)
    for e in events:
        check_fields(e)
    processes, threads = names_of(events)
    slices = slices_of(events, threads)
    flows, partial = flows_of(events, slices)
    names = {"processes": processes, "threads": threads, "flows": flows, "partial": partial, "slices": slices,
             "counters": counters_of(events, threads), "re": re}
    for expression in expressions:
        if not eval(expression, names):  # pylint: disable=eval-used
            sys.exit(f"not true: {expression}")


if __name__ == "__main__":
    main()
