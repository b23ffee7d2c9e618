# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""made.py KIND FILE - writes an experiment of known contents, of version 2, for the reports: one function for each KIND.

Times are in µs, the clock's tick is a ns. Only what the format says is relied on: nodes are where `early` puts them, in
their location's first block or in a later one, so that children come before parents."""
import struct
import sys

ROLES = dict(fork=1, team=2, loop=3, sections=5, section=6, critical=10, block=11, barrier=13, user=16, lock=17,
             distribute=21, create=22, task=23, taskwait=26, teams=29, blame=31, mpi=32)  # fmt: skip
NONE = 0xFFFFFFFF
US = 1000
START = 1000000  # the tick at which the measurement began
MEMBER, LEAGUE = 2, 4


class Node:
    def __init__(self, location, key, parent, time, visits=1, wait=0, least=None, most=None, start=0):
        self.location, self.key, self.parent, self.number = location, key, parent, 0
        self.visits, self.time, self.wait, self.least, self.most, self.start = visits, time, wait, least, most, start
        self.values = []  # (inclusive, start) of each metric

    def child(self, role, construct, time, location=None, **more):
        """Adds a call path below this one; it is on another location, if that is given."""
        location = location or self.location
        location.nodes.append(Node(location, construct | ROLES[role] << 26, self, time, **more))
        return location.nodes[-1]

    def data(self):
        least = self.time // max(1, self.visits) if self.least is None else self.least
        most = least if self.most is None else self.most
        parent = self.parent if isinstance(self.parent, int) else self.parent.number
        start = self.start * US + START if self.start else 0
        times = (self.visits, self.time * US, least * US, most * US, start, self.wait * US)
        return struct.pack("2I6Q2I", self.key, parent, *times, 0, 0)


class Location:
    def __init__(self, number, life, place, flags, early):
        self.number, self.place, self.flags, self.early = number, place, flags, early
        self.repaired = self.ignored = 0
        self.last = []  # the metrics' values at the last event
        self.root = Node(self, 0, 0, life, visits=1 if life else 0)
        self.nodes = [self.root]

    def data(self):
        head = (self.number, 1, self.flags, 1, 5000 + self.number, self.root.number)
        return struct.pack("6I3Q5I60x", *head, START, self.repaired, self.ignored, *self.place, self.number % 2)


class Process:
    """This is a rank of a job, in the file of all: it has the locations that were added since the rank before."""

    def __init__(self, file, rank, ranks, wall, threads, hz=1000000000, offsets=(), state=2):
        self.file, self.rank, self.ranks, self.wall, self.threads, self.state = file, rank, ranks, wall, threads, state
        self.hz, self.offsets = hz, offsets
        self.first = sum(p.locations for p in file.processes)
        self.locations = len(file.locations) - self.first
        file.processes.append(self)

    def data(self):
        end = START + self.wall * self.hz // 1000000
        now = self.wall * 1000
        f = self.file
        head = struct.pack("8s6I4Q", b"POMPINST", 0x01020304, 2, 4096, self.state, 0, 2, 4096, 1 << 28, end, 0)
        head += struct.pack("16I6Q", 1, *[0] * 15, START, START, end, START + now, 0, 0)
        head += struct.pack("2I4Q8I24x", 1, 100 + self.rank, 1, 0, 0, 0, *f.texts, f.nesting, self.threads)
        head += rank_fields(self.rank, self.ranks, 7, self.offsets)
        record = struct.pack("2I56x", self.first, self.locations) + head
        return record + bytes(1024 - len(record))


def rank_fields(rank, ranks, job, offsets=()):
    """Returns the end of a header; offsets: (ns, offset, error) at the begin and at the end of the job."""
    points = [n for i in range(2) for n in (offsets[i] if i < len(offsets) else (0, 0, 0))]
    return struct.pack("2IQ" + "QqQ" * 2, rank, ranks, job, *points)


