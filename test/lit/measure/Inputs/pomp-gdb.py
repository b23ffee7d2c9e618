# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pomp-gdb.py SCRIPT PROGRAM - asks gdb by the commands of SCRIPT about the program of gdb.c."""
import contextlib
import functools
import os
import re
import shutil
import subprocess
import sys
import time

import ask_gdb
from ask_gdb import has

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "run"))
from registrations import remove_dead  # noqa: E402 pylint: disable=wrong-import-position

script, program = sys.argv[1:]
os.environ.update(POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", LC_ALL="C", DEBUGINFOD_URLS="")
SOURCE = "b.cpp" if program == "./b" else "a.c"
at = functools.partial(ask_gdb.place_of, SOURCE)
gdb = functools.partial(ask_gdb.ask, script)


@contextlib.contextmanager
def running(how, threads):
    """Starts the program, and waits until so many of its threads sleep or wait where they are to."""
    shutil.rmtree("e", ignore_errors=True)
    with subprocess.Popen([program, how]) as process:
        try:
            end = time.monotonic() + 120
            while True:
                text = gdb("-p", str(process.pid), commands=["info pomp threads", "thread apply all bt"]) if os.path.exists("e/profile.pomp") else ""
                if threads(text):
                    break
                assert time.monotonic() < end, text
                time.sleep(0.1)
            yield str(process.pid)
        finally:
            process.kill()
            process.wait()
            remove_dead()


def stack(text, number):
    """Returns the names of the functions that `pomp bt` has printed of a thread, with the lines between the parts of the stack."""
    block = re.search(rf"^0(?:->\d+)* \(thread {number}\): .*\n((?:It executes .*\n)?(?:  .*\n)+)", text, re.M)
    assert block, text
    return [re.sub(r"\(.*?\)$", "", line.split()[3]) if line.startswith("  thread") else line.strip(" -") for line in block[1].splitlines() if not line.startswith("It")]


ALL = ["info pomp threads", "info pomp teams", "info pomp tasks", "info pomp locks", "info pomp regions"] + [word for i in (1, 2, 3, 4) for word in (f"thread {i}", "pomp bt")]


def check_hang():
    with running("hang", lambda text: text.count("stuck") == 2) as pid:
        text = gdb("-p", pid, commands=ALL)
        has(text, rf"^\* +1 +0->0 +stuck +[\d.]+ +critical\(B\) +{at('inner B')} +0->1$", rf"^ +2 +0->1 +stuck +[\d.]+ +critical\(A\) +{at('inner A')} +0->0$",
            r"^Team of 0 \(thread 1\): parallel " + at("hang's team") + "$", "^No thread executes an explicit task.$")  # fmt: skip
        has(text, r"^critical\(A\) is held by 0->0 \(thread 1\)$", rf"^  0->1 \(thread 2\) waits for [\d.]+ s at {at('inner A')}, in a deadlock$")
        has(text, rf"^1 +critical\(B\) +{at('inner B')} +take_b")
        assert in_order(["take_b", "hold_a", "hang", "hang", "main"], stack(text, 1)), stack(text, 1)
        assert in_order(["hang", f"0->1 is in a team that 0 (thread 1) has forked by parallel {at(HANGS)}", "hang", "main"], stack(text, 2)), stack(text, 2)
        # A program that runs on is not seen.
        has(gdb("-p", pid, commands=["pomp bt here", "info pomp regions nowhere"]), "^pomp: pomp bt takes nothing, not here: ", "^No region that has begun has nowhere in its name or place.$")


HANGS = "hang's team"


def in_order(names, found):
    left = iter(found)
    return all(name in left for name in names)


def check_late():
    with running("late", lambda text: len(re.findall(r"0->[01] +waits .* 0->2$", text, re.M)) == 2 and "stay" in text) as pid:
        text = gdb("-p", pid, commands=ALL)
        has(text, rf"^\* +1 +0->0 +waits +[\d.]+ +barrier +{at('in vain')} +0->2$", rf"^ +\d +0->1 +waits +[\d.]+ +barrier +{at('in vain')} +0->2$", r"^ +\d +0->2 +works +[\d.]+ +parallel ")
        has(text, "^No thread waits for a lock or a critical section whose holder is known.$")
        assert in_order(["wait_there", "late", "main"], stack(text, 1)), stack(text, 1)
        has(text, r"^0->0 \(thread 1\): waits in barrier .* s, waits for 0->2 \(thread \d\)$")


def of_nested(text):
    """Returns what is known of nested teams: the rows without times, and the stacks by places."""
    has(text, rf"^Team of 0 \(thread \d\): parallel {at('outer team')}$", rf"^Team of 0->1 \(thread \d\): parallel {at('inner team')}$",
        rf"^thread \d +0->1->1 +task +{at('task')} +0->1->1 \(thread \d\) +task {at('task')}$")  # fmt: skip
    places = dict((name, number) for number, name in re.findall(r"^[* ] +(\d) +(0->\d->\d) +works ", text, re.M))
    assert sorted(places) == ["0->0->0", "0->0->1", "0->1->0", "0->1->1"], text
    outer, inner = (rf"parallel {at(which)}" for which in ("outer team", "inner team"))
    main = ["inner", "inner", "nested", "nested", "main"]  # inside of the construct, and where it was forked
    assert in_order(["work", *main], stack(text, places["0->0->0"])), text
    found = [re.sub(r" \(thread \d\)", "", name) for name in stack(text, places["0->0->1"])]
    assert in_order(["work", "inner", f"0->0->1 is in a team that 0->0 has forked by {inner}", "inner", "nested", "nested", "main"], found), found
    found = [re.sub(r" \(thread \d\)", "", name) for name in stack(text, places["0->1->1"])]
    assert in_order(["work", "inner", f"0->1->1 is in a team that 0->1 has forked by {inner}", "inner", "nested", f"0->1 is in a team that 0 has forked by {outer}", "nested", "main"], found), found
    has(text, rf"^It executes task {at('task')}, created by 0->1->1\.$")


def check_nested():
    with running("stay", lambda text: len(re.findall(r"^#\d+ .* stay ", text, re.M)) == 4) as pid:
        of_nested(gdb("-p", pid, commands=ALL))
        gdb("-p", pid, commands=["generate-core-file core"])
    of_nested(gdb(program, "core", commands=ALL))
    os.rename("e", "moved")
    has(gdb(program, "core", commands=["info pomp threads"]), r"^pomp: .*/e/profile\.pomp: No such file or directory$")
    # A crash, whose core file gdb itself writes, as the machine may send those of the kernel elsewhere.
    shutil.rmtree("moved")
    text = gdb("--args", program, "crash", commands=["run", "generate-core-file crashed", *ALL])
    of_nested(text)
    has(text, "SIGABRT")
    of_nested(gdb(program, "crashed", commands=ALL))


def check_break():
    shutil.rmtree("e", ignore_errors=True)
    commands = ["info pomp threads", "set breakpoint pending on", "pomp break", "pomp break step", "run", "bt 2", "info pomp regions", "kill"]
    text = gdb("--args", program, "crash", commands=commands)
    has(text, "^pomp: there is no process: ", "^pomp: pomp break takes the name of a region, ", "^No region step has begun yet: ", r"^#0 .*POMP_Begin", r"^#1 .* nested ", r"^\d+ +nested\(\)|^\d+ +.*nested")
    # A region that has begun is found by its line, also when the program is started again.
    text = gdb("--args", program, "crash", commands=["set breakpoint pending on", "break abort", "run", "pomp break task", "delete 1", "run", "kill"])
    has(text, "^Breakpoint 2 at ", rf"hit Breakpoint 2\b.* at {at('task')}$")
    remove_dead()


def check_others():
    """A program that is not measured, and a folder without libpompread."""
    text = gdb("--args", "sleep", "0", commands=["starti", "info pomp threads", "pomp bt", "kill"])
    has(text, r"^pomp: .*\b\d+.*")
    assert text.count("the process measures nothing") == text.count("nor can the OpenMP runtime be asked") == 2, text


check_hang()
check_late()
check_nested()
check_break()
check_others()
