# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""message-texts.py ROOT - all that the commands and the plugin say stands in docs/messages.md, nothing else does, and some test
makes each appear.

A text is a string in a call by which C sources speak or fail, or one of the plugin that has words in it. What stands
between a text's %s is in this order in one line of the document's tables, and what stands between a line's … is in the
sources. What the library says is messages.py's business."""
import os
import re
import sys

root = sys.argv[1]
HEAD = "## All commands"  # what the library says stands before it
# By these C sources speak, or hand on what is then said.
SPEAKS = re.compile(r"\b(?:user_error(?:_print|_word)?|complain|warn|refuse|reader_fail|conversion_fail|FAIL|fail|database_damaged|"
                    r"tell|leave_out|fprintf|snprintf|asprintf|words_format)(?=\()|\b(?:error|why|what|takes(?:\[\])?|missing|allowed|text|why\[\w+\])\s=\s|\btexts\[|\breturn (?=\")")  # fmt: skip
# Formatting of numbers, of --help and of tables is in other files; pomp-manual is run by the build alone.
SOURCES = {
    "tools": r"^(?!manual/|report/(?!options|view_columns|efficiency_rows|(diff|database)_show|main|mpi_waits\.c|score\.c)|diagnose/|analysis/|scale/tables)",
    "common": r"^pomp_filter\.c|^metrics/",
    "runtime/libpompomp/definitions": r"^metric_list",
    "clang-plugin": "",
}
# These are no messages: what else these sources write, and what the compiler or a programmer is told.
NO_MESSAGES = re.compile(r"usage:|^SELECT |^PRAGMA|^UPDATE |^INSERT |^CREATE |\\r|^dlsym's|has been written for|^export module|^[a-z]+:%|#pragma|"
                         r"instruments OpenMP constructs|^parallel for$|^extern void|_Pragma\(|has no call at this place|^#|visits, self|^ *%s%s$|"
                         r"^\(anonymous|^\(outside|^a raw code|^all ranks$|^, run |^it takes --to|static struct")  # fmt: skip
# No test can bring these about, or only by chance: the reason.
UNTESTED = {
}


def strings_of(text):
    """Returns the string literals of a piece of source; adjacent ones are one."""
    found = re.findall(r'"(?:[^"\\\n]|\\.)*"(?:[\s\\]*"(?:[^"\\\n]|\\.)*")*', text)
    return ["".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', each)).replace('\\"', '"') for each in found]


def argument(text, at):
    """Returns what stands between the parenthesis at `at` and its partner, or up to the end of the statement."""
    depth, i, quoted = 0, at, False
    while i < len(text) and not (depth <= 0 and i > at and (text[at] == "(" or text[i] == ";")):
        c = text[i]
        if quoted:
            i += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        else:
            depth += (c in "({") - (c in ")}")
        i += 1
    return text[at:i]


def texts():
    """Returns the files that each text stands in, and the fixed parts of all strings, of those that are no messages, too."""
    found, every = {}, set()
    for below, wanted in SOURCES.items():
        for folder, _, names in os.walk(os.path.join(root, below)):
            for path in [os.path.join(folder, name) for name in names if name.endswith((".c", ".h", ".cpp", ".def"))]:
                if not re.search(wanted, os.path.relpath(path, os.path.join(root, below))):
                    continue
                with open(path, encoding="utf-8") as file:
                    source = re.sub(r"/\*.*?\*/|^\s*//.*$|\bassert\(.*$|#include.*$", "", file.read(), flags=re.M)
                if below == "clang-plugin":
                    pieces = strings_of(source)
                else:
                    pieces = [s for call in SPEAKS.finditer(source) for s in strings_of(argument(source, call.end()))]
                pieces = [re.sub(r"\bClang \d+", "Clang …", text) for text in pieces]
                every.update(piece for text in pieces for piece in parts(text))
                for text in pieces:
                    if re.search(r"[a-z>,] [a-z]|\d [a-z]{3}|^damaged|^unexpected$|^PAPI", text) and not NO_MESSAGES.search(text):
                        found.setdefault(text, set()).add(os.path.relpath(path, root))
    return found, sorted(every, key=len, reverse=True)


def parts(text):
    """Returns the fixed parts of a text, or of a line of the document."""
    found = re.split(r"%[-+ #0]*(?:\.?[\d*]+)*(?:ll|l|z)?[a-z]|…|\.{3}(?= )", text.replace("%%", "\0"))
    return [part.replace("\0", "%").replace("\\n", "").replace("\\\\", "\\").strip(" :;,('") for part in found if len(part.strip(" :;,('/.")) > 2]


def is_in(pieces, line):
    """Tells whether the pieces stand in the line, one after the other."""
    at = 0
    for piece in pieces:
        at = line.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return True


with open(os.path.join(root, "docs", "messages.md"), encoding="utf-8") as file:
    lines = re.findall(r"^\| `(.*?)` \| \S.*\|$", file.read().split(HEAD)[1], re.M)
said, pieces = texts()
assert len(said) > 250 and len(lines) > 250, (len(said), len(lines))
missing = [f"{text} ({', '.join(sorted(where))})" for text, where in said.items() if not any(is_in(parts(text), line) for line in lines)]
everything = "\n".join(" … ".join(parts(text)) for text in said)


def unsaid(line):
    """Returns what stands in a line of the document and in no text. Sources may put it together of several texts."""
    for piece in pieces:
        line = line.replace(piece, "")
    return re.sub(r"[^a-zA-Z]", "", line)


stale = [line for line in lines if len(unsaid(line)) > len(line) // 8]
problems = [f"docs/messages.md has no line for: {text}" for text in missing] + [f"nobody says what docs/messages.md has: {line}" for line in stale]
assert not problems, "\n".join(problems)
print(f"{len(said)} texts in {len(lines)} lines")
