# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""roles.py ROWS ROOT - compares what is said of roles elsewhere with the list in include/pomp_roles.h.

ROWS is what roles.c prints. docs/format.md has the same roles in its table, docs/report-json.md the same names, and the
runtime has events for each role."""
import glob
import os
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    rows = [line.rstrip("\n").split("\t") for line in file]
root = sys.argv[2]


def text_of(*path):
    with open(os.path.join(root, *path), encoding="utf-8") as text:
        return text.read()


assert len(rows) > 30 and all(len(row) == 5 for row in rows), rows
section = text_of("docs", "format.md").split("**Roles.**")[1]
table = re.findall(r"^\| (\d+) `(\w+)` \| (.*?) \| ?(.*?) ?\|$", section.split("\n**")[0], re.MULTILINE)
wanted = [(number, name, text, wait) for number, name, text, wait, _ in rows]
assert table == wanted, ("docs/format.md", set(table) ^ set(wanted))

role = re.search(r"^- `role`: (.*)$", text_of("docs", "report-json.md"), re.MULTILINE)
names = re.findall(r"`([\w ]+)`", role.group(1))
assert names == [row[4] for row in rows if row[1] != "BLAME"], ("docs/report-json.md", names)

folders = os.path.join(root, "runtime", "libpompomp", "**", "*.[ch]")
runtime = "".join(text_of(file) for file in glob.glob(folders, recursive=True))
used = set(re.findall(r"\bPOMP_ROLE_([A-Z_]+)\b", runtime))
missing = {row[1] for row in rows} - used
assert not missing, ("no event in the runtime", missing)