class File:
    def __init__(self, wall, threads, nesting=1):
        self.wall, self.threads, self.nesting = wall, threads, nesting
        self.state, self.end, self.job, self.processes = 2, wall * US + START, b"", []
        self.strings, self.constructs, self.locations, self.messages, self.balances = bytearray(), [], [], [], []
        self.marks = 0  # so many death marks
        self.modules, self.stacks, self.samples = [], [], []  # see sampled()
        self.sampling = None  # the header's fields about samples
        self.metrics, self.count = [], None  # the records, and how many the values' blocks say there are
        self.texts = [self.string(t) for t in ("made", "./made", "/", "elsewhere", "POMP_SUMMARY=0", "made.py")]

    def string(self, text):
        at = 4096 + 64 + len(self.strings)
        data = struct.pack("2I", 0, len(text.encode())) + text.encode() + b"\0"
        self.strings += data + bytes(-len(data) % 8)
        return at // 8

    def construct(self, name, line, sub_name="", function="solve", clauses=None, facts=0, constants=(0, 0, 0), file="f.c"):
        """Without clauses it is one of an older file. In the file's string, a zero and what else tells its place may follow. The constants are those of num_threads, of the chunk, and of the iterations."""
        words = [self.string(t) for t in (name, sub_name, file, function)]
        known = (0, 0) if clauses is None else (self.string(clauses), facts)
        flags = 0 if clauses is None else 4
        self.constructs.append(struct.pack("6I5iI2iQ", *known, *words, line, line, line + 5, line + 5, 2, flags, *constants))
        return len(self.constructs)

    def metric(self, name, unit="", source="perf", flags=0):
        words = [self.string(t) for t in (name, unit, "what it is", source)]
        self.metrics.append(struct.pack("5I44x", *words, flags))

    def add(self, life, place, flags, early):
        self.locations.append(Location(len(self.locations), life, place, flags, early))
        return self.locations[-1]

    def initial(self, life, flags=0, early=NONE):
        return self.add(life, (NONE, NONE, NONE, NONE), flags, early)

    def member(self, parent, thread_num, team_size=2, flags=MEMBER, early=NONE):
        level = 1 if parent.place[2] == NONE else parent.place[2] + 1
        return self.add(0, (parent.number, thread_num, level, team_size), flags, early)

    def body(self):
        body = bytearray()

        def add(kind, location, before, count, records):
            nonlocal body
            first = 64 + len(before)
            size = (first + len(records) + 4095) // 4096 * 4096
            block = struct.pack("2IQ2I40x", kind, count, size, first, location) + before + records
            body += block + bytes(size - len(block))

        def add_nodes(kind, location, before, nodes):
            at = 4096 + len(body) + 64 + len(before)
            for i, node in enumerate(nodes):
                node.number = at // 64 + i
            add(kind, location.number, before, len(nodes), b"".join(node.data() for node in nodes))
            if self.metrics:
                add_values(location, nodes, kind == 3)

        def add_values(location, nodes, first):
            width = len(self.metrics)
            last = (location.last + [0] * width)[:width] if first else []
            head = struct.pack("3I52x", nodes[0].number, width if self.count is None else self.count, 128 if first else 0)
            head += struct.pack(f"{len(last)}q", *last)
            values = [(n.values + [(0, -(1 << 63))] * width)[:width] for n in nodes]
            add(7, location.number, head, len(nodes), b"".join(struct.pack("2q", *v) for of in values for v in of))

        add(1, 0, b"", len(self.strings), self.strings)
        add(2, 0, b"", len(self.constructs), b"".join(self.constructs))
        if self.processes:
            add(5, 0, b"", len(self.processes), b"".join(p.data() for p in self.processes))
        if self.metrics:
            add(6, 0, b"", len(self.metrics), b"".join(self.metrics))
        for location in self.locations:
            add_nodes(3, location, location.data(), location.nodes[: location.early])
        if self.messages:
            records = [struct.pack("2I4Q2I16x", getattr(n, "number", n), *numbers) for n, *numbers in self.messages]
            add(8, 0, b"", len(records), b"".join(records))
        if self.balances:
            records = [struct.pack("2I4Q24x", getattr(n, "number", n), 0, *numbers) for n, *numbers in self.balances]
            add(11, 0, b"", len(records), b"".join(records))
        if self.modules:
            add(19, 0, b"", len(self.modules), b"".join(struct.pack("2I3Q", *m) for m in self.modules))
        if self.stacks:
            first = 4096 + len(body) + 64
            self.stack_numbers = [0] + [(first + sum(map(len, self.stacks[:i]))) // 8 for i in range(len(self.stacks))]
            records = b"".join(self.stacks)
            add(20, 0, b"", len(records), records)
        for _ in range(self.marks):
            add(14, 0, b"", 1, bytes(4032))
        for location in reversed(self.locations):
            if location.nodes[location.early :]:
                add_nodes(4, location, b"", location.nodes[location.early :])
        if self.samples:
            add(21, 0, b"", len(self.samples), b"".join(map(self.sample, self.samples)))
        return body

    def sample(self, s):
        """Makes a record of samples; `stack` is the place among the stacks, from 1 on."""
        node, location, stack, state, pc, count, time, thread = s
        stack = self.stack_numbers[stack] if stack < len(self.stack_numbers) else stack
        number = getattr(node, "number", node)
        return struct.pack("4I3QI20x", number, getattr(location, "number", location), stack, state, pc, count, time, thread)

    def write(self, name):
        self.body()  # gives the nodes their numbers
        body = self.body()
        now = self.wall * US
        head = struct.pack("8s6I4Q", b"POMPINST", 0x01020304, 2, 4096, self.state, 0, 2, 4096 + len(body), 1 << 28, self.end, 0)
        head += struct.pack("16I6Q", 1, *[0] * 15, START, START, START + now, START + now, 0, 0)
        head += struct.pack("2I4Q8I24x", 1, 1, 1, 0, 0, 0, *self.texts, self.nesting, self.threads)
        head += self.job
        if self.sampling:
            head += bytes(632 - len(head)) + struct.pack("2I2Q2I", *self.sampling)
        with open(name, "wb") as file:
            file.write(head + bytes(4096 - len(head)) + body)


def places():
    """Makes three levels of teams, two initial threads, a league. Locations are in another order than the tree of teams, and
    most parents of first nodes follow their children."""
    f = File(1000, 4)
    main, teams = f.construct("region", 1, "main", "main"), f.construct("teams", 50, clauses="num_teams(2) ...", facts=1024)
    loop = f.construct("for", 30, clauses="schedule(static, 4) nowait", facts=1 | 64 | 1 << 16, constants=(3, 4, 1 << 40))
    distribute = f.construct("distribute", 51)
    outer, middle, innermost = f.construct("parallel", 10), f.construct("parallel", 20), f.construct("parallel", 40)
    first = f.initial(1000, early=2)
    one, zero = f.member(first, 1, early=1), f.member(first, 0)
    zero_zero, one_one = f.member(zero, 0), f.member(one, 1, early=2)
    zero_one, one_zero = f.member(zero, 1), f.member(one, 0)
    deep = [f.member(one_one, 0), f.member(one_one, 1)]
    other = f.initial(300)
    others = [f.member(other, 0), f.member(other, 1)]
    league = [f.member(first, number, flags=MEMBER | LEAGUE) for number in (1, 0)]

    node = first.root.child("user", main, 900)
    fork = node.child("fork", outer, 600)
    league_fork = node.child("teams", teams, 100)
    league_fork.child("distribute", distribute, 90, location=league[1])
    league_fork.child("distribute", distribute, 70, location=league[0])
    a = fork.child("team", outer, 580, location=zero, wait=5)
    b = fork.child("team", outer, 560, location=one, wait=15)
    a_fork, b_fork = a.child("fork", middle, 300), b.child("fork", middle, 400)
    a.child("loop", loop, 200).child("barrier", loop, 50)
    b.child("loop", loop, 100)
    a_fork.child("team", middle, 290, location=zero_zero)
    a_fork.child("team", middle, 250, location=zero_one)
    b_fork.child("team", middle, 380, location=one_zero)
    fork = b_fork.child("team", middle, 350, location=one_one).child("fork", innermost, 100)
    for location, time in zip(deep, (90, 80)):
        fork.child("team", innermost, time, location=location)
    fork = other.root.child("fork", outer, 200)
    for location, time in zip(others, (150, 140)):
        fork.child("team", outer, time, location=location)
    return f


def older_waits():
    """Makes what older files have: a visit that waits is charged to one construct, and never to nobody."""
    f = File(1000, 1)
    first = f.initial(1000)
    critical, user = f.construct("critical", 20, "sum"), f.construct("region", 70, "holds it")
    inside = first.root.child("critical", critical, 300, visits=100, wait=200)
    inside.child("block", critical, 100, visits=100)
    inside.child("blame", critical, 50, visits=20)
    inside.child("blame", user, 100, visits=10)
    return f


def waits():
    """Makes two threads in a critical construct, at a lock and at barriers; tasks that one creates and both execute, with tasks
    of their own; two loops and sections out of balance."""
    f = File(1000000, 2)
    first = f.initial(1000000, early=1)
    team = [f.member(first, 0), f.member(first, 1)]
    parallel, critical = f.construct("parallel", 10), f.construct("critical", 20, "sum")
    lock, loop, sections = f.construct("omp_set_lock", 0, function=""), f.construct("for", 30), f.construct("sections", 40)
    barrier, task, wait = f.construct("barrier", 50), f.construct("task", 60, function="fib"), f.construct("taskwait", 61)
    user = f.construct("region", 70, "holds it")
    fork = first.root.child("fork", parallel, 900000)
    here = [fork.child("team", parallel, time, location=l, wait=w) for l, time, w in zip(team, (890000, 600000), (1000, 3000))]
    for node, waited, blamed in zip(here, (20000, 80000), (critical, user)):
        node.child("user", user, 10000)
        inside = node.child("critical", critical, 130000, visits=100, wait=waited)
        inside.child("block", critical, 40000, visits=100)
        inside.child("blame", blamed, waited - 1000, visits=20)
        inside.child("blame", 0, 1000, visits=30)
    setting = here[1].child("lock", lock, 26000, visits=5, wait=13000)
    setting.child("blame", user, 24000, visits=2)
    setting.child("blame", 0, 1000, visits=2)
    here[0].child("loop", loop, 100000).child("barrier", loop, 2000)
    here[1].child("loop", loop, 100000).child("barrier", loop, 60000)
    here[0].child("sections", sections, 50000, visits=1).child("section", sections, 40000, visits=2)
    here[1].child("sections", sections, 50000, visits=1).child("barrier", sections, 50000)
    here[0].child("barrier", barrier, 7000, wait=30000)
    here[1].child("barrier", barrier, 5000, wait=150000)
    create = here[0].child("create", task, 3000, visits=10)
    for location, time, visits in zip(team, (30000, 150000), (3, 17)):
        node = create.child("task", task, time, location=location, visits=visits, wait=50000 * visits, least=500, most=20000)
        node.child("create", task, 1000, visits=5)
        node.child("taskwait", wait, 2000, visits=visits, wait=4000)
    return f


def shared(damage=""):
    """Makes two threads that are late in turn in 10 instances of a loop that both call on two paths; one that they share in no
    instance that is known, and one outside of teams. `damage` says what no run can write."""
    f = File(1000000, 2)
    first = f.initial(1000000)
    team = [f.member(first, 0), f.member(first, 1)]
    parallel, loop, other, alone = f.construct("parallel", 10), f.construct("for", 20), f.construct("for", 30), f.construct("for", 40)
    user = f.construct("region", 50, "user")
    first.root.child("loop", alone, 5000, visits=5)
    fork = first.root.child("fork", parallel, 900000)
    here = [fork.child("team", parallel, 900000, location=l) for l in team]
    for node, late, count in zip(here, (60000, 40000), (6, 4)):
        path = node.child("loop", loop, 100000, visits=12)
        path.child("barrier", loop, 30000, visits=12)
        below = node.child("user", user, 20000).child("loop", loop, 20000, visits=2)
        f.balances.append((path, count, count * 2, late * US, late * US * 3 // 4))
        f.balances.append((below, 1, 2, 10000 * US, 9000 * US))
        node.child("loop", other, 50000, visits=1)
    if damage == "kind":
        f.balances.append((here[0], 1, 2, 10, 5))
    elif damage == "twice":
        f.balances.append(f.balances[0])
    elif damage == "nowhere":
        f.balances.append((7, 1, 2, 10, 5))
    elif damage == "time":
        f.balances[0] = (f.balances[0][0], 6, 12, 1 << 62, 1)
    elif damage == "count":
        f.balances[0] = (f.balances[0][0], 1 << 63, 12, 60000, 1)
    return f


def unknown():
    """Has no OMPT: threads are numbered, a worker's team hangs at its root."""
    f = File(1000, 0, nesting=0)
    parallel, lock = f.construct("parallel", 10), f.construct("omp_set_lock", 0)
    first, worker = f.initial(1000), f.initial(800, flags=1)
    first.root.child("fork", parallel, 600).child("team", parallel, 580)
    worker.root.child("team", parallel, 500).child("lock", lock, 100).child("blame", 0, 60)
    return f


def killed():
    """Was copied while it ran: a member's team and a task are there, but the nodes above them are not yet."""
    f = places()
    f.state = 1
    fork = next(n.parent for n in f.locations[2].nodes if n.parent)
    gone = Node(fork.location, fork.key, fork.parent, 0)
    gone.number = (1 << 31) - 1
    f.locations[2].nodes[1].parent = gone
    task = f.construct("task", 60)
    f.locations[0].nodes.append(Node(f.locations[0], task | ROLES["task"] << 26, gone, 10))
    return f


def marked(count):
    """Has so many marks of the process's death."""
    f = places()
    f.marks = count
    return f


def long_visit():
    """Was copied after a whole hour, in which no event ended: the only one has been open since the begin."""
    f = File(1000, 1)
    f.initial(1000).root.child("user", f.construct("region", 1, "main", "main"), 3600 * 1000000)
    return f


def long_killed():
    """Makes `long_visit` of a process that was killed before it reported the end's time, too."""
    f = long_visit()
    f.state, f.end = 1, 0
    return f


def job():
    """Makes three ranks of 1000 µs or less with clocks of 1, 2 and 0.5 GHz, and one to four locations; times are in µs of the
    first clock, so those of the second rank are half as long, those of the third twice."""
    f = File(1000, 3)
    main, parallel = f.construct("region", 1, "main", "main"), f.construct("parallel", 10)
    critical, loop = f.construct("critical", 20, "sum"), f.construct("for", 30)

    def rank(life, time, team):
        first = f.initial(life)
        node = first.root.child("user", main, time)
        fork = node.child("fork", parallel, time // 2)
        for number in range(team):
            member = fork.child("team", parallel, time // 4, location=f.member(first, number, team))
            member.child("loop", loop, time // 10 * (number + 1))
        return node

    rank(1000, 800, 2)
    Process(f, 0, 4, 1000, 2)
    rank(2000, 1600, 3).child("critical", critical, 400, wait=200).child("blame", critical, 100, visits=1)
    Process(f, 1, 4, 1000, 4, hz=2000000000, offsets=((START - 500000, 500000, 10), (START + 500000, 500100, 30)))
    rank(250, 200, 1)
    Process(f, 3, 4, 500, 1, hz=500000000, offsets=((START + 1000, -7, 3),))
    f.job = rank_fields(0, 4, 7)
    return f


def many_latest():
    """Makes two ranks of 800 threads, each of which was the last one in some instances of a loop."""
    f = File(1000, 800)
    parallel, loop = f.construct("parallel", 10), f.construct("for", 20)
    for rank in range(2):
        first = f.initial(1000)
        fork = first.root.child("fork", parallel, 900)
        for i in range(800):
            team = fork.child("team", parallel, 800, location=f.member(first, i, team_size=800))
            count = 1 + (7 * i + rank) % 5
            f.balances.append((team.child("loop", loop, 700, visits=4000), count, count * 800, count * 10 * US, count * (i % 10) * US))
        Process(f, rank, 2, 1000, 800)
    f.job = rank_fields(0, 2, 7)
    return f


def many_waits():
    """Makes two ranks of 800 threads, each of which has waited on two paths for who held a critical construct, and for nobody."""
    f = File(1000, 800)
    parallel, critical, user = f.construct("parallel", 10), f.construct("critical", 20, "sum"), f.construct("region", 30, "user")
    for rank in range(2):
        first = f.initial(1000)
        fork = first.root.child("fork", parallel, 900)
        for i in range(800):
            team = fork.child("team", parallel, 800, location=f.member(first, i, team_size=800))
            for above, waited in (team, 100 + (7 * i + rank) % 97), (team.child("user", user, 300), 10 + (3 * i + rank) % 101):
                inside = above.child("critical", critical, 250, visits=20, wait=waited)
                inside.child("blame", critical, waited - 5, visits=10 + i % 3)
                inside.child("blame", 0, 5, visits=20)
        Process(f, rank, 2, 1000, 800)
    f.job = rank_fields(0, 2, 7)
    return f


def rank_file(rank, ranks, job_number=7, **changes):
    """Makes the file of one rank: it has main, and on odd ranks a loop that no other has."""

    def make():
        f = File(1000 + 100 * rank, 1)
        if rank % 2:
            f.construct("for", 99, function="nobody")
        main, own = f.construct("region", 1, "main", "main"), f.construct("for", 100 + rank)
        node = f.initial(1000).root.child("user", main, 100 * (rank + 1), visits=rank + 1)
        node.child("loop", own, 10)
        f.job = rank_fields(rank, ranks, job_number)
        for name, value in changes.items():
            setattr(f, name, value)
        return f

    return make


def change_process(change):
    """Makes the job, with one thing that can't be."""

    def make():
        f = job()
        change(f, f.processes)
        return f

    return make


def overlapping(_, processes):
    processes[1].first -= 1


def too_few(_, processes):
    processes[2].locations -= 1


def no_locations(_, processes):
    processes[1].locations = 0


def ranks_twice(_, processes):
    processes[1].rank = 0


def rank_beyond(_, processes):
    processes[2].rank = 4


def other_process(f, _):
    f.locations[4].nodes[1].parent = f.locations[0].nodes[1]


def other_team(f, _):
    f.locations[4].place = (0, 0, 1, 2)


def no_clock(_, processes):
    processes[1].wall = 0


def messages():
    """Tells what two locations have sent and received, in two call paths of the same function and others; the records are
    before the nodes of the second location, and one record is not finished."""
    f = File(1000, 2)
    main, send = f.construct("region", 1, "main", "main"), f.construct("MPI_Send", 0, function="")
    wait, sum_up = f.construct("MPI_Waitall", 0, function=""), f.construct("MPI_Allreduce", 0, function="")
    rank = f.construct("MPI_Comm_rank", 0, function="")
    for location, factor in ((f.initial(1000), 1), (f.initial(1000, early=1), 10)):
        node = location.root.child("user", main, 900)
        node.child("mpi", rank, 1)
        f.messages.append((node.child("mpi", send, 100 * factor, visits=3), 1, 3 * factor, 300 * factor, 0, 0, 1 + factor, 0))
        f.messages.append((location.root.child("mpi", send, 10), 1, factor, factor, 0, 0, 1, 0))
        f.messages.append((node.child("mpi", wait, 5), 2, 0, 0, 2 * factor, 1 << 40, 4, 0))
        f.messages.append((node.child("mpi", sum_up, 7, visits=2), 6, 0, 16, 0, 16, 0, 4 * factor))
    f.messages.append((0, 1, 1, 1, 1, 1, 1, 1))
    return f


def messages_of(change):
    def make():
        f = messages()
        f.messages[0] = change(f, *f.messages[0])
        return f

    return make


def messages_early():
    """Was copied while it ran: the node of a record is not there yet."""
    f = messages()
    f.state = 1
    f.messages.append(((1 << 31) - 1, 1, 1, 1, 1, 1, 1, 1))
    return f


def broken(change):
    """Makes `places`, with one thing that can't be."""

    def make():
        f = places()
        change(f, f.locations)
        return f

    return make


def set_parent(of, at, parent, to):
    def change(_, locations):
        locations[of].nodes[at].parent = locations[parent].nodes[to]

    return change


def set_place(f, _):
    f.locations[3].place = (3, 0, 2, 2)


def set_threads(f, _):
    f.threads = 1 << 31


def below_blame(_, locations):
    locations[0].nodes[1].child("blame", 1, 1).child("user", 1, 1)


def gone(_, locations):
    node = locations[2].nodes[1]
    node.parent = Node(node.location, 1, node.parent, 0)
    node.parent.number = (1 << 31) - 1


def metrics():
    """Makes two threads in a team, with a loop each, a task that member 0 executes, and recursion on another thread."""
    f = File(1000, 3)
    for name, unit in (("perf:instructions", ""), ("perf:cycles", ""), ("perf:task-clock", "ns")):
        f.metric(name, unit)
    f.metric("rusage:maxrss", "bytes", "rusage", 4)
    first = f.initial(1000)
    team = [f.member(first, 0), f.member(first, 1, early=2)]
    other = f.initial(400)
    none = -(1 << 63)

    def set_values(node, instructions, cycles, clock, size=0):
        node.values = [(instructions, none), (cycles, none), (clock, none), (size, none)]
        return node

    parallel, loop, task, user = f.construct("parallel", 10), f.construct("for", 20), f.construct("task", 30), f.construct("region", 40, "r")
    set_values(first.root, 10000, 20000, 900000, 4096)
    fork = set_values(first.root.child("fork", parallel, 600), 6000, 3000, 550000)
    teams = [set_values(fork.child("team", parallel, 500, location=l), 5000 + i, 2000, 400000) for i, l in enumerate(team)]
    for i, node in enumerate(teams):
        set_values(node.child("loop", loop, 300), 4000, 1000 + i, 300000)
    create = set_values(teams[1].child("create", task, 10), 100, 50, 10000)
    set_values(create.child("task", task, 100, location=team[0]), 1000, 900, 100000)
    outer = set_values(other.root.child("user", user, 300), 500, 100, 200000)
    set_values(outer.child("user", user, 200), 200, 50, 100000)
    set_values(other.root, 700, 200, 300000)
    return f


def metrics_open():
    """Was killed: open visits count up to the location's last event; a part that has more than the whole is believed."""
    f = metrics()
    f.state, f.end = 1, 0
    first, other = f.locations[0], f.locations[3]
    outer, inner = other.nodes[1:3]
    outer.start, outer.visits = 500, 2
    outer.values[0], outer.values[1] = (500, 10000), (100, -(1 << 63))
    inner.start = 600
    inner.values[0] = (200, 10300)
    other.last = [10400, 5, 5, 5]
    first.nodes[1].values[2] = (100, -(1 << 63))
    return f


def metrics_scaled():
    """Has twice the instructions, and four times the cycles, in the same time."""
    f = metrics()
    for location in f.locations:
        for node in location.nodes:
            if node.values:
                (instructions, start), (cycles, _), *rest = node.values
                node.values = [(2 * instructions, start), (4 * cycles, start), *rest]
    return f


def metrics_of(change):
    def make():
        f = metrics()
        change(f)
        return f

    return make


def set_waiting(f):
    """The recursion waits at its end, for its own region and for nobody."""
    critical = f.construct("critical", 50)
    inner = f.locations[3].nodes[2].child("critical", critical, 50, wait=40)
    inner.values = [(20, -(1 << 63))] * 4
    for number in (critical, 0):
        inner.child("blame", number, 20, visits=1).values = [(0, -(1 << 63))] * 4


def set_count(f):
    f.count = 3


def many_metrics(f):
    f.metrics = f.metrics * 100


def set_name(f):
    f.metrics[0] = struct.pack("5I44x", 1, 1, 1, 1, 0)


def stack(at, words, modules=1, size=None, registers=2, flags=0, scanned=256):
    """Makes what was found on a stack: `words` is a list of places and words. The registers are rbx and rbp."""
    places = b"".join(struct.pack("I", place) for place, _ in words)
    places += bytes(-len(places) % 8)
    data = struct.pack("2Q", 11, at + 16) + places + b"".join(struct.pack("Q", word) for _, word in words)
    size = 40 + len(data) if size is None else size
    return struct.pack("2IQ4IQ", size, flags, at, scanned, modules, registers, len(words), 1 << 3 | 1 << 6) + data


def sampled(damage=""):
    """Makes samples of two threads in a loop, its barrier, outside of regions and of a thread without a location; their code is
    in two files that are not there, and in none. `damage` says what no run can write."""
    f = File(1000000, 2)
    parallel, loop = f.construct("parallel", 10), f.construct("for", 20)
    first = f.initial(1000000)
    team = [f.member(first, 0), f.member(first, 1)]
    fork = first.root.child("fork", parallel, 900000)
    loops = [fork.child("team", parallel, 890000, location=l).child("loop", loop, 800000) for l in team]
    barriers = [node.child("barrier", loop, 200000) for node in loops]
    for name, low in (("/nowhere/a", 0x1000), ("/nowhere/libb.so", 0x9000)):
        f.modules.append((f.string(name), f.string("id:00"), low, low + 0x1000, low))
    f.stacks = [stack(0x7000, [(1, 0x1234), (3, 0x7020)], 2), stack(0x7100, [], 1, flags=1)]
    f.samples = [
        (loops[0], team[0], 1, 1, 0x1100, 600, 600 * 1000 * US, 0),
        (loops[0], team[0], 1, 1, 0x9100, 100, 100 * 1000 * US, 0),
        (loops[1], team[1], 2, 1, 0x1100, 297, 297 * 1000 * US, 0),
        (loops[1], team[1], 0, 1, 0x5000, 3, 3 * 1000 * US, 0),
        (barriers[1], team[1], 2, 0x12, 0x1200, 200, 200 * 1000 * US, 0),
        (first.root, first, 0, 0, 0x1300, 50, 50 * 1000 * US, 0),
        (0, NONE, 0, NONE, 0x1400, 40, 40 * 1000 * US, 77),
        (0, NONE, 0, 0, 0, 0, 0, 0),
    ]
    f.sampling = (1, 34, 1000 * US, 7, 1, 0)
    if damage == "order":
        f.stacks[0] = stack(0x7000, [(3, 1), (1, 2)])
    elif damage == "beyond":
        f.stacks[0] = stack(0x7000, [(1, 1), (32, 2)])
    elif damage == "registers":
        f.stacks[0] = stack(0x7000, [(1, 1), (3, 2)], registers=1)
    elif damage == "size":
        f.stacks[1] = stack(0x7000, [], size=4096)
    elif damage == "no size":
        f.stacks[1] = stack(0x7000, [], size=0)
    elif damage == "modules":
        f.stacks[1] = stack(0x7000, [], 3)
    elif damage == "endless":
        f.samples[0] = (*f.samples[0][:5], 1 << 48, 1, 0)
    elif damage == "time":
        f.samples[0] = (*f.samples[0][:6], 1 << 62, 0)
    elif damage in ("node", "running"):
        f.samples[0] = ((1 << 31) - 1, *f.samples[0][1:])
    elif damage == "location":
        f.samples[0] = (f.samples[0][0], 99, *f.samples[0][2:])
    elif damage == "stack":
        f.samples[0] = (*f.samples[0][:2], 1 << 20, *f.samples[0][3:])
    elif damage == "blame":
        f.samples[0] = (loops[0].child("blame", loop, 10), *f.samples[0][1:])
    if damage == "running":
        f.samples[1] = (*f.samples[1][:2], 1 << 20, *f.samples[1][3:])
        f.samples[2] = (f.samples[2][0], 99, *f.samples[2][2:])
        f.state = 1
    return f


KINDS = {
    "sampled": sampled,
    **{f"sampled {damage}": (lambda damage: lambda: sampled(damage))(damage) for damage in (
        "order", "beyond", "registers", "size", "no size", "modules", "endless", "time", "node", "location", "stack",
        "blame", "running")},  # fmt: skip
    "metrics": metrics,
    "metrics scaled": metrics_scaled,
    "metrics open": metrics_open,
    "metrics waiting": metrics_of(set_waiting),
    "metrics count": metrics_of(set_count),
    "metrics many": metrics_of(many_metrics),
    "metrics name": metrics_of(set_name),
    "places": places,
    "waits": waits,
    "older-waits": older_waits,
    "shared": shared,
    "shared kind": lambda: shared("kind"),
    "shared twice": lambda: shared("twice"),
    "shared nowhere": lambda: shared("nowhere"),
    "shared time": lambda: shared("time"),
    "shared count": lambda: shared("count"),
    "unknown": unknown,
    "killed": killed,
    "long visit": long_visit,
    "long killed": long_killed,
    "dead once": lambda: marked(1),
    "dead twice": lambda: marked(2),
    "job": job,
    "many latest": many_latest,
    "many waits": many_waits,
    "rank-0": rank_file(0, 4),
    "rank-1": rank_file(1, 4),
    "rank-3": rank_file(3, 4, state=1, end=0),
    "stranger": rank_file(2, 4, 8),
    "overlapping": change_process(overlapping),
    "too few": change_process(too_few),
    "no locations": change_process(no_locations),
    "ranks twice": change_process(ranks_twice),
    "rank beyond": change_process(rank_beyond),
    "other process": change_process(other_process),
    "other team": change_process(other_team),
    "no clock": change_process(no_clock),
    "messages": messages,
    "messages early": messages_early,
    "no path": messages_of(lambda f, node, *numbers: ((1 << 31) - 1, *numbers)),
    "user's": messages_of(lambda f, node, *numbers: (f.locations[0].nodes[1], *numbers)),
    "twice": messages_of(lambda f, node, *numbers: (f.messages[1][0], *numbers)),
    "no kind": messages_of(lambda f, node, kind, *numbers: (node, 0, *numbers)),
    "endless": messages_of(lambda f, node, kind, *numbers: (node, kind, 1 << 60, *numbers[1:])),
    "itself": broken(set_parent(2, 1, 2, 1)),
    "circle": broken(set_parent(2, 1, 3, 1)),  # this is 0→0 below 0→0→0, which it forked
    "foreign": broken(set_parent(9, 1, 0, 1)),  # this is an initial thread's node below another's
    "place": broken(set_place),
    "threads": broken(set_threads),
    "blame": broken(below_blame),
    "gone": broken(gone),
}

if __name__ == "__main__":
    KINDS[sys.argv[1]]().write(sys.argv[2])
