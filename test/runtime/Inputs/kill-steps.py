# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kill-steps.py STATES REPORT - looks at the experiments that the program of kill-steps.c has kept: each is as it was before or
after one of the eight events of two visits, and in their order. No later event undoes an earlier one."""
import os
import sys

from killing import reported

directory, report = sys.argv[1:]
SUSPENDED = "parallel", "task (create)"


def seen(state, *options):
    """Counts visits, and those that are open, of each region at each location."""
    path = os.path.join(directory, str(state))
    data, said = reported(report, path, *options)
    if data is None:
        assert "nothing was" in said or "there is no" in said, said
        return {}
    shares = ((r["name"], share) for r in data["regions"] for share in r["locations"])
    return {(name, share["location"]): (share["visits"], share["unfinished"]) for name, share in shares}


def first_of(sums):
    """Counts visits of the loop, and of the single in it."""
    return sums.get(("for", 0), (0, 0)) + sums.get(("single", 0), (0, 0))


def expected():
    """Lists what is there after each event; then how the profile may also look in an enter: one is counted, not open yet."""
    yield (0, 0, 0, 0), (1, 0, 0, 0)
    for n in range(2):
        yield (n + 1, 1, n, 0), (n + 1, 1, n + 1, 0)
        yield (n + 1, 1, n + 1, 1), None
        yield (n + 1, 1, n + 1, 0), None
        yield (n + 1, 0, n + 1, 0), (n + 2, 0, n + 1, 0)


states = sorted(map(int, os.listdir(directory)))
events = list(expected())
for options in (), ("--from-trace",):
    last, counts, before = 0, [0] * len(events), {}
    for number in states:
        sums = seen(number, *options)
        state = first_of(sums)
        if state != events[last][0] and (options or state != events[last][1]):
            after = [i for i, event in enumerate(events) if i > last and event[0] == state]
            assert after, (number, options, state, last)
            last = after[0]
        counts[last] += 1
        for place, (visits, are_open) in before.items():
            now = sums.get(place, (0, 0))
            # In the profile a visit may be counted that is not open yet. Regions that a task has suspended are not open.
            assert now[0] >= visits, (number, options, place, before[place], now)
            over = now[0] - now[1] >= visits - are_open - (not options)
            assert over or place[0] in SUSPENDED, (number, options, place, before[place], now)
        before = sums
    assert last == len(events) - 1 and all(counts), (counts, options)
    for name in "for", "single", "parallel", "critical", "critical (block)", "task", "taskwait":
        assert [v for (of, _), v in before.items() if of == name] == [(2, 0)], (name, before, options)
