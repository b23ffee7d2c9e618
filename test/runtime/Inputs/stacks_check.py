# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""stacks_check.py REPORT FORMAT FILE EXPERIMENT [EXPRESSION...] - compares a profile that was converted to folded, speedscope, callgrind,
pprof or tau with what pomp-report --json says: every figure of every call path and location. The readers follow the formats' descriptions.
Each expression is true of `read`, `data` and `text`."""
import collections
import json
import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

import scorep_names


# --- what the report says ---


def name_of(data, region):
    return scorep_names.name_of(region, data["experiment"]["program"]) or "?"


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


FOLDED = re.compile(r"(.*)\s+?(\d+(?:\.\d*)?)$")  # a stack and its count, as flamegraph.pl finds them


def read_folded(text):
    found = collections.Counter()
    for line in text.decode().splitlines():
        stack, ns = FOLDED.fullmatch(line).groups()
        assert not FOLDED.fullmatch(stack), f"flamegraph.pl takes this for a stack with two counts: {line}"
        found[tuple(stack.split(";"))] += int(ns)
    return dict(found)


def folded_name(name):
    return re.sub(r" ([\d.]*)$", r"_\1", name.replace(";", ":"))


def check_folded(text, data):
    read = read_folded(text)
    assert read == {tuple(folded_name(name) for name in stack): ns for stack, ns in times(data).items()}
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
    names, regions = [name_of(data, r) for r in data["regions"]], data["regions"]
    alike = collections.Counter((n, r["file"]) for n, r in zip(names, regions))
    # Regions with one name in one file have their lines behind it, unless they are calls of one routine.
    names = [f"{n} @{r['begin_line1']}" if alike[n, r["file"]] > 1 and not r["call"] else n for n, r in zip(names, regions)]
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


# --- TAU: a folder, of which `content` gives {(metric, node, context, thread): text} ---

TAU_LINE = re.compile(r'"([^"]*)" (\d+) (\d+) (\S+) (\S+) 0 GROUP="([^"]*)" $')


def tau_name(region):
    """Names a region as TAU does, without what marks names and stacks."""
    if region["role"] == "thread":
        return ".TAU application"
    name, file, line = region["name"] or "?", region["file"], region["begin_line1"]
    end = max(line, region["end_lineN"])
    if file and region["role"] in ("user", "mpi"):
        name += f" [{{{file}}} {{{line},0}}-{{{end},0}}]"
    elif file:
        column = re.search(r":\d+(:\d+)$", region["where"] or "")
        name = f"{region['name']}{f' @{line}{column[1]}' if column else ''} [OpenMP location: file:{file} <{line}, {end}>]"
    return name.replace('"', "'").replace("=>", "->")


def read_tau(text):
    """Returns ({name: [calls, subroutines, exclusive, inclusive]}, the same of stacks, events, metadata) of a file."""
    lines = text.decode().split("\n")
    assert lines.pop() == ""
    count, _, metric = lines[0].partition(" templated_functions_MULTI_")
    heading, _, meta = lines[1].partition(" # <metadata>")
    assert heading == "# Name Calls Subrs Excl Incl ProfileCalls"
    pairs = xml.etree.ElementTree.fromstring("<metadata>" + meta)
    metadata = [(a.findtext("name"), a.findtext("value")) for a in pairs]
    assert metadata[0] == ("Metric Name", metric)
    flat, stacks = {}, {}
    for line in lines[2 : 2 + int(count)]:
        name, calls, subroutines, exclusive, inclusive, groups = TAU_LINE.match(line).groups()
        into = stacks if "TAU_CALLPATH" in groups else flat
        assert ("=>" in name) == (into is stacks) and name not in into, name
        into[name] = [int(calls), int(subroutines), float(exclusive), float(inclusive)]
    rest = lines[2 + int(count) :]
    assert rest[0] == "0 aggregates"
    events = {}
    if rest[1:]:
        assert rest[1] == f"{len(rest) - 3} userevents" and rest[2] == "# eventname numevents max min mean sumsqr"
    for line in rest[3:]:
        name, samples, most, least, mean, squares = re.match(r'"([^"]*)" (\d+) (\S+) (\S+) (\S+) (\S+)$', line).groups()
        assert samples == "1" and most == least == mean and math.isclose(float(squares), float(mean) ** 2, rel_tol=1e-9)
        events[name] = float(mean)
    return flat, stacks, events, dict(metadata)


def own_stacks(data, location):
    """Returns, by stack of those regions that the location has visited itself, what it has of the call paths with that stack."""
    above, found = {}, {(): []}
    for path in data["callpaths"]:
        stack = above.get(path["parent"], ())
        shares = [s for s in path["locations"] if s["location"] == location]
        if path["parent"] is not None and shares:
            stack += (path["region"],)
        above[path["id"]] = stack
        found.setdefault(stack, []).extend(shares)
    return {stack: shares for stack, shares in found.items() if shares or not stack}


def tau_expected(data, location, value):
    """Returns what read_tau returns, of a metric. Regions of one name are one."""
    names, own = [tau_name(r) for r in data["regions"]], collections.defaultdict(list)
    for stack, shares in own_stacks(data, location).items():
        own[tuple(names[region] for region in stack)] += shares
    calls = {stack: sum(s["visits"] for s in shares) for stack, shares in own.items()}
    calls[()] = calls[()] or 1
    exclusive = {stack: sum(value(s) for s in shares) for stack, shares in own.items()}
    inclusive, subroutines = collections.Counter(), collections.Counter()
    for stack in own:
        for depth in range(len(stack) + 1):
            inclusive[stack[:depth]] += exclusive[stack]
        if stack:
            subroutines[stack[:-1]] += calls[stack]
    flat, stacks = {}, {}
    for stack in own:
        name = stack[-1] if stack else names[0]
        of = flat.setdefault(name, [0, 0, 0, 0])
        values = [calls[stack], subroutines[stack], exclusive[stack], inclusive[stack] if name not in stack[:-1] else 0]
        flat[name] = [a + b for a, b in zip(of, values)]
        if stack:
            stacks[" => ".join([names[0], *stack])] = [calls[stack], subroutines[stack], exclusive[stack], inclusive[stack]]
    return flat, stacks


def read_as_hatchet(files):
    """Reads the profiles by what Hatchet's reader of them (hatchet/readers/tau_reader.py) takes for granted, and returns the figures of each
    call path on each thread of each rank: {(path, rank, thread): {metric: (exclusive, inclusive)}}.

    It tells threads apart by the first and the last number of a file's name; the folders have the same files; the first line of figures is
    the root's, in whole numbers; and the files of a thread have the same call paths in the same lines, each once."""
    folders = collections.defaultdict(dict)
    for (folder, *place), text in files.items():
        folders[folder]["profile." + ".".join(map(str, place))] = text.decode().split("\n")
    names = {tuple(sorted(of)) for of in folders.values()}
    assert len(names) == 1, names
    rows = {}
    for name in names.pop():
        rank, thread = int(name.split(".")[-3]), int(name.split(".")[-1])
        for lines in (of[name] for of in folders.values()):
            assert re.match(r"#\s(.*)\s#", lines[1])[1].split(" ")[:-3] == ["Name", "Calls", "Subrs"], lines[1]
            metric = re.search(r"<value>(.*?)</value>", lines[1])[1]
            for number, line in enumerate(lines[2:]):
                if number and "=>" not in line:
                    continue
                path, figures = re.match(r'"(.*)"\s(.*)\sG', line).groups()
                values = [float(text) if number else int(text) for text in figures.split(" ")[:-1]]
                key = tuple(part.strip(" ") for part in path.split("=>")), rank, thread
                of = rows.setdefault(key, {})
                assert metric not in of and of.setdefault("line", number) == number, (name, line)
                of[metric] = tuple(values[2:])
                where = re.search(r"\[\{[^ ]*\} (\{.*)\]$", key[0][-1])
                assert not where or all(int(end.split(",")[0]) >= 0 for end in where[1].replace("{", "").replace("}", "").split("-")), line
    return rows


