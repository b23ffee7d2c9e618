# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage-job.py REPORT FILE - sets words of a job's file to awkward values where it says what ranks have added at their ends, and
gives the result to REPORT: it shows the experiment, or refuses it, and says why in lines."""
import os
import random
import struct
import subprocess
import sys

PROCESSES, OWN_FILE, ALIGN = 5, 15, 4096
report, name = sys.argv[1:]
with open(name, "rb") as file:
    good = file.read()
seed = int(os.environ.get("SEED", 20261122))
random.seed(seed)
blocks, at = {}, ALIGN
while at < len(good):
    kind, _, size = struct.unpack_from("<IIQ", good, at)
    blocks.setdefault(kind, []).append(at)
    at += size
assert len(blocks[OWN_FILE]) == 4
records = [blocks[PROCESSES][0] + 64 + 1024 * i for i in range(4)]
places = [r + 8 * i for r in records for i in range(40)] + [b + 8 * i for b in blocks[OWN_FILE] for i in range(4)]
places += [b + ALIGN + 8 * i for b in blocks[OWN_FILE] for i in range(60)]
values = [0, 1, 2, 3, ALIGN, len(good), 2**32 - 1, 2**63, 2**64 - 1, *blocks[OWN_FILE], *records]
shown = refused = 0
for n in range(200):
    place, value = random.choice(places), random.choice(values)
    with open("damaged.pomp", "wb") as file:
        file.write(good[:place] + struct.pack("<Q", value) + good[place + 8 :])
    run = subprocess.run([report, "damaged.pomp"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    lines = run.stderr.decode().splitlines()
    if run.returncode not in (0, 1) or not all(line.startswith("pomp-report: damaged.pomp: ") for line in lines):
        sys.exit(f"word {place} = {value}, SEED={seed}: exit status {run.returncode}, {lines}")
    if (run.returncode == 1) != (run.stdout == b"") or (run.returncode == 1 and not lines):
        sys.exit(f"word {place} = {value}, SEED={seed}: exit status {run.returncode}, {len(run.stdout)} bytes, {lines}")
    shown += run.returncode == 0
    refused += bool(lines)
print(shown, "shown,", refused, "with a line")
assert shown > 50 and refused > 20
