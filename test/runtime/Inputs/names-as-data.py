# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""names-as-data.py write FILE - writes a program whose constructs are in files of hostile names.
names-as-data.py check PROGRAM REPORT RUNS SCALE - measures it, and looks at all that is said of it."""

import csv
import fcntl
import importlib
import io
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios

MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
SECRET = os.path.abspath("secret.txt")
FORMULAS = ["=1+cmd|x", "+1+2", "-2+3", "@SUM(A1)", "=\"a\",b"]
NUMBER = "-12.5"
REVERSED = "a\u202egnp.c"
NAMES = FORMULAS + [NUMBER, REVERSED, MARKS, SECRET, "../secret.txt", "link.c", "near.c"]


def quoted(name):
    return '"' + name.replace('"', '\\"') + '"'


def write(path):
    """Each name is that of a file in a descriptor, as the plugin makes them, and in debugging information."""
    with open(path, "w", encoding="utf-8") as file:
        file.write('#include "regions.h"\nint main(void) {\n  int s = 0;\n')
        for name in NAMES:
            file.write(f'  {{\n    REGION_AT(r, "region", {quoted(name)}, 1);\n    r.file_name = r.function_name = {quoted(name)};\n')
            file.write(f"    POMP_Begin(&r);\n    busy({50 if name == REVERSED else 1});\n    POMP_End(&r);\n  }}\n")
        for name in NAMES:
            file.write(f"#line 1 {quoted(name)}\n#pragma omp parallel num_threads(2) reduction(+ : s)\n  s++;\n")
        file.write(f"  return s != {2 * len(NAMES)};\n}}\n")


def said(*words, **settings):
    """Returns what a command prints on stdout and stderr, which no mark is in."""
    done = subprocess.run(words, capture_output=True, check=False, env=os.environ | settings, timeout=300)
    text = done.stdout.decode(), done.stderr.decode()
    assert not any(mark in part for mark in MARKS for part in text), (words, text)
    return text


def cells(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def check_cells(rows):
    """Nothing in the rows is a formula; figures are numbers as they were."""
    assert rows
    for cell in (cell for row in rows for cell in row.values()):
        assert cell[:1] not in ("=", "@", "\t", "\r") and (cell[:1] not in ("+", "-") or re.fullmatch(r"[-+][\d.]+(e-?\d+)?", cell)), cell


def escaped(text):
    return "".join(f"\\u{ord(c):04x}" if c in MARKS else c for c in text)


def check_csv(report, runs):
    for view in ("flat", "tree", "threads", "shares", "constructs", "functions", "source", "efficiency"):
        check_cells(cells(said(report, f"--{view}", "--csv", "w/x")[0]))
    places = {row["where"] for row in cells(said(report, "--flat", "--csv", "w/x")[0])}
    assert {f"'{name}:1" for name in FORMULAS} <= places and f"{escaped(REVERSED)}:1" in places, places
    files = {row["file"] for row in cells(said(report, "--source", "--csv", "w/x")[0])}
    assert {f"'{name}" for name in FORMULAS} | {NUMBER, escaped(MARKS)} <= files, files
    compared = [cells(said(report, "--diff", *sides, "--csv")[0]) for sides in (("w/x", "w/y"), ("w/y", "w/x"))]
    check_cells(compared[0] + compared[1])
    # Python has the names without the apostrophe.
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tools", "library", "notebook"))
    figure = importlib.import_module("pomp.experiment").figure
    assert figure("where", "'=1+cmd") == "=1+cmd" and figure("where", "'a") == "'a" and figure("wait_s", "-12.5") == -12.5
    assert any(row["self_change_s"].startswith("-") for row in compared[0] + compared[1]), compared  # one side is faster
    if "built without" in said(runs, "--db", "d", "w/x")[1]:
        print("no database: pomp-runs is not looked at")
        return
    said(runs, "--db", "d", "w/y")
    for view in ("trend", "regressions", "scaling"):
        rows = cells(said(runs, "--db", "d", f"--{view}", "--csv")[0])
        if view != "regressions":  # there may be none
            check_cells(rows)
        said(runs, "--db", "d", f"--{view}")
        json.loads(said(runs, "--db", "d", f"--{view}", "--json")[0])


def check_marks(report, program):
    for view in ("flat", "tree", "threads", "shares", "diagnose", "source", "source-anywhere", "efficiency", "score"):
        text = said(report, f"--{view}", "w/x")[0]
        assert view in ("threads", "diagnose", "efficiency", "score") or escaped(REVERSED) in text, (view, text)
    widths = {line.index("parallel") for line in said(report, "--columns", "where,region,visits", "w/x")[0].splitlines() if "parallel" in line}
    assert len(widths) == 1, widths  # an escape takes as many columns as it has
    known = json.loads(said(report, "--json", "w/x")[0])
    assert {REVERSED, MARKS} <= {region["file"] for region in known["regions"]}  # JSON's escapes are the same data
    assert REVERSED not in said(report, "nowhere" + REVERSED)[1] and escaped(REVERSED) in said(report, "nowhere" + REVERSED)[1]
    end = said(program, POMP_SUMMARY="1", POMP_EXPERIMENT_DIR="w/" + REVERSED, POMP_METRICS=REVERSED)[1]
    assert f"POMP_METRICS: {escaped(REVERSED)} is left out" in end and f"experiment w/{escaped(REVERSED)}" in end, end
    assert f"region({escaped(REVERSED)})" in end and f"  {escaped(REVERSED)}:1" in end, end


def check_pager(report):
    """A pager does not read from stdout."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 5, 200, 0, 0))
    environment = os.environ | {"PAGER": "cat >paged", "TERM": "xterm"}
    subprocess.run([report, "--flat", "w/x"], stdout=slave, env=environment, check=True, timeout=100)
    os.close(slave)
    os.close(master)
    with open("paged", encoding="utf-8") as file:
        text = file.read()
    assert escaped(REVERSED) in text and not any(mark in text for mark in MARKS), text


