# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""manual.py CHECKER POMP-MANUAL DOCS COMMAND... - checks the man pages: each option of --help is in the page of its command,
with its words, whose lines are no wider than 80 columns, and so is each setting and each pragma of the documents. CHECKER is mandoc or groff, which must have no
complaint, or none."""
import os
import re
import subprocess
import sys

checker, manual, docs, *commands = sys.argv[1:]


def output(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=True, **more).stdout


def plain(page):
    """Returns the words of a page, without roff's marks."""
    text = re.sub(r"\\\[u([0-9A-F]{4,})\]", lambda m: chr(int(m[1], 16)), page)
    for mark, meaning in ((r"\-", "-"), (r"\(aq", "'"), (r"\(ga", "`"), (r"\(ha", "^"), (r"\(ti", "~"), (r"\&", ""), (r"\e", "\\")):
        text = text.replace(mark, meaning)
    return " ".join(re.sub(r"\\f[BIR]", "", text).split())


CHECKERS = {
    "mandoc": ["mandoc", "-Tlint", "-W", "warning"],
    "groff": ["groff", "-man", "-Tutf8", "-ww", "-z"],
    "none": ["true"],
}


def check(name, page):
    done = subprocess.run(CHECKERS[checker], input=page, capture_output=True, text=True, check=False)
    assert not done.returncode and not done.stdout + done.stderr, (name, checker, done.stdout + done.stderr)


def whole_help(command):
    """Returns the option that has all of the help. That of pomp-report is shorter without it."""
    return ["--help=all"] if command == "pomp-report" else ["--help"]


def check_width(command, text):
    """Checks that no line of a command's --help is wider than 80 columns."""
    widest = max(text.splitlines(), key=len)
    assert text.startswith(("usage: ", "pomp-clang")) and len(widest) <= 80, (command, len(widest), widest)


for path in commands:
    command = os.path.basename(path)
    page = output(path, "--manual=man")
    told = output(path, *whole_help(command))
    check_width(command, told)
    unbroken = re.sub(r"\n {12,}", "  ", told)
    listed = re.findall(r"^ +(?:-\w, )?(--[\w-]+)(?:\[?[ =]\S+)?  +(.*)$", unbroken.split("\nColumns")[0], re.MULTILINE)
    assert len(listed) > 4, (command, listed)
    words = plain(page)
    shown = re.search(r"^\.SH EXAMPLES\n(?:\.TP\n.*\n.*\n)+", page, re.MULTILINE)
    assert shown and command in plain(shown[0]), f"{command}: the page has no examples"
    for option, meaning in listed:
        meaning = " ".join(meaning.split())
        assert re.search(re.escape(option) + r"[ \[=,]", words) and meaning in words, f"{command}: the page lacks {option}: {meaning}"
    check(command, page)
    wrong = subprocess.run([path, "--manual=html"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "man, bash, zsh" in wrong.stderr, (command, wrong)

check_width("pomp-report", output(commands[0], "--help"))
wrapper = os.path.join(os.path.dirname(commands[0]), "pomp-clang")
if os.path.exists(wrapper):  # the plugin's, which not every build has
    check_width("pomp-clang", output(wrapper, "--pomp-help"))
page = output(manual, "pomp-clang", "man")
with open(os.path.join(docs, "..", "common", "pomp_options.def"), encoding="utf-8") as file:
    names = re.findall(r'^POMP_(?:PLUGIN|WRAPPER)_OPTION\("([\w-]+)"', file.read(), re.MULTILINE)
assert len(names) > 8 and all(f"--pomp-{name}" in plain(page) for name in names), names
check("pomp-clang", page)

for name, document, wanted in (
    ("pomp-environment", "environment.md", r"^\| `(POMP_\w+)`"),
    ("pomp-filter", "filter.md", r"^      (\w+ \S+)"),
    ("pomp_read", "read.md", r"^\| `(\w+_ns)`"),
    ("pomp", "instrumenting.md", r"^\| `(#pragma pomp [^`]+)`"),
):
    path = os.path.join(docs, document)
    page = output(manual, name, path)
    with open(path, encoding="utf-8") as file:
        named = re.findall(wanted, file.read(), re.MULTILINE)
    assert len(named) > 2 and all(" ".join(text.split()) in plain(page) for text in named), (name, named)
    assert "console: " not in plain(page) and "ROOT" not in page, f"{name} has the comments of {document}"
    check(name, page)

if checker != "none":
    found = subprocess.run(CHECKERS[checker], input=page + ".nosuchmacro\n", capture_output=True, text=True, check=False)
    assert "nosuchmacro" in found.stdout + found.stderr, found
