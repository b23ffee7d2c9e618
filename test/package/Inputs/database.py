# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""database.py BUILD CLANG FILE... - the compilation database of a build has each file, each of its commands can be run again as it
stands, and clang-tidy finds with it what it finds in the user's source: nothing."""

import json
import os
import shutil
import subprocess
import sys

build, clang, *names = sys.argv[1:]
with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
    entries = json.load(file)
missing = set(names) - {os.path.basename(entry["file"]) for entry in entries}
if missing:
    sys.exit(f"the database has no {missing}")
for entry in entries:
    done = subprocess.run(entry["command"], shell=True, cwd=entry["directory"], capture_output=True, text=True, check=False)
    if done.returncode or done.stderr:
        sys.exit(f"{entry['command']} ended with {done.returncode}: {done.stderr}")
tidy = shutil.which(os.path.basename(clang).replace("clang", "clang-tidy"))
if not tidy:
    print("clang-tidy is not installed: it was not tried")
    sys.exit(0)
files = [entry["file"] for entry in entries if os.path.basename(entry["file"]) in names]
command = [tidy, "-p", build, "--quiet", "--checks=-*,bugprone-*,-bugprone-easily-swappable-parameters,clang-diagnostic-*", *sorted(set(files))]
done = subprocess.run(command, capture_output=True, text=True, check=False)
if done.returncode or done.stdout.strip():
    sys.exit(f"clang-tidy ended with {done.returncode}: {done.stdout}{done.stderr}")
