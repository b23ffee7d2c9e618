# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""each-rank.py RANKS_CHECK FILE... - damages each file in many places, one at a time: either it is refused as a whole, and then it can't be
read process by process, or each process is what the whole has of it. FILE may be that of a rank in a directory, of which the others stay."""
import os
import random
import shutil
import subprocess
import sys

check, *names = sys.argv[1:]
random.seed(20261127)
refused = taken = 0
for name in names:
    with open(name, "rb") as file:
        good = file.read()
    of_rank = os.path.basename(name).startswith("rank-")
    what, damaged = ("damaged", os.path.join("damaged", os.path.basename(name))) if of_rank else ("damaged.pomp", "damaged.pomp")
    if of_rank:
        shutil.copytree(os.path.dirname(name), what)
    used = [i for i in range(0, len(good), 4) if good[i : i + 4] != bytes(4)]
    for n in range(150):
        at = random.choice(used)
        word = random.choice([0, 1, 0x80000000, 0xFFFFFFFF, len(good) // 64, int.from_bytes(good[at : at + 4], "little") ^ 1 << random.randrange(32)])
        with open(damaged, "wb") as file:
            file.write(good[:at] + word.to_bytes(4, "little") + good[at + 4 :])
        run = subprocess.run([check, what], capture_output=True, text=True, check=False)
        assert run.returncode == 0 or (run.returncode == 1 and run.stderr and not run.stdout), (name, at, word, run)
        assert not of_rank or run.returncode == 0, (name, at, word, run)
        refused += of_rank and bool(run.stderr) or run.returncode
        taken += "one by one" in run.stdout
print(refused, "refused,", taken, "read one by one")
assert refused > 20 and taken > 100
