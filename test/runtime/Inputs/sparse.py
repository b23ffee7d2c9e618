# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sparse.py REPORT CONVERT EXPERIMENT - files of 5 GiB that are nearly all hole cost neither memory nor time, whether they
are refused or have an experiment at their begin."""
import json
import os
import resource
import shutil
import struct
import subprocess
import sys

REPORT, CONVERT, EXPERIMENT = sys.argv[1:]
HUGE = 5 << 30
MEMORY_KIB, SECONDS = 200 << 10, 5
USED, STRINGS = 32, 1  # where both headers have `used`; a type of block


def contents(name):
    with open(os.path.join(EXPERIMENT, name), "rb") as file:
        return bytearray(file.read())


def make(name, data, size=HUGE):
    with open(os.path.join("sparse", name), "wb") as file:
        file.write(data)
        file.truncate(size)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert usage.ru_maxrss < MEMORY_KIB, (command, usage.ru_maxrss, done)
    assert usage.ru_utime + usage.ru_stime < run.before + SECONDS, (command, usage, done)
    run.before = usage.ru_utime + usage.ru_stime
    return done


def refused(*command):
    done = run(*command)
    assert done.returncode == 1 and not done.stdout and done.stderr.count("\n") == 1, done
    return done.stderr


run.before = 0
profile, trace = contents("profile.pomp"), contents("trace.pomp")
shutil.rmtree("sparse", ignore_errors=True)
os.mkdir("sparse")

# What follows the experiment is not its own; a trace that says that it is so long has nothing more in it.


def measured(text):
    data = json.loads(text)
    del data["experiment"]["directory"]
    return data


expected = measured(run(REPORT, "--json", EXPERIMENT).stdout)
make("profile.pomp", profile)
make("trace.pomp", trace)
for reported in (None, 1 << 40):
    if reported:
        header, chunk = struct.unpack_from("II", trace, 16)
        struct.pack_into("Q", trace, USED, header + (HUGE - header) // chunk * chunk)
        make("trace.pomp", trace)
    for options in ([], ["--from-trace"]):
        done = run(REPORT, "--json", *options, "sparse")
        assert measured(done.stdout) == expected and not done.stderr, (options, done)
    done = run(CONVERT, "sparse", "--to", "ctf", "--output", f"sparse/ctf{reported}")
    assert done.returncode == 0 and not done.stderr, done

# An experiment that says that it is so long is refused, whatever block the hole is in.
struct.pack_into("Q", profile, USED, HUGE)
for block in range(9):
    data = bytearray(profile[: struct.unpack_from("I", profile, 16)[0]])
    if block:
        data += struct.pack("IIQII", block, (1 << 32) - 1 if block == STRINGS else 1 << 25, HUGE - len(data), 64, 0)
    make("profile.pomp", data)
    said = refused(REPORT, "sparse")
    assert said.startswith("pomp-report: sparse/profile.pomp: damaged: ") and "were never written" in said, said
    refused(CONVERT, "sparse", "--to", "ctf", "--output", "sparse/none")

# So are many of them: the ranks of a job.
os.mkdir("sparse/job")
for rank in range(20):
    os.link("sparse/profile.pomp", f"sparse/job/rank-{rank}.pomp")
done = run(REPORT, "sparse/job")
assert done.returncode == 1 and done.stderr.count("were never written") == 20, done
