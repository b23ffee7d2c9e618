# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""runtime.py REPORT FAIL_CALL PRELOADED PROGRAM [MPIRUN...] - lets the calls of the runtime fail, one in each run of a program.

For each way to measure it first counts the calls that the runtime makes: to the system, and to malloc and pthread. Then one
of them fails in each run, with each error that it can have, once or from then on, or SIGKILL comes in its place. What must hold of each run, and which calls
can have which errors, live here. How a call is made to fail does not: fail_call.c, fail_function.c.

`make test` tries some kinds of call and error, TEST_ALL=1 more, which TEST_SEED chooses: of each the first point, or
another one. ONLY=… repeats one point, as it was printed."""
import concurrent.futures
import errno
import json
import os
import random
import shutil
import subprocess
import sys

REPORT, FAIL_CALL, PRELOADED, PROGRAM = map(os.path.abspath, sys.argv[1:5])
MPIRUN = sys.argv[5:]
SECONDS = 100  # a run takes a tenth of a second on an idle machine; what has not ended by then hangs
LASTING = 1000000
KILL = "KILL"  # in the place of an error
ALL = bool(os.environ.get("TEST_ALL"))
POINTS = 5  # of each way to measure

# These are the ways to measure; one row each.
SCENARIOS = {
    "profile": {},
    "trace": {"POMP_TRACE": "1"},
    "flush": {"POMP_TRACE": "1", "POMP_TRACE_MODE": "flush", "POMP_TRACE_MEMORY": "256K"},
    "ring": {"POMP_TRACE": "1", "POMP_TRACE_MODE": "ring", "POMP_TRACE_MEMORY": "256K"},
    "rusage": {"POMP_METRICS": "rusage:minflt", "POMP_TRACE": "1"},
    "perf": {"POMP_METRICS": "perf:context-switches,perf:page-faults"},
    "otf2": {"POMP_TRACE": "otf2"},
    "filter": {"POMP_FILTER": "../filter"},
}
if MPIRUN:
    SCENARIOS = {"job": {}, "traced job": {"POMP_TRACE": "1"}}

# These are the errors that a call can have; one row for each call. A call that is not here can't fail, or none of its errors
# is worth a run: a call that is refused for wrong arguments would be refused always, as those for signals.
ERRORS = {
    "open openat": ("EMFILE", "ENOSPC", "EACCES", "EINTR"),
    "read pread64": ("EIO", "EINTR"),
    "write pwrite64": ("ENOSPC", "EIO", "EINTR"),
    "close": ("EIO", "EINTR"),
    "fstat newfstatat statx": ("ENOMEM", "EACCES"),
    "ftruncate": ("EFBIG", "EIO", "EINTR"),
    "fallocate": ("ENOSPC", "EFBIG", "EINTR", "EOPNOTSUPP"),
    "mmap mremap": ("ENOMEM",),
    "munmap mprotect": ("ENOMEM",),
    "madvise": ("EFAULT", "EINVAL", "ENOMEM"),
    "msync": ("EIO",),
    "mkdir mkdirat": ("ENOSPC", "EACCES", "EROFS"),
    "rmdir unlink unlinkat": ("EBUSY", "EACCES"),
    "link linkat rename renameat renameat2": ("ENOSPC", "EPERM", "EXDEV"),
    "access faccessat faccessat2 readlink readlinkat getcwd": ("EACCES", "ENOMEM"),
    "fcntl ioctl": ("EBADF", "EINTR"),
    "prlimit64 getrlimit uname getrusage": ("EFAULT",),
    "clock_nanosleep nanosleep": ("EINTR",),
    "perf_event_open": ("EMFILE", "EACCES", "ENOSPC"),
    "timer_create timer_delete": ("EAGAIN",),
    "clone clone3": ("EAGAIN",),
    "wait4": ("EINTR", "ECHILD"),
    "getdents64 getrandom flock pipe2 dup3 fchmod fchmodat": ("ENOMEM",),
    "malloc calloc realloc pthread_key_create pthread_setspecific pthread_create pthread_mutex_init": ("ENOMEM",),
}
ERROR_OF = {call: errors for calls, errors in ERRORS.items() for call in calls.split()}
# SIGKILL comes at these, where files change.
KILLED_AT = ("openat", "write", "pwrite64", "ftruncate", "fallocate", "mmap", "mremap", "madvise", "mkdirat", "unlinkat", "linkat", "renameat2")
MERGING = "pwrite64"  # of a job's ranks: when this has been called, all ranks have made all their visits
# The reader says this of a program that was killed before it had measured anything.
EARLY = ("nothing was measured yet", "No such file or directory", "too short for a pompinst experiment", "no rank's file can be read")
# Without these nothing is proved to be ours, stderr among it, and a rank can't read who meets: they fail once.
PROVING = ("fstat", "newfstatat", "statx", "readlinkat")
TRANSIENT = ("EINTR",)  # code that meets such an error tries again: it never lasts


TRUTH = {}  # how often a process visits each sort of region


class Wrong(Exception):
    pass


def run(scenario, folder, number, error, times, functions):
    """Runs the program in a new folder. Returns its end and the calls that the runtime made, as [name, failed or made, first]."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    path = os.path.dirname(REPORT) + os.pathsep + os.environ["PATH"]  # pomp-convert is beside it
    environment = dict(os.environ, PATH=path, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0", **SCENARIOS[scenario])
    fail = ["env", f"LD_PRELOAD={PRELOADED}", "FAIL_LIBRARY=libpompomp", f"FAIL_NTH={number}", f"FAIL_FOR={times}", "FAIL_LOG=log", PROGRAM]
    if not functions:
        fail = [FAIL_CALL, "libpompomp", str(number), error if error == KILL else str(getattr(errno, error)), str(times), "log", PROGRAM]
    if MPIRUN:  # calls fail in rank 1 and in rank 0 in turn
        parts = [["-n", "1", *fail], ["-n", "1", PROGRAM]]
        fail = [*MPIRUN, *parts[number % 2], ":", *parts[1 - number % 2]]
    try:
        end = subprocess.run(fail, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired as late:
        raise Wrong(f"it hangs; stderr: {late.stderr}") from late
    log = os.path.join(folder, "log")
    calls = []
    if os.path.exists(log):
        with open(log, encoding="ascii") as file:
            calls = [line.split() for line in file]
    return end, calls


def reported(folder, *options):
    command = [REPORT, "--json", *options, "e"]
    end = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    if end.returncode:
        raise Wrong(f"{' '.join(command)}: exit status {end.returncode}: {end.stderr}")
    return json.loads(end.stdout), end.stderr


def visits(report, truth):
    """Returns the visits of the regions that the program has counted."""
    found = {region["name"]: 0 for region in report["regions"]}
    for region in report["regions"]:
        found[region["name"]] += region["visits"]
    return {name: found.get(name, 0) for name in truth}


def check(scenario, folder, end, lasting):
    """Raises Wrong if the program did not behave as the plain one, or the experiment says what is not true, or says too little
    although nothing was said on stderr."""
    if end.returncode != (0 if MPIRUN else 7):
        raise Wrong(f"exit status {end.returncode}; stderr: {end.stderr}")
    truths = [json.loads(line) for line in end.stdout.splitlines()]
    if len(truths) != (2 if MPIRUN else 1):
        raise Wrong(f"stdout is {end.stdout!r}")
    truth = {name: sum(t[name] for t in truths) for name in truths[0]}
    lines = [line for line in end.stderr.splitlines() if line.startswith("pomp")]
    others = [line for line in end.stderr.splitlines() if line.strip() and not line.startswith("pomp")]
    if others and not MPIRUN:
        raise Wrong(f"stderr has {others[0]!r}")
    converted = scenario == "otf2" and "pomp-convert: " in end.stderr  # it says once more how the trace ended
    metrics = SCENARIOS[scenario].get("POMP_METRICS", "").count(",")  # each has a line of its own
    if len(lines) > ((2 if lasting else 1) + metrics + converted) * len(truths):
        raise Wrong(f"{len(lines)} lines: {end.stderr}")
    names = os.listdir(folder)
    experiments = [name for name in names if name.startswith("e")]
    if not any("profile.pomp" in files or any(f.startswith("rank") for f in files) for e in experiments
               for _, _, files in os.walk(os.path.join(folder, e))):  # fmt: skip
        if not lines:
            raise Wrong("there is no experiment, and nobody said why")
        return
    if not os.path.isdir(os.path.join(folder, "e")):
        if not lines:
            raise Wrong(f"the experiment is called {experiments}, and nobody said why")
        return
    report, said = reported(folder)
    lines += said.splitlines()
    experiment = report["experiment"]
    if MPIRUN and experiment["ranks_measured"] < experiment["ranks"]:  # the report says so at its head
        lines.append(f"{experiment['ranks_measured']} of {experiment['ranks']} ranks")
    got = visits(report, truth)
    if any(got[name] > truth[name] for name in truth):
        raise Wrong(f"it says {got}; there were {truth}")
    if not lines and got != truth:
        raise Wrong(f"it says {got}, and not that something is missing; there were {truth}")
    if not lines and report["experiment"]["state"] != "complete":
        raise Wrong(f"the experiment's state is {report['experiment']['state']}, and nobody said why")
    if not lines and "POMP_TRACE" in SCENARIOS[scenario] and SCENARIOS[scenario].get("POMP_TRACE_MODE") != "ring":
        report, said = reported(folder, "--from-trace")
        traced = visits(report, truth)
        if traced != truth and not said:
            raise Wrong(f"the trace says {traced}, and not that something is missing; there were {truth}")


def check_killed(folder, end, calls):
    """Raises Wrong if the program was not killed, or what it left can't be read or says what is not true. What was measured before a
    job's ranks are merged is never lost."""
    if end.returncode == (0 if MPIRUN else 7):
        raise Wrong("the program was not killed")
    if not os.path.exists(os.path.join(folder, "e")):
        return
    command = [REPORT, "--json", "e"]
    read = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    merging = bool(MPIRUN) and any(name == MERGING for name, *_ in calls)
    if read.returncode:
        if merging or not any(reason in read.stderr for reason in EARLY):
            raise Wrong(f"what is left can't be read: {read.stderr}")
        return
    got, ranks = visits(json.loads(read.stdout), TRUTH), 2 if MPIRUN else 1
    if any(got[name] > ranks * TRUTH[name] or (merging and got[name] != ranks * TRUTH[name]) for name in TRUTH):
        raise Wrong(f"it says {got}; {ranks} times {TRUTH} is {'true' if merging else 'what could be'}; stderr: {end.stderr} {read.stderr}")


def points(scenario, functions):
    """Runs the program with no failure, and returns the points at which something can fail: (number, call, error, times)."""
    folder = f"{scenario}-{'functions' if functions else 'calls'}".replace(" ", "-")
    end, calls = run(scenario, folder, 0, "EIO", 1, functions)
    check(scenario, folder, end, False)
    TRUTH.update(json.loads(end.stdout.splitlines()[0]))
    if end.stderr.strip() and not MPIRUN:
        raise Wrong(f"{scenario}: without a failure stderr has {end.stderr}")
    if not calls and not functions:
        raise Wrong(f"{scenario}: no call of the runtime was seen")
    found = []
    for number, (call, *_) in enumerate(calls, 1):
        for error in ERROR_OF.get(call, ()):
            found.append((number, call, error, 1))
            if error not in TRANSIENT and call not in PROVING and (ALL or not MPIRUN):
                found.append((number, call, error, LASTING))
        if call in KILLED_AT and not functions:
            found.append((number, call, KILL, 1))
    return found


def attempt(scenario, functions, point):
    number, call, error, times = point
    folder = f"{scenario}-{'f' if functions else 'c'}-{number}-{error}-{times}".replace(" ", "-")
    try:
        end, calls = run(scenario, folder, number, error, times, functions)
        call = next((name for name, *rest in calls if "first" in rest), None)
        if not call or (times > 1 and call in PROVING):  # threads take turns: the calls have another order, or are fewer
            shutil.rmtree(folder, ignore_errors=True)
            return False, None
        if error == KILL:
            check_killed(folder, end, calls)
        else:
            check(scenario, folder, end, times > 1)
        shutil.rmtree(folder, ignore_errors=True)
        return error == KILL or any(c[1] == "failed" for c in calls), None
    except (Wrong, ValueError, subprocess.TimeoutExpired) as problem:
        return True, f"{scenario}: {call} number {number} fails with {error}{' from then on' if times > 1 else ''} (ONLY={folder}): {problem}"


def main():
    random.seed(int(os.environ.get("TEST_SEED", "1")) if ALL else 12)
    with open("filter", "w", encoding="ascii") as file:
        file.write("SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE nobody\nSCOREP_REGION_NAMES_END\n")
    todo, only = [], os.environ.get("ONLY")
    for scenario in SCENARIOS:
        for functions in (False, True):
            try:
                found = points(scenario, functions)
            except Wrong as problem:
                sys.exit(f"{scenario}: {problem}")
            kinds, chosen_here = {}, []
            for point in found:
                kinds.setdefault(point[1:], []).append(point)
            for kind in kinds.values():
                chosen_here += [(scenario, functions, point) for point in (kind if only else [random.choice([kind[0], random.choice(kind)])])]
            todo += chosen_here if only else random.sample(chosen_here, min(len(chosen_here), 4 * POINTS if ALL else POINTS))
    if only:
        todo = [t for t in todo if f"{t[0]}-{'f' if t[1] else 'c'}-{t[2][0]}-{t[2][2]}-{t[2][3]}".replace(" ", "-") == only]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(lambda t: attempt(*t), todo))
    problems = [problem for _, problem in results if problem]
    print("\n".join(problems))
    print(f"{len(todo)} points, {sum(failed for failed, _ in results)} of them failed a call, {len(problems)} problems")
    sys.exit(1 if problems or not todo else 0)


main()
