# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""by-parts.py REPORT [VIEW...] DIR... - what pomp-report says of each job is the same to the byte, whether it reads rank by rank, in one process or in
several, or all call paths at once, as it does of a copy whose file has a block of a type that it does not know behind it."""
import os
import shutil
import struct
import subprocess
import sys

REPORT, *words = sys.argv[1:]
directories = [word for word in words if not word.startswith("--")]
COLUMNS = "self_s,incl_s,wait_s,barrier_wait_s,visits,threads,caused_s,median_visit_s,p95_visit_s,min_visit_s,max_visit_s,iterations,chunks,measuring_s,tasks_s,delay_s,\
sent,received_bytes,region,function,where"
VIEWS = [[], ["--flat"], ["--flat", "--raw", "--csv", f"--columns={COLUMNS}"], ["--flat", "--instances", "--jobs=2"], ["--constructs", "--jobs=1"],
         ["--functions", "--jobs=2"], ["--constructs"], ["--tree"], ["--tree", "--jobs=1"], ["--tree", "--csv", "--columns=below_s,self_s,incl_s,wait_s,visits,contended,call_path,where", "--jobs=2"],
         ["--efficiency"], ["--efficiency", "--json", "--of=step"], ["--efficiency", "--constructs", "--jobs=3"],
         ["--diagnose"], ["--diagnose", "--json", "--jobs=2"], ["--threads=all"], ["--shares"], ["--json"], ["--json=summary"], ["--arrays"], ["--html", "--output=-"],
         ["--threads", "--csv", "--sort=wait_s"], ["--shares", "--csv", "--sort=-visits"], ["--shares", "--sort=region", "--top=7"], ["--shares", "--region=loop", "--min=1"],
         ["--samples"], ["--samples", "--csv", "--jobs=2"], ["--states"], ["--states", "--region=loop", "--csv"], ["--source"], ["--source", "--csv"], ["--score"]]  # fmt: skip
# These go through the traces, too.
TRACED = [["--critical-path"], ["--critical-path", "--json"], ["--critical-path", "--csv", "--jobs=2"], ["--tree", "--critical-path"],
          ["--html", "--output=-", "--jobs=2"]]  # fmt: skip


def views_of(directory):
    return VIEWS + TRACED if os.path.exists(os.path.join(directory, "rank-0", "trace.pomp")) else VIEWS


def all_at_once(directory):
    """Makes a copy that is read so, and is called the same."""
    copy = os.path.join("at-once", directory)
    shutil.rmtree("at-once", ignore_errors=True)
    shutil.copytree(directory, copy)
    name = os.path.join(copy, "profile.pomp")
    with open(name, "rb") as file:
        data = bytearray(file.read())
    used = int.from_bytes(data[32:40], "little")
    data[used:] = struct.pack("2IQ2I40x", 999, 0, 4096, 64, 0) + bytes(4096 - 64)
    data[32:40] = (used + 4096).to_bytes(8, "little")
    with open(name, "wb") as file:
        file.write(data)


def shown(view, directory, cwd):
    done = subprocess.run([REPORT, *view, directory], capture_output=True, check=False, cwd=cwd)
    return done.returncode, done.stdout, done.stderr


for directory in directories:
    all_at_once(directory)
    for view in [[word, *jobs] for word in words if word.startswith("--") for jobs in ([], ["--jobs=2"])] or views_of(directory):
        by_part, at_once = shown(view, directory, "."), shown(view, directory, "at-once")
        assert by_part == at_once, (directory, view, by_part, at_once)
        assert by_part[0] == 0 and by_part[1], (directory, view, by_part)
