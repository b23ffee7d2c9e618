# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""samples.py FILE CONDITION... - reads modules, stacks and samples of an experiment, by docs/format.md alone, checks that they fit
together, and that each condition holds. A condition is an expression of Python in which there are `modules`, `stacks` (by number),
`samples`, `nodes` (those of locations, with their keys), and of the header `source`, `signal`, `period`, `lost`, `unseen`."""
import collections
import struct
import sys

Module = collections.namedtuple("Module", "path build low high bias")
Stack = collections.namedtuple("Stack", "size flags at scanned modules registers words which values places code")
Sample = collections.namedtuple("Sample", "node location stack state pc count time os_thread")
HEADER_SAMPLES = int(sys.argv[1])
with open(sys.argv[2], "rb") as file:
    data = file.read()
used = struct.unpack_from("<Q", data, 32)[0]
source, signal, period, lost, unseen = struct.unpack_from("<IIQQI", data, HEADER_SAMPLES)


def text(number):
    length = struct.unpack_from("<I", data, number * 8 + 4)[0]
    return data[number * 8 + 8 : number * 8 + 8 + length].decode()


def stack_at(at):
    head = struct.unpack_from("<IIQIIIIQ", data, at)
    size, registers, words = head[0], head[5], head[6]
    values = struct.unpack_from(f"<{registers}Q", data, at + 40)
    places = struct.unpack_from(f"<{words}I", data, at + 40 + 8 * registers)
    code_at = at + 40 + 8 * registers + (4 * words + 7) // 8 * 8
    code = struct.unpack_from(f"<{words}Q", data, code_at)
    assert size == code_at + 8 * words - at and size % 8 == 0, (size, registers, words)
    assert bin(head[7]).count("1") == registers and head[2] % 8 == 0
    assert all(b > a for a, b in zip(places, places[1:])) and all(8 * p < head[3] for p in places)
    return Stack(*head, values, places, code)


modules, stacks, samples, nodes = [], {}, [], {}
at = 4096
while at < used:
    kind, count, size, first, location = struct.unpack_from("<IIQII", data, at)
    for i in range(count if kind in (3, 4) else 0):
        nodes[(at + first) // 64 + i] = (location, struct.unpack_from("<I", data, at + first + 64 * i)[0])
    for i in range(count if kind == 19 else 0):
        path, build, *rest = struct.unpack_from("<IIQQQ", data, at + first + 32 * i)
        modules.append(Module(text(path), text(build), *rest))
    begin = at + first
    while kind == 20 and begin < at + first + count:
        stacks[begin // 8] = stack_at(begin)
        begin += stacks[begin // 8].size
    for i in range(count if kind == 21 else 0):
        samples.append(Sample(*struct.unpack_from("<IIIIQQQI", data, at + first + 64 * i)))
    at += size

for s in samples:
    if s.count:
        assert not s.stack or s.stack in stacks, s
        assert s.node in nodes if s.node else s.os_thread, s
        assert s.time % period == 0 and s.time >= s.count * period, (s, period)
        # A word is an address of code, or of the stack.
for number, s in stacks.items():
    assert s.modules <= len(modules), s
    for word in s.code:
        assert 0 <= word - s.at < 32768 or any(m.low <= word < m.high for m in modules), (number, hex(word))
keys = [(s.node, s.state, s.pc, s.stack, s.os_thread) for s in samples if s.count]
count, time = sum(s.count for s in samples), sum(s.time for s in samples)
for condition in sys.argv[3:]:
    # pylint: disable=eval-used
    assert eval(condition), (condition, source, signal, period, lost, unseen, count, time, len(samples), len(stacks))
