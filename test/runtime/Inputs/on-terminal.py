# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""on-terminal.py POMP-REPORT EXPERIMENT - checks what is different on a terminal: tables fit its width, and what is shortened or left
out is marked; colours, unless NO_COLOR says no; a pager for what is longer than the screen, unless PAGER is empty or can't be
started. A pipe gets everything, whatever the terminal is."""
import os
import re
import subprocess
import sys

import on_pty

report, experiment = sys.argv[1:]


def on_terminal(options, columns=100, lines=1000, **settings):
    """Returns what the terminal is sent, and the exit status."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm", **settings}
    environment = {name: value for name, value in environment.items() if value is not None}
    text, status, errors = on_pty.run([report, *options, experiment], environment, ("stdin", "stdout"), columns, lines)
    assert errors == b"", (options, status, errors)
    return text, status


def in_pipe(*options, **settings):
    return subprocess.run([report, *options, experiment], capture_output=True, text=True, check=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **settings}).stdout


def plain(text):
    return re.sub(r"\033\[[0-9;]*m", "", text)


def tables(text):
    """Returns the lines of tables: those that begin with two spaces."""
    return [line for line in text.splitlines() if line.startswith("  ")]


PROSE = r"  (no room for|\(nobody\): |This is an estimate|and \d+ more|measuring: |target: |  Explained by no finding: |  Next: |  pomp-report --diagnose says |  [^ ].*%.* (waiting at|idle during) )"
whole = in_pipe("--all")
for options in (["--all"], ["--tree"], ["--threads"], ["--constructs"], ["--functions"], ["--shares"], ["--raw"]):
    # A wide terminal gets what a pipe gets, with colours, which NO_COLOR and a dumb terminal switch off. A pipe has none.
    text, status = on_terminal(options, columns=500)
    piped = in_pipe(*options)
    assert status == 0 and plain(text) == piped and "\033[1m" in text and "\033" not in piped, (options, status, text, piped)
    for settings, expected in (({"NO_COLOR": "1"}, piped), ({"NO_COLOR": ""}, text), ({"TERM": "dumb"}, piped), ({"TERM": None}, piped)):
        other = on_terminal(options, columns=500, **settings)
        assert other == (expected, 0), (options, settings, other, expected)
    assert in_pipe(*options, COLUMNS="40", TERM="xterm") == piped, options
    # A terminal that doesn't know its width counts as wide.
    other = on_terminal(options, columns=0, lines=0)
    assert (plain(other[0]), other[1]) == (piped, 0), (options, other, piped)
    for columns in (40, 60, 79, 100, 132, 200):
        text, status = on_terminal(options, columns=columns)
        text = plain(text)
        assert status == 0, (options, columns, status, text)
        wide = [line for line in tables(text) if len(line) > columns and not re.match(PROSE, line)]
        assert not wide or columns < 60, (options, columns, wide)
        # Each row is there, and what is shortened has the mark: a cell is the pipe's, or a part of it with a mark at an end.
        assert len(tables(text)) - text.count("  no room for ") == len(tables(piped)), (options, columns)
        cells = {cell for line in tables(piped) for cell in re.split(r"\s{2,}", line.strip())}
        for line in tables(text):
            if re.match(PROSE, line):
                continue
            for cell in re.split(r"\s{2,}", line.strip()):
                known = cell in cells or ("…" in cell and (cell[0] == "…" or cell[-1] == "…") and any(cell.strip("…") in c for c in cells))
                assert known, (options, columns, cell)

# What is left out for the width is reported, and may be asked for.
text = plain(on_terminal(["--all"], columns=79)[0])
assert re.search(r"^  no room for .*\bmean\b", text, re.MULTILINE) and "per visit" in whole, text
text = plain(on_terminal(["--columns", "self_mean_s,region,where"], columns=79)[0])
assert "  mean" in text and "no room for" not in text, text

# Hot rows are red: a fifth of the whole and more; those that are warm are yellow.
for line in on_terminal(["--all"], columns=500)[0].split("self%")[1].splitlines()[1:]:
    cell = re.match(r" +(\033\[[0-9;]+m)?([\d.]+)(\033\[0m)? ", line)
    if not cell:
        break
    assert cell[1] == ("\033[1;31m" if float(cell[2]) >= 20 else "\033[33m" if float(cell[2]) >= 5 else None) or 4.94 < float(cell[2]) < 5.06 or 19.94 < float(cell[2]) < 20.06, line

# A pager gets what is longer than the screen, all of it and with colours; the command is the shell's.
copy = os.path.abspath("paged")
text, status = on_terminal(["--all"], columns=500, lines=10, PAGER=f"cat > '{copy}'; echo $LESS")
with open(copy, encoding="utf-8") as file:
    paged = file.read()
assert status == 0 and text == "FRX\n" and plain(paged) == whole and "\033[1m" in paged, text
assert on_terminal(["--all"], columns=500, lines=10, PAGER=f"cat > '{copy}'; echo $LESS", LESS="S")[0] == "S\n"
os.remove(copy)
assert plain(on_terminal(["--top", "1", "--columns", "region"], columns=500, lines=10, PAGER=f"cat > '{copy}'")[0]) == in_pipe("--top", "1", "--columns", "region")
for nothing in "", "cat":
    assert plain(on_terminal(["--all"], columns=500, lines=10, PAGER=nothing)[0]) == whole, nothing
# One that is not there is done without, after the shell has said so; one that ends early, or fails, has seen enough.
text, status = on_terminal(["--all"], columns=500, lines=10, PAGER="/nowhere/pager 2> /dev/null")
assert status == 0 and plain(text) == whole, text
for early in "true", "head -n 3", "false":
    text, status = on_terminal(["--all"], columns=500, lines=10, PAGER=early)
    assert status == 0 and len(text.splitlines()) == (3 if "head" in early else 0), (early, text)
assert not os.path.exists(copy)

# The first screen is for 80 columns, unless the terminal says that it has others; rows of the table may be shortened in the middle.
short = in_pipe()
assert max(map(len, short.splitlines())) <= 80, short
assert plain(on_terminal([], columns=80)[0]) == plain(on_terminal([], columns=0, lines=0)[0]) == short
for columns in 48, 60, 70, 100, 500:
    text = plain(on_terminal([], columns=columns)[0])
    assert all(len(line) <= columns for line in text.splitlines()) and not re.search("no room for", text), (columns, text)
    assert re.search(r"(--all|findings: --diagnose);(\s--samples;)?\spage:\s--html\n\Z|--all; ", text), text

# What is for programs goes past colours and pager, also to a terminal.
for options in (["--json"], ["--csv"]):
    text, status = on_terminal(options, columns=40, lines=5, PAGER=f"cat > '{copy}'")
    assert status == 0 and re.sub(r"[\r\n]", "", text) == re.sub(r"[\r\n]", "", in_pipe(*options)), options
# An error is one, whatever stdout is.
done = subprocess.run([report, "--sort", "x", experiment], capture_output=True, text=True, check=False)
assert done.returncode == 2 and not done.stdout
