# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pomp-gdb.py - commands for gdb: `info pomp threads|teams|tasks|locks|regions`, `pomp bt` and `pomp break`.

They show the threads of an instrumented OpenMP program by their places in the teams, while it runs or of a core file. What each thread does
is read by libpompread from the experiment that the program has in memory; frames are gdb's. Of a program that is not instrumented, the OpenMP
runtime tells of threads, teams and tasks if it was built with OMPD (pomp_ompd.py). gdb loads this file by itself where it is
installed below /usr; elsewhere: (gdb) source PREFIX/share/pomp/gdb/pomp-gdb.py
Not here: what is read, and how (tools/library); docs/live.md shows all commands."""
import contextlib
import ctypes
import os
import re
import sys

import gdb

HERE = os.path.dirname(os.path.realpath(__file__))  # gdb forgets __file__ afterwards
sys.path.append(HERE)
import pomp_ompd  # noqa: E402 pylint: disable=wrong-import-position

NONE = 0xFFFFFFFF  # POMP_READ_NONE
SONAME = "libpompread.so.1"
DOES = ("waits", "works", "outside", "idle")
LOCKS = ("critical", "ordered", "lock")  # roles of regions
FORKED = ("team", "teams")

# The structures of pomp_read.h, as far as they are needed: members that are left out are at the end.
TEXT, U32, U64 = ctypes.c_char_p, ctypes.c_uint32, ctypes.c_uint64
STRUCTURES = {
    "run": ((TEXT, "program experiment"), (U32, "state threads processes locations regions paths columns doings"), (U64, "begin_ns wall_ns quiet_ns interval_ns"), (U32, "other")),
    "process": ((TEXT, "program host"), (U32, "state pid rank first_location locations")),
    "location": ((TEXT, "name kind"), (U32, "process parent thread_num level os_thread")),
    "region": ((TEXT, "name role function file"), (U32, "line last_line waiting"), (TEXT, "place")),
    "path": ((U32, "parent region depth"),),
    "doing": ((U32, "location does region path task creator awaited stuck deadlocked"), (U64, "since_ns for_ns")),
}


class Record:
    """A row of one of the structures, with texts decoded."""

    def __init__(self, kind, values):
        self.kind = kind
        self.__dict__.update(values)

    def __getattr__(self, name):
        raise AttributeError(f"{self.kind} has no {name}")


def structure(kind):
    fields = [(name, of) for of, names in STRUCTURES[kind] for name in names.split()]
    return type(kind, (ctypes.Structure,), {"_fields_": fields})


TYPES = {kind: structure(kind) for kind in STRUCTURES}


# --- libpompread ---


def candidates():
    """Says where libpompread may be: beside libpompomp, in the installation that this file is in, and where the system looks."""
    for each in gdb.objfiles():
        if is_measurement(each):
            yield os.path.join(os.path.dirname(os.path.realpath(each.filename)), SONAME)
    here = HERE
    while os.path.dirname(here) != here:
        here = os.path.dirname(here)
        yield os.path.join(here, "lib", SONAME)
    yield SONAME


def load():
    tried = None
    for path in candidates():
        if os.path.isabs(path) and not os.path.exists(path):
            continue
        try:
            library = ctypes.CDLL(path)
            break
        except OSError as problem:
            tried = problem
    else:
        raise gdb.GdbError(f"pomp: {SONAME} can't be loaded{f' ({tried})' if tried else ''}: install libpompread, or set LD_LIBRARY_PATH before gdb starts")
    library.pomp_read_open.restype = ctypes.c_void_p
    library.pomp_read_open.argtypes = [TEXT, ctypes.c_char_p, ctypes.c_size_t]
    library.pomp_read_close.argtypes = [ctypes.c_void_p]
    library.pomp_read_find_column.argtypes = [ctypes.c_void_p, TEXT]
    library.pomp_read_find_column.restype = U32
    library.pomp_read_value.argtypes = [ctypes.c_void_p, U32, U32, U32, U32, ctypes.POINTER(ctypes.c_int64)]
    library.pomp_read_awaited.argtypes = [ctypes.c_void_p, U32, U32, ctypes.POINTER(U32)]
    for kind in TYPES:
        function = getattr(library, f"pomp_read_{kind}")
        function.argtypes = [ctypes.c_void_p] + ([] if kind == "run" else [U32]) + [ctypes.c_void_p, ctypes.c_size_t]
    return library


def experiment_of_core():
    """Returns the file that the core file's process had its measurement in."""
    with contextlib.suppress(gdb.error):
        for line in gdb.execute("info proc mappings", to_string=True).splitlines():
            found = re.match(r"(?:\s*0x[0-9a-f]+){4}\s+(?:[-rwxps]{4,5}\s+)?(/.*\.pomp)$", line)
            if found and os.path.basename(found[1]) != "trace.pomp":
                return found[1]
    raise gdb.GdbError("pomp: no experiment is mapped in this core file: the program was not measured, or the core file does not say which files were mapped")


