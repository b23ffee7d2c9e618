# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""by-rank.py REPORT [VIEW...] DIR... - what pomp-report says of each job is the same to the byte, whether it reads rank by rank, in one process or in
several, or all call paths at once, as it does of a copy whose file has a block of a type that it does not know behind it, or whose ranks' files are
not called after their ranks. Of jobs that were killed, so it is as well if a rank's file is damaged, or of another job, or all are of another machine."""
import os
import shutil
import struct
import subprocess
import sys

REPORT, *words = sys.argv[1:]
directories = [word for word in words if not word.startswith("--")]
COLUMNS = "self_s,incl_s,wait_s,barrier_wait_s,visits,threads,caused_s,median_visit_s,p95_visit_s,min_visit_s,max_visit_s,iterations,chunks,measuring_s,tasks_s,delay_s,\
sent,received_bytes,region,function,where"
SPREADS = "--columns=self_min_s,self_mean_s,self_max_s,threads,regions,region"
VIEWS = [[], ["--flat"], ["--flat", "--raw", "--csv", f"--columns={COLUMNS}"], ["--flat", "--instances", "--jobs=2"], ["--constructs", "--jobs=1"],
         ["--functions", "--jobs=2"], ["--constructs"], ["--tree"], ["--tree", "--jobs=1"], ["--tree", "--csv", "--columns=below_s,self_s,incl_s,wait_s,visits,contended,call_path,where", "--jobs=2"],
         ["--efficiency"], ["--efficiency", "--json", "--of=step"], ["--efficiency", "--constructs", "--jobs=3"],
         ["--diagnose"], ["--diagnose", "--json", "--jobs=2"], ["--threads=all"], ["--shares"], ["--json"], ["--json=summary"], ["--arrays"], ["--html", "--output=-"],
         ["--threads", "--csv", "--sort=wait_s"], ["--shares", "--csv", "--sort=-visits"], ["--shares", "--sort=region", "--top=7"], ["--shares", "--region=loop", "--min=1"],
         ["--samples"], ["--samples", "--csv", "--jobs=2"], ["--states"], ["--states", "--region=loop", "--csv"], ["--source"], ["--source", "--csv"], ["--score"], ["--flat", "--csv", SPREADS], ["--flat", "--csv", "--jobs=2", SPREADS], ["--constructs", "--csv", SPREADS], ["--functions", "--csv", SPREADS],
         ["--functions", "--constructs", "--instances", "--jobs=2", SPREADS], ["--flat", "--csv", "--raw", SPREADS]]  # fmt: skip
SOME = [[], ["--diagnose", "--jobs=2"], ["--json"], ["--flat"]]
DEATH, RANK = 14, 272  # a type of blocks; where the rank is in a header, and 8 bytes on the number of the job
# These go through the traces, too.
TRACED = [["--critical-path"], ["--critical-path", "--json"], ["--critical-path", "--csv", "--jobs=2"], ["--tree", "--critical-path"],
          ["--html", "--output=-", "--jobs=2"]]  # fmt: skip


def views_of(directory):
    views = [*VIEWS, ["--diff", "--csv", directory]]
    return views + TRACED if os.path.exists(os.path.join(directory, "rank-0", "trace.pomp")) else views


def all_at_once(directory):
    """Makes a copy that is read so, and is called the same. The files of ranks are the same ones: a copy does not tell when its process died."""
    copy = os.path.join("at-once", directory)
    shutil.rmtree("at-once", ignore_errors=True)
    shutil.copytree(directory, copy, copy_function=os.link)
    name = os.path.join(copy, "profile.pomp")
    if not os.path.exists(name):
        first, *_, last = sorted(n for n in os.listdir(copy) if n.startswith("rank-"))
        for a, b in ((first, "between"), (last, first), ("between", last)):
            os.rename(os.path.join(copy, a), os.path.join(copy, b))
        return
    with open(name, "rb") as file:
        data = bytearray(file.read())
    used = int.from_bytes(data[32:40], "little")
    data[used:] = struct.pack("2IQ2I40x", 999, 0, 4096, 64, 0) + bytes(4096 - 64)
    data[32:40] = (used + 4096).to_bytes(8, "little")
    os.unlink(name)
    with open(name, "wb") as file:
        file.write(data)


def unmark(data):
    """Takes the mark that the kernel has made out of a rank's file."""
    at = int.from_bytes(data[16:20], "little")
    while at < int.from_bytes(data[32:40], "little"):
        kind, _, size, first = struct.unpack_from("<IIQI", data, at)
        if kind == DEATH:
            data[at + first : at + size] = bytes(size - first)
        at += size
    return data


def changed(data, what):
    """Returns the file of a rank with a change, if it is to have that."""
    rank = int.from_bytes(data[RANK : RANK + 4], "little")
    if what == "elsewhere":
        host = os.uname().nodename.encode()
        assert host + bytes(1) in data
        return unmark(data.replace(host + bytes(1), b"?" * len(host) + bytes(1)))
    if rank == 1 and what == "cut":
        return data[: len(data) // 2]
    if rank == 1 and what == "stranger":
        data[RANK + 8] ^= 1
    return data


def variants(directory):
    """Makes changed ones of a directory that has files of ranks alone."""
    if os.path.exists(os.path.join(directory, "profile.pomp")):
        return
    for what in "cut", "stranger", "elsewhere":
        copy = directory + "-" + what
        shutil.copytree(directory, copy, copy_function=os.link)
        for name in [os.path.join(copy, n) for n in os.listdir(copy) if n.startswith("rank-")]:
            with open(name, "rb") as file:
                data = bytearray(file.read())
            new = changed(bytearray(data), what)
            if new != data:
                os.unlink(name)
                with open(name, "wb") as file:
                    file.write(new)
        yield copy, what


def shown(view, directory, cwd):
    done = subprocess.run([REPORT, *view, directory], capture_output=True, check=False, cwd=cwd)
    return done.returncode, done.stdout, done.stderr


def compare(directory, views, wanted=None):
    """`wanted`: what has to be said once."""
    all_at_once(directory)
    for view in views:
        by_part, at_once = shown(view, directory, "."), shown(view, directory, "at-once")
        assert by_part == at_once, (directory, view, by_part, at_once)
        assert by_part[0] == 0 and by_part[1], (directory, view, by_part)
        assert wanted is None or [wanted in line for line in by_part[2].splitlines()] == [True] * bool(wanted), (directory, view, by_part)


for directory in directories:
    compare(directory, [[*word.split(), *jobs] for word in words if word.startswith("--") for jobs in ([], ["--jobs=2"])] or views_of(directory))
    for copy, what in variants(directory):
        compare(copy, SOME, {"cut": b"rank-1.pomp: cut off", "stranger": b"what rank 1 of another job has left is left out", "elsewhere": b""}[what])
