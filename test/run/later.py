# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""later.py - reads test/later.txt: which tests `make test` always runs, which ones it runs for what was touched, and how long they take.

What was touched last, and which tests are chosen for that, lives elsewhere (touched.py)."""
import collections
import fnmatch
import re

Table = collections.namedtuple("Table", "always guards unless touched slow")
USUAL = 1  # the seconds that a test takes which has no row


def fits(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def read_table(text):
    """Returns, by a suite's folder, the patterns of the tests that always run, and of the guards among them; and a pair of patterns for each row
    about what was touched, and of seconds and patterns for each row about slow tests."""
    parts = re.split(r"^(\w.*)$", text, flags=re.MULTILINE)
    rows = {head: re.findall(r"^  (\S[^:]*): (\S.*)$", below, re.MULTILINE) for head, below in zip(parts[1::2], parts[2::2])}
    always = {head.removeprefix("always "): [(names.split(), why) for names, why in found] for head, found in rows.items() if head.startswith("always ")}
    pairs = {head: [(left.split(), right.split()) for left, right in rows.get(head, [])] for head in ("always, but only if", "touched", "slow")}
    return Table({root: [p for names, _ in found for p in names] for root, found in always.items()},
                 {root: [p for names, why in found for p in names if why.startswith("guards")] for root, found in always.items()},
                 pairs["always, but only if"], pairs["touched"], [(float(seconds), tests) for (seconds,), tests in pairs["slow"]])  # fmt: skip


def seconds_of(table, name):
    """Returns how long a test takes of one processor, roughly. `name`: with its folders."""
    return next((seconds for seconds, patterns in table.slow if fits(name.removeprefix("test/"), patterns)), USUAL)


def left_to_all(text, root, names):
    """Returns those of a suite's tests, which are named below its folder, that `make test` does not always run, and the patterns that name no test.
    A folder without a table has none."""
    patterns = read_table(text).always.get(root)
    if patterns is None:
        return set(), []
    return {name for name in names if not fits(name, patterns)}, [pattern for pattern in patterns if not fnmatch.filter(names, pattern)]


def needless(table, files, root, names):
    """Returns those of a suite's tests which always run but for what was touched: guards are not among them. `files`: None, if nobody knows."""
    patterns = [p for wanted, tests in table.unless if files is not None and not any(fits(file, wanted) for file in files) for p in tests]
    return {name for name in names if fits(f"{root}/{name}".removeprefix("test/"), patterns) and not fits(name, table.guards.get(root, []))}