class Snapshot(pomp_ompd.Places):
    """What libpompread tells of the program now."""

    is_measured = True

    def __init__(self):
        inferior = gdb.selected_inferior()
        if not inferior.is_valid() or not inferior.pid or not inferior.threads():
            raise gdb.GdbError("pomp: there is no process: start the program, attach to it, or name its core file")
        is_core = getattr(inferior, "connection", None) is not None and inferior.connection.type == "core"
        name = experiment_of_core() if is_core else str(inferior.pid)
        self.library = load()
        error = ctypes.create_string_buffer(4608)
        self.handle = self.library.pomp_read_open(os.fsencode(name), error, len(error))
        if not self.handle:
            raise gdb.GdbError(f"pomp: {error.value.decode(errors='replace')}")
        self.run = self.get("run")
        processes = [self.get("process", i) for i in range(self.run.processes)]
        of = [i for i, process in enumerate(processes) if process.pid == inferior.pid]
        if self.run.other:
            print(f"Process {inferior.pid} has the experiment in memory, but process {processes[0].pid} made it.")
        self.process = of[0] if of else 0
        self.threads = {thread.ptid[1]: thread for thread in inferior.threads()}
        self.locations = [self.get("location", i) for i in range(self.run.locations)]
        self.doings = [self.get("doing", i) for i in range(self.run.doings)]
        for i, doing in enumerate(self.doings):
            doing.awaits = self.awaited(i, doing.awaited)
        self.doings = [doing for doing in self.doings if self.locations[doing.location].process == self.process]

    def close(self):
        self.library.pomp_read_close(self.handle)

    def get(self, kind, *number):
        row = TYPES[kind]()
        if getattr(self.library, f"pomp_read_{kind}")(self.handle, *number, ctypes.byref(row), ctypes.sizeof(row)) != 0:
            raise gdb.GdbError(f"pomp: the experiment has no {kind} {number}")
        values = {name: getattr(row, name) for name, _ in row._fields_}
        return Record(kind, {name: value.decode(errors="replace") if isinstance(value, bytes) else value for name, value in values.items()})

    def awaited(self, doing, count):
        found, location = [], U32()
        for i in range(count):
            if self.library.pomp_read_awaited(self.handle, doing, i, ctypes.byref(location)) == 0:
                found.append(location.value)
        return found

    def visits(self, region):
        value = ctypes.c_int64()
        column = self.library.pomp_read_find_column(self.handle, b"visits")
        return value.value if self.library.pomp_read_value(self.handle, column, 2, region, NONE, ctypes.byref(value)) == 0 else 0

    def region(self, number):
        return None if number == NONE else self.get("region", number)

    def regions_around(self, path):
        """Returns the regions of a call path, the outermost first."""
        around = []
        while path != NONE:
            row = self.get("path", path)
            around.append(self.get("region", row.region))
            path = row.parent
        return [region for region in reversed(around) if region.role != "thread"]


def take():
    """Asks libpompread, and of a program that is not measured the OpenMP runtime."""
    try:
        return Snapshot()
    except gdb.GdbError as problem:
        if not gdb.selected_inferior().threads() or any(is_measurement(each) for each in gdb.objfiles()):
            raise
        try:
            return pomp_ompd.Teams(Record)
        except pomp_ompd.Unavailable as why:
            raise gdb.GdbError(f"{problem}\npomp: nor can the OpenMP runtime be asked: {why}") from why


def is_measurement(file):
    return os.path.basename(file.filename or "").startswith("libpompomp")


@contextlib.contextmanager
def snapshot():
    taken = take()
    try:
        yield taken
    finally:
        taken.close()


# --- words ---


def place(region):
    if region and region.file and region.line:
        return f"{os.path.basename(region.file)}:{region.line}"
    return region.place or "" if region else ""


def named(region):
    return f"{region.name} {place(region)}".strip() if region else ""


def number(thread):
    return f"thread {thread.num}" if thread else "no thread"


def who(now, location):
    thread = now.thread(location)
    return now.locations[location].name + (f" (thread {thread.num})" if thread else "")


