# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""task-numbers.py CTF COUNT whole|part - checks that in the converted trace both locations that create tasks have created COUNT
each, numbered from 1 in their order; the whole of them, or those that a ring has kept. Only created tasks are executed."""
import collections
import re
import sys

import converted

path, count, extent = sys.argv[1], int(sys.argv[2]), sys.argv[3]
created, completed = collections.defaultdict(list), collections.defaultdict(list)
for location, events in converted.read_ctf(path).events.items():
    for _, kind, detail in events:
        if kind in ("task_create", "task_complete"):
            creator, number = re.match(r'creator = \( "(.*)" : container = \d+ \), number = (\d+)$', detail).groups()
            assert kind == "task_complete" or re.sub("(→0)*$", "", creator) == location, (location, detail)
            (created if kind == "task_create" else completed)[creator].append(int(number))
whole = extent == "whole"
assert created and (not whole or len(created) == 2), list(created)
# A ring has lost something; whether tasks were created in it or completed depends on who executed them.
assert whole or sum(map(len, [*created.values(), *completed.values()])) < 4 * count
for creator, numbers in created.items():
    assert numbers == list(range(1 if whole else numbers[0], count + 1)), (creator, numbers[0], numbers[-1], len(numbers))
for creator, numbers in completed.items():
    assert len(set(numbers)) == len(numbers) and 1 <= min(numbers) and max(numbers) <= count, (creator, len(numbers))
    assert not whole or sorted(numbers) == created[creator], creator
