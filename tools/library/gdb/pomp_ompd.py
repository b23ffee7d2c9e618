# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pomp_ompd.py - what the OpenMP runtime's own debugging library (OMPD) tells of a program that is not measured: its threads by their places in
the teams, their states, and the tasks that they execute. pomp-gdb.py shows that by the same commands as what libpompomp has measured.

LLVM's Python module for gdb, which comes with libomp, talks to libompd. The program's libomp has to be built with OMPD; Debian's is not.
Not here: the commands (pomp-gdb.py)."""
import contextlib
import glob
import os
import sys

import gdb

LEVEL, THREAD_NUM, TEAM_SIZE, IMPLICIT = "levels-var", "thread-num-var", "team-size-var", "implicit-task-var"
FIRST_STATE = 0x102  # OMPD enumerates states from there on
MOST_LEVELS = 64
NONE = 0xFFFFFFFF
UNKNOWN = -1


class Unavailable(Exception):
    """It says why there is nothing to ask."""


def folders():
    """Says where LLVM's module for gdb may be: in the installation of libomp, or in Debian's."""
    for each in gdb.objfiles():
        if each.filename and os.path.basename(each.filename).startswith(("libomp", "libiomp")):
            yield os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(each.filename))), "share", "gdb", "python", "ompd")
    yield from sorted(glob.glob("/usr/lib/llvm-*/share/gdb/python/ompd"), reverse=True)


def symbol_address(number, name):
    """Returns the address of a symbol, in the thread that gdb numbers so if it is of one."""
    for thread in gdb.selected_inferior().threads():
        if thread.num == number:
            thread.switch()
    return int(gdb.parse_and_eval("&" + name))


def module():
    for folder in folders():
        if glob.glob(os.path.join(folder, "ompdModule*")):
            if folder not in sys.path:
                sys.path.append(folder)
            try:
                import ompd_callbacks  # pylint: disable=import-outside-toplevel,import-error
                import ompdModule  # pylint: disable=import-outside-toplevel,import-error

                ompd_callbacks._sym_addr = symbol_address  # which calls it by that name; its own tells of each thread that it selects
                return ompdModule
            except ImportError as problem:
                raise Unavailable(f"LLVM's module for gdb can't be loaded: {problem}") from problem
    raise Unavailable("LLVM's module for gdb is not installed (Debian: libomp-19-dev)")


class Library:
    """libompd, opened for a process."""

    of = {}  # by the process's number: it can be opened once

    def __init__(self):
        try:
            paths = gdb.parse_and_eval("(char**)ompd_dll_locations")
        except gdb.error as problem:
            raise Unavailable("its OpenMP runtime was built without OMPD, or there is none") from problem
        if not paths:
            raise Unavailable("its OpenMP runtime has not begun")
        self.calls = module()
        self.open(paths)
        self.space = self.calls.call_ompd_initialize()
        self.states, self.variables = {}, {}
        self.enumerate()

    def open(self, paths):
        i = 0
        while paths[i]:
            if self.calls.ompd_open(paths[i].string()) > 0:
                return
            i += 1
        raise Unavailable("libompd can't be loaded")

    def enumerate(self):
        state, more = FIRST_STATE, 1
        while more > 0:
            state, name, more = self.calls.call_ompd_enumerate_states(self.space, state)
            self.states[state] = name.replace("ompt_state_", "").replace("omp_state_", "").replace("_", " ")
        number, more = 0, 1
        while more > 0:
            number, name, scope, more = self.calls.call_ompd_enumerate_icvs(self.space, number)
            self.variables[name] = (scope, number)

    def value(self, handle, name):
        return self.calls.call_ompd_get_icv_from_scope(handle, *self.variables[name])

    @classmethod
    def opened(cls):
        process = gdb.selected_inferior().pid
        if process not in cls.of:
            cls.of[process] = cls()
        return cls.of[process]


def function_at(address):
    """Returns name, file and line of the function at an address: of a function that the compiler made of a construct, the construct's."""
    name, file, line = "", "", 0
    with contextlib.suppress(gdb.error, RuntimeError):
        block = gdb.block_for_pc(address)
        while block and not block.function:
            block = block.superblock
        sal = gdb.find_pc_line(address)
        name = block.function.print_name if block else ""
        file, line = (sal.symtab.filename, sal.line) if sal.symtab else ("", 0)
    return name, file, line


class Places:
    """Threads by their places in teams: `threads` are gdb's by the system's numbers, `locations` the places, and `doings` what is done there."""

    def thread(self, location):
        """Returns gdb's thread that serves a location now, or None."""
        return self.threads.get(self.locations[location].os_thread) if location != NONE else None

    def doing_of(self, thread):
        """Returns what a thread of gdb's does, or None."""
        own = [doing for doing in self.doings if self.locations[doing.location].os_thread == thread.ptid[1]]
        return max(own, key=lambda doing: self.locations[doing.location].level) if own else None