def state(doing):
    return "stuck" if doing.stuck else doing.does if isinstance(doing.does, str) else DOES[doing.does]


def seconds(ns):
    return "" if ns is None else f"{ns / 1e9:.3f}"


def order(now, location):
    """Sorts locations as their names are read: 0, 0->0, 0->1, 0->10."""
    return [int(part) for part in re.findall(r"\d+", now.locations[location].name)]


def table(head, rows):
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


# --- info pomp ... ---


class Info(gdb.Command):
    """Show the teams, threads, tasks, locks and regions of an instrumented OpenMP program."""

    def __init__(self):
        super().__init__("info pomp", gdb.COMMAND_STATUS, prefix=True)


def info(function):
    """Makes a subcommand of `info pomp` of a function that takes a snapshot and the words behind the command."""

    def invoke(self, words, from_tty):
        del self, from_tty
        with snapshot() as now:
            function(now, words.strip())

    name = function.__name__
    type(name, (gdb.Command,), {"__doc__": function.__doc__, "__init__": lambda self: super(type(self), self).__init__(f"info pomp {name}", gdb.COMMAND_STATUS), "invoke": invoke})()
    return function


def threads(now, words):
    """Show what each thread does: its place in the teams, the region that it is in, since when, and whom it waits for."""
    del words
    current, rows, known = gdb.selected_thread(), [], set()
    for doing in sorted(now.doings, key=lambda each: order(now, each.location)):
        thread, region = now.thread(doing.location), now.region(doing.region)
        known.add(now.locations[doing.location].os_thread)
        mark = "*" if thread and current and thread.num == current.num else " "
        waits = ", ".join(now.locations[each].name for each in doing.awaits[:4]) + (", …" if len(doing.awaits) > 4 else "")
        rows.append((mark, thread.num if thread else "-", now.locations[doing.location].name, state(doing), seconds(doing.for_ns), region.name if region else "", place(region), waits))
    table(("", "Id", "Place", "State", "For s", "Region", "Where", "Waits for"), rows)
    others = sorted(thread.num for os_thread, thread in now.threads.items() if os_thread not in known)
    if others:
        print(f"Not measured: thread {', '.join(map(str, others))}.")


def teams(now, words):
    """Show the teams that are there now, each with the construct that has forked it and its members."""
    del words
    doings = {doing.location: doing for doing in now.doings}
    members = {}
    for location in doings:
        while location != NONE and now.locations[location].parent != NONE:
            parent = now.locations[location].parent
            members.setdefault(parent, {})[location] = True
            location = parent
    if not members:
        print("There is no team: no parallel region has been entered, or all threads are idle.")
    for parent in sorted(members, key=lambda each: order(now, each)):
        region = forked_by(now, doings, parent, members[parent])
        print(f"Team of {who(now, parent)}{': ' + named(region) if region else ''}")
        rows = []
        for member in sorted(members[parent], key=lambda each: order(now, each)):
            doing = doings.get(member)
            what = [state(doing), named(now.region(doing.region))] if doing else ["", "has forked a team" if member in members else ""]
            rows.append(("", number(now.thread(member)), now.locations[member].name, *what))
        table(("", "Id", "Place", "State", "Region"), rows)


def forked_by(now, doings, parent, members):
    """Returns the parallel region of a team: the one so many levels inside as its members are."""
    for doing in doings.values():
        location = doing.location
        while location != NONE and location not in members:
            location = now.locations[location].parent
        if location == NONE:
            continue
        forks = [region for region in now.regions_around(doing.path) if region.role in FORKED]
        level = now.locations[parent].level
        if level < len(forks):
            return forks[level]
    return None


def tasks(now, words):
    """Show the explicit tasks that are executed now, by whom, and who has created them."""
    del words
    rows = []
    for doing in sorted(now.doings, key=lambda each: order(now, each.location)):
        if doing.task != NONE:
            creator = who(now, doing.creator) if doing.creator != NONE else ""
            task = now.region(doing.task)
            rows.append((number(now.thread(doing.location)), now.locations[doing.location].name, task.name, place(task), creator, named(now.region(doing.region))))
    if rows:
        table(("Id", "Place", "Task", "Where", "Created by", "Is in"), rows)
    else:
        print("No thread executes an explicit task.")


def need_measurement(now):
    if not now.is_measured:
        raise gdb.GdbError("pomp: the program is not measured, and its OpenMP runtime tells of threads, teams and tasks alone")


