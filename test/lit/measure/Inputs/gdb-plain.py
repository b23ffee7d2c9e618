# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gdb-plain.py SCRIPT OMPD PROGRAM - asks gdb about the program of gdb-plain.c, with the OpenMP runtime in the folder OMPD, and with the installed one."""
import functools
import glob
import os
import subprocess
import sys

import ask_gdb
from ask_gdb import has

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "run"))
from registrations import remove_dead  # noqa: E402 pylint: disable=wrong-import-position

script, ompd, program = sys.argv[1:]
os.environ.update(LC_ALL="C", DEBUGINFOD_URLS="")
ALL = ("info pomp threads", "info pomp teams", "info pomp tasks", "info pomp locks", "info pomp regions x")
at = functools.partial(ask_gdb.place_of, "a.c")
gdb = functools.partial(ask_gdb.ask, script)


def start(with_ompd):
    variables = {"LD_LIBRARY_PATH": os.path.abspath("lib"), "OMP_DEBUG": "enabled"} if with_ompd else {}
    process = subprocess.Popen([program], env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    while process.stdout.readline() not in ("there\n", ""):
        pass
    return process


def check(text):
    """What is where, whether the program runs or there is a core file of it."""
    has(text, r"^ *\*? *\d+ +0→0 +work parallel +task +" + at("alone") + "$")
    has(text, r"^ *\d+ +0→1→0 +work parallel +parallel +" + at("inner") + "$")
    has(text, r"^ *\d+ +0→1→1 +work parallel +parallel +" + at("inner") + "$")
    rest = has(text, rf"^Team of 0 \(thread 1\): parallel {at('outer')}$", r"^  thread 1 +0→0 ", r"^  thread \d+ +0→1 +has forked a team$")
    rest = has(rest, rf"^Team of 0→1 \(thread \d+\): parallel {at('inner')}$", r"^  thread \d+ +0→1→0 ", r"^  thread \d+ +0→1→1 ")
    has(rest, r"^Id +Place +Task +Where", rf"^thread 1 +0→0 +task +{at('alone')} ")
    said = "pomp: the program is not measured, and its OpenMP runtime tells of threads, teams and tasks alone\n"
    assert text.count(said) == 2, text


os.makedirs("lib", exist_ok=True)
for library in glob.glob(os.path.join(ompd, "libomp*.so*")):
    name = os.path.basename(library)
    for link in {name, "libomp.so.5"} if name == "libomp.so" else {name}:
        if not os.path.lexists(os.path.join("lib", link)):
            os.symlink(library, os.path.join("lib", link))
with start(True) as process:
    try:
        check(gdb("-p", str(process.pid), commands=ALL))
        text = gdb("-p", str(process.pid), commands=["thread apply all pomp bt"])
        has(text, r"^0→1→1 \(thread \d+\): work parallel in parallel " + at("inner") + "$", r"^  thread \d+ #\d+ +stay at ", r"^  -- 0→1→1 is in a team that 0→1 \(thread \d+\) has forked by parallel " + at("inner"),
            r"^  -- 0→1 is in a team that 0 \(thread 1\) has forked by parallel " + at("outer"), r"^  thread 1 #\d+ +main at ")  # fmt: skip
        assert "It executes task " + at("alone") in text, text
    finally:
        process.kill()
with start(False) as process:
    try:
        text = gdb("-p", str(process.pid), commands=["info pomp threads"])
        assert "the process measures nothing" in text and "pomp: nor can the OpenMP runtime be asked: its OpenMP runtime was built without OMPD, or there is none" in text, text
    finally:
        process.kill()
with start(True) as process:
    try:
        gdb("-p", str(process.pid), commands=[f"generate-core-file {os.path.abspath('core')}"])
    finally:
        process.kill()
check(gdb(program, "core", commands=ALL))
remove_dead()
print("gdb shows threads, teams and tasks of a program that is not instrumented")
