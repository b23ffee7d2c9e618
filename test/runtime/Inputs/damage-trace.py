# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage-trace.py CONVERT EXPERIMENT COUNT - damages a trace in COUNT ways: what is sound is converted, and a line says that
something is missing; or it is refused in one line, because nothing is, and leaves nothing behind."""
import os
import random
import re
import shutil
import struct
import subprocess
import sys

# A damaged head may say that the trace is of a selection, or has breaks: each has a line, beside the one for the damage.
FACTS = "POMP_TRACE_SELECT", "the trace has breaks"

convert, experiment, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
whole = open(os.path.join(experiment, "trace.pomp"), "rb").read()
offered = re.sub(r"\n {12,}", " ", subprocess.run([convert, "--help"], capture_output=True, text=True, check=True).stdout)
formats = re.findall(r"^  (\w+) .*[^)]$", offered.split("\nFormats\n")[1].split("\nOptions\n")[0], re.M)
used = [i for i in range(0, len(whole), 8) if whole[i:i + 8] != bytes(8)]
rng, refused, fine, reported = random.Random(1), 0, 0, 0
shutil.rmtree("damaged", ignore_errors=True)
os.mkdir("damaged")
shutil.copy(os.path.join(experiment, "profile.pomp"), "damaged")
for i in range(count):
    data = bytearray(whole)
    if i % 10 == 0:
        data = data[:rng.randrange(len(data))]
    else:
        for _ in range(rng.choice((1, 1, 3, 30))):
            # The first bytes tell whether it is a trace at all.
            at = rng.choice([u for u in used if u >= 48] if i % 3 else used) + rng.randrange(8)
            data[at] = rng.choice((0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)))
        if i % 7 == 0:
            struct.pack_into("Q", data, rng.choice(used), rng.choice((1 << 63, 1 << 32, (1 << 64) - 1)))
    with open("damaged/trace.pomp", "wb") as file:
        file.write(data)
    command = [convert, "damaged", "--to", formats[i % len(formats)], "--output", "damaged/out"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    lines = run.stderr.splitlines()
    assert run.returncode in (0, 1) and not run.stdout, (i, run)
    assert len(lines) <= 1 + sum(fact in run.stderr for fact in FACTS) and all(line.startswith("pomp-convert: damaged/trace.pomp: ") for line in lines), (i, lines)
    assert os.path.exists("damaged/out") == (run.returncode == 0) and (lines or not run.returncode), (i, run)
    if run.returncode:
        refused += 1
    else:
        fine += 1
        reported += "is given" in run.stderr
        shutil.rmtree("damaged/out", ignore_errors=True)
        if os.path.exists("damaged/out"):
            os.remove("damaged/out")
    assert sorted(os.listdir("damaged")) == ["profile.pomp", "trace.pomp"], os.listdir("damaged")
assert 0 < refused < count / 4 and reported > count / 3, (refused, fine, reported)