class Teams(Places):
    """The threads of the program as pomp-gdb.py takes them from a snapshot of a measurement; times are not known, nor whom a thread waits for."""

    is_measured = False

    def __init__(self, record):
        self.library, self.record = Library.opened(), record
        self.regions, self.paths, self.locations, self.doings = [], [], [], []
        self.threads = {thread.ptid[1]: thread for thread in gdb.selected_inferior().threads()}
        self.numbers = {}  # by the place's name
        selected = gdb.selected_thread()
        try:
            handles = {os_thread: self.library.calls.get_thread_handle(os_thread, self.library.space) for os_thread in self.threads}
            for os_thread, handle in handles.items():
                if handle != UNKNOWN and handle is not None:
                    self.add(os_thread, handle)
        finally:
            if selected:
                selected.switch()
        self.run = record("run", {"regions": 0})

    def close(self):
        pass

    # --- where a thread is ---

    def chain(self, handle):
        """Returns the parallel regions that a thread is in, the innermost first."""
        found, parallel = [], self.library.calls.call_ompd_get_curr_parallel_handle(handle)
        while parallel is not None and len(found) < MOST_LEVELS and self.library.value(parallel, LEVEL):
            found.append(parallel)
            parallel = self.library.calls.call_ompd_get_enclosing_parallel_handle(parallel)
        return found

    def identity(self, handle):
        return self.library.calls.call_ompd_get_thread_id(handle)

    def members(self, parallel):
        calls = self.library.calls
        return [self.identity(calls.call_ompd_get_thread_in_parallel(parallel, i)) for i in range(self.library.value(parallel, TEAM_SIZE))]

    def place(self, parallels, identity):
        """Returns the numbers that name a place, from the initial thread's on."""
        numbers = []
        for parallel in parallels:
            members = self.members(parallel)
            numbers.append(members.index(identity) if identity in members else 0)
            identity = members[0]
        return (0, *reversed(numbers))

    def location(self, place, os_thread):
        """Returns the number of a place's location. Who serves it, if it is not known yet, is the thread."""
        if place not in self.numbers:
            parent = self.location(place[:-1], 0) if len(place) > 1 else NONE
            self.numbers[place] = len(self.locations)
            name = "→".join(map(str, place))
            self.locations.append(self.record("location", {"name": name, "kind": "member", "process": 0, "parent": parent, "thread_num": place[-1] if len(place) > 1 else NONE,
                                                          "level": len(place) - 1, "os_thread": os_thread}))  # fmt: skip
        location = self.locations[self.numbers[place]]
        location.os_thread = location.os_thread or os_thread
        if place[-1] == 0 and location.parent != NONE:  # who forks a team is its member 0
            self.location(place[:-1], os_thread)
        return self.numbers[place]

    # --- what it does ---

    def add_region(self, name, role, task):
        function, file, line = function_at(self.library.calls.call_ompd_get_task_function(task))
        self.regions.append(self.record("region", {"name": name, "role": role, "function": function, "file": file, "line": line, "last_line": line, "waiting": 0, "place": ""}))
        return len(self.regions) - 1

    def add(self, os_thread, handle):
        calls, parallels = self.library.calls, self.chain(handle)
        state = self.library.states.get(calls.call_ompd_get_state(handle)[0], "unknown")
        if not parallels and os_thread != gdb.selected_inferior().pid:
            return  # it waits for a team
        place = self.place(parallels, self.identity(handle))
        location = self.location(place, os_thread)
        around = [self.add_region("parallel", "team", calls.call_ompd_get_task_in_parallel(parallel, 0)) for parallel in reversed(parallels)]
        self.paths.append(around)
        task = calls.call_ompd_get_curr_task_handle(handle)
        explicit = task is not None and not self.library.value(task, IMPLICIT)
        executed = self.add_region("task", "task", task) if explicit else NONE
        self.doings.append(self.record("doing", {
            "location": location, "does": state, "region": executed if explicit else around[-1] if around else NONE, "path": len(self.paths) - 1, "task": executed,
            "creator": NONE, "awaited": 0, "awaits": [], "stuck": 0, "deadlocked": 0, "since_ns": None, "for_ns": None}))  # fmt: skip

    # --- what is asked for ---

    def region(self, number):
        return None if number == NONE else self.regions[number]

    def regions_around(self, path):
        return [self.regions[number] for number in self.paths[path]]
