# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""message-texts.py ROOT - all that the commands and the plugin say stands in docs/messages.md, and nothing else does.

The texts are the strings in the calls by which the sources speak or fail. A string's fixed parts, those between its %s, stand
in this order in one line of the document's tables; each line of a table has a string of the sources. What the library says is
messages.py's business."""
import os
import re
import sys

root = sys.argv[1]
# The functions by which C sources speak, or hand on what is then said.
SPEAKERS = r"user_error(?:_print|_word)?|complain|warn|refuse|reader_fail|conversion_fail|FAIL|fail|database_damaged|tell|left_out"
C_CALLS = re.compile(rf"\b(?:{SPEAKERS}|f?printf\(stderr|snprintf\((?:error|why))\b")
# The same in the plugin.
CXX_CALLS = re.compile(r"\b(?:report|refuse|complain|leave)\(|\b(?:Error|Text|LeftAlone|Whole|Why) \+?= |\breturn ")


def strings_of(text):
    """Returns the string literals of a piece of source; adjacent ones are one."""
    found = re.findall(r'"(?:[^"\\\n]|\\.)*"(?:[\s\\]*"(?:[^"\\\n]|\\.)*")*', text)
    return ["".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', each)).replace('\\"', '"').replace("\\n", "") for each in found]


def argument_list(text, at):
    """Returns what stands between the parenthesis at `at` and its partner, or up to the end of the statement."""
    depth, i, quoted = 0, at, False
    while i < len(text):
        c = text[i]
        if quoted:
            i += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c in "({":
            depth += 1
        elif c in ")}":
            depth -= 1
            if depth <= 0 and text[at] == "(":
                break
        elif c == ";" and depth <= 0:
            break
        i += 1
    return text[at:i]


def sources(below, ending):
    for folder, _, names in sorted(os.walk(os.path.join(root, below))):
        for name in sorted(names):
            if name.endswith(ending):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    yield os.path.relpath(path, root), re.sub(r"^\s*(?://|\*|/\*).*$", "", file.read(), flags=re.M)


def said():
    for below, ending, calls in (("tools", (".c", ".h"), C_CALLS), ("common", (".c", ".h"), C_CALLS), ("clang-plugin", (".cpp", ".h"), CXX_CALLS)):
        for path, text in sources(below, ending):
            for call in calls.finditer(text):
                at = text.find("(", call.start()) if call[0][-1] != " " else call.end()
                for string in strings_of(argument_list(text, at)):
                    yield path, text.count("\n", 0, call.start()) + 1, string
for row in said(): 
    if re.search("[a-z] [a-z]|[a-z]{5}",row[2]): print(*row)
