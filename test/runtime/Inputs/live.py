# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""live.py REPORT PROGRAM - reads the experiment of the program of live.c while it grows, and switches it off and on."""
import json
import mmap
import os
import struct
import subprocess
import sys
import time

from killing import remove_dead

CONTROL = 64  # the offset of struct pomp_header.control
report, program = sys.argv[1:]


seen = False  # a file that is just being made may be refused


def read():
    global seen
    run = subprocess.run([report, "--json", "e"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode:
        assert not seen and run.returncode == 1, run.stderr.decode()
        return None
    seen = True
    data = json.loads(run.stdout)
    own = {l["id"]: 0 for l in data["locations"]}
    for path in data["callpaths"]:
        for share in path["locations"]:
            assert share["exclusive_ns"] >= 0, share
            own[share["location"]] += share["exclusive_ns"]
    assert all(own[l["id"]] == l["in_regions_ns"] + l["outside_ns"] for l in data["locations"])
    return data


def visits(data):
    return data["experiment"]["visits"]


def main():
    while not os.path.exists("e/profile.pomp"):
        time.sleep(0.001)
    last, readings, deadline = 0, 0, time.time() + 60
    while readings < 10 and time.time() < deadline:
        data = read()
        if not data:
            continue
        assert data["experiment"]["state"] == "running", data["experiment"]
        assert visits(data) >= last
        readings += visits(data) > last
        last = visits(data)
    assert readings == 10, f"{readings} readings differ"
    with open("e/profile.pomp", "r+b") as file:
        control = mmap.mmap(file.fileno(), 4096)
        assert struct.unpack_from("I", control, CONTROL)[0] == 1
        struct.pack_into("I", control, CONTROL, 0)
        off = None  # each thread may be in one more event, whenever it goes on
        while off != visits(read()):
            off = visits(read())
            time.sleep(0.2)
            assert time.time() < deadline, "measured while it was off"
        struct.pack_into("I", control, CONTROL, 1)
        while visits(read()) <= off and time.time() < deadline:
            time.sleep(0.01)
        assert visits(read()) > off, "not measured after it was switched on again"
    with open("stop", "w"):
        pass


process = subprocess.Popen([program], env=dict(os.environ, POMP_EXPERIMENT_DIR="e", POMP_SUMMARY="0"))
try:
    main()
    assert process.wait() == 0
finally:
    process.kill()
    process.wait()
    remove_dead()
data = read()
assert data["experiment"]["state"] == "complete" and data["experiment"]["ignored"] == 0, data["experiment"]
