# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""database.py BUILD CLANG FILE... - the compilation database of a build has each file once for each of its objects, each of its commands can
be run again as it is, and clang-tidy and clangd find with it the constructs of the user's source, in their lines, and nothing wrong."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

# These are the parallel constructs that have no default clause, which clang-tidy can look for: it finds them if it reads OpenMP.
CONSTRUCTS = {"norm.c": {8}, "squares.c": {4}, "sum.cpp": {5}}


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def command_of(entry):
    return entry.get("arguments") or shlex.split(entry["command"])


def try_commands(entries):
    """Runs each command of the database again."""
    for entry in entries:
        command = command_of(entry)
        done = run(command, cwd=entry["directory"])
        if done.returncode or done.stderr:
            sys.exit(f"{command} ended with {done.returncode}: {done.stderr}")


def try_tidy(tidy, build, paths):
    done = run([tidy, "-p", build, "--quiet", "--checks=-*,bugprone-*,-bugprone-easily-swappable-parameters,clang-diagnostic-*", *paths])
    if done.returncode or done.stdout.strip():
        sys.exit(f"clang-tidy ended with {done.returncode}: {done.stdout}{done.stderr}")
    done = run([tidy, "-p", build, "--quiet", "--checks=-*,openmp-use-default-none", *paths])
    for path in paths:
        found = {int(line) for line in re.findall(rf"^{re.escape(path)}:(\d+):\d+: warning: OpenMP directive", done.stdout, re.MULTILINE)}
        if found != CONSTRUCTS[os.path.basename(path)]:
            sys.exit(f"clang-tidy finds constructs of {path} in the lines {found}: {done.stdout}{done.stderr}")


def try_clangd(clangd, build, paths):
    for path in paths:
        done = run([clangd, f"--check={path}", f"--compile-commands-dir={build}"])
        if done.returncode or "All checks completed, 0 errors" not in done.stderr or "-fopenmp" not in done.stderr:
            sys.exit(f"clangd ended with {done.returncode}: {done.stdout}{done.stderr}")


def main():
    build, clang, *names = sys.argv[1:]
    build = os.path.abspath(build)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    missing = set(names) - {os.path.basename(entry["file"]) for entry in entries}
    if missing:
        sys.exit(f"the database has no {missing}")
    objects = [(entry["directory"], words[words.index("-o") + 1]) for entry in entries for words in [command_of(entry)]]
    if len(set(objects)) != len(objects):
        sys.exit(f"the database has an object twice: {objects}")
    try_commands(entries)
    paths = sorted({entry["file"] for entry in entries if os.path.basename(entry["file"]) in names})
    for name, attempt in (("clang-tidy", try_tidy), ("clangd", try_clangd)):
        tool = shutil.which(os.path.basename(clang).replace("clang", name))
        if tool:
            attempt(tool, build, paths)
        else:
            print(f"{name} is not installed: it was not tried")


main()
