# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""stacks_check.py REPORT FORMAT FILE EXPERIMENT [EXPRESSION...] - compares a profile that was converted to folded, speedscope, callgrind
or pprof with what pomp-report --json says: every figure of every call path and location. The readers follow the formats' descriptions.
Each expression is true of `read`, `data` and `text`."""
import collections
import json
import os
import subprocess
import sys


# --- what the report says ---


def name_of(data, region):
    if region["role"] == "thread":
        return data["experiment"]["program"] or "?"
    if region["role"] in ("mpi", "user", "lock"):
        return region["name"] or "?"
    return f"!$omp {region['name']}" + (f" @{os.path.basename(region['file'])}:{region['begin_line1']}" if region["file"] else "")


def stacks_of(data):
    """Returns the regions' numbers of each call path, outermost first."""
    stacks = {}
    for path in data["callpaths"]:
        stacks[path["id"]] = stacks.get(path["parent"], ()) + (path["region"],)
    return stacks


def times(data, location=None):
    """Returns the exclusive ns of each stack of names, of all locations or of one; without those of 0 ns."""
    names, stacks, found = [name_of(data, r) for r in data["regions"]], stacks_of(data), collections.Counter()
    for path in data["callpaths"]:
        of = [path] if location is None else [s for s in path["locations"] if s["location"] == location]
        found[tuple(names[r] for r in stacks[path["id"]])] += sum(s["exclusive_ns"] for s in of)
    return {stack: ns for stack, ns in found.items() if ns}


# --- the formats ---


def read_folded(text):
    found = collections.Counter()
    for line in text.decode().splitlines():
        stack, _, ns = line.rpartition(" ")
        found[tuple(stack.split(";"))] += int(ns)
    return dict(found)


def check_folded(text, data):
    read = read_folded(text)
    assert read == {tuple(name.replace(";", ":") for name in stack): ns for stack, ns in times(data).items()}
    return read


def read_walk(profile, names):
    """Returns the time of each stack; frames are opened and closed in pairs, and time does not go back."""
    found, stack, now = collections.Counter(), [], profile["startValue"]
    assert (profile["type"], profile["unit"], now) == ("evented", "nanoseconds", 0)
    for event in profile["events"]:
        assert event["at"] >= now
        found[tuple(stack)] += event["at"] - now
        now = event["at"]
        if event["type"] == "O":
            stack.append(names[event["frame"]])
        else:
            assert event["type"] == "C" and stack.pop() == names[event["frame"]]
    assert not stack and now == profile["endValue"]
    return {stack: ns for stack, ns in found.items() if ns}


def check_speedscope(text, data):
    read = json.loads(text)
    frames = read["shared"]["frames"]
    names = [frame["name"] for frame in frames]
    assert names == [name_of(data, r) for r in data["regions"]]
    for frame, region in zip(frames, data["regions"]):
        assert frame.get("file", "") == region["file"], frame
        assert frame.get("line", 0) == region["begin_line1"], frame
    first, *others = read["profiles"]
    assert first["name"] == "all locations" and read_walk(first, names) == times(data)
    expected = {}
    for location in data["locations"]:
        if times(data, location["id"]):
            expected[location["name"]] = times(data, location["id"])
    assert {p["name"].removeprefix("thread "): read_walk(p, names) for p in others} == expected
    assert len(others) == len(expected)
    return read


def read_callgrind(text):
    """Returns {function: (own costs, {callee: (calls, costs)})}, the functions' files, and the sum that the file has."""
    names, costs, files, total = {"fl": {}, "fn": {}}, {}, {}, None
    kinds = {"fl": "fl", "cfi": "fl", "fn": "fn", "cfn": "fn"}
    at, file, callee, callee_file, calls = None, None, None, None, None
    for line in text.decode().splitlines():
        key, _, value = line.partition("=")
        if key in kinds:
            number, _, name = value.partition(" ")
            assert number[0] == "(" and number[-1] == ")"
            if name:
                assert number not in names[kinds[key]]
                names[kinds[key]][number] = name
            name = names[kinds[key]][number]
            if key == "fl":
                file = name
            elif key == "fn":
                at = costs.setdefault(name, [[0, 0, 0], {}])
                files[name] = file
            elif key == "cfi":
                callee_file = name
            else:
                callee = name
                files.setdefault(callee, callee_file)
                assert callee_file is not None
        elif key == "calls":
            calls = int(value.split()[0])
        elif line[:1].isdigit():
            values = [int(v) for v in line.split()[1:]]
            if calls is None:
                at[0] = [a + b for a, b in zip(at[0], values)]
            else:
                of = at[1].setdefault(callee, [0, [0, 0, 0]])
                of[0] += calls
                of[1] = [a + b for a, b in zip(of[1], values)]
            calls = None
        elif line.startswith("summary: "):
            total = [int(v) for v in line.split()[1:]]
    return costs, files, total


