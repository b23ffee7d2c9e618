# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""source.py POMP-REPORT EXPERIMENT - checks pomp-report --source: each line of f.c is there as it is, with the sum of what begins in it, as
--json has it; and a file that is missing, has changed, is none, or has control characters in it."""
import csv
import io
import json
import os
import re
import subprocess
import sys

report, experiment = sys.argv[1:]


def run(*options, status=0):
    done = subprocess.run([report, *options], capture_output=True, check=False, timeout=120)
    assert done.returncode == status and (status or not done.stderr), (options, done)
    return done.stdout.decode() if not status else done.stderr.decode()


known = json.loads(run("--json", experiment))
regions = [r for r in known["regions"] if r["file"] == "f.c" and r["begin_line1"]]
truth = {}
for r in regions:
    own, wait = truth.get(r["begin_line1"], (0, 0))
    truth[r["begin_line1"]] = own + r["exclusive_ns"], wait + r["wait_ns"]
last = max(truth)
text = [f"line {n};" + ("\t\033[31m\x07ö\u009b" if n == 20 else "" if n % 7 else "   ") for n in range(1, last + 20)]
shown = [line.rstrip() if n != 20 else "line 20;        ?[31m?ö??" for n, line in enumerate(text, 1)]
with open("f.c", "w", encoding="utf-8") as file:
    file.write("\n".join(text))


def lines_of(table):
    """Returns the lines of a table by their numbers: the figures before, and the text behind."""
    found = {}
    for line in table.splitlines():
        match = re.match(r"^((?: +[\d.]+){3} +\d+)? +(\d+)(?:  (.*))?$", line)
        if match:
            found[int(match[2])] = (match[1], match[3] or "")
    return found


def check(table, wanted):
    lines = lines_of(table)
    assert set(lines) == wanted, (sorted(lines), sorted(wanted))
    for number, (figures, line) in lines.items():
        assert line == shown[number - 1], (number, line, shown[number - 1])
        assert bool(figures) == (number in truth), (number, figures)
        if figures:
            own, wait = (float(figure) for figure in figures.split()[1:3])
            assert abs(own - truth[number][0] * 1e-9) <= 0.000501 and abs(wait - truth[number][1] * 1e-9) <= 0.000501, (number, figures)


os.utime("f.c", (0, 0))
around = {n for line in truth for n in range(line - 2, line + 3) if 0 < n <= len(text)}
everything = set(range(1, len(text) + 1))
table = run("--source", experiment)
check(table, around)
assert re.search(r"\n\nf\.c\n +self%  self s  wait s  visits  line  source\n", table) and re.search(r"^ +\.\.\.$", table, re.MULTILINE), table
for options in (["--source", "f.c"], ["--source=f.c"]):
    check(run(*options, experiment), everything)
for options in (["--source", f"f.c:{last}"], [f"--source=f.c:{last}"]):
    check(run(*options, experiment), everything & set(range(last - 10, last + 11)))
check(run("--source=f.c:20", experiment), set(range(10, 31)))
assert "No construct or function that was measured is in other.c." in run("--source", "other.c", experiment)
assert "No construct or function that was measured is in .c." in run("--source", ".c", experiment)

# CSV has what was measured, to the last digit; sorting and the like are about those lines.
rows = list(csv.DictReader(io.StringIO(run("--source", "--csv", experiment), newline="")))
assert {int(r["line"]): (round(float(r["self_s"]) * 1e9), round(float(r["wait_s"]) * 1e9)) for r in rows if r["file"] == "f.c"} == truth, rows
assert all(r["source"] == shown[int(r["line"]) - 1] for r in rows if r["file"] == "f.c"), rows
top = list(csv.DictReader(io.StringIO(run("--source", "--csv", "--sort", "wait", "--top", "1", experiment), newline="")))
assert len(top) == 1 and round(float(top[0]["wait_s"]) * 1e9) == max(wait for _, wait in truth.values()), top

# What there is to note is below the line, and beside it for programs: some critical was contended, and is said to be.
for r in regions:
    said = f"{r['name']}: {r['contended']} of {r['visits']} visits had to wait"
    if r["contended"] and r["wait_ns"] >= 500000:
        at = lines_of(table)[r["begin_line1"]]
        assert re.search(rf"  {r['begin_line1']}  [^\n]*\n(?: +\^ [^\n]*\n)* +\^ {re.escape(said)}", table), (said, at)
        assert [row for row in rows if int(row["line"]) == r["begin_line1"] and said in row["findings"]], said
assert " ^ " in table, table

# The file has changed since; it has fewer lines now; it is not there; it is none, which is not waited for.
os.utime("f.c")
assert "f.c (changed since the run: lines may have moved)\n" in run("--source", experiment)
with open("f.c", "w", encoding="utf-8") as file:
    file.write("one")
shown = ["one"] + [""] * last
check(run("--source", experiment), {1} | set(truth))
os.remove("f.c")
shown = [""] * last
for make in (lambda: None, lambda: os.mkfifo("f.c"), lambda: (os.remove("f.c"), os.mkdir("f.c")), lambda: (os.rmdir("f.c"), os.symlink("/dev/zero", "f.c"))):
    make()
    table = run("--source", experiment)
    assert "f.c (not found: its lines are not shown)\n" in table, table
    check(table, set(truth))
os.remove("f.c")

# It is found beside the experiment as well.
os.makedirs("run/e", exist_ok=True)
os.replace(experiment, "run/e/profile.pomp")
with open("run/f.c", "w", encoding="utf-8") as file:
    file.write("\n".join(text))
shown = [line.rstrip() if n != 20 else "line 20;        ?[31m?ö??" for n, line in enumerate(text, 1)]
check(run("--source=f.c", "run/e"), everything)

for value in ("f.c:0", "f.c:99999999999999999999", ":3", ""):
    error = run(f"--source={value}", "run/e", status=2)
    assert error.startswith("pomp-report: --source takes a file, or one of its lines as in file.c:42") and error.count("\n") == 1, error
for options, wanted in ((["--source-path="], "--source-path takes a folder"), (["--source-path=."] * 9, "--source-path is taken 8 times at most")):
    assert run(*options, "run/e", status=2) == f"pomp-report: {wanted}\n", options
# A folder that can't be looked into is said, in a line, and the others are looked into.
for folder, why in (("missing", "No such file or directory"), ("run/f.c", "Not a directory")):
    done = subprocess.run([report, f"--source-path={folder}", "--source-path=run", "--source=f.c", "run/e"], capture_output=True, check=True)
    assert done.stderr.decode() == f"pomp-report: {folder}: --source-path: {why}\n" and done.stdout.decode() == run("--source=f.c", "run/e"), done
error = run("--source", "--columns", "region", "run/e", status=2)
assert error.startswith("pomp-report: there is no column region; --source has self_percent,"), error
