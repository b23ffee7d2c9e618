# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""message-texts.py ROOT - all that the commands, the plugin and the files for CMake say is in docs/messages.md, nothing else does, and some test
has each among what it expects.

What is between a text's %s is in this order in one line of the document, and what is between a line's … is in the sources. A line that ends
in … may be the begin of one text, and of one alone. Whether a test really brings it about is what test/coverage tells."""
import os
import re
import sys

from message_texts import UNTESTED, begun_by, library_lines, page_lines, parts, texts, whole

root = sys.argv[1]
HEAD = "## All commands"  # what the library says comes before it


def is_in(pieces, line):
    """Tells whether the pieces are in the line, one after the other."""
    at = 0
    for piece in pieces:
        at = line.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return True


with open(os.path.join(root, "docs", "messages.md"), encoding="utf-8") as file:
    lines = page_lines(file.read().split(HEAD)[1])
said, pieces = texts(root)
assert len(said) > 250 and len(lines) > 250, (len(said), len(lines))
wholes = {whole(text) for text in said}
begun = {line: begun_by(line, wholes) for line in lines}
missing = [f"{text} ({', '.join(sorted({path for path, _, _ in where}))})" for text, where in said.items() if whole(text) not in begun.values() and not any(is_in(parts(text), line) for line in lines)]
everything = "\n".join(" … ".join(parts(text)) for text in said)


def unsaid(line):
    """Returns what is in a line of the document and in no text. Sources may put it together of several texts."""
    for piece in pieces:
        line = line.replace(piece, "")
    return re.sub(r"[^a-zA-Z]", "", line)


stale = [line for line in lines if not begun[line] and len(unsaid(line)) > len(line) // 8]
problems = [f"docs/messages.md has no line for: {text}" for text in missing] + [f"nobody says what docs/messages.md has: {line}" for line in stale]
assert not problems, "\n".join(problems)
tests = ""
for folder, _, names in os.walk(os.path.join(root, "test")):
    for path in [os.path.join(folder, name) for name in names if name.endswith((".c", ".cpp", ".test", ".py", ".h")) and name not in (os.path.basename(__file__), "message_texts.py")]:
        with open(path, encoding="utf-8", errors="replace") as file:
            tests += re.sub(r'"\s*\n\s*f?"', "", file.read())  # a test's string may be in two lines, too
unknown = set(UNTESTED) - set(said) - set(library_lines(root))
assert not unknown, f"UNTESTED has what nobody says: {unknown}"
problems = []
for text in said:
    longest = max(parts(text), key=len, default="")
    if len(longest) < 12 or text in UNTESTED:
        continue  # a short one is a piece of a line whose other pieces are looked for
    # A test may have a part of it; so many characters in a row tell enough.
    shown = any(part[i : i + 16] in tests for part in parts(text) if len(part) > 11 for i in range(max(1, len(part) - 15)))
    if not shown:
        problems.append(f"no test makes this appear: {text}")
assert not problems, "\n".join(problems)
print(f"{len(said)} texts in {len(lines)} lines")
