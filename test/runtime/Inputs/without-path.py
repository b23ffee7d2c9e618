# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""without-path.py PROGRAM REPORT - runs the program of without-path.c in each of its ways, and looks whether all was measured."""
import json
import os
import shutil
import subprocess
import sys

program, report = sys.argv[1:]
VISITS = 100000


def run(how, visits, **settings):
    shutil.rmtree("e", ignore_errors=True)
    environment = {**os.environ, "POMP_EXPERIMENT_DIR": "e", "POMP_SUMMARY": "0", **settings}
    done = subprocess.run([program, how, str(visits)], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n"), (how, settings, done)
    return done.stderr


def read(*options):
    shown = subprocess.run([report, "--json", *options, "e"], capture_output=True, text=True, check=False)
    assert shown.returncode == 0, (options, shown.stderr)
    data = json.loads(shown.stdout)
    return data, sum(r["visits"] for r in data["regions"] if r["name"] == "for"), shown.stderr


# Below the other root, somebody's files are where ours do below the first one.
theirs = "other" + os.path.abspath("e")
os.makedirs(theirs)
for name in "profile.pomp", "trace.pomp":
    with open(os.path.join(theirs, name), "w", encoding="ascii") as file:
        file.write("theirs")

WAYS = {
    "profile": {},
    "trace": {"POMP_TRACE": "1"},
    "flush": {"POMP_TRACE": "1", "POMP_TRACE_MODE": "flush", "POMP_TRACE_MEMORY": "128k"},
    "ring": {"POMP_TRACE": "1", "POMP_TRACE_MODE": "ring", "POMP_TRACE_MEMORY": "128k"},
    "metrics": {"POMP_METRICS": "rusage:minflt"},
}
for how in "stay", "root", "user", "descriptors":
    for name, settings in WAYS.items():
        at = (how, name)
        said = run(how, VISITS, **settings)
        assert said == "", (at, said)
        data, visits, _ = read()
        assert visits == VISITS and data["experiment"]["stop_reason"] == "none", (at, visits, data["experiment"])
        assert data["experiment"]["state"] == "complete", (at, data["experiment"])
        if name in ("trace", "flush"):
            _, visits, said = read("--from-trace")
            assert visits == VISITS and said == "", (at, visits, said)
        size, used = os.path.getsize("e/profile.pomp"), os.stat("e/profile.pomp").st_blocks * 512
        assert used < 2 << 20 and (size <= 2 << 20 if how == "stay" else 8 << 20 <= size <= 32 << 20), (at, size, used)
    for name in "profile.pomp", "trace.pomp":
        with open(os.path.join(theirs, name), encoding="ascii") as file:
            assert file.read() == "theirs", how

# A trace that is longer than its file ends, and the profile does not.
said = run("root", 3000000, POMP_TRACE="1")
assert "pomp: the trace can't grow (No such file or directory): it ends here, the profile goes on" in said or "Stale" in said, said
assert read()[1] == 3000000, said
shutil.rmtree("other")

# The disk is full then, which is never a SIGBUS.
small_disk = os.path.join(os.path.dirname(os.path.abspath(__file__)), "small-disk")
for kib in 100, 150, 200:
    for trace in "0", "1":
        environment = {**os.environ, "POMP_EXPERIMENT_DIR": "small/e", "POMP_TRACE": trace}
        command = [small_disk, f"size={kib}k", program, "user", str(VISITS)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "done\n"), (kib, trace, done)
        assert "small/e can't grow (No space left on device)" in done.stderr, (kib, trace, done)
        shutil.rmtree("e")
        shutil.move("kept/e", "e")
        assert read()[0]["experiment"]["stop_reason"] == "space", (kib, trace)
