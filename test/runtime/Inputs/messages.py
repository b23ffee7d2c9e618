# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""messages.py ROOT - all that libpompomp says is in base/messages.h: nothing is said that is not listed, each row is
said somewhere, docs/messages.md has the same lines or their begins, and some test makes each appear. Not here: how a line is written."""
import os
import re
import sys

from message_texts import begun_by, page_lines

# No test can bring these about: the reason.
UNTESTED = {
    "NO_TSC": "a machine without an invariant time stamp counter",
    "NO_TABLE": "memory that ends between the measurement's end and the table",
    "NO_JOB_TABLE": "the same for a job's table",
    "JOB_WITHOUT_COMM": "an MPI library that can't duplicate MPI_COMM_WORLD",
    "MERGED": "figures of one run",
    "SETTING": "a line for each setting; environment.test compares their names",
}
root = sys.argv[1]


def files(below, endings):
    for folder, _, names in os.walk(os.path.join(root, below)):
        for name in names:
            if name.endswith(endings):
                with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                    yield name, file.read()


def fixed_parts(text):
    return re.split(r"%(?:\.[\d*]+)?(?:llu|[sduf])", text)


header = next(text for name, text in files("runtime/libpompomp/base", ".h") if name == "messages.h")
rows = {}
for row in re.finditer(r"^#define POMP_SAYS_(\w+)((?:[ \\\n]*\"(?:[^\"\\]|\\.)*\")+)", header, re.M):
    rows[row[1]] = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', row[2]))
assert len(rows) == header.count("#define POMP_SAYS_") > 30, len(rows)

sources = [text for name, text in files("runtime", ".c") if name != "message.c"]
said = [call for text in sources for call in re.findall(r"\bpomp_(?:adapter_)?say\(\s*([^,)]*)", text)]
unlisted = [call for call in said if not call.startswith("POMP_SAYS_") and call not in ('"%s"', "const char *format")]
assert not unlisted, f"said, but not listed in base/messages.h: {unlisted}"
for name in rows:
    assert f"POMP_SAYS_{name}" in said, f"listed in base/messages.h, but never said: {name}"

with open(os.path.join(root, "docs", "messages.md"), encoding="utf-8") as file:
    documented = page_lines(file.read().split("## All commands")[0])
expected = ["…".join(fixed_parts(text)).strip() for text in rows.values()]
documented = [line if line in expected else begun_by(line, expected) or line for line in documented]
assert sorted(documented) == sorted(expected), f"docs/messages.md differs: {set(documented) ^ set(expected)}"

tests = "\n".join(text for name, text in files("test", (".c", ".cpp", ".test", ".py", ".h")) if name != "messages.py")
for name, text in rows.items():
    longest = max(fixed_parts(text), key=len).strip(" :;,(").split(": ")[-1]
    # A test may have the beginning alone, or a pattern in the middle: so many characters in a row tell enough.
    pieces = [longest[i : i + 22] for i in range(0, max(1, len(longest) - 21))]
    if name not in UNTESTED:
        assert any(piece in tests for piece in pieces), f"no test makes this appear: {name}"
print(f"{len(rows)} messages")