def check_tau(files, data):
    metrics = {"TIME": lambda s: s["exclusive_ns"] / 1000, "WAIT": lambda s: s["wait_ns"] / 1000}
    for m in data["metrics"]:
        metrics[m["name"]] = lambda s, name=m["name"]: s["metrics"][name]["exclusive"]
    locations, seen, threads, found = {l["name"]: l for l in data["locations"]}, {}, set(), 0
    by_hatchet = read_as_hatchet(files)
    for (folder, *place), text in files.items():
        flat, stacks, events, metadata = read_tau(text)
        location = locations[metadata["Location"]]
        assert folder == "MULTI__" + re.sub(r'[/\\?%*:|"<>= ]', "_", metadata["Metric Name"]), folder
        expected = tau_expected(data, location["id"], metrics[metadata["Metric Name"]])
        for have, want in zip((flat, stacks), expected):
            assert set(have) == set(want), set(have) ^ set(want)
            for name, values in want.items():
                near = 0.5 if name == ".TAU application" else 1e-6  # the root has whole numbers
                assert all(math.isclose(a, b, rel_tol=1e-9, abs_tol=near) for a, b in zip(have[name], values)), (name, have[name], values)
        assert math.isclose(events.get("Idle time (us)", 0), location["idle_ns"] / 1000, rel_tol=1e-9, abs_tol=1e-6), (events, location)
        process = data["processes"][location["process"]]
        assert place == [process["rank"] or 0, 0, location["id"] - process["first_location"]], (place, location)
        threads.add(tuple(place))
        root = {".TAU application": flat[".TAU application"]}
        for name, values in (stacks | root).items():
            key = tuple(part.strip(" ") for part in name.split("=>")), place[0], place[2]
            assert list(by_hatchet[key][metadata["Metric Name"]]) == values[2:], (name, by_hatchet[key], values)
            found += 1
        seen.setdefault(metadata["Metric Name"], []).append(location["name"])
    assert set(seen) == set(metrics) and all(sorted(names) == sorted(locations) for names in seen.values())
    assert len(threads) == len(locations) and found == len(by_hatchet) * len(metrics), (len(threads), found, len(by_hatchet))
    return files


def content(path):
    """Returns what is in a file, or the files of a folder of TAU's."""
    if not os.path.isdir(path):
        with open(path, "rb") as file:
            return file.read()
    found = {}
    for folder in sorted(os.listdir(path)):
        for name in os.listdir(os.path.join(path, folder)):
            kind, *place = name.split(".")
            assert kind == "profile"
            found[folder, *map(int, place)] = content(os.path.join(path, folder, name))
    return found


CHECKS = {"folded": check_folded, "speedscope": check_speedscope, "callgrind": check_callgrind, "pprof": check_pprof,
          "tau": check_tau}  # fmt: skip

if __name__ == "__main__":
    report, form, path, experiment, *expressions = sys.argv[1:]
    text = content(path)
    data = json.loads(subprocess.run([report, "--json", experiment], capture_output=True, check=True).stdout)
    read = CHECKS[form](text, data)
    for expression in expressions:
        assert eval(expression, {"read": read, "data": data, "text": text}), (expression, read)  # pylint: disable=eval-used
