#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same.py - compiles a program plain and instrumented, runs both, and compares.

What must be the same: the compiler's messages (text, file, line, column), standard output, exit status. With --regions N
the experiment must hold N regions beside functions; with --functions NAME=VISITS,... just these functions, visited so
often (of one name: all together), and all of them left by an event of their own, but for --repaired N.

`make test` compiles each program once plain and once instrumented: some with explicit barriers, some with barriers=ompt,
always the same for one source and its flags. `make test-all` (TEST_ALL) does more:
- Both ways to measure implicit barriers, if it makes a difference to the text: the same must hold, and regions and
  visits must be the same in both.
- gcc: the rewritten source (emit=), compiled by gcc, must give no warning that the plain source doesn't give, and do what
  the plain source, compiled by gcc, does; its experiment must have the regions and visits of the instrumented program's.
With --both and --gcc `make test` does the one and the other, too.

What a test leaves out it must say, and why; the reason is printed, and that it still holds is checked:
  --no-gcc REASON       gcc does not take the program, or not what Clang makes of it
  --gcc-differs REASON  the plain program does something else by gcc than by Clang
  --any-visits REASON   visits depend on which thread comes first (not checked)

Usage: same.py [--both] [--gcc | --no-gcc REASON | --gcc-differs REASON] [--any-visits REASON] [--regions N]
               [--functions LIST [--repaired N]] [--threads 1,4] SOURCE... -- FLAGS...