def check_callgrind(text, data):
    names = [name_of(data, r) for r in data["regions"]]
    keys = ("exclusive_ns", "visits", "wait_ns")
    own, paths, below = {}, {p["id"]: p for p in data["callpaths"]}, {}
    for region in data["regions"]:
        values = [region[k] for k in keys]
        own[names[region["id"]]] = [a + b for a, b in zip(own.get(names[region["id"]], (0, 0, 0)), values)]
    for path in reversed(data["callpaths"]):  # a parent comes before its children
        mine = below.setdefault(path["id"], [0, 0, 0])
        below[path["id"]] = mine = [a + path[k] for a, k in zip(mine, keys)]
        if path["parent"] is not None:
            below[path["parent"]] = [a + b for a, b in zip(below.get(path["parent"], (0, 0, 0)), mine)]
    calls = {}

    def edge(path):
        return (paths[path["parent"]]["region"], path["region"])

    for path in data["callpaths"]:
        if path["parent"] is None:
            continue
        above, recursive = paths[path["parent"]], False
        while above["parent"] is not None:
            recursive |= edge(above) == edge(path)
            above = paths[above["parent"]]
        of = calls.setdefault(tuple(names[r] for r in edge(path)), [0, [0, 0, 0]])
        of[0] += path["visits"]
        if not recursive:
            of[1] = [a + b for a, b in zip(of[1], below[path["id"]])]
    read, files, total = read_callgrind(text)
    assert {name: of[0] for name, of in read.items()} == own
    assert {(caller, callee): call for caller, of in read.items() for callee, call in of[1].items()} == calls
    root = next(p["id"] for p in data["callpaths"] if p["parent"] is None)
    assert total == [sum(of[0][i] for of in read.values()) for i in range(3)] == below[root]
    for region in data["regions"]:
        if names.count(names[region["id"]]) == 1:
            assert files[names[region["id"]]] == (region["file"] or "???"), region
    return read


def fields(message):
    """Lists the fields of a protocol buffer: number, and an integer or bytes."""

    def varint(at):
        value, shift = 0, 0
        while True:
            value |= (message[at] & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if message[at - 1] < 0x80:
                return value, at

    at, found = 0, []
    while at < len(message):
        key, at = varint(at)
        value, at = varint(at)
        if key & 7 == 2:
            assert at + value <= len(message)
            value, at = message[at : at + value], at + value
        else:
            assert key & 7 == 0, key
        found.append((key >> 3, value))
    return found


def numbers(message):
    return [value for _, value in fields(b"".join(b"\x08" + bytes(v) for v in split(message)))]


def split(message):
    """Splits packed numbers."""
    found, begin = [], 0
    for i, byte in enumerate(message):
        if byte < 0x80:
            found.append(message[begin : i + 1])
            begin = i + 1
    return found


def read_pprof(text):
    """Returns [(stack from outside, [values], thread)] and the profile's other fields."""
    profile = collections.defaultdict(list)
    for number, value in fields(text):
        profile[number].append(value)
    strings = [s.decode() for s in profile[6]]
    functions = {dict(fields(f))[1]: dict(fields(f)) for f in profile[5]}
    places = {}
    for place in profile[4]:
        of = dict(fields(place))
        line = dict(fields(of[4]))
        places[of[1]] = (strings[functions[line[1]][2]], strings[functions[line[1]].get(4, 0)], line.get(2, 0))
    samples = []
    for sample in profile[2]:
        of = dict(fields(sample))
        label = dict(fields(of[3]))
        assert strings[label[1]] == "thread"
        samples.append((tuple(places[i] for i in reversed(numbers(of[1]))), numbers(of[2]), strings[label.get(2, 0)]))
    types = [tuple(strings[i] for i in (dict(fields(t))[1], dict(fields(t))[2])) for t in profile[1]]
    assert strings[0] == "" and types == [("time", "nanoseconds"), ("visits", "count"), ("wait", "nanoseconds")]
    return samples, profile


def check_pprof(text, data):
    names, stacks, threads = [name_of(data, r) for r in data["regions"]], stacks_of(data), {l["id"]: l["name"] for l in data["locations"]}
    expected, read = collections.Counter(), collections.Counter()
    samples, _ = read_pprof(text)
    for path in data["callpaths"]:
        for share in path["locations"]:
            for i, key in enumerate(("exclusive_ns", "visits", "wait_ns")):
                expected[tuple(names[r] for r in stacks[path["id"]]), threads[share["location"]], i] += share[key]
    for stack, values, thread in samples:
        for i, value in enumerate(values):
            read[tuple(name for name, _, _ in stack), thread, i] += value
    assert +read == +expected
    lines = {(names[r["id"]], r["begin_line1"]) for r in data["regions"]}
    assert {(name, line) for stack, _, _ in samples for name, _, line in stack} <= lines
    return samples


CHECKS = {"folded": check_folded, "speedscope": check_speedscope, "callgrind": check_callgrind, "pprof": check_pprof}

if __name__ == "__main__":
    report, form, path, experiment, *expressions = sys.argv[1:]
    with open(path, "rb") as file:
        text = file.read()
    data = json.loads(subprocess.run([report, "--json", experiment], capture_output=True, check=True).stdout)
    read = CHECKS[form](text, data)
    for expression in expressions:
        assert eval(expression, {"read": read, "data": data, "text": text}), (expression, read)  # pylint: disable=eval-used
