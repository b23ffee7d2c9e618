# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""json-streams.py - compares the most memory that pomp-report takes for its summary and for all of its JSON with the bytes that come out.
Usage: json-streams.py POMP_REPORT EXPERIMENT"""
import os
import sys

report, experiment = sys.argv[1:]


def show(option):
    """Returns how many bytes come out, and the peak of resident memory in bytes."""
    out, into = os.pipe()
    child = os.posix_spawn(report, [report, option, experiment], os.environ,
                           file_actions=[(os.POSIX_SPAWN_DUP2, into, 1), (os.POSIX_SPAWN_CLOSE, out)])  # fmt: skip
    os.close(into)
    size = 0
    while data := os.read(out, 1 << 16):
        size += len(data)
    os.close(out)
    _, status, usage = os.wait4(child, 0)
    assert status == 0, f"{option}: status {status}"
    return size, usage.ru_maxrss * 1024


few, memory_few = show("--json=summary")
many, memory_many = show("--json")
more = memory_many - memory_few
print(f"{few} bytes with {memory_few} of memory, {many} with {memory_many}")
assert many - few > 10 << 20, "that is too little to tell"
assert more < (many - few) / 8, f"{more} bytes of memory more, for {many - few} bytes more of output"
