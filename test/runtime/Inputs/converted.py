# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""converted.py REPORT FORMAT CONVERTED EXPERIMENT [EXPRESSION...] - compares what a converted trace has, as FORMAT's own reader
tells it, with the profile that was measured.

FORMAT is otf2 (otf2-print), ctf (babeltrace2) or perfetto (a JSON parser). The reader must have no complaint; at each location
times don't go back and each enter has its leave, innermost first; and the visits of each region at each location, and the sums
of exclusive times that follow from the order of enters and leaves, are those of the profile. What member 0 of a team has done is
looked for at the location of the thread that forked it. Then each EXPRESSION, in Python, must be true; it may use the names of Trace."""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import scorep_names
from scorep_names import profiled_source, source_of

ENTER, LEAVE, RESUME, SUSPEND, UNFINISHED = "enter", "leave", "resume", "suspend", "unfinished"
OPENING = (ENTER, RESUME)
CLOSING = (LEAVE, SUSPEND, UNFINISHED)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or done.stderr:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}: {done.stderr[:2000]}")
    return done.stdout


class Trace:
    """`events` has a list of (time, kind, detail) for each thread, by the name of its first location; detail is the region of
    the five kinds above. Each second has `hz` units of time."""

    def __init__(self):
        self.events = collections.defaultdict(list)
        self.hz = 1
        self.is_scorep = False  # regions are called as Score-P calls them, and have a description

    def add(self, location, time, kind, detail=None):
        self.events[location].append((time, kind, detail))

    def count(self, *kinds):
        return sum(kind in kinds for events in self.events.values() for _, kind, _ in events)

    def details(self, kind):
        return [detail for events in self.events.values() for _, k, detail in events if k == kind]

    def of(self, location, *kinds):
        return [event for event in self.events[location] if not kinds or event[1] in kinds]

    def counted(self, metric, region):
        """Sums up what visits of the regions of that name have counted, by location. No such visit may be inside another."""
        sums = collections.Counter()
        for location, events in self.events.items():
            for i, (_, kind, detail) in enumerate(events):
                if kind in OPENING + CLOSING and detail[0] == region:
                    j = i + 1
                    while metric not in events[j][2]:
                        assert events[j][1] == "metrics", f"{location}: {kind} {detail} has no {metric}"
                        j += 1
                    sums[location] += events[j][2][metric] * (1 if kind in CLOSING else -1)
        return dict(sums)


# --- OTF2 ---

OTF2_KINDS = {
    "THREAD_FORK": "fork", "THREAD_JOIN": "join", "THREAD_TEAM_BEGIN": "team_begin", "THREAD_TEAM_END": "team_end",
    "THREAD_TASK_CREATE": "task_create", "THREAD_TASK_SWITCH": "task_switch", "THREAD_TASK_COMPLETE": "task_complete",
    "THREAD_ACQUIRE_LOCK": "lock_acquire", "THREAD_RELEASE_LOCK": "lock_release", "MEASUREMENT_ON_OFF": "measurement",
    "PROGRAM_BEGIN": "program_begin", "PROGRAM_END": "program_end", "BUFFER_FLUSH": "trace_flush",
    "MPI_SEND": "mpi_send", "MPI_ISEND": "mpi_isend", "MPI_ISEND_COMPLETE": "mpi_isend_done", "MPI_RECV": "mpi_recv",
    "MPI_IRECV": "mpi_irecv", "MPI_IRECV_REQUEST": "mpi_irecv_request", "MPI_COLLECTIVE_BEGIN": "mpi_collective_begin",
    "MPI_COLLECTIVE_END": "mpi_collective", "NON_BLOCKING_COLLECTIVE_REQUEST": "mpi_icollective",
    "NON_BLOCKING_COLLECTIVE_COMPLETE": "mpi_icollective_done", "MPI_REQUEST_CANCELLED": "mpi_cancelled", "COMM_CREATE": "mpi_comm_create",
    "COMM_DESTROY": "mpi_comm_destroy"}


def thread(name):
    """Names a thread by its first location. Its name has all those that it serves: 0 (and 0→0)."""
    return re.sub(r" \(and .*\)$", "", name)


def otf2_location(name):
    """Names a thread as the report does: there it may be a number alone, in an archive it is `thread 0`."""
    assert not name.isdigit(), f"ViTE can't have a location of that name: {name}"
    return re.sub(r"^thread (?=\d+$)", "", thread(name))


def otf2_definitions(path):
    regions, locations, counts = {}, {}, {}
    for line in run("otf2-print", "-G", path).splitlines():
        if line.startswith("REGION "):
            found = re.match(r'REGION +(\d+)  Name: "(.*?)" <\d+> \(Aka\. "(.*?)" <\d+>\), Descr.: "(.*)" <\d+>, Role: \w+, Paradigm: .*'
                             r'File: (?:"(.*)" <\d+>|UNDEFINED), Begin: (\d+), End: (\d+)$', line)
            assert found[2] == found[3], line
            regions[found[1]] = (found[2], found[5] or "", int(found[6]), found[4], int(found[1]))
        if line.startswith("LOCATION "):
            found = re.match(r'LOCATION +(\d+)  Name: "(.*?)" <\d+>.*# Events: (\d+)', line)
            locations[found[1]] = otf2_location(found[2])
            counts[found[1]] = int(found[3])
    return regions, locations, counts


def read_otf2(path):
    trace = Trace()
    trace.is_scorep = True
    trace.definitions = run("otf2-print", "-G", path)
    trace.hz = int(re.search(r"Ticks per Seconds: (\d+)", trace.definitions)[1])
    regions, locations, counts = otf2_definitions(path)
    last = None
    for line in run("otf2-print", path).splitlines():
        if "ADDITIONAL ATTRIBUTES" in line and last:
            location, time, kind, region = last
            flag = SUSPEND if kind == LEAVE and '"continued"' in line else RESUME if '"continued"' in line else UNFINISHED
            if '"continued"' in line or '"unfinished"' in line:
                trace.events[location][-1] = (time, flag, region)
            continue
        found = re.match(r"([A-Z_]+) +(\d+) +(\d+)  ?(.*)$", line)
        if not found:
            continue
        name, number, time, rest = found.groups()
        location = locations[number]
        counts[number] -= 1
        if name in ("ENTER", "LEAVE"):
            region = regions[re.search(r"<(\d+)>$", rest)[1]]
            last = (location, int(time), name.lower(), region)
            trace.add(*last)
        elif name == "METRIC":
            values = {metric: int(value) for metric, value in re.findall(r'\("(.*?)" <\d+>; INT64; (-?\d+)\)', rest)}
            trace.add(location, int(time), "metrics", values)
        else:
            last = None
            trace.add(location, int(time), OTF2_KINDS[name], rest)
    assert not any(counts.values()), f"events that the definitions count, and are not there: {counts}"
    return trace


# --- CTF ---

def ctf_region(text):
    text = re.sub(r"\\(.)", r"\1", text)
    name, _, source = text.partition(" @ ")
    return (name, *source_of(source))


def read_ctf(path):
    trace = Trace()
    with open(os.path.join(path, "metadata"), encoding="utf-8") as file:
        trace.definitions = file.read()
    trace.hz = int(re.search(r"freq = (\d+);", trace.definitions)[1])
    metrics = re.findall(r'^  "(.*)" = \d+,?$', re.search(r"\{([^{}]*)\} := metric_t;", trace.definitions)[1], re.M)
    for line in run("babeltrace2", "--clock-cycles", path).splitlines():
        found = re.match(
            r'\[(\d+)\].*? (\w+): \{ location = \( "(.*?)" : container = \d+ \)(?:, rank = (\d+), process_id = \d+)? \}'
            r"(?:, \{ (.*?) ?\})?$", line)
        assert found, line
        time, name, location, rank, rest = found.groups()
        assert rank is None or location.startswith(rank + ":"), line
        location, kind = thread(location), {"leave_unfinished": UNFINISHED}.get(name, name)
        detail = rest
        if kind in OPENING + CLOSING:
            detail = ctf_region(re.match(r'region = \( "(.*)" : container = \d+ \)$', rest)[1])
        elif kind == "metrics":
            first, values = re.match(r'first = \( .* : container = (\d+) \), count = \d+, values = \[ (.*) \]$', rest).groups()
            values = [int(value) for value in re.findall(r"\] = (-?\d+)", values)]
            detail = dict(zip(metrics[int(first) :], values))
        trace.add(location, int(time), kind, detail)
    return trace


# --- Perfetto ---

def read_perfetto(path):
    trace = Trace()
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    sampled = {e["pid"] for e in events if e["name"] == "process_name" and e["args"]["name"].startswith("samples: ")}  # sums, without a time of day
    events = [e for e in events if e["pid"] not in sampled]
    trace.hz = 1000000
    names = {e["tid"]: thread(e["args"]["name"]) for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
    trace.teams = {e["pid"]: e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "process_name"}
    trace.flows = collections.defaultdict(list)
    trace.tracks = {names[e["tid"]]: trace.teams[e["pid"]] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
    opened = collections.defaultdict(list)
    for e in events:
        if e["ph"] == "M":
            continue
        location, time, args = names[e["tid"]], e["ts"], e.get("args", {})
        if e["ph"] == "B":
            opened[location].append((e["name"], *source_of(args.get("source", ""))))
            trace.add(location, time, RESUME if args.get("continued") else ENTER, opened[location][-1])
        elif e["ph"] == "E":
            kind = UNFINISHED if args.get("unfinished") else SUSPEND if args.get("continued") else LEAVE
            assert opened[location][-1][0] == e["name"]
            trace.add(location, time, kind, opened[location].pop())
        elif e["ph"] in "sf":
            trace.flows[e["id"]].append((e["ph"], time, location))
        elif e["ph"] == "C":
            assert thread(e["id"]) == location
            trace.add(location, time, "metrics", {e["name"]: args["value"]})
        elif e["ph"] == "i":
            trace.add(location, time, e["name"], e.get("args"))
    for flow in trace.flows.values():
        flow.sort(key=lambda end: (end[1], end[0] == "f"))
    return trace


# --- what must hold ---

def check_order(trace):
    for location, events in trace.events.items():
        stack, last = [], 0
        for time, kind, detail in events:
            assert time >= last, f"{location}: the time goes back from {last} to {time}"
            last = time
            if kind in OPENING:
                stack.append(detail)
            elif kind in CLOSING:
                assert stack and stack.pop() == detail, f"{location}: {kind} {detail} at {time}, which is not open"
        assert not stack, f"{location}: {stack} have no leave"
        for begin, end in (("team_begin", "team_end"), ("fork", "join")):
            open_now = 0
            for _, kind, _ in events:
                open_now += (kind == begin) - (kind == end)
                assert open_now >= 0, f"{location}: {kind}"
            assert not open_now, f"{location}: {begin} without {end}"


def threads(data):
    """Returns the name of the first location of the thread that serves it, by each location's number: member 0 of a team is the
    thread that forked it."""
    names = {}
    for l in data["locations"]:  # parents come first
        names[l["id"]] = names[l["parent"]] if l["parent"] is not None and l["thread_num"] == 0 else l["name"]
    return names


def measured(data, what="visits"):
    names = threads(data)
    sums = collections.Counter()
    for region in data["regions"]:
        if region["role"] != "thread":
            for share in region["locations"]:
                key = (names[share["location"]], region["name"], *profiled_source(region))
                sums[key] += share[what]
    return +sums


def exclusive(trace):
    """Adds up the time in each region and in no other inside of it, as any reader of the format would, in ns."""
    sums = collections.Counter()
    for location, events in trace.events.items():
        opened, last = [], 0
        for time, kind, region in events:
            if opened:
                sums[(location, *opened[-1])] += time - last
            last = time
            if kind in OPENING:
                opened.append(region)
            elif kind in CLOSING:
                opened.pop()
    return {key: time * 1e9 / trace.hz for key, time in sums.items()}


def traced(trace, killed):
    visits = collections.Counter()
    for location, events in trace.events.items():
        opened = []
        for _, kind, region in events:
            if kind in OPENING:
                opened.append(kind)
                visits[(location, *region)] += kind == ENTER
            elif kind in CLOSING:
                # The profile counts a team's last barrier when it is over.
                lost = opened.pop() == ENTER and kind == UNFINISHED and killed and region[0] == "barrier (implicit)"
                visits[(location, *region)] -= lost
    return +visits


def clock_error(data):
    """Returns how many ns at most a message may seem to arrive before it was sent."""
    errors = [point["error_ns"] for process in data.get("processes", []) for point in process.get("alignment", [])]
    return 2 * max(errors, default=0) + 1000


READERS = {"otf2": (read_otf2, "otf2-print"), "ctf": (read_ctf, "babeltrace2"), "perfetto": (read_perfetto, sys.executable)}


def compare_times(traced, profile, visits, tasks):
    """Where tasks execute, what their begin and end take is in no region of the profile; a trace has it in what they interrupt."""
    for key in set(traced) | set(profile):
        left, right = traced.get(key, 0), profile.get(key, 0)
        # Either may round each time, and the frequency of the clock is a whole number in the trace.
        error = right * 1e-4 + 4 * visits[key] + 1000
        assert -error <= left - right and (tasks or left - right <= error), f"{key}: {left} ns exclusive in the trace, {right} in the profile"


def call_as_report(trace, data):
    """Gives regions the names, files and lines that the report has."""
    known = {}
    for events in trace.events.values():
        for i, (time, kind, detail) in enumerate(events):
            if kind in OPENING + CLOSING:
                if detail not in known:
                    *reported, number = detail
                    region = scorep_names.find(data["regions"], data["experiment"]["program"], *reported, number=number)
                    known[detail] = (region["name"], *profiled_source(region))
                events[i] = (time, kind, known[detail])
    trace.is_scorep = False


def compare(trace, data, part=False):
    if trace.is_scorep:
        call_as_report(trace, data)
    check_order(trace)
    assert part or trace.count("task_complete") <= trace.count("task_create")
    killed = data["experiment"]["state"] == "killed"
    visits, profile = traced(trace, killed), measured(data)
    for key in sorted(set(visits) | set(profile)):
        # A thread that was killed between an event and its record has counted a visit that is not in the trace.
        slack = 1 if killed else 0
        assert 0 <= profile[key] - visits[key] <= slack, f"{key}: {visits[key]} visits in the trace, {profile[key]} in the profile"
    if not part and not killed:
        compare_times(exclusive(trace), measured(data, "exclusive_ns"), visits, any(r[1].startswith("task") for r in visits))
    return visits


def convert_and_check(convert, experiment, data):
    """Lists every format that can be written and read here."""
    offered = run(convert, "--help")
    with tempfile.TemporaryDirectory() as where:
        for form, (read, reader) in READERS.items():
            if re.search(rf"^  {form} ", offered, re.M) and shutil.which(reader):
                output = os.path.join(where, form)
                run(convert, "--to", form, "--output", output, experiment)
                compare(read(os.path.join(output, "traces.otf2") if form == "otf2" else output), data)


def main():
    report, form, path, experiment, *expressions = sys.argv[1:]
    trace = READERS[form][0](path)
    data = json.loads(run(report, "--json", experiment))
    visits = compare(trace, data)
    names = {name: getattr(trace, name) for name in dir(trace) if not name.startswith("_")}
    names.update(experiment=data["experiment"], clocks=clock_error(data), visits=visits, re=re, ENTER=ENTER, LEAVE=LEAVE, RESUME=RESUME, SUSPEND=SUSPEND,
                 UNFINISHED=UNFINISHED)
    for expression in expressions:
        if not eval(expression, names):  # pylint: disable=eval-used
            sys.exit(f"not true: {expression}")


if __name__ == "__main__":
    main()