def locks(now, words):
    """Show the locks and critical sections that threads wait for, and who holds them."""
    del words
    need_measurement(now)
    waits = {}
    for doing in now.doings:
        region = now.region(doing.region)
        if doing.does == 0 and region and region.role in LOCKS and doing.awaits:
            waits.setdefault((region.name, tuple(doing.awaits)), []).append((doing, region))
    for (name, holders), waiters in waits.items():
        print(f"{name} is held by {', '.join(who(now, each) for each in holders)}")
        for doing, region in waiters:
            stuck = ", in a deadlock" if doing.deadlocked else ", in vain" if doing.stuck else ""
            print(f"  {who(now, doing.location)} waits for {doing.for_ns / 1e9:.3f} s at {place(region)}{stuck}")
    if not waits:
        print("No thread waits for a lock or a critical section whose holder is known.")


def regions(now, words):
    """Show the regions that have begun so far, and how often: all, or those whose name or place has a text in it."""
    need_measurement(now)
    rows = []
    for i in range(1, now.run.regions):
        region = now.region(i)
        if region.line and (not words or words in region.name or words in place(region)):
            rows.append((now.visits(i), region.name, place(region), region.function))
    if rows:
        table(("Visits", "Region", "Where", "Function"), sorted(rows, key=lambda row: (row[2].split(":")[0], int(row[2].rsplit(":", 1)[1]), row[1])))
    else:
        print(f"No region that has begun has {words} in its name or place." if words else "No region has begun.")


# --- pomp bt, pomp break ---


class Pomp(gdb.Command):
    """Show the stack over teams and tasks, and stop where regions begin."""

    def __init__(self):
        super().__init__("pomp", gdb.COMMAND_STACK, prefix=True)


OUTLINED = re.compile(r"\s*\[clone \.omp_outlined[^\]]*\]|\.omp_outlined.*$")
RUNTIME = re.compile(r"lib(?:i?omp\d*|pompomp[-a-z]*|gomp|pompread)\.(?:so|a)\b")
HIDDEN = re.compile(r"^(?:__kmp|__tgt_|POMP_|pomp_|\.omp_task_entry|\.omp_task_destructor)")


def frames_of(thread):
    """Returns a thread's frames, the innermost first."""
    thread.switch()
    frame, found = gdb.newest_frame(), []
    while frame:
        found.append(frame)
        try:
            frame = frame.older()
        except gdb.error:
            break
    return found


def is_runtime(frame):
    """Tells whether a frame is of the OpenMP runtime, of the library that measures, or of what starts threads."""
    name = frame.name() or ""
    if HIDDEN.match(name) or name in ("start_thread", "clone3", "__clone3", "clone", "__libc_start_main", "__libc_start_call_main", "__libc_start_main_impl", "_start"):
        return True
    return bool(RUNTIME.search(gdb.solib_name(frame.pc()) or ""))


def function_of(frame):
    """Returns the user's name of a frame's function: a construct's part is in the function that encloses it."""
    name = OUTLINED.sub("", frame.name() or "??") or "(task)"
    if name.startswith("_Z"):  # gdb leaves it as it is where the compiler has appended something
        with contextlib.suppress(gdb.error):
            name = gdb.execute(f"demangle -l c++ -- {name}", to_string=True).strip()
    return name


def is_fork(frame):
    return (frame.name() or "") in ("__kmpc_fork_call", "__kmpc_fork_teams", "__kmpc_fork_call_if")


def is_debug_twin(outer, inner):
    """The compiler makes two functions of a parallel region; the outer one only calls the inner one."""
    outer, inner = outer.name() or "", inner.name() or ""
    return "omp_outlined_debug__" in inner and "omp_outlined" in outer and "omp_outlined_debug__" not in outer


def forked_from(now, location, frames):
    """Returns the frames of a location's parent from where it has forked the team: of all forks on the stack, those count that are inside of
    the team in which the thread is no master."""
    base = location
    while now.locations[base].thread_num == 0 and now.locations[base].parent != NONE:
        base = now.locations[base].parent
    forks = [i for i, frame in enumerate(frames) if is_fork(frame)]
    forks.reverse()  # the outermost first
    which = now.locations[location].level - now.locations[base].level
    return forks[which] if which < len(forks) else None


