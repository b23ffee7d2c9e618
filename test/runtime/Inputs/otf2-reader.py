# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""otf2-reader.py REPORT ARCHIVE EXPERIMENT [EXPRESSION...] - reads an archive with OTF2's own Python reader, and compares it with
the profile: locations, regions, visits, times, metrics' counts, and messages. It is run by the interpreter that has the module.

Then each EXPRESSION, in Python, must be true; it may use `counts`, how many events there are by class, and `definitions`."""
import collections
import json
import re
import subprocess
import sys

import converted
import otf2
import scorep_names
from otf2 import events as kinds

ARTIFICIAL = ("MEASUREMENT OFF", "TRACE BUFFER FLUSH", "TASKS")
POINT_TO_POINT = ("point to point", "completion")


class Archive:
    def __init__(self, path, data):
        self.data = data
        self.counts, self.visits = collections.Counter(), collections.Counter()
        self.times = collections.Counter()  # exclusive, in ticks, by location and region
        self.sent, self.received = {}, {}  # by location: messages, bytes
        self.asked, self.over = collections.Counter(), collections.Counter()  # the requests by location and number
        self.open = collections.defaultdict(list)
        self.last = collections.defaultdict(int)
        with otf2.reader.open(path) as trace:
            self.definitions = trace.definitions
            self.locations = {name_of(location) for location in trace.definitions.locations}
            self.key_of = {region: self.key(region) for region in trace.definitions.regions if region.name not in ARTIFICIAL}
            self.regions = {key: region for region, key in self.key_of.items()}
            self.events = {location.name: location.number_of_events for location in trace.definitions.locations}
            for location, event in trace.events:
                self.add(name_of(location), event)
            assert sum(self.events.values()) == sum(self.counts.values())

    def key(self, region):
        reported = region.name, region.source_file or "", region.begin_line_number, region.description
        assert region.canonical_name == region.name
        found = scorep_names.find(self.data["regions"], self.data["experiment"]["program"], *reported)
        return found["name"], *scorep_names.profiled_source(found)

    def add(self, location, event):
        self.counts[type(event).__name__] += 1
        assert event.time >= self.last[location]
        if self.open[location]:
            self.times[location, *self.key_of[self.open[location][-1]]] += event.time - self.last[location]
        self.last[location] = event.time
        flags = {attribute.name for attribute in event.attributes or ()}
        if isinstance(event, kinds.Enter):
            self.open[location].append(event.region)
            self.visits[location, self.key_of[event.region]] += "continued" not in flags
        elif isinstance(event, kinds.Leave):
            assert self.open[location].pop() == event.region
        elif isinstance(event, (kinds.MpiSend, kinds.MpiIsend)):
            count(self.sent, location, event.msg_length)
        elif isinstance(event, (kinds.MpiRecv, kinds.MpiIrecv)):
            count(self.received, location, event.msg_length)
        if isinstance(event, (kinds.MpiIsend, kinds.MpiIrecvRequest)):
            self.asked[location, event.request_id] += 1
        elif isinstance(event, (kinds.MpiIsendComplete, kinds.MpiIrecv)):
            self.over[location.split("→")[0], event.request_id] += 1


def name_of(location):
    """Names a thread by its first location, as the report does."""
    return re.sub(r"^thread (?=\d+$)", "", re.sub(r" \(and .*\)$", "", location.name))


def count(table, location, size):
    messages, total = table.get(location, (0, 0))
    table[location] = messages + 1, total + size


def profile(data):
    names = []  # by location: member 0 of a team is the thread that forked it
    for location in data["locations"]:
        first = location["parent"] is None or location["thread_num"] != 0
        names.append(location["name"] if first else names[location["parent"]])
    visits, regions, sent, received = collections.Counter(), {}, {}, {}
    for region in data["regions"]:
        if region["role"] == "thread":
            continue
        what = region["name"], *scorep_names.profiled_source(region)
        regions[what] = region
        for share in region["locations"]:
            name = names[share["location"]]
            visits[name, what] += share["visits"]
            messages = share["messages"] or {}
            if messages.get("kind") in POINT_TO_POINT:
                for table, which in ((sent, "sent"), (received, "received")):
                    if messages[which]:
                        before = table.get(name, (0, 0))
                        table[name] = before[0] + messages[which], before[1] + messages[which + "_bytes"]
    return set(names), regions, +visits, sent, received


def compare(what, archive, profiled):
    if archive != profiled:
        sys.exit(f"{what}: {archive} in the archive, {profiled} in the profile")


def main():
    report, path, experiment, *expressions = sys.argv[1:]
    data = json.loads(subprocess.run([report, "--json", experiment], stdout=subprocess.PIPE, check=True).stdout)
    archive = Archive(path, data)
    locations, regions, visits, sent, received = profile(data)
    compare("locations", archive.locations, locations)
    compare("regions that are missing", set(regions) - set(archive.regions), set())
    compare("visits", dict(+archive.visits), dict(visits))
    compare("sent (messages, bytes)", archive.sent, sent)
    compare("received (messages, bytes)", archive.received, received)
    assert not any(archive.open.values()), archive.open
    hz = archive.definitions.clock_properties.timer_resolution
    times = {key: ticks * 1e9 / hz for key, ticks in archive.times.items()}
    profiled = converted.measured(data, "exclusive_ns")
    converted.compare_times(times, profiled, converted.measured(data), any(r["role"] == "task" for r in data["regions"]))
    assert sum(times.values()) > 0 and set(profiled) <= set(times), set(profiled) - set(times)
    for what, region in regions.items():
        routine = region["role"] in scorep_names.ROUTINES
        assert archive.regions[what].end_line_number == (0 if routine else scorep_names.last_line(region)), what
    assert len({location.name for location in archive.definitions.locations}) == len(locations)
    names = {"counts": archive.counts, "definitions": archive.definitions, "experiment": data["experiment"], "archive": archive}
    for expression in expressions:
        if not eval(expression, names):  # pylint: disable=eval-used
            sys.exit(f"not true: {expression}; {dict(archive.counts)}")


if __name__ == "__main__":
    main()
