# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""later.py - reads which tests are left to `make test-all` (test/later.txt).

What each test is, and how long it takes, lives elsewhere (`run-tests --list-times`)."""
import fnmatch
import re


def read_rows(text, root):
    """Returns the rows about a suite's folder: the names' patterns, and of how many tests one stays (0: of none)."""
    folders = re.split(r"^(test/\S+)$", text, flags=re.MULTILINE)
    below = dict(zip(folders[1::2], folders[2::2])).get(root, "")
    rows = re.findall(r"^  (\S[^:]*?)(?: but one in (\d+))?: \S.*$", below, re.MULTILINE)
    return [(patterns.split(), int(step or 0)) for patterns, step in rows]


def left_to_all(text, root, names):
    """Returns those of a suite's tests, which are named below its folder, that only `make test-all` runs, and the patterns that name no test."""
    later, unused = set(), []
    for patterns, step in read_rows(text, root):
        found = sorted(name for name in names if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns))
        unused += [pattern for pattern in patterns if not fnmatch.filter(names, pattern)]
        rest = [name for name in found if name not in later]
        later.update(name for at, name in enumerate(rest) if not step or at % step)
    return later, unused
