# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""file-size.py PROGRAM REPORT - runs the program of file-size.c plain (POMP_PROFILE=0) and measured, with many limits of the size of
files, and compares what it does. Its output goes through pipes, but for a stderr that is past the limit."""
import json
import os
import resource
import shutil
import signal
import subprocess
import sys

from killing import remove_dead

program, report = sys.argv[1:]


def run(arguments, shell, profile, stderr, **settings):
    shutil.rmtree("e", ignore_errors=True)
    environment = {**os.environ, "POMP_EXPERIMENT_DIR": "e", "POMP_VERBOSE": profile, "POMP_PROFILE": profile, **settings}

    def limit():
        if shell is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (shell, resource.RLIM_INFINITY))

    with open("err", "wb") as file:
        file.write(b"." * 2000000)
    with open("err", "ab") as file:
        done = subprocess.run([program, *map(str, arguments)], env=environment, preexec_fn=limit, check=False, text=True,
                              stdout=subprocess.PIPE, stderr=file if stderr == "file" else subprocess.PIPE)  # fmt: skip
    remove_dead()
    return (done.returncode, done.stdout), done.stderr


# Each third of the cases has all values of each, and all pairs of sizes and moments: `make test` takes the first, `make test-all` that of TEST_SEED.
CASES = [
    (size, when, wants, own, stderr)
    for size in (0, 100, 4096, 66000, 1000000)
    for when in ("shell", "first", "later")
    for wants in ("default", "ignore", "handle", "block")
    for own in (("", "own") if wants != "ignore" else ("own",))
    for stderr in ("pipe", "file")
][int(os.environ.get("TEST_SEED", "0")) // 300 % 3 :: 3]
runs = measured_runs = 0
for size, when, wants, own, stderr in CASES:
    shell = size if when == "shell" else None
    arguments = (when, size, wants, own)
    plain, _ = run(arguments, shell, "0", stderr)
    assert plain[0] == (-signal.SIGXFSZ if own and wants == "default" else 0), (arguments, plain)
    settings = {"POMP_TRACE": "1"} if runs % 3 == 1 else {}
    settings.update({"POMP_FILE_MODE": "600"} if runs % 2 else {"POMP_TRACE_MODE": "flush"})
    measured, said = run(arguments, shell, "1", stderr, **settings)
    assert plain == measured, (arguments, stderr, settings, plain, measured, said)
    runs += 1
    if not os.path.exists("e/profile.pomp"):
        assert not os.path.exists("e") and when != "later", (arguments, said)
        assert stderr == "file" or "can't make the experiment e (File too large)" in said, (arguments, said)
        continue
    measured_runs += 1
    if runs % 3:
        continue
    shown = subprocess.run([report, "--json", "e"], capture_output=True, text=True, check=False)
    assert shown.returncode == 0, (arguments, shown.stderr)
    assert json.loads(shown.stdout)["experiment"]["stop_reason"] in ("none", "space"), arguments
print(runs, "runs,", measured_runs, "measured")
assert measured_runs > len(CASES) // 4
