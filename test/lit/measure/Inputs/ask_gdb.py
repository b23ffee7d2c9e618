# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ask_gdb.py - asks gdb by the commands of a script (pomp-gdb.py), for the tests of these commands."""
import re
import subprocess


def place_of(source, comment):
    """Returns the place of the directive with this comment in a source."""
    with open(source, encoding="utf-8") as file:
        return f"{source}:{1 + next(i for i, line in enumerate(file) if f'/* {comment} */' in line)}"


def ask(script, *words, commands=()):
    """Runs gdb with these commands, and returns what it prints."""
    given = [word for command in commands for word in ("-ex", command)]
    command = ["gdb", "-nx", "-batch", "-ex", "set width 0", "-ex", f"source {script}", *given, *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=240)
    assert "Traceback" not in done.stdout and "Python Exception" not in done.stdout, done.stdout
    return done.stdout


def has(text, *patterns):
    """Asserts that the lines of the text have these patterns, one after the other. Returns what is behind them."""
    rest = text
    for pattern in patterns:
        found = re.search(pattern, rest, re.M)
        assert found, (pattern, text)
        rest = rest[found.end() :]
    return rest