class Backtrace(gdb.Command):
    """Show the stack of the user's functions over teams and tasks: pomp bt
From the selected thread's innermost function on to where its team was forked, on with the thread that has forked it, and so forth up to main."""

    def __init__(self):
        super().__init__("pomp bt", gdb.COMMAND_STACK)

    def invoke(self, words, from_tty):
        del from_tty
        if words.strip():
            raise gdb.GdbError(f"pomp: pomp bt takes nothing, not {words.strip()}: select a thread with `thread N` before")
        selected, frame = gdb.selected_thread(), None
        with contextlib.suppress(gdb.error):
            frame = gdb.selected_frame()
        try:
            with snapshot() as now:
                show_stack(now, selected)
        finally:
            if selected:
                selected.switch()
            if frame and frame.is_valid():
                frame.select()


def show_stack(now, thread):
    doing = now.doing_of(thread)
    if not doing:
        raise gdb.GdbError(f"pomp: thread {thread.num} is not measured: `bt` shows its frames")
    region = now.region(doing.region)
    waits = f", waits for {', '.join(who(now, each) for each in doing.awaits[:4])}" if doing.awaits else ""
    print(f"{who(now, doing.location)}: {state(doing)}{' in ' + named(region) if region else ''}{f' for {seconds(doing.for_ns)} s' if doing.for_ns is not None else ''}{waits}")
    if doing.task != NONE:
        creator = f", created by {now.locations[doing.creator].name}" if doing.creator != NONE else ""
        print(f"It executes {named(now.region(doing.task))}{creator}.")
    forks = [each for each in now.regions_around(doing.path) if each.role in FORKED]
    location, begin, frames = doing.location, 0, frames_of(thread)
    while True:
        show_frames(frames[begin:], thread, thread.num)
        while now.locations[location].thread_num == 0 and now.locations[location].parent != NONE:
            location = now.locations[location].parent  # its stack is the master's as well
        parent = now.locations[location].parent
        if parent == NONE:
            return
        level = now.locations[parent].level
        construct = f" by {named(forks[level])}" if level < len(forks) else ""
        print(f"  -- {now.locations[location].name} is in a team that {who(now, parent)} has forked{construct} --")
        thread = now.thread(parent)
        if not thread:
            print("  (the thread that has forked it is not known)")
            return
        frames = frames_of(thread)
        begin = forked_from(now, parent, frames)
        if begin is None:
            print("  (where it has forked the team is not on its stack)")
            return
        location = parent


def show_frames(frames, thread, number_of_thread):
    thread.switch()
    shown = None
    for frame in frames:
        if is_runtime(frame) or (shown and is_debug_twin(frame, shown)):
            continue
        shown = frame
        at = frame.find_sal()
        where = f" at {at.symtab.filename}:{at.line}" if at and at.symtab else f" from {gdb.solib_name(frame.pc())}" if gdb.solib_name(frame.pc()) else ""
        print(f"  thread {number_of_thread} #{frame.level():<3} {function_of(frame)}{where}")


class Break(gdb.Command):
    """Stop where a region begins: pomp break REGION
REGION is a region's name as `info pomp regions` shows it, such as for, critical(A) or step, the name of a user's region. A user's region may
also be one that has not begun yet."""

    def __init__(self):
        super().__init__("pomp break", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, words, from_tty):
        del from_tty
        name = words.strip()
        if not name:
            raise gdb.GdbError("pomp: pomp break takes the name of a region, such as critical(A)")
        places = set()
        with contextlib.suppress(gdb.GdbError), snapshot() as now:
            found = [now.region(i) for i in range(1, now.run.regions)]
            places = {(each.file, each.line) for each in found if each.name in (name, f"region({name})") and each.file and each.line}
        for file, line in sorted(places):
            gdb.Breakpoint(source=file, line=line)
        if not places:
            Begin(name[len("region(") : -1] if name.startswith("region(") and name.endswith(")") else name)


class Begin(gdb.Breakpoint):
    """Stops at the begin of a user's region that has not begun yet, by its name."""

    def __init__(self, name):
        super().__init__("POMP_Begin")
        self.region = name
        print(f"No region {name} has begun yet: it will stop in POMP_Begin if the user's region {name} begins. Other regions: break FILE:LINE")

    def stop(self):
        architecture = gdb.selected_frame().architecture().name()
        register = "$x0" if architecture.startswith("aarch64") else "$rdi"
        pointer = gdb.lookup_type("char").pointer()
        descriptor = gdb.parse_and_eval(f"(unsigned long){register}")
        texts = descriptor.cast(pointer.pointer())
        with contextlib.suppress(gdb.error, UnicodeDecodeError):
            return texts[1].string() == self.region  # struct ompregdescr: name, sub_name, …
        return False


Info()
for command in (threads, teams, tasks, locks, regions):
    info(command)
Pomp()
Backtrace()
Break()
