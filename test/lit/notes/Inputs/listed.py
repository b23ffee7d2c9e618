# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""listed.py ROOT - holds the kinds of notes against their rows in docs/properties.md, and against the remarks that tests expect."""
import glob
import os
import re
import sys

root = sys.argv[1]


def read(*path):
    with open(os.path.join(root, *path), encoding="utf-8") as file:
        return file.read()


rows = re.findall(r'^POMP_NOTE\(\w+, "(\w+)",\n  "(.*)", "(.*)",\n  ".*"\)$', read("common", "pomp_notes.def"), re.MULTILINE)
assert len(rows) == read("common", "pomp_notes.def").count("\nPOMP_NOTE("), rows
section = read("docs", "properties.md").split("## What the compiler saw")[1].split("\n## ")[0]
kinds = re.findall(r"^\| `(\w+)` \|", section.split("<!-- keys")[0], re.MULTILINE)
assert kinds == ["kind", *(word for word, _, _ in rows)], f"docs/properties.md lists {kinds}"
expected = "\n".join(re.findall(r"expected-remark \{\{(.*?)\}\}", "\n".join(read(path) for path in glob.glob(os.path.join(root, "test", "lit", "notes", "*.c*")))))
for word, before, after in rows:
    begin = before[:30] or after[:15]
    assert begin in expected, f"no test expects the sentence of {word}: {begin}"
