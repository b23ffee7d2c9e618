# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same-answers.py REPORT ARCHIVE PRELOAD EXPERIMENT... -- MPIRUN... - whatever way a report is made, it is the same to the byte: by one
process, by several, by one that loses one of its helpers (PRELOAD is a library for that), by ranks that mpirun starts, of a
directory, of its archive."""
import os
import subprocess
import sys

report, archive, preload, *rest = sys.argv[1:]
experiments, mpirun = rest[: rest.index("--")], rest[rest.index("--") + 1 :]
VIEWS = [["--brief", "--efficiency", "--threads=all"], ["--flat"], ["--tree"], ["--efficiency", "--json"], ["--diagnose"], ["--diagnose", "--json"], ["--score"],
         ["--json=summary"], ["--json"], ["--shares", "--sort=-visits"], ["--html", "--output", "page"]]  # fmt: skip
# These are read rank by rank, so that others may share the work; of the first experiment nothing forbids it.
SHARED = [view for view in VIEWS if view != ["--score"]]
# Each of them takes mpirun a second, so that this is done for two experiments.
BY_RANKS = [VIEWS[0], ["--json"]]
DEATH = "pomp-report: a process of --jobs has died (signal 9): its part of the work is done without it; fewer --jobs need less memory\n"


def run(command, environment=None, folder="."):
    """Returns what the command writes: text, or a page; and what it says of it."""
    page = os.path.join(folder, "page")
    if os.path.exists(page):
        os.remove(page)
    done = subprocess.run(command, env={**os.environ, **(environment or {})}, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.returncode, done.stderr)
    if not os.path.exists(page):
        return done.stdout, done.stderr
    with open(page, encoding="utf-8") as file:
        return file.read(), done.stderr


def same(command, wanted, environment=None, folder=".", dies=()):
    """The command writes what is wanted. `dies`: how often it may say that a process has died."""
    written, said = run(command, environment, folder)
    deaths = said.count(DEATH)
    if (written, said.replace(DEATH, "")) == wanted and deaths in (dies or (0,)):
        return
    for name, text in zip(("is.txt", "wanted.txt"), (written + said, "".join(wanted))):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    sys.exit(f"{' '.join(command)} ({environment}, {folder}): another answer, see is.txt and wanted.txt in {os.getcwd()}; {deaths} deaths")


def views(experiment):
    return VIEWS + [["--phases"]] * (experiment == "phased")


def check(experiment):
    """The archive has the directory's name, in another folder, as reports tell the name."""
    os.makedirs("packed", exist_ok=True)
    subprocess.run([archive, "--force", "--output", os.path.join("packed", experiment), experiment], check=True)
    for view in views(experiment):
        ask = [report, *view, experiment]
        wanted = run([*ask, "-j", "1"])
        assert wanted[0], (view, experiment)
        same(ask, wanted)
        same([*ask, "-j", "2"], wanted)
        same([*ask, "-j", "5"], wanted, folder="packed")
        dies = (1,) if experiment == experiments[0] and view in SHARED else (0, 1)
        same([*ask, "-j", "3"], wanted, {"LD_PRELOAD": preload}, dies=dies)
        if view in BY_RANKS:  # what was said is read so, once for each rank
            same([*ask, "-j", "2"], wanted, {"LD_PRELOAD": preload, "DIE_IN_PREAD": "2"}, dies=dies)
        if view in BY_RANKS and experiment in experiments[:2]:
            for ranks in "1", "3", "4":
                same([*mpirun, "-n", ranks, *ask], wanted)
            same([*mpirun, "-n", "2", *ask, "-j", "2"], wanted, folder="packed")


for name in experiments:
    check(name)