(the tools come in the environment)"""
import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

CLANG = {"c": os.environ["TEST_CLANG"], "cpp": os.environ["TEST_CLANGXX"]}
GCC = {"c": "gcc", "cpp": "g++"}
PLUGIN, LIBDIR, AS_JSON = (os.environ[name] for name in ("TEST_PLUGIN", "TEST_LIBDIR", "TEST_JSON"))
ALL = bool(os.environ.get("TEST_ALL"))
LINK = [f"-L{LIBDIR}", "-lpompomp", f"-Wl,-rpath,{LIBDIR}"]
# gcc 12 and Clang 16 call these standards so.
GCC_FLAGS = {"-std=c23": "-std=c2x", "-std=gnu23": "-std=gnu2x"}
CLANG_FLAGS = {**GCC_FLAGS, "-std=c++23": "-std=c++2b", "-std=gnu++23": "-std=gnu++2b"} if os.environ["TEST_CLANG_MAJOR"] == "16" else {}
NOT_FOR_GCC = re.compile(r"-Werror$|-w$|-fdelayed-template-parsing$|-fplugin")
# gcc says so of each line marker, with -pedantic: the warning has no name, so it can't be switched off in the text.
MARKER_WARNING = "style of line directive is a GCC extension"


class Failure(Exception):
    pass


def fail(what, detail=""):
    raise Failure(f"same.py: {what}\n{detail}")


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def compiled(command, what):
    done = run(command)
    if done.returncode != 0:
        fail(f"{what} does not compile", " ".join(command) + "\n" + done.stderr)
    return done.stderr


class Ran:
    """It holds what a program did, run once."""

    def __init__(self, program, threads, work):
        where = tempfile.mkdtemp(dir=work)
        self.name = os.path.basename(program)
        self.experiment = where + "/x"
        environment = dict(os.environ, OMP_NUM_THREADS=str(threads), POMP_SUMMARY="0", POMP_EXPERIMENT_DIR=self.experiment)
        try:
            done = run([program], env=environment, cwd=where, timeout=60)
        except subprocess.TimeoutExpired:
            fail(f"{self.name} hangs with {threads} threads")
        self.status, self.output, self.errors = done.returncode, done.stdout, done.stderr

    def report(self):
        if not os.path.exists(self.experiment):
            return {"regions": [], "experiment": {"repaired": 0, "ignored": 0}}  # nothing is instrumented
        done = run([AS_JSON, "--json", self.experiment])
        if done.returncode != 0:
            fail("there is no JSON of the experiment of " + self.name, done.stderr)
        return json.loads(done.stdout)

    def regions(self):
        return [region for region in self.report()["regions"] if region.get("file")]

    def visits(self):
        keys = ("file", "function", "begin_line1", "begin_lineN", "end_line1", "end_lineN", "construct", "sub_name", "role")
        counts = collections.Counter()
        for region in self.regions():
            counts[tuple(str(region.get(key)) for key in keys)] += region["visits"]
        return counts


def compare(expected, got, threads):
    if (got.status, got.output) != (expected.status, expected.output):
        fail(f"{got.name} does not do what {expected.name} does, with {threads} threads",
             f"--- {expected.name}: {expected.status}\n{expected.output}--- {got.name}: {got.status}\n{got.output}{got.errors}")
    if "pomp:" in got.errors:
        fail(f"{got.name} speaks", got.errors)


def check_regions(ran, args):
    if args.regions is not None:
        constructs = [region for region in ran.regions() if region["construct"] != "function"]
        found = {(region["file"], region["begin_line1"], region["construct"]) for region in constructs}
        if len(found) != args.regions:
            fail(f"{ran.name}: {len(found)} regions instead of {args.regions}", "\n".join(map(str, sorted(found))))
    if args.functions is not None:
        check_functions(ran, args.functions, args.repaired)


def check_functions(ran, wanted, repaired):
    wanted = {name: int(count) for name, count in (f.rsplit("=", 1) for f in wanted.split(",") if f)}
    found = ran.report()
    visits = collections.Counter()
    for region in found["regions"]:
        if region["construct"] == "function":
            visits[region["sub_name"]] += region["visits"]
    if visits != wanted:
        fail(f"{ran.name} visits other functions", f"--- wanted\n{wanted}\n--- visited\n{dict(visits)}")
    if (found["experiment"]["repaired"], found["experiment"]["ignored"]) != (repaired, 0):
        fail(f"{ran.name}: {found['experiment']['repaired']} visits repaired, not {repaired}; "
             f"{found['experiment']['ignored']} exits ignored")


def of_ompt(key):
    """Tells whether only OMPT reports it: the tasks of a taskloop have no events in the source."""
    return key[-1] == "task" and "taskloop" in key[-3]


def told_by_ompt(key):
    """Tells whether the source has no event of it: an implicit barrier, the end of a taskloop, a team of a league."""
    construct, role = key[-3], key[-1]
    return (role == "barrier" and construct != "barrier"
            or role == "taskwait" and "taskloop" in construct
            or role == "team" and ("taskloop" in construct or "teams" in construct))


def compare_visits(expected, got, threads, by_gcc=False):
    a, b = ({k: n for k, n in ran.visits().items() if not of_ompt(k)} for ran in (expected, got))
    if by_gcc:  # libgomp has no OMPT
        a = {k: n for k, n in a.items() if k in b or not told_by_ompt(k)}
    lines = [f"{a.get(key)} {b.get(key)} {' '.join(key)}" for key in sorted(a.keys() | b.keys()) if a.get(key) != b.get(key)]
    if lines:
        fail(f"regions or visits of {expected.name} and {got.name} differ, with {threads} threads", "\n".join(lines))


def gcc_warnings(stderr):
    """Counts warnings without their columns: gcc places the same warning by what else is on the line."""
    found = re.findall(r"^(.*?:\d+):(?:\d+:)? warning: (.*)$", stderr, re.MULTILINE)
    return collections.Counter(f"{where}: {text}" for where, text in found if text != MARKER_WARNING)


def without_included(flags, emitted):
    """Leaves out -include of files that are in the rewritten source."""
    with open(emitted, errors="replace") as file:
        text = file.read()
    kept = []
    for at, flag in enumerate(flags):
        taken = [name for name in flags[at : at + 2] if re.search(rf'^# 1 "(.*/)?{re.escape(name)}" 1$', text, re.MULTILINE)]
        kept += [] if taken and "-include" in flags[max(at - 1, 0) : at + 1] else [flag]
    return kept


def by_gcc(args, flags, language, emitted, work):
    """Compares plain and rewritten program, compiled by gcc."""
    here = os.path.dirname(os.path.abspath(args.sources[0]))
    flags = [GCC_FLAGS.get(flag, flag) for flag in flags if not NOT_FOR_GCC.match(flag)]
    gcc = [GCC[language], "-fopenmp", "-Wall", "-Wextra", "-fno-diagnostics-show-caret"]
    plain, rewritten = (os.path.join(work, name) for name in ("gcc-plain", "gcc-rewritten"))
    expected = compiled(gcc + flags + args.sources + ["-o", plain], "the plain program (gcc; if gcc can't: --no-gcc REASON)")
    got = compiled(gcc + without_included(flags, emitted) + [f"-iquote{here}", emitted, "-o", rewritten] + LINK, "the rewritten source (gcc)")
    more = gcc_warnings(got) - gcc_warnings(expected)
    if more:
        fail("gcc warns of the rewritten source", "\n".join(more) + f"\n--- plain\n{expected}--- rewritten\n{got}")
    return plain, rewritten


def check_gcc(args, flags, language, emitted, runs, work):
    """Runs the program, plain and instrumented, by Clang, with each number of threads."""
    plain, rewritten = by_gcc(args, flags, language, emitted, work)
    differs = False
    for threads, (plain_run, instrumented_run) in runs.items():
        expected, got = Ran(plain, threads, work), Ran(rewritten, threads, work)
        if args.gcc_differs is None:
            compare(plain_run, expected, threads)
        else:
            differs |= (plain_run.status, plain_run.output) != (expected.status, expected.output)
        compare(expected, got, threads)
        check_regions(got, args)
        if args.any_visits is None:
            compare_visits(instrumented_run, got, threads, by_gcc=True)
    if args.gcc_differs is not None and not differs:
        fail("gcc's program does what Clang's does: --gcc-differs is out of date")


def refused_by_gcc(*gcc):
    try:
        check_gcc(*gcc)
    except Failure as failure:
        print("same.py: as expected:", str(failure).splitlines()[0])
        return
    fail("gcc does all that is asked: --no-gcc is out of date")


def in_other_mode(args, build, messages, explicit, runs, work):
    """Leaves implicit barriers to OMPT. Build: compiles with more options. Explicit: the rewritten source of the usual
    mode."""
    with open(explicit, errors="replace") as file:
        if not re.search(r"POMP_Barrier_enter\(__pomp_rd", file.read()):
            return
    program = os.path.join(work, "with-ompt-barriers")
    got = compiled(build + ["-fplugin-arg-pompinst-barriers=ompt", "-o", program] + LINK, "the instrumented program (barriers=ompt)")
    if got != messages:
        fail("the compiler's messages differ (barriers=ompt)", f"--- plain\n{messages}--- instrumented\n{got}")
    for threads, (plain, instrumented) in runs.items():
        ran = Ran(program, threads, work)
        compare(plain, ran, threads)
        check_regions(ran, args)
        if args.any_visits is None:
            compare_visits(instrumented, ran, threads)


def arguments():
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser()
    parser.add_argument("--both", action="store_true")
    parser.add_argument("--gcc", action="store_true")
    parser.add_argument("--no-gcc", metavar="REASON")
    parser.add_argument("--gcc-differs", metavar="REASON")
    parser.add_argument("--any-visits", metavar="REASON")
    parser.add_argument("--regions", type=int)
    parser.add_argument("--functions")
    parser.add_argument("--repaired", type=int, default=0)
    parser.add_argument("--threads", default="1,4")
    parser.add_argument("sources", nargs="+")
    args = parser.parse_args(sys.argv[1:split])
    for option in ("no_gcc", "gcc_differs", "any_visits"):
        reason = getattr(args, option)
        if reason is not None:
            print(f"same.py: --{option.replace('_', '-')}: {reason}")
    return args, sys.argv[split + 1 :]


def barriers_of(args, flags):
    """Tells how the one instrumented program measures implicit barriers."""
    if ALL or args.both or args.gcc:
        return "explicit"
    name = " ".join([*map(os.path.basename, args.sources), *(flag for flag in flags if "/" not in flag)])
    return "ompt" if zlib.crc32(name.encode()) % 2 else "explicit"


def main():
    args, flags = arguments()
    language = "cpp" if args.sources[0].endswith(".cpp") else "c"
    work = tempfile.mkdtemp()
    clang = [CLANG[language], "-fopenmp", "-fno-caret-diagnostics", *os.environ["TEST_FLAGS"].split()]
    clang += [CLANG_FLAGS.get(flag, flag) for flag in flags] + ["-Wno-unknown-pragmas"]
    plain, instrumented = (os.path.join(work, name) for name in ("plain", "instrumented"))

    expected = compiled(clang + args.sources + ["-o", plain], "the plain program")
    emitted = os.path.join(work, "emitted." + language)
    build = clang + [f"-fplugin={PLUGIN}"] + args.sources
    barriers = barriers_of(args, flags)
    options = [f"-fplugin-arg-pompinst-barriers={barriers}", f"-fplugin-arg-pompinst-emit={emitted}"]
    got = compiled(build + options + ["-o", instrumented] + LINK, f"the instrumented program (barriers={barriers})")
    if got != expected:
        fail(f"the compiler's messages differ (barriers={barriers})", f"--- plain\n{expected}--- instrumented\n{got}")

    runs = {}
    for threads in args.threads.split(","):
        runs[threads] = Ran(plain, threads, work), Ran(instrumented, threads, work)
        if runs[threads][0].status < 0:
            fail(f"the plain program dies of signal {-runs[threads][0].status} with {threads} threads")
        compare(*runs[threads], threads)
        check_regions(runs[threads][1], args)
    if ALL or args.both:
        in_other_mode(args, build, expected, emitted, runs, work)
    if ALL or args.gcc:
        (check_gcc if args.no_gcc is None else refused_by_gcc)(args, flags, language, emitted, runs, work)
    shutil.rmtree(work)


try:
    main()
except Failure as failure:
    sys.exit(str(failure))
