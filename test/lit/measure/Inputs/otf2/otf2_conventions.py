# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""otf2_conventions.py OURS SCOREP DOCUMENT - goes through the points of the first table of DOCUMENT: what it says of Score-P must be true
of SCOREP, what otf2-print tells of an archive of Score-P's, and what it says of ours of OURS, that of an archive of the same program.

otf2_conventions.py OURS SCOREP DOCUMENT ARCHIVE does the same, and then reads ARCHIVE with OTF2's Python reader, which must find what
otf2-print has reported it."""
import collections
import lzma
import re
import sys

Event = collections.namedtuple("Event", "kind location time rest region attributes")
Region = collections.namedtuple("Region", "id name canonical text role paradigm file begin end")


class Print:
    """It is what otf2-print -I, -G and without options tell of an archive, one after the other."""

    def __init__(self, text):
        self.properties, self.lines, self.events, last = {}, collections.defaultdict(list), [], None
        for line in text.splitlines():
            found = re.match(r"([A-Z_]{3,}) +(.*)$", line)
            if line.startswith("Property name"):
                last = line.split()[-1]
            elif line.startswith("Property value"):
                self.properties[last] = line.split()[-1]
            elif "ADDITIONAL ATTRIBUTES" in line:
                self.events[-1].attributes.update(re.findall(r'\("(\w+)" <\d+>; \w+; (\d+)\)', line))
            elif found and re.match(r"\d+ +\d+ ", found[2]):
                location, time, rest = re.match(r"(\d+) +(\d+) +(.*)$", found[2]).groups()
                region = re.search(r'^Region: "(.*)" <\d+>', rest)
                self.events.append(Event(found[1], int(location), int(time), rest, region[1] if region else "", {}))
            elif found:
                self.lines[found[1]].append(re.sub(r" +", " ", found[2]))
        self.regions = [self.region(line) for line in self.lines["REGION"]]
        self.openmp = [r for r in self.regions if r.paradigm == "OpenMP" and r.role not in ("WRAPPER", "ARTIFICIAL")]
        self.locations = sorted({e.location for e in self.events})

    @staticmethod
    def region(line):
        found = re.match(r'(\d+) Name: "(.*?)" <\d+> \(Aka\. "(.*?)" <\d+>\), Descr\.: "(.*)" <\d+>, Role: (\w+), Paradigm: (?:"(\w+)" <\d+>|(\w+)), '
                         r'Flags: NONE, File: (?:"(.*)" <\d+>|UNDEFINED), Begin: (\d+), End: (\d+)$', line)
        number, name, canonical, text, role, known, other, file, begin, end = found.groups()
        return Region(int(number), name, canonical, text, role, known or other, file, int(begin), int(end))

    def of(self, location):
        return [e for e in self.events if e.location == location]

    def kind(self, *kinds):
        return [e for e in self.events if e.kind in kinds]

    def around(self):
        """Gives each event with the names of the regions that are open around it, at its location."""
        for location in self.locations:
            stack = []
            for e in self.of(location):
                if e.kind == "LEAVE":
                    assert stack.pop() == e.region, e
                yield e, tuple(stack)
                if e.kind == "ENTER":
                    stack.append(e.region)


def word(name):
    """Returns what a construct is called, without its line."""
    return re.sub(r" @.*$", "", name.removeprefix("!$omp "))


# --- the points ---

def properties(p):
    whole = ["OTF2::MPI_COMMUNICATION_COMPLETE", "OTF2::THREAD_FORK_JOIN_EVENT_COMPLETE", "OTF2::THREAD_CREATE_WAIT_EVENT_COMPLETE",
             "OTF2::THREAD_LOCK_EVENT_COMPLETE"]  # fmt: skip
    return p.properties == dict.fromkeys(whole, "true") | {"OTF2::PTHREAD_LOCATION_REUSED": "false"}


def clock(p, dated):
    reported = p.lines["CLOCK_PROPERTIES"][0]
    offset = int(re.search(r"Global Offset: (\d+)", reported)[1])
    return ("Date: UNDEFINED" not in reported) == dated and (offset == 0) == dated and offset <= p.events[0].time


def paradigm(p):
    return any("OPENMP" in line and 'Name: "OpenMP"' in line and "Class: THREAD_FORK_JOIN" in line for line in p.lines["PARADIGM"]) and any(
        "COMM_NAME_TEMPLATE" in line and '"Thread team ${id}"' in line for line in p.lines["PARADIGM_PROPERTY"])


def system_tree(p):
    nodes = [re.search(r'Class: "(\w+)"', line)[1] for line in p.lines["SYSTEM_TREE_NODE"]]
    domains = [line.split("Domain: ")[1] for line in p.lines["SYSTEM_TREE_NODE_DOMAIN"]]
    platform = p.lines["SYSTEM_TREE_NODE_PROPERTY"][0]
    return nodes == ["machine", "node"] and domains == ["MACHINE", "SHARED_MEMORY"] and '"platform"' in platform and 'Value: "Linux"' in platform


def process(p, name):
    return len(p.lines["LOCATION_GROUP"]) == 1 and f'Name: "{name}"' in p.lines["LOCATION_GROUP"][0] and "Type: PROCESS" in p.lines["LOCATION_GROUP"][0]


def locations(p):
    forker = p.kind("THREAD_FORK")[0].location
    return len(p.locations) == len(p.lines["LOCATION"]) == 2 and all("Type: CPU_THREAD" in line for line in p.lines["LOCATION"]) and \
        forker in [e.location for e in p.kind("THREAD_TEAM_BEGIN")]


def location_names(p, *names):
    return [re.search(r'Name: "(.*?)"', line)[1] for line in p.lines["LOCATION"]] == list(names)


def own_regions(p, program):
    known = {(r.name, r.role, r.paradigm) for r in p.regions}
    return known >= {("MEASUREMENT OFF", "ARTIFICIAL", "USER"), ("TRACE BUFFER FLUSH", "ARTIFICIAL", "MEASUREMENT_SYSTEM"),
                     ("TASKS", "ARTIFICIAL", "OpenMP"), (program, "ARTIFICIAL", "MEASUREMENT_SYSTEM")}  # fmt: skip


ROLES = {"parallel": "PARALLEL", "for": "LOOP", "implicit barrier": "IMPLICIT_BARRIER", "barrier": "BARRIER", "critical (update)": "CRITICAL",
         "critical sblock": "CRITICAL_SBLOCK", "single": "SINGLE", "single sblock": "SINGLE_SBLOCK", "create task": "TASK_CREATE", "task": "TASK",
         "taskwait": "TASK_WAIT", "atomic": "ATOMIC"}  # fmt: skip


def constructs(p):
    return {word(r.name) for r in p.openmp} == set(ROLES) and all(
        r.name == r.canonical and r.name == f"!$omp {word(r.name)} @sample.c:{r.begin}" and r.role == ROLES[word(r.name)] for r in p.openmp)


def files(p):
    return all(r.file.startswith("/") and r.file.endswith("/sample.c") for r in p.openmp)


def routines(p):
    found = [r for r in p.regions if r.name.startswith("omp_")]
    return {"omp_init_lock", "omp_set_lock", "omp_unset_lock", "omp_destroy_lock"} <= {r.name for r in found} and all(
        (r.role, r.paradigm, r.file, r.begin, r.end) == ("WRAPPER", "OpenMP", "OMP", 0, 0) and r.name == r.canonical for r in found)


def functions(p):
    return {(r.name, r.canonical) for r in p.regions if (r.role, r.paradigm) == ("FUNCTION", "COMPILER")} == {("main", "main"), ("work", "work")}


def described(p):
    return {r.text for r in p.openmp} >= {"main: for schedule(static) reduction(+: sum)", "main: barrier"}


def forks(p, around):
    return {stack[-1] for e, stack in p.around() if e.kind in ("THREAD_FORK", "THREAD_JOIN")} == {around}


def teams(p):
    for e, stack in p.around():
        if e.kind.startswith("THREAD_TEAM") and any(word(name) == "parallel" for name in stack):
            return False
    begins, ends = p.kind("THREAD_TEAM_BEGIN"), p.kind("THREAD_TEAM_END")
    return sorted(e.location for e in begins) == p.locations == sorted(e.location for e in ends) and all(int(e.attributes["ThreadId"]) for e in begins)


def communicators(p):
    team = re.search(r"<(\d+)>", p.kind("THREAD_TEAM_BEGIN")[0].rest)[1]
    comm = [line for line in p.lines["COMM"] if line.startswith(team + " ")][0]
    group = re.search(r'Group: "[^"]*" <(\d+)>', comm)[1]
    reported = [line for line in p.lines["GROUP"] if line.startswith(group + " ")][0]
    whole = [line for line in p.lines["GROUP"] if "COMM_LOCATIONS" in line and 'Paradigm: "OpenMP"' in line]
    return len(whole) == 1 and 'Name: "OpenMP"' in whole[0] and "Type: COMM_GROUP" in reported and "2 Members: 0 (" in reported and "Parent: UNDEFINED" in comm


def team_name(p, name):
    return all(e.rest.startswith(f'Thread Team: "{name}" ') for e in p.kind("THREAD_TEAM_BEGIN"))


def program(p):
    first, last = p.of(p.locations[0])[0], p.of(p.locations[0])[-1]
    return first.kind == "PROGRAM_BEGIN" and last.kind == "PROGRAM_END" and int(first.attributes["ProcessId"]) > 0


def implicit_barriers(p):
    found = {word(stack[-1]) for e, stack in p.around() if e.kind == "ENTER" and word(e.region) == "implicit barrier"}
    return found == {"parallel", "for", "single"}


def criticals(p):
    sequences = set()
    for location in p.locations:
        inside, reported = False, []
        for e in p.of(location):
            inside = inside or (e.kind == "ENTER" and word(e.region) == "critical (update)")
            if inside and e.region != "work":
                reported.append((e.kind, word(e.region)))
            inside = inside and not (e.kind == "LEAVE" and word(e.region) == "critical (update)")
        sequences.add(tuple(reported))
    return sequences == {(("ENTER", "critical (update)"), ("THREAD_ACQUIRE_LOCK", ""), ("ENTER", "critical sblock"), ("LEAVE", "critical sblock"),
                          ("THREAD_RELEASE_LOCK", ""), ("LEAVE", "critical (update)"))}  # fmt: skip


def locks(p):
    held = [(e.kind, stack[-1]) for e, stack in p.around() if e.kind in ("THREAD_ACQUIRE_LOCK", "THREAD_RELEASE_LOCK")]
    return set(held) == {("THREAD_ACQUIRE_LOCK", "omp_set_lock"), ("THREAD_RELEASE_LOCK", "omp_unset_lock"),
                         ("THREAD_ACQUIRE_LOCK", "!$omp critical (update) @sample.c:25"), ("THREAD_RELEASE_LOCK", "!$omp critical (update) @sample.c:25")}  # fmt: skip


def orders(p):
    found = collections.defaultdict(list)
    for e in sorted(p.kind("THREAD_ACQUIRE_LOCK", "THREAD_RELEASE_LOCK"), key=lambda e: (e.time, e.kind != "THREAD_RELEASE_LOCK")):
        lock, order = re.search(r"Lock: (\d+), Acquisition Order: (\d+)", e.rest).groups()
        found[lock].append((int(order), e.kind))
    for events in found.values():
        acquired = [order for order, kind in events if kind == "THREAD_ACQUIRE_LOCK"]
        assert acquired == sorted(set(acquired)) and events == [(o, k) for o in acquired for k in ("THREAD_ACQUIRE_LOCK", "THREAD_RELEASE_LOCK")]
    return [[order for order, kind in events if kind == "THREAD_ACQUIRE_LOCK"] for events in found.values()]


def creations(p):
    for location in p.locations:
        events = p.of(location)
        for i, e in enumerate(events):
            if e.kind == "THREAD_TASK_CREATE" and (word(events[i - 1].region), events[i - 1].time) != ("create task", e.time):
                return False
    numbers = [re.search(r"Creating Thread: (\d+) .*Generation Number: (\d+)", e.rest).groups() for e in p.kind("THREAD_TASK_CREATE")]
    return len({creator for creator, _ in numbers}) == 1 and [int(n) for _, n in numbers] == [1, 2, 3]


def tasks(p):
    done = 0
    for location in p.locations:
        events = p.of(location)
        for i, e in enumerate(events):
            if e.kind == "THREAD_TASK_SWITCH" and not e.rest.endswith("Generation Number: 0"):
                left = next(k for k in range(i, len(events)) if events[k].kind == "LEAVE" and word(events[k].region) == "task")
                if (events[i + 1].kind, word(events[i + 1].region)) != ("ENTER", "task") or events[left + 1][0:1] + (events[left + 1].rest,) != ("THREAD_TASK_COMPLETE", e.rest):
                    return False
                done += 1
    return done == 3


def backs(p, each):
    """Counts switches to implicit tasks: one for each task, or one for each taskwait or barrier in which tasks were executed."""
    back = [e for e in p.kind("THREAD_TASK_SWITCH") if e.rest.endswith("Generation Number: 0")]
    followed = 0
    for location in p.locations:
        events = p.of(location)
        followed += sum(events[i + 1].kind == "LEAVE" for i, e in enumerate(events) if e in back)
    return len(back) == 3 if each else followed == len(back)


def order_of_events(p):
    """Returns what each thread of the team does, without its tasks and without what one of them does inside of single."""
    reported = []
    for location in p.locations:
        seen, skipped = [], None
        for e in p.of(location):
            name = word(e.region)
            if skipped:
                skipped = None if e.kind == "LEAVE" and name == skipped else skipped
            elif e.kind == "ENTER" and name in ("single sblock", "task"):
                skipped = name
            elif name not in ("parallel (fork-join)", "work") and not e.kind.startswith(("THREAD_TASK", "PROGRAM")):
                seen.append((e.kind, name))
        reported.append(seen)
    return reported


def call_paths(p):
    lines = p.lines["CALLPATH"]
    roots = [line for line in lines if "Parent: UNDEFINED" in line]
    return len(roots) == 1 and lines.index(roots[0]) == 0 and [int(line.split()[0]) for line in lines] == list(range(len(lines)))


def task_paths(p, above):
    paths = {int(line.split()[0]): re.search(r'Parent: (\w+), Region: "(.*)" <\d+>', line).groups() for line in p.lines["CALLPATH"]}
    return {word(paths[int(parent)][1]) for parent, name in paths.values() if word(name) == "task"} >= {above}


def rest(p, there):
    return bool(p.lines["CART_TOPOLOGY"]) == bool(p.lines["PARAMETER"]) == bool(p.lines["METRIC_MEMBER"]) == there


# By the point's name in the document: what is true of Score-P's, and of ours; None: the same.
POINTS = {
    "archive properties": (properties, None),
    "clock": (lambda p: clock(p, False), lambda p: clock(p, True)),
    "paradigm": (paradigm, None),
    "system tree": (system_tree, None),
    "process": (lambda p: process(p, "Process"), lambda p: process(p, "sample")),
    "threads": (locations, None),
    "numbers of threads": (lambda p: p.locations == [0, 1 << 32], lambda p: p.locations == [0, 2]),
    "names of threads": (lambda p: location_names(p, "Master thread", "OMP thread 1"), lambda p: location_names(p, "thread 0 (and 0→0)", "0→1")),
    "regions of the measurement": (lambda p: own_regions(p, "sample"), None),
    "constructs": (constructs, None),
    "files": (files, None),
    "lock routines": (routines, None),
    "functions": (functions, None),
    "descriptions": (lambda p: {r.text for r in p.regions} == {""}, described),
    "fork and join": (lambda p: forks(p, "main"), lambda p: forks(p, "!$omp parallel (fork-join) @sample.c:19")),
    "teams": (teams, None),
    "communicators": (communicators, None),
    "names of teams": (lambda p: team_name(p, ""), lambda p: team_name(p, "team of thread 0")),
    "program": (program, None),
    "implicit barriers": (implicit_barriers, None),
    "critical sections": (criticals, None),
    "locks": (locks, None),
    "order of locks": (lambda p: orders(p) == [[1, 2], [1, 2]], lambda p: all(len(found) == 2 for found in orders(p))),
    "creation of tasks": (creations, None),
    "execution of tasks": (tasks, None),
    "back from tasks": (lambda p: backs(p, False), lambda p: backs(p, True)),
    "call paths": (call_paths, None),
    "call paths of tasks": (lambda p: task_paths(p, "taskwait"), lambda p: task_paths(p, "create task") and not task_paths(p, "taskwait")),
    "topology, parameters, metrics": (lambda p: rest(p, True), lambda p: rest(p, False)),
}
MAY_AGREE = {"back from tasks"}  # if each task was executed in another wait


def is_true(holds, p):
    try:
        return holds(p)
    except (AssertionError, LookupError, TypeError):  # what the point is about is not there
        return False


def check(ours, scorep, document):
    with open(document, encoding="utf-8") as file:
        table = re.search(r"\n\| point \|.*?\n\n", file.read(), re.S)[0]
    rows = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table.strip().splitlines()[2:]]
    assert [row[0] for row in rows] == list(POINTS), set(POINTS) ^ {row[0] for row in rows}
    wrong = []
    for point, _, said in rows:
        theirs, own = POINTS[point]
        assert said.startswith("the same") == (own is None), f"{point}: {said}"
        wrong += [f"{point}: not true of {whose}" for whose, holds, p in (("Score-P's", theirs, scorep), ("ours", own or theirs, ours)) if not is_true(holds, p)]
        if own and point not in MAY_AGREE and is_true(theirs, ours):
            wrong.append(f"{point}: ours is as Score-P's")
    left, right = [{(r.name, r.role, r.begin, r.end) for r in p.openmp} for p in (ours, scorep)]
    wrong += [f"constructs: {left ^ right}"] if left != right else []
    wrong += [f"events: {a}, and Score-P has {b}" for a, b in zip(order_of_events(ours), order_of_events(scorep)) if a != b]
    return wrong


def check_reader(ours, path):
    """The Python reader's names of roles and paradigms are those of otf2-print, but for the word before the dot."""
    import otf2

    with otf2.reader.open(path) as trace:
        found = [Region(0, r.name, r.canonical_name, r.description or "", str(r.region_role).split(".")[1], str(r.paradigm).split(".")[1], r.source_file or None,
                        r.begin_line_number, r.end_line_number) for r in trace.definitions.regions]  # fmt: skip
        reported = [r._replace(id=0, paradigm="OPENMP" if r.paradigm == "OpenMP" else r.paradigm) for r in ours.regions]
        assert found == reported, set(found) ^ set(reported)
        assert [list(c.group.members) for c in trace.definitions.comms] == [list(trace.definitions.locations)]
        events = collections.Counter(type(event).__name__.upper() for _, event in trace.events)
    assert events == collections.Counter(e.kind.replace("_", "") for e in ours.events)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        ours = Print(file.read())
    with lzma.open(sys.argv[2], "rt", encoding="utf-8") as file:
        scorep = Print(file.read())
    wrong = check(ours, scorep, sys.argv[3])
    if wrong:
        sys.exit("\n".join(wrong))
    if len(sys.argv) > 4:
        check_reader(ours, sys.argv[4])
    print(f"{len(POINTS)} points, {len(ours.events)} events")


if __name__ == "__main__":
    main()
