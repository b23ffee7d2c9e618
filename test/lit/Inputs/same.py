#!/usr/bin/env python3
"""same.py - compiles a program plain and instrumented, runs both, and compares.

What must be the same: the compiler's messages (text, file, line, column), standard output, exit status. With --gcc the
rewritten source, compiled by gcc, must do the same as well. With --regions N the experiment must hold N regions
beside functions; with --functions NAME=VISITS,... just these functions, visited so often (of one name: all together),
and all of them left by an event of their own, but for --repaired N.

Usage: same.py [--gcc] [--regions N] [--functions LIST [--repaired N]] [--threads 1,4] SOURCE... -- FLAGS...  (the tools come in the environment)"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

CLANG = {"c": os.environ["TEST_CLANG"], "cpp": os.environ["TEST_CLANGXX"]}
GCC = {"c": "gcc", "cpp": "g++"}
PLUGIN, LIBDIR, REPORT = (os.environ[name] for name in ("TEST_PLUGIN", "TEST_LIBDIR", "TEST_REPORT"))
LINK = [f"-L{LIBDIR}", "-lpompomp", f"-Wl,-rpath,{LIBDIR}"]


def fail(what, detail=""):
    sys.exit(f"same.py: {what}\n{detail}")


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def compiled(command, what):
    done = run(command)
    if done.returncode != 0:
        fail(f"{what} does not compile", " ".join(command) + "\n" + done.stderr)
    return done.stderr


def behaviour(program, threads, work):
    where = tempfile.mkdtemp(dir=work)
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads), POMP_SUMMARY="0", POMP_EXPERIMENT_DIR=where + "/x")
    try:
        done = run([program], env=environment, cwd=where, timeout=60)
    except subprocess.TimeoutExpired:
        fail(f"{os.path.basename(program)} hangs with {threads} threads")
    return done.returncode, done.stdout, done.stderr, where + "/x"


def report(experiment):
    done = run([REPORT, "--json", experiment])
    if done.returncode != 0:
        fail("pomp-report can't read the experiment", done.stderr)
    return json.loads(done.stdout)


def check_functions(what, found, wanted, repaired):
    wanted = {name: int(count) for name, count in (f.rsplit("=", 1) for f in wanted.split(",") if f)}
    visits = {}
    for region in found["regions"]:
        if region["construct"] == "function":
            visits[region["sub_name"]] = visits.get(region["sub_name"], 0) + region["visits"]
    if visits != wanted:
        fail(f"{what} visits other functions", f"--- wanted\n{wanted}\n--- visited\n{visits}")
    if (found["experiment"]["repaired"], found["experiment"]["ignored"]) != (repaired, 0):
        fail(f"{what}: {found['experiment']['repaired']} visits repaired, not {repaired}; "
             f"{found['experiment']['ignored']} exits ignored")


def main():
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser()
    parser.add_argument("--gcc", action="store_true")
    parser.add_argument("--regions", type=int)
    parser.add_argument("--functions")
    parser.add_argument("--repaired", type=int, default=0)
    parser.add_argument("--threads", default="1,4")
    parser.add_argument("sources", nargs="+")
    args = parser.parse_args(sys.argv[1:split])
    flags = sys.argv[split + 1 :]
    language = "cpp" if args.sources[0].endswith(".cpp") else "c"
    work = tempfile.mkdtemp()
    clang = [CLANG[language], "-fopenmp", "-fno-caret-diagnostics"] + flags + ["-Wno-unknown-pragmas"]
    plain, instrumented, rewritten = (os.path.join(work, name) for name in ("plain", "instrumented", "by-gcc"))

    expected = compiled(clang + args.sources + ["-o", plain], "the plain program")
    emit = os.path.join(work, "emitted." + language)
    plugin = [f"-fplugin={PLUGIN}", f"-fplugin-arg-pompinst-emit={emit}"]
    got = compiled(clang + plugin + args.sources + ["-o", instrumented] + LINK, "the instrumented program")
    if got != expected:
        fail("the compiler's messages differ", f"--- plain\n{expected}--- instrumented\n{got}")
    programs = {"instrumented": instrumented}
    if args.gcc:
        here = os.path.dirname(os.path.abspath(args.sources[0]))
        gcc_flags = [flag for flag in flags if not flag.startswith(("-W", "-fplugin"))]
        compiled([GCC[language], "-fopenmp", f"-I{here}"] + gcc_flags + [emit, "-o", rewritten] + LINK, "the rewritten source (gcc)")
        programs["rewritten, by gcc"] = rewritten

    for threads in args.threads.split(","):
        status, output, _, _ = behaviour(plain, threads, work)
        if status < 0:
            fail(f"the plain program dies of signal {-status} with {threads} threads")
        for name, program in programs.items():
            got_status, got_output, got_errors, experiment = behaviour(program, threads, work)
            if (got_status, got_output) != (status, output):
                fail(f"{name} behaves differently with {threads} threads",
                     f"--- plain: {status}\n{output}--- {name}: {got_status}\n{got_output}{got_errors}")
            if got_errors.count("pomp:"):
                fail(f"{name} speaks", got_errors)
            if args.regions is not None and name == "instrumented":
                found = {(r["file"], r["begin_line1"], r["construct"]) for r in report(experiment)["regions"]
                         if r.get("file") and r["construct"] != "function"}
                if len(found) != args.regions:
                    fail(f"{len(found)} regions instead of {args.regions}", "\n".join(map(str, sorted(found))))
            if args.functions is not None:
                check_functions(name, report(experiment), args.functions, args.repaired)
    shutil.rmtree(work)


main()
