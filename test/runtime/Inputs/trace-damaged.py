# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trace-damaged.py REPORT CONVERT EXPERIMENT - damages one chunk of a trace after the other, in several ways: the report and the
converted trace have all that the other chunks tell, and say how much is missing.

The trace has all of the run, so that the profile tells what is in it."""
import json
import os
import shutil
import struct
import subprocess
import sys

import critical

REPORT, CONVERT, EXPERIMENT = sys.argv[1:]
DEFINITIONS = 0xFFFFFFFF
LOCATION, VALID, SEQUENCE, BEGIN, HEAD = 0, 4, 8, 16, 64

with open(os.path.join(EXPERIMENT, "trace.pomp"), "rb") as file:
    whole = file.read()
header_size, chunk_size = struct.unpack_from("II", whole, 16)
used = struct.unpack_from("Q", whole, 32)[0]
chunks = range(header_size, used, chunk_size)
events = [at for at in chunks if struct.unpack_from("I", whole, at)[0] != DEFINITIONS]
assert len(events) > 10, len(events)
os.makedirs("damaged", exist_ok=True)
shutil.copy(os.path.join(EXPERIMENT, "profile.pomp"), "damaged")


def report(directory, *options):
    done = subprocess.run([REPORT, "--json", *options, directory], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    data = json.loads(done.stdout)
    return data["experiment"], {r["name"]: r["visits"] for r in data["regions"]}, done.stderr


def write(data):
    with open("damaged/trace.pomp", "wb") as file:
        file.write(data)


def overwrite(at, offset, bytes_):
    data = bytearray(whole)
    data[at + offset : at + offset + len(bytes_)] = bytes_
    return data


def check(what, data, spoilt, missing, most_lost, least_lost=0):
    """At most so many chunks' share of the visits may be missing, and at least so many visits."""
    write(data)
    experiment, visits, said = report("damaged", "--from-trace")
    found = experiment["trace_chunks_damaged"], experiment["trace_chunks_missing"]
    assert found == (spoilt, missing), (what, found, said)
    assert said.count("\n") == 1 and "the rest is given" in said, (what, said)
    text = subprocess.run([REPORT, "--all", "--from-trace", "damaged"], capture_output=True, text=True, check=True).stdout
    assert f"The trace is damaged: what {spoilt + missing} chunk" in text, (what, text[:500])
    total, here = sum(full.values()), sum(visits.values())
    assert total - most_lost * share <= here <= total - least_lost, (what, total, here, share)
    assert all(visits[name] <= count for name, count in full.items()), (what, visits)
    critical.check(REPORT, "damaged")
    shutil.rmtree("damaged/out", ignore_errors=True)
    command = [CONVERT, "damaged", "--to", "ctf", "--output", "damaged/out"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stderr == said.replace("pomp-report", "pomp-convert"), (what, done, said)


def is_last(at):
    """Is the chunk its location's last one?"""
    location, _, number = struct.unpack_from("IIQ", whole, at)
    others = (struct.unpack_from("IIQ", whole, other) for other in events)
    return not any(o[0] == location and o[2] > number for o in others)


_, full, quiet = report(EXPERIMENT)
_, traced, quiet = report(EXPERIMENT, "--from-trace")
assert full == traced and not quiet, (full, traced, quiet)
share = 2 * sum(full.values()) / len(events)  # some chunks have more than others
for i, at in enumerate(events):
    check(f"{i}: records", overwrite(at, HEAD + 200, b"\xff" * (chunk_size - HEAD - 200)), 1, 0, 1)
    check(f"{i}: number", overwrite(at, SEQUENCE, b"\xff" * 8), 1, 0, 1)
    check(f"{i}: location", overwrite(at, LOCATION, b"\x01\x00\xff\xff"), 1, 0, 1)
    check(f"{i}: valid", overwrite(at, VALID, b"\x07"), 1, 0, 1)
    if not is_last(at):
        check(f"{i}: zeros", overwrite(at, 0, bytes(chunk_size)), 0, 1, 1, 1000)
cut = len([at for at in chunks if at >= events[-3]])
check("cut off", whole[: events[-3] + 100], 0, cut, cut)
several = bytearray(whole)
for at in events[2:-1:3]:
    several[at + HEAD + 200 : at + chunk_size] = b"\xff" * (chunk_size - HEAD - 200)
check("several", several, len(events[2:-1:3]), 0, len(events[2:-1:3]), 1000)

# Where nothing is left, a line says so, and nothing is written.
undefined = b"".join([whole[:header_size]] + [whole[at : at + chunk_size] for at in events])
for what, data in (("no definitions", undefined), ("no chunk", whole[:header_size])):
    write(data)
    for command in ([REPORT, "--from-trace", "damaged"], [CONVERT, "damaged", "--to", "ctf", "--output", "damaged/none"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wanted = f"{os.path.basename(command[0])}: damaged/trace.pomp: damaged: nothing of the trace is sound\n"
        assert done.returncode == 1 and done.stderr == wanted and not done.stdout, (what, done)
    assert not os.path.exists("damaged/none")
