# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kept.py SOURCE REWRITTEN - checks that each clause of a combined directive is in one of the two that it became.

SOURCE is combined.py's: a directive is a line, and begins with parallel. A clause that only tells how the program is to run, such as
proc_bind, is missed by nothing that the program prints."""
import re
import sys


def directives(path):
    """Returns the names of the clauses of each directive, behind what the directive is called."""
    with open(path, encoding="utf-8") as file:
        for line in re.findall(r"^#pragma omp (.*)", file.read(), re.MULTILINE):
            while re.search(r"\([^()]*\)", line):
                line = re.sub(r"\([^()]*\)", " ", line)
            yield line.split()


combined = [words for words in directives(sys.argv[1]) if words[0] == "parallel" and len(words) > 1]
rewritten = list(directives(sys.argv[2]))
halves = [words + (after if after[0] != "parallel" else []) for words, after in zip(rewritten, [*rewritten[1:], ["parallel"]]) if words[0] == "parallel"]
problems = []
for words, kept in zip(combined, halves):
    # Clang takes loop for `for` in the combined form.
    lost = set(words) - set(kept) - ({"loop", "bind"} if "loop" in words else set())
    problems += [f"{' '.join(words)}: lost {' '.join(sorted(lost))}"] if lost else []
if problems or not len(halves) == len(combined) > 100:
    sys.exit("\n".join(problems) or f"{len(combined)} directives became {len(halves)}")
