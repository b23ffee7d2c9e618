# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""touched.py - what was touched last, by git, and which tests `make test` runs for it beside those that it always runs.

The tables are in test/later.txt. A touched file has candidates: first the tests that it is, that few others read it with, or that are called as
it is; then those that a row of the table names for it, the ones first that share most words with it that few tests have, and take least. The
files take turns, the one that was touched last begins, until the tests that were chosen take as long as they may.

Without git, or where the history ends within the last commit, the tests are a choice that is the same each time."""
import collections
import functools
import os
import re

import later
from reads import ROOT, digest, output_of

DAY = 24 * 60 * 60
MOST_FILES = 200  # a day of merges touches more files than there are tests to run for them
MOST_SECONDS = 180  # of one processor of a usual machine; what always runs takes as much, and comes on top
# A file that more tests read than this says too little about which of them to run.
FEW = 12
# A test that reads so many files is about the checkout as a whole: a package of it, a build.
WHOLE = 400
# A word that more tests have than this says nothing.
COMMON = 60


def git(*arguments, root=ROOT):
    return output_of("git", *arguments, cwd=root).decode(errors="replace").split("\n")


def touched_last(root=ROOT):
    """Returns the files that differ from the last commit, then those that the newest day of commits changed, the newest first; or None,
    where nobody can tell: without git, or where all that is there of the history is one commit without what it changed."""
    if not os.path.exists(os.path.join(root, ".git")):
        return None
    head = git("log", "-1", "--format=%ct", root=root)[0]
    if not head:
        return None
    # A history that was cut off begins with commits that seem to add all files.
    shallow = [commit for commit in git("rev-list", "--max-parents=0", "HEAD", root=root) if commit] if git("rev-parse", "--is-shallow-repository", root=root)[0] != "false" else []
    changed = git("diff", "--name-only", "HEAD", root=root) + git("ls-files", "--others", "--exclude-standard", root=root)
    if git("rev-parse", "HEAD", root=root)[0] not in shallow:
        changed += git("log", f"--since={int(head) - DAY}", "--name-only", "--format=", "HEAD", *(f"^{commit}" for commit in shallow), root=root)
    elif not any(changed):
        return None
    return list(dict.fromkeys(filter(None, changed)))


def words_of(text):
    """Returns the words of a text, and the parts of which they are put together; on-cpu and on_cpu are the same."""
    found = set()
    for word in re.findall(r"[A-Za-z][\w-]{2,}", text):
        parts = [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]{2,}", word)]
        found.add("_".join(parts))
        found.update(part for part in parts if len(part) > 3)
    return found


def stem_of(name):
    return re.sub(r"[_-]", "-", os.path.splitext(os.path.basename(name))[0]).lower()


class Tests:
    """It holds the tests that a choice is made of, with the words of each."""

    def __init__(self, checkout, names, table):
        self.checkout, self.names, self.table = checkout, names, table

    @functools.cached_property
    def having(self):
        """Returns, by a word, the tests that have it, in their text or in that of the scripts which they name."""
        found = collections.defaultdict(set)
        for test in self.names:
            scripts = [name for name in self.checkout.named_by(test) if "/Inputs/" in name and name.endswith((".py", ".h", ".c"))]
            for name in [test, *scripts[:8]]:
                for word in words_of(name.removeprefix("test/") + "\n" + self.checkout.content(name).decode(errors="replace")):
                    found[word].add(test)
        return found

    @functools.cached_property
    def readers(self):
        """Returns, by a file, the tests that read it, but for those that read the whole checkout."""
        found = collections.defaultdict(set)
        for test in self.names:
            read = self.checkout.read_by(test)
            for name in read if len(read) < WHOLE else ():
                found[name].add(test)
        return found

    def nearness(self, name):
        """Returns, by a test, how much of what few tests are about the file is about as well."""
        try:
            text = self.checkout.content(name).decode(errors="replace")
        except OSError:
            text = ""  # it was removed
        near, own = collections.Counter(), words_of(stem_of(name))
        for word in words_of(text) | own:
            tests = self.having.get(word, ())
            if len(tests) <= COMMON:
                near.update(dict.fromkeys(tests, (5 if word in own else 1) / max(len(tests), 3)))
        return near

    def candidates(self, name):
        """Returns the tests that may notice a change of the file, those first that are most likely to."""
        readers, near = self.readers.get(name, set()), self.nearness(name)
        first = (readers if len(readers) <= FEW else set()) | {test for test in self.names if test == name or stem_of(test) == stem_of(name)}
        rows = [tests for files, tests in self.table.touched if later.fits(name, files)]
        found = {}
        for test in self.names:
            row = -1 if test in first else next((at for at, patterns in enumerate(rows) if later.fits(test.removeprefix("test/"), patterns)), None)
            if row is not None:
                # Where the words say nothing, another file has another test first.
                found[test] = (test != name, row, -near[test] / later.seconds_of(self.table, test) ** 0.5, digest([name, test]))
        return sorted(found, key=found.get)


def take_turns(lists):
    """Returns what is in the lists: the first of each, the second of each, and so on; each once."""
    return list(dict.fromkeys(row[at] for at in range(max(map(len, lists), default=0)) for row in lists if at < len(row)))


def choose(tests, files, most=MOST_SECONDS):
    """Returns the tests that are run for the files, and a line that says how many are not, and why. `files`: None, if nobody knows."""
    if files is None:
        wanted, why = sorted(tests.names, key=lambda name: digest([name])), "there is no history of what was touched last"
    else:
        wanted, why = take_turns([tests.candidates(name) for name in files[:MOST_FILES]]), f"{len(files)} files were touched last"
    chosen, seconds = [], 0
    for name in wanted:
        more = later.seconds_of(tests.table, name)
        if seconds + more <= most or not chosen:
            chosen.append(name)
            seconds += more
    said = f"{why}: beside what always runs, {len(chosen)} tests are chosen"
    if len(chosen) < len(wanted):
        said += f"; {len(wanted) - len(chosen)} more would fit, and take longer than {most} s of a processor together"
    return chosen, said + "; make test-all runs all"
