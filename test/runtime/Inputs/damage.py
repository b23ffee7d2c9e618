# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py REPORT FILE - cuts FILE at each 1/64 and at each block's end, flips single bits and sets words to awkward
values all over it, and gives the result to REPORT, which is pomp-report or takes the same and says the same."""
import os
import random
import subprocess
import sys

report, name = sys.argv[1:]
with open(name, "rb") as file:
    good = file.read()
seed = int(os.environ.get("SEED", 20021108))
random.seed(seed)
refused = shown = 0


def look(data, what, options=()):
    global refused, shown
    with open("damaged.pomp", "wb") as file:
        file.write(data)
    run = subprocess.run([report, *options, "damaged.pomp"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    error = run.stderr.decode()
    if run.returncode == 1 and run.stdout == b"" and error.count("\n") == 1 and error.startswith(f"{os.path.basename(report)}: damaged.pomp: "):
        refused += 1
    elif run.returncode == 0 and error == "":
        shown += 1
    else:
        sys.exit(f"{what}, SEED={seed}: exit status {run.returncode}, {error}")
    return run.returncode


assert look(good, "whole") == 0
for i in range(64):
    assert look(good[: len(good) * i // 64], f"cut at {i}/64") == 1
assert look(good + b"more", "something behind it") == 0
assert look(b"", "empty") == 1
assert look(b"\x7fELF" + bytes(5000), "foreign") == 1
assert look(good[:8] + good[11:7:-1] + good[12:], "other byte order") == 1

# Only bytes that are not zero are damaged further: nothing is stored where there are zeros.
used = [i for i in range(0, len(good), 4) if good[i : i + 4] != bytes(4)]
for n in range(300):
    at = random.choice(used) + random.randrange(4)
    bit = 1 << random.randrange(8)
    look(good[:at] + bytes([good[at] ^ bit]) + good[at + 1 :], f"byte {at} ^ {bit}", random.choice([(), ("--json",), ("--tree",)]))
for n in range(200):
    at = random.choice(used)
    word = random.choice([0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, len(good), len(good) // 64])
    data = good[:at] + word.to_bytes(4, "little") + good[at + 4 :]
    look(data, f"word {at} = {word}", random.choice([(), ("--json",), ("--threads",)]))
print(refused, "refused,", shown, "shown")
assert refused > 100 and shown > 50
