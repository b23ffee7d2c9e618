# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same-answers.py REPORT ARCHIVE PRELOAD EXPERIMENT... -- MPIRUN... - whatever way a report is made, it is the same to the byte: by one
process, by several, by one that loses one of its helpers (PRELOAD is a library for that), by ranks that mpirun starts, of a
directory, of its archive."""
import os
import re
import subprocess
import sys

report, archive, preload, *rest = sys.argv[1:]
experiments, mpirun = rest[: rest.index("--")], rest[rest.index("--") + 1 :]
VIEWS = [["--brief"], ["--diagnose"], ["--flat"], ["--tree"], ["--efficiency"], ["--score"], ["--json=summary"], ["--diagnose", "--json"],
         ["--html", "--output", "page"]]  # fmt: skip
# Each of them takes mpirun a second.
BY_RANKS = [["--json=summary"], ["--diagnose"]]


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


def same(command, wanted, environment=None, says=None, folder="."):
    """The command writes what is wanted; `says` is a line that is said beside that."""
    written, said = run(command, environment, folder)
    if says:
        assert len(re.findall(says, said, re.MULTILINE)) == 1, (command, said)
        said = re.sub(says + "\n", "", said, flags=re.MULTILINE)
    if (written, said) == wanted:
        return
    for name, text in zip(("is.txt", "wanted.txt"), (written + said, "".join(wanted))):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    sys.exit(f"{' '.join(command)} ({environment}, {folder}): another answer, see is.txt and wanted.txt in {os.getcwd()}")


def check(experiment):
    """The archive has the directory's name, in another folder, as reports tell the name."""
    os.makedirs("packed", exist_ok=True)
    subprocess.run([archive, "--force", "--output", os.path.join("packed", experiment), experiment], check=True)
    for view in VIEWS:
        ask = [report, *view, experiment]
        wanted = run([*ask, "-j", "1"])
        assert wanted[0], (view, experiment)
        for more in [], ["-j", "2"], ["-j", "5"]:
            same([*ask, *more], wanted)
            same([*ask, *more], wanted, folder="packed")
        same([*ask, "-j", "3"], wanted, {"LD_PRELOAD": preload}, "^pomp-report: a process of --jobs has died .*$")
        if view in BY_RANKS:
            for ranks in "1", "3", "4":
                same([*mpirun, "-n", ranks, *ask], wanted)
            same([*mpirun, "-n", "2", *ask, "-j", "2"], wanted, folder="packed")


for name in experiments:
    check(name)
