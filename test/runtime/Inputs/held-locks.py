# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""held-locks.py FILE STAMPS - reads which locks are held and wanted out of profile.pomp, and compares it with what held-locks.c says."""
import json
import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
with open(sys.argv[2], encoding="utf-8") as file:
    said = json.load(file)
used = struct.unpack_from("<Q", data, 32)[0]
at, held, wants, functions = 4096, {}, {}, {}
while at < used:
    kind, count, size, first, location = struct.unpack_from("<IIQII", data, at)
    if kind == 3:
        wants[location] = struct.unpack_from("<Q", data, at + 64 + 88)[0]
    if kind == 9:
        for i in range(count):
            address, since, holder, construct, depth, _ = struct.unpack_from("<QQIIII", data, at + first + 32 * i)
            if holder:
                assert address not in held and since and construct, (address, since, construct)
                held[address] = (holder - 1, depth, construct)
    at += size
many = {said["locks"] + said["size"] * i for i in range(1, said["count"], 2)}
assert set(held) == many | {said["lock"], said["nest"]}, (len(held), len(many))
# Location 0 is the thread, 1 and 2 are its team, in the order in which they were seen; all was set in one region.
holder = held[said["lock"]][0]
assert holder in (1, 2) and {h[0] for h in held.values()} == {holder} and len({h[2] for h in held.values()}) == 1, held[said["lock"]]
assert held[said["nest"]][1] == 2 and held[said["lock"]][1] == 1
assert {l: w for l, w in wants.items() if w} == {3 - holder: said["lock"]}, wants
