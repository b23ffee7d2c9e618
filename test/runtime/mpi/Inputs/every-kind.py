# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""every-kind.py BIN MPIRUN PROGRAM RANKS - makes an experiment of each kind, and has each reader read it.

What each kind must have is in KINDS; otherwise a reader may also refuse it, by a message of its own."""
import concurrent.futures
import glob
import itertools
import os
import re
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "run"))
from registrations import remove_dead  # noqa: E402 pylint: disable=wrong-import-position

folder, mpirun, program, ranks = sys.argv[1:]

# By name: the settings, whether it is of ranks, and which view shows what only this kind has.
KINDS = {
    "plain": ({}, False, ["--all"], r"target"),
    "traced": ({"POMP_TRACE": "1"}, False, ["--critical-path"], r"critical path"),
    "ranks": ({"POMP_TRACE": "1"}, True, ["--mpi-waits"], r"MPI_"),
    "metrics": ({"POMP_METRICS": "rusage:minflt,rusage:maxrss,perf:task-clock"}, False, ["--flat"], r"rusage:minflt"),
    "histogram": ({"POMP_HISTOGRAM": "1"}, False, ["--instances"], r"median"),
    "no-histogram": ({"POMP_HISTOGRAM": "0"}, False, ["--flat"], r"critical"),
    "phases": ({"POMP_PHASES": "region(step)"}, False, ["--phases"], r"step"),
    "phases-of-ranks": ({"POMP_PHASES": "region(step)"}, True, ["--phases"], r"step"),
    "sampled": ({"POMP_SAMPLE": "100us"}, False, ["--samples"], r"samples?, one every 0\.1 ms"),
    "sampled-trace": ({"POMP_SAMPLE": "wall:1ms", "POMP_TRACE": "1"}, False, ["--states"], r"not told|work"),
    "without-ompt": ({"OMP_TOOL": "disabled"}, False, ["--all"], r"critical"),
}
VIEWS = """--brief --all --tree --threads --shares --diagnose --efficiency --source --samples --states --phases --now --score --mpi-waits --critical-path
--instances --raw --overhead --trace-size --suggest-filter --suggest-functions --json --json=summary --arrays --from-trace --phase=3 --of=parallel""".split()
WAYS = [[view] for view in VIEWS] + [["--markdown", "--brief"], ["--csv", "--flat"], ["--csv", "--tree"], ["--now", "--stacks"]]
FORMATS = "otf2 ctf perfetto cube folded speedscope callgrind tau pprof".split()
numbers = itertools.count()


def run(command, *words, good=False):
    """Runs a command, which must not die, nor be ended by a sanitizer. Returns what it says."""
    done = subprocess.run([os.path.join(folder, command), *words], capture_output=True, text=True, errors="replace", check=False, timeout=200)
    said = done.stderr
    bad = not 0 <= done.returncode <= 3 or re.search(r"Sanitizer|runtime error", said) or (done.returncode and not said)
    assert not bad and not (good and done.returncode), (command, words, done.returncode, said[-3000:])
    return done.stdout


def read(name):
    for way in WAYS:
        run("pomp-report", *way, name)
    run("pomp-report", "--html", "-o", f"{next(numbers)}.html", name)
    for more in ([], ["--json"], ["--html", "-o", f"{next(numbers)}.html"]):
        run("pomp-report", "--diff", *more, "plain", name)
    for form in FORMATS:
        run("pomp-convert", name, "--to", form, "-o", f"{next(numbers)}.{form}")
    run("pomp-convert", name, "--to", "folded", "--samples", "-o", f"{next(numbers)}.folded")


def measured(name, settings, command, **ways):
    environment = {**os.environ, "POMP_EXPERIMENT_DIR": name, "POMP_SUMMARY": "0", "POMP_FILE_MODE": "600", **settings}
    return subprocess.Popen(command, env=environment, text=True, **ways)  # pylint: disable=consider-using-with


def make():
    for name, (settings, of_ranks, _, _) in KINDS.items():
        assert measured(name, settings, [*mpirun.split(), ranks] if of_ranks else [program]).wait() == 0, name


def make_core():
    """A core file has no shadow memory of the sanitizer's."""
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    asan = os.environ.get("ASAN_OPTIONS", "") + ":disable_coredump=0:handle_abort=0"
    assert measured("died", {"ASAN_OPTIONS": asan}, [program, "abort"]).wait() < 0
    return glob.glob("core*")


def check_live():
    with measured("live", {"POMP_SAMPLE": "1"}, [program, "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout.readline() == "waits\n"
            read("live")
            for words in (["status"], ["reset"], ["off"]):
                run("pomp-control", str(process.pid), *words)
            run("pomp-report", "--now", "--stacks", str(process.pid))
            run("pomp-report", "--interval=1", "live")
        finally:
            process.kill()


def main():
    make()
    names = [*KINDS, "died"]
    cores = make_core()
    for kind in ("plain", "ranks", "sampled-trace"):
        run("pomp-archive", kind, "-o", kind + ".pomparc", good=True)
        names.append(kind + ".pomparc")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(read, names))
    check_live()
    for name, (_, _, way, shows) in KINDS.items():
        text = run("pomp-report", *way, name, good=True)
        assert re.search(shows, text), (name, way, text)
    for core in cores:
        assert "work" in run("pomp-report", "--now", f"--stacks={core}", "died", good=True)
    run("pomp-runs", "--db=runs.db", *KINDS)
    for words in (["--trend"], ["--scaling"], ["--regressions"], ["--trend", "--json"], ["--trend", "--html", "-o", "runs.html"], ["--trend", "--region=step"]):
        run("pomp-runs", "--db=runs.db", *words)
    run("pomp-scale", "1,2", "--folder=scaled", "--html", "--", program, good=True)
    run("pomp-scale", "--compare", program, "--folder=compared", "--html", "1", "--", program, good=True)
    remove_dead()


main()
