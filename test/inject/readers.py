# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""readers.py REPORT CONVERT EXPERIMENT UNTRACED [ARCHIVE] - lets each system call and each allocation of pomp-report and pomp-convert fail in turn.

A reader whose call failed either does its work all the same, or says why it does not in a line or more of its own, with a status that
is not 0; it never crashes or hangs, and a conversion that failed leaves nothing. A converter that is killed leaves nothing
that has the name of what it makes, and may be run again. Of an archive, for which there is no memory, nobody says that it is damaged. The last lines tell how many points there are, and how many were tried."""
import glob
import hashlib
import os
import shutil
import sys

from points import Injector, spread

report, convert, experiment, untraced, *archive = sys.argv[1:]
MOST_CALLS, MOST_ALLOCATIONS, MOST_KILLS = 12, 12, 8
# These change files, or make them last; a converter that is killed before one of them has left what came before.
CHANGES = ("open", "openat", "write", "pwrite64", "writev", "ftruncate", "truncate", "fallocate", "close", "mkdir", "mkdirat", "rename",
           "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "munmap", "mmap", "msync", "fsync")  # fmt: skip
total = tried = 0
problems = []


def remove(path):
    shutil.rmtree(path, ignore_errors=True)
    if os.path.exists(path):
        os.remove(path)


def left_by(output):
    """Returns what a conversion left: files and directories whose names begin as that of its output."""
    return sorted(glob.glob(glob.escape(output) + "*"))


def content(path):
    """Returns a digest of a file, or of all files in a directory and their names."""
    digest = hashlib.sha256()
    names = [path] if os.path.isfile(path) else sorted(glob.glob(path + "/**", recursive=True))
    for name in filter(os.path.isfile, names):
        with open(name, "rb") as file:
            digest.update(name.encode() + b"\0" + file.read())
    return digest.hexdigest()


def problem_of(run, expected, tool):
    """Returns what is wrong with a run, or None. What a conversion made is looked at by its caller."""
    if run.status >= 124 or run.status < 0:
        return f"status {run.status}: {run.said.strip()[-300:]}"
    if run.status == 0:
        return None if run.output == expected.output else "other output, and status 0"
    lines = run.said.splitlines()
    if not lines:
        return f"status {run.status}, and nothing said"
    if not all(line.startswith(tool + ":") for line in lines):
        return f"said: {run.said.strip()[-300:]}"
    return None


def note(what, number, run, problem):
    if problem:
        problems.append(f"{what}: point {number} ({run.call}): {problem}")


def points_of(kind, points, most):
    """Counts the points, and returns those that are tried."""
    global total, tried  # pylint: disable=global-statement
    chosen = spread(points, most)
    total, tried = total + len(points), tried + len(chosen)
    return chosen


def try_report(*options, of=experiment):
    injector, what = Injector([report, *options, of]), " ".join(["pomp-report", *options])
    expected = injector.plain()
    assert expected.status == 0 and expected.output, expected
    calls = injector.calls()
    for number, name in points_of("call", list(enumerate(calls, 1)), MOST_CALLS):
        run = injector.fail_call(number, name)
        note(what, number, run, problem_of(run, expected, "pomp-report"))
    for number in points_of("allocation", range(1, injector.allocations() + 1), MOST_ALLOCATIONS):
        run = injector.fail_allocation(number)
        note(what, number, run, problem_of(run, expected, "pomp-report"))
        if of in archive and "damaged" in run.said:
            note(what, number, run, "no memory is told as damage: " + run.said.strip())


def try_convert(name):
    output, what = os.path.abspath("converted-" + name), "pomp-convert --to " + name
    # Several threads would make the same calls in another order each time.
    injector = Injector([convert, "--to", name, "--output", output, "--jobs", "1", experiment])

    def fresh(attempt, *arguments):
        for path in left_by(output):
            remove(path)
        return attempt(*arguments)

    expected = fresh(injector.plain)
    assert expected.status == 0 and os.path.exists(output), expected
    # OTF2's library writes the time and random numbers.
    made = None if name == "otf2" else content(output)
    calls, allocations = fresh(injector.calls), fresh(injector.allocations)

    def check(number, run):
        problem = problem_of(run, expected, "pomp-convert")
        if not problem and run.status and left_by(output):
            problem = "it failed, and left " + ", ".join(map(os.path.basename, left_by(output)))
        if not problem and not run.status and made and content(output) != made:
            problem = "other files, and status 0"
        note(what, number, run, problem)

    for number, call in points_of("call", list(enumerate(calls, 1)), MOST_CALLS):
        check(number, fresh(injector.fail_call, number, call))
    for number in points_of("allocation", range(1, allocations + 1), MOST_ALLOCATIONS):
        check(number, fresh(injector.fail_allocation, number))
    changes = [number for number, call in enumerate(calls, 1) if call in CHANGES]
    for number in points_of("kill", changes, MOST_KILLS):
        run = fresh(injector.kill_at_call, number)
        problem = None if run.status == -9 else f"status {run.status}"
        if os.path.exists(output) and made and content(output) != made:
            problem = "it was killed, and left something under the name of what it makes"
        if not os.path.exists(output):
            again = injector.plain()
            if again.status or made and content(output) != made:
                problem = f"it can't be run again: {again.said.strip()}"
        note(what + ", killed", number, run, problem)
    for path in left_by(output):
        remove(path)


for view in [[], ["--tree"], ["--threads"], ["--json"], ["--json", "--from-trace"], ["--critical-path"], ["--arrays"]]:
    try_report(*view)
# Without memory for its timeline, a page has none, and that is said.
try_report("--html", "-o", "-", of=untraced)
if archive:  # on one processor, so that no second thread unpacks what comes next, and the order is the same each time
    PROCESSORS = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(PROCESSORS)})
    try_report("--from-trace", of=archive[0])
    try_report("--flat", of=archive[0])
    os.sched_setaffinity(0, PROCESSORS)
OFFERED = Injector([convert, "--help"]).plain().output.decode()
for each in ("otf2", "ctf", "perfetto", "cube", "folded", "speedscope", "callgrind", "tau", "pprof"):
    if f"  {each} " in OFFERED:
        try_convert(each)
    else:
        print(f"{each} is not tried: pomp-convert was built without it")
print("\n".join(problems))
print(f"{total} points, {tried} tried, {len(problems)} problems")
sys.exit(bool(problems))
