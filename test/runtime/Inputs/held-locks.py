# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""held-locks.py PROGRAM - runs the program of held-locks.c, reads out of profile.pomp which locks are held and wanted, compares it
with what the program says, kills it once a thread wants a lock, and does the same again."""
import json
import struct
import subprocess
import sys
import time

held, wants = {}, {}


def read():
    with open("e/profile.pomp", "rb") as file:
        data = file.read()
    at, used = 4096, struct.unpack_from("<Q", data, 32)[0]
    held.clear(), wants.clear()
    while at < used:
        kind, count, size, first, location = struct.unpack_from("<IIQII", data, at)
        if kind == 3:
            wants[location] = struct.unpack_from("<Q", data, at + 64 + 88)[0]
        if kind == 9:
            for i in range(count):
                address, since, holder, construct, depth, _ = struct.unpack_from("<QQIIII", data, at + first + 32 * i)
                if holder:
                    assert address not in held and construct, (address, since, construct)
                    held[address] = (holder - 1, depth, construct, since)
        at += size


def check(said):
    many = {said["locks"] + said["size"] * i for i in range(1, said["count"], 2)}
    assert set(held) == many | {said["lock"], said["nest"]}, (len(held), len(many))
    # Location 0 is the thread, 1 and 2 are its team, in the order in which they were seen; all was set in one region.
    holder = held[said["lock"]][0]
    assert holder in (1, 2) and {h[0] for h in held.values()} == {holder} and len({h[2] for h in held.values()}) == 1, held[said["lock"]]
    assert held[said["nest"]][1] == 2 and held[said["lock"]][1] == 1
    assert {h[3] for h in held.values()} == {said["since"]}, held
    assert {l: w for l, w in wants.items() if w} == {3 - holder: said["lock"]}, wants


with subprocess.Popen([sys.argv[1]], stdout=subprocess.PIPE) as program:
    try:
        line = json.loads(program.stdout.readline())
        while not any(wants.values()) and program.poll() is None:
            time.sleep(0.01)
            read()
        check(line)
    finally:
        program.kill()
read()
check(line)