def check_readme(program):
    hostile = b"a\033[31m\033]0;t\007\r\n  process   1\x7f\xc2\x9b1m\xff" + REVERSED.encode()
    environment = os.environb | {b"POMP_EXPERIMENT_DIR": b"w/r", b"POMP_METRICS": b"x\033\ny" + REVERSED.encode(), b"POMP_SUMMARY": b"0"}
    subprocess.run([program, hostile], env=environment, check=True, capture_output=True)
    with open("w/r/README.txt", "rb") as file:
        lines = file.read().split(b"\n")
    assert not [byte for byte in b"".join(lines) if byte < 0x20 or byte == 0x7F], lines
    text = b"\n".join(lines).decode()
    assert "\x9b" not in text and not any(mark in text for mark in MARKS), text
    assert len([line for line in lines if line.startswith(b"  process ")]) == 1, lines
    assert f"command   {program} a?[31m" in text and escaped(REVERSED) in text, text


def check_source(report):
    def shows(*options, cwd="w", experiment="x"):
        done = subprocess.run([report, *options, experiment], capture_output=True, check=True, cwd=cwd, timeout=100)
        return done.stdout.decode(), done.stderr.decode()

    os.symlink("../secret.txt", "w/link.c")
    for path, text in (("secret.txt", "secret line\n"), ("w/near.c", "near line\n")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.utime(path, (0, 0))  # it has not changed since the run
    note = "not read: it is outside of this folder, the run's and the experiment's; --source-anywhere reads it"
    text, errors = shows("--source")
    assert "secret line" not in text and "near line" in text and not errors, (text, errors)
    for name in (SECRET, "../secret.txt", "link.c"):
        assert f"\n{name} ({note})\n" in text, (name, text)
    text, errors = shows("--source", "--csv")
    assert "secret line" not in text and "near line" in text and errors.count(note) == errors.count("\n") == 3, (text, errors)
    assert f"pomp-report: {SECRET}: {note}\n" in errors, errors
    for options in (["--source-anywhere"], ["--source", "--source-anywhere", "--csv"]):
        text, errors = shows(*options)
        assert text.count("secret line") == 3 and "near line" in text and not errors, (text, errors)
    # It is found from elsewhere as well, below the folder of the run, and below that where the user is.
    os.makedirs("elsewhere", exist_ok=True)
    text = shows("--source", cwd="elsewhere", experiment="../w/x")[0]
    assert "secret line" not in text and "near line" in text, text
    text = shows("--source", cwd=".", experiment="w/x")[0]
    assert f"\n{SECRET}\n" in text and "secret line" in text, text


def check_buffers(report):
    """A mark that begins in one buffer of stdout and ends in the next is one."""
    lines = 20000
    with open("w/near.c", "w", encoding="utf-8") as file:
        file.write((MARKS + "a→\n") * lines)
    text = said(report, "--source=near.c", "--csv", "--columns=source", "w/x")[0]
    assert text == "source\r\n" + (escaped(MARKS) + "a→\r\n") * lines, text[:500]


def check_scale(scale, program):
    said(scale, "--folder", "scaled", "--env", "POMP_METRICS=" + REVERSED, "1", "--", program)
    text = said(scale, "--folder", "scaled2", "--env", "=A=x", "1", "--", program)
    if os.path.exists("scaled2/runs.csv"):
        with open("scaled2/runs.csv", newline="", encoding="utf-8") as file:
            check_cells(list(csv.DictReader(file)))
    else:
        assert text[1].count("\n") == 1, text


def check(program, report, runs, scale):
    program = os.path.abspath(program)
    os.makedirs("w", exist_ok=True)
    for name in ("x", "y"):
        subprocess.run([program], cwd="w", check=True, env=os.environ | {"POMP_EXPERIMENT_DIR": name, "POMP_SUMMARY": "0"})
    check_csv(report, runs)
    check_marks(report, program)
    check_pager(report)
    check_readme(program)
    check_source(report)
    check_buffers(report)
    check_scale(scale, program)
    shutil.rmtree("w")


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    check(*sys.argv[2:])
