# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""database.py REPORT RUNS PROGRAM - holds pomp-runs against SQLite itself and against what single reports say: what is stored,
once, also by several processes at once, on a full disk and by a process that is killed; and what is refused."""
import contextlib
import csv
import io
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

report, runs_command, program = sys.argv[1:]
dice = random.Random(11)


def run(name, us=300, threads=2, lines=0, loops=3, ready_us=0):
    layout = [f"t{i}|solve|src/a.c|for||{10 * (i + 1) + lines}|{10 * (i + 1) + lines + 3}|{1000 * (us if i == 0 else 200)}|" for i in range(loops)]
    environment = dict(os.environ, POMP_EXPERIMENT_DIR=name, POMP_SUMMARY="0", OMP_NUM_THREADS=str(threads), READY_NS=str(1000 * ready_us))
    subprocess.run([program, *layout], env=environment, capture_output=True, check=True)
    return name


def call(*arguments, status=0, lines=None, **more):
    done = subprocess.run([runs_command, *arguments], capture_output=True, check=False, **more)
    said = done.stderr.decode("utf-8", "replace").splitlines()
    assert done.returncode == status, (arguments, done.returncode, done.stdout[-300:], done.stderr)
    assert len(said) == (lines if lines is not None else 1 if status else 0), (arguments, said)
    return done


def refused(*arguments, why, status=1, **more):
    said = call(*arguments, status=status, **more).stderr.decode("utf-8", "replace")
    assert why in said, (arguments, said)


def query(file, sql, *values):
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.text_factory = bytes
        return database.execute(sql, values).fetchall()


def change(file, sql, *values):
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute(sql, values)


def is_sound(file, runs):
    """The database is whole, and each of its runs is."""
    assert query(file, "PRAGMA integrity_check") == [(b"ok",)]
    assert query(file, "PRAGMA foreign_key_check") == []
    found = query(file, "SELECT count(*) FROM run")[0][0]
    assert found == runs if isinstance(runs, int) else found in runs, (found, runs)
    for table in "construct", "region", "callpath":
        assert query(file, f"SELECT count(DISTINCT run) FROM {table}")[0][0] == found, table
    return found


def summary(experiment):
    return json.loads(subprocess.run([report, "--json=summary", experiment], capture_output=True, check=True).stdout)


def table(*arguments):
    text = call("--csv", *arguments).stdout
    return list(csv.DictReader(io.StringIO(text.decode("utf-8", "surrogateescape"), newline="")))


# --- what is stored, and once ---

names = [run(f"e{i}", us=300 * (i + 1)) for i in range(4)]
out = call("--db", "runs.db", *names).stdout.decode().splitlines()
assert out == [f"e{i}: stored as run {i + 1}" for i in range(4)], out
shutil.copytree("e1", "copy")
os.rename("e2", "renamed")
out = call("--db", "runs.db", "copy", "renamed", "e0/profile.pomp").stdout.decode().splitlines()
assert [line.split(": ")[1] for line in out] == [f"is already there, as run {i}" for i in (2, 3, 1)], out
os.rename("renamed", "e2")
is_sound("runs.db", 4)
for i, name in enumerate(names):
    single = summary(name)
    head = query("runs.db", "SELECT wall_ns, thread_wall_ns, in_regions_ns, outside_ns, idle_ns, wait_ns, threads FROM run WHERE id = ?", i + 1)[0]
    known = single["experiment"]
    assert head == tuple(known[key] for key in ("wall_ns", "thread_wall_ns", "in_regions_ns", "outside_ns", "idle_ns", "wait_ns", "threads")), (head, known)
    rows = query("runs.db", "SELECT r.name, c.function, c.file, c.line, self_ns, incl_ns, wait_ns, visits FROM region r LEFT JOIN construct c "
                 "ON c.run = r.run AND c.number = r.construct WHERE r.run = ?", i + 1)  # fmt: skip
    own = [(r["name"].encode(), r["function"].encode(), r["file"].encode(), r["begin_line1"], r["exclusive_ns"], r["inclusive_ns"], r["wait_ns"], r["visits"])
           for r in single["regions"][1:]]  # fmt: skip
    assert sorted(row for row in rows if row[1] is not None) == sorted(own), (rows, own)
    paths = query("runs.db", "SELECT sum(self_ns), count(*) FROM callpath WHERE run = ?", i + 1)[0]
    assert paths == (sum(p["exclusive_ns"] for p in single["callpaths"]), len(single["callpaths"])), paths
# Without a name, the newest experiment is stored.
run("pomp-newest")
assert call("--db", "newest.db").stdout.startswith(b"pomp-newest: stored as run 1")

# --- names that are none ---

hostile = [b"it's", b'a "b"', b"'); DROP TABLE run; --", b"two\nlines", b"\xff\xfe\x80", b"\x1b[31m", "größe".encode()]
for name in hostile:
    shutil.copytree(b"e0", name)
    call("--db", os.fsencode("hostile.db"), name)
    assert query("hostile.db", "SELECT name FROM run") == [(name,)], name
    trend = call("--db", "hostile.db", "--trend", "--csv", "--columns", "experiment").stdout
    cell = name if not set(b'",\r\n') & set(name) else b'"' + name.replace(b'"', b'""') + b'"'
    assert trend == b"experiment\r\n" + cell + b"\r\n", (name, trend)
    shown = call("--db", "hostile.db", "--trend", "--columns", "experiment").stdout
    assert b"\x1b" not in shown and b"\xff" not in shown and len(shown.splitlines()) == 2, shown
    assert query("hostile.db", "SELECT count(*) FROM run") == [(1,)]
    os.unlink("hostile.db")
    shutil.rmtree(name)
# Functions and files of the program may be called anything as well.
words = "t|it's \"so\"|/src/'; DROP TABLE run; --.c|region|a'b\"c|10|12|100|"
subprocess.run([program, words], env=dict(os.environ, POMP_EXPERIMENT_DIR="odd", POMP_SUMMARY="0"), capture_output=True, check=True)
call("--db", "odd.db", "odd")
assert query("odd.db", "SELECT function, file, sub_name FROM construct WHERE name = 'region'") == [(b"it's \"so\"", b"/src/'; DROP TABLE run; --.c", b"a'b\"c")]
for name in ":memory:", "file:x?mode=memory", "-", "name with spaces":
    call("--db", name, "e0")
    assert os.path.getsize(name) > 0, name

# --- what is asked ---

def as_json_too(view, *arguments):
    """The JSON of a view has the rows of its CSV, in the same order, with the same figures; returns them."""
    rows = table(view, *arguments)
    reported = json.loads(call(view, "--json", *arguments).stdout)
    assert (reported["schema"], reported["version"], len(reported["runs"])) == ("pomp-report-" + view[2:], 1, len(rows)), reported
    for row, run in zip(rows, reported["runs"]):
        assert [re.sub("_s$", "_ns", key) for key in row] == list(run), (list(row), list(run))
        for (key, text), value in zip(row.items(), run.values()):
            if isinstance(value, str) or value is None:
                assert text == (value or ""), (key, text, value)
            else:
                assert round(float(text) * 1e9) == value if key.endswith("_s") else float(text) == value, (key, text, value)
    return reported["runs"]

runs = as_json_too("--trend", "--db", "runs.db")
assert [run["wall_ns"] for run in runs] == [summary(name)["experiment"]["wall_ns"] for name in names] and runs[0]["wall_change_percent"] is None
assert [run["run"] for run in as_json_too("--trend", "--db", "runs.db", "--sort", "run", "--top", "2")] == [4, 3]
nothing = call("--db", "runs.db", "--trend", "--region", "nosuch", lines=1)
assert nothing.stderr == b"pomp-runs: no run has a region that --region nosuch matches\n", nothing
trend = table("--db", "runs.db", "--trend", "--region", "a.c:10$")
assert [row["run"] for row in trend] == ["1", "2", "3", "4"]
for row, name in zip(trend, names):
    regions = summary(name)["regions"]
    own = sum(r["exclusive_ns"] for r in regions if r["file"] == "src/a.c" and r["begin_line1"] == 10)
    assert round(float(row["self_s"]) * 1e9) == own == 2 * 300000 * int(row["run"]) and row["visits"] == "2", (row, own)
assert trend[0]["self_change_percent"] == "" and abs(float(trend[1]["self_change_percent"]) - 100 * (float(trend[1]["self_s"]) / float(trend[0]["self_s"]) - 1)) < 1e-6
assert [row["run"] for row in table("--db", "runs.db", "--trend", "--sort", "-wall_s")] == [str(1 + i) for i in sorted(range(4), key=lambda i: summary(names[i])["experiment"]["wall_ns"])]

walls = [summary(name)["experiment"]["wall_ns"] for name in names]
assert walls == [300000 * (i + 1) + 2 * 200000 for i in range(4)], walls
scaling = table("--db", "runs.db", "--scaling")
assert len(scaling) == 1 and scaling[0]["runs"] == "4" and abs(float(scaling[0]["wall_s"]) - sum(walls) / 4e9) < 2e-9, scaling
# As if it had run on twice the threads in a third of the time.
shutil.copy("runs.db", "scaled.db")
change("scaled.db", "UPDATE run SET threads = 4, wall_ns = 1000000 WHERE id > 2")
change("scaled.db", "UPDATE run SET wall_ns = 3000000 WHERE id <= 2")
scaling = table("--db", "scaled.db", "--scaling")
assert [(row["threads"], row["runs"], row["speedup"], row["efficiency_percent"]) for row in scaling] == [("2", "2", "1", "100"), ("4", "2", "3", "150")], scaling
assert [(run["threads"], run["speedup"]) for run in as_json_too("--scaling", "--db", "scaled.db")] == [(2, 1), (4, 3)]

# A construct that takes ten times as long in the last run is found, and nothing else, though lines have moved.
slow = [run(f"r{i}", us=1000 + i) for i in range(6)] + [run("r6", us=10000, lines=5)]
call("--db", "slow.db", *slow)
found = table("--db", "slow.db", "--regressions")
assert [(row["region"], row["where"], row["self_a_s"], row["self_b_s"]) for row in found] == [("for", "src/a.c:15", "0.002005000", "0.020000000")], found
for condition in "self>50% region:a.c:15", "self>0%", "self>10ms":
    failed = call("--db", "slow.db", "--regressions", "--fail-if", condition, status=1).stderr.decode()
    assert f"failed: {condition}: for in solve, src/a.c:15" in failed, failed
call("--db", "slow.db", "--regressions", "--fail-if", "self>5% region:a.c:25", "--fail-if", "visits>0")
assert "Nothing has become slower by more than noise." in call("--db", "slow.db", "--regressions", "r5").stdout.decode()
result = json.loads(call("--db", "slow.db", "--regressions", "--json").stdout)
assert result["schema"] == "pomp-report-diff" and len(result["a"]) == 6 and [r["directory"] for r in result["b"]] == ["r6"]
same = json.loads(subprocess.run([report, "--diff", "--json", *slow[:6], "--with", "r6"], capture_output=True, check=True).stdout)
assert [row["self_ns"] for row in same["rows"]] == [row["self_ns"] for row in result["rows"]], "the same as from the files"
result = json.loads(call("--db", "slow.db", "--regressions", "--json", "r3").stdout)
assert len(result["a"]) == 3 and [r["directory"] for r in result["b"]] == ["r3"]
call("--db", "slow.db", "--regressions", "r0", lines=1)  # there is nothing before it

# --- at once ---

many = [run(f"m{i}") for i in range(12)]
writers = [subprocess.Popen([runs_command, "--db", "many.db", *dice.sample(many, 12)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(8)]
for writer in writers:
    said = writer.communicate()[1]
    assert writer.returncode == 0 and not said, said
is_sound("many.db", 12)

# --- a full disk, and a process that is killed ---

call("--db", "full.db", "e0", "e1")
had, wanted = query("full.db", "SELECT * FROM callpath ORDER BY run, number"), os.path.getsize("runs.db")
big = run("big", loops=60)
stopped = 0
for limit in [*range(0, 4 * wanted, 4096), 1 << 30]:
    shutil.copy("full.db", "limited.db")
    done = subprocess.run([runs_command, "--db", "limited.db", "big"], capture_output=True, check=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))  # pylint: disable=cell-var-from-loop
    assert done.returncode in (0, 1) and len(done.stderr.splitlines()) == done.returncode, (limit, done.returncode, done.stderr)
    stopped += done.returncode
    is_sound("limited.db", 3 - done.returncode)
    assert query("limited.db", "SELECT * FROM callpath WHERE run <= 2 ORDER BY run, number") == had, limit
assert 0 < stopped and done.returncode == 0, stopped
killed = 0
for trial in range(8):
    shutil.copy("full.db", "killed.db")
    with subprocess.Popen([runs_command, "--db", "killed.db", *many, "big"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as writer:
        time.sleep(dice.random() * 0.05)
        writer.send_signal(signal.SIGKILL)
    killed += writer.returncode == -signal.SIGKILL
    call("--db", "killed.db", "--trend")  # undoes what was left
    is_sound("killed.db", range(2, 16))
print(f"{stopped} sizes were too small, {killed} writers were killed")

# --- what is refused ---

with open("text", "w", encoding="ascii") as file:
    file.write("no database\n" * 100)
refused("--db", "text", "e0", why="not a database")
refused("--db", ".", "e0", why="a directory, and no database")
os.mkfifo("fifo")
refused("--db", "fifo", "e0", why="not a file")
refused("--db", "nowhere.db", "--trend", why="No such file or directory")
refused("--db", "nowhere/x.db", "e0", why="unable to open database file")
assert not os.path.exists("nowhere.db")
refused("--db", "runs.db", "nowhere", why="No such file or directory")
change("foreign.db", "CREATE TABLE run(id INTEGER)")
before = open("foreign.db", "rb").read()
refused("--db", "foreign.db", "e0", why="a database of another program")
assert open("foreign.db", "rb").read() == before
open("empty.db", "wb").close()
refused("--db", "empty.db", "--trend", why="there is nothing in it")
call("--db", "empty.db", "e0")
change("empty.db", "DELETE FROM run")
refused("--db", "empty.db", "--regressions", why="empty.db: there is no run in it", status=2)
shutil.copy("runs.db", "newer.db")
change("newer.db", "PRAGMA user_version = 7")
refused("--db", "newer.db", "--trend", why="made by a newer pomp-runs: its version is 7, and this one knows 1")
refused("--db", "newer.db", "e0", why="made by a newer pomp-runs")
shutil.copy("runs.db", "bent.db")
change("bent.db", "ALTER TABLE run ADD COLUMN more TEXT")
refused("--db", "bent.db", "e0", why="its table run is not that of pomp-runs")
# A trigger or a table that somebody adds does no harm, and is not executed.
shutil.copy("runs.db", "more.db")
change("more.db", "CREATE TABLE note(run INTEGER, text TEXT)")
change("more.db", "CREATE INDEX by_name ON region(name)")
change("more.db", "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END")
call("--db", "more.db", "e0", "big")
is_sound("more.db", 5)
# What the kernel said of threads is in a table that databases of before lack: they are read without it, and get it when they are written to.
shutil.copy("runs.db", "old.db")
change("old.db", "DROP TABLE scheduling")
assert {row["ready_percent"] for row in table("--db", "old.db", "--trend")} == {""} and b"ready, not running" not in call("--db", "old.db", "--regressions").stdout
run("calm", us=50000)
run("busy", us=80000, ready_us=20000)
call("--db", "old.db", "calm", "busy")
is_sound("old.db", 6)
ready, lived = (summary("busy")["experiment"]["scheduled"][key] for key in ("ready_ns", "lived_ns"))
assert query("old.db", "SELECT run, lived_ns, ready_ns FROM scheduling ORDER BY run")[-1] == (6, lived, ready) and ready == 2 * 20000000, ready
rows = table("--db", "old.db", "--trend")
assert [row["busy"] for row in rows] == ["", "", "", "", "", "yes"] and float(rows[4]["ready_percent"]) == 0, rows
assert abs(float(rows[5]["ready_percent"]) - 100 * ready / lived) < 1e-6 and not rows[3]["ready_percent"], rows
call("--db", "old.db", "--regressions", "--fail-if", "wall>5%", status=1)  # A has runs of which nothing is known
change("old.db", "DELETE FROM run WHERE id < 5")
call("--db", "old.db", "--regressions", "--fail-if", "wall>5%", status=3)
shutil.copy("old.db", "wrong.db")
change("wrong.db", "UPDATE scheduling SET ready_ns = -1")
refused("--db", "wrong.db", "--trend", why="damaged: there is something else where a number belongs")
shutil.copy("old.db", "wrong.db")
change("wrong.db", "ALTER TABLE scheduling ADD COLUMN more TEXT")
refused("--db", "wrong.db", "--trend", why="its table scheduling is not that of pomp-runs")
# Numbers that lead nowhere.
for sql, why in {
    "UPDATE callpath SET parent = 99999 WHERE number = 2": "a row that is not there is referred to",
    "UPDATE callpath SET parent = number WHERE number = 2": "a row that is not there is referred to",
    "UPDATE callpath SET parent = NULL": "a call path hangs in the air",
    "UPDATE callpath SET region = 4000000000 WHERE number = 1": "a row that is not there is referred to",
    "UPDATE callpath SET number = number + 1000 WHERE number > 2": "the rows of a run are not numbered from 0 on",
    "UPDATE region SET construct = -1 WHERE number = 1": "there is something else where a number belongs",
    "UPDATE region SET construct = 77": "a row that is not there is referred to",
    "UPDATE region SET role = 9999 WHERE number = 1": "a row that is not there is referred to",
    "UPDATE region SET self_ns = 'much'": "there is something else where a number belongs",
    "UPDATE run SET wall_ns = -5": "there is something else where a number belongs",
    "UPDATE callpath SET visits = x'00'": "there is something else where a number belongs",
    "PRAGMA user_version = 0": "it has no version",
}.items():
    shutil.copy("runs.db", "wrong.db")
    change("wrong.db", sql)
    refused("--db", "wrong.db", "--regressions", why=f"pomp-runs: wrong.db: damaged: {why}\n", status=2)
shutil.copy("runs.db", "control.db")
change("control.db", "UPDATE run SET host = char(27) || '[31m', program = 'a' || char(10) || 'b'")
assert len(call("--db", "control.db", "--trend").stdout.splitlines()) == 5 and b"\x1b" not in call("--db", "control.db", "--scaling").stdout
# Any byte may be another one.
pristine = open("runs.db", "rb").read()
if os.environ.get("TEST_ALL"):
    dice.seed(int(os.environ["TEST_SEED"]))
for trial in range(80 if os.environ.get("TEST_ALL") else 40):
    bad = bytearray(pristine[: dice.randrange(len(pristine))] if trial % 5 == 0 else pristine)
    for _ in range(dice.choice((1, 1, 2, 8, 64)) if bad else 0):
        at = dice.randrange(min(len(bad), dice.choice((100, 4096, len(bad)))))
        bad[at] = dice.randrange(256)
    with open("bad.db", "wb") as file:
        file.write(bad)
    for journal in "bad.db-journal", "bad.db-wal", "bad.db-shm":
        with contextlib.suppress(FileNotFoundError):
            os.unlink(journal)
    for arguments in (["--trend"], ["--regressions"], ["--scaling", "--csv"], ["e0"]):
        done = subprocess.run([runs_command, "--db", "bad.db", *arguments], capture_output=True, check=False, timeout=60)
        assert done.returncode in (0, 1, 2), (trial, arguments, done.returncode, done.stderr[-2000:])
        assert len(done.stderr.splitlines()) == (done.returncode != 0) or b"nothing to compare" in done.stderr, (trial, arguments, done.returncode, done.stderr)

# A run that still goes on has other figures later.
with subprocess.Popen([program, "t|main|a.c|for||10|12|200|", "stay"], env=dict(os.environ, POMP_EXPERIMENT_DIR="going", POMP_SUMMARY="0"), stdout=subprocess.DEVNULL) as going:
    try:
        while not os.path.exists("going/profile.pomp") or subprocess.run([report, "--json=summary", "going"], capture_output=True, check=False).returncode:
            time.sleep(0.05)
        refused("--db", "runs.db", "going", why="it is still running")
    finally:
        going.kill()
is_sound("runs.db", 4)
# One that was killed is one run, however often and wherever it is read.
first = call("--db", "runs.db", "going").stdout
shutil.copytree("going", "going-copy")
assert b"is already there, as run 5" in call("--db", "runs.db", "going-copy").stdout, first

for words in (["--trend"], ["--scaling"], ["--regressions"], ["--db", ""], ["--db", "runs.db", "--tree"], ["--db", "runs.db", "--diff", "e0", "e1"],
              ["--db", "runs.db", "--trend", "--scaling"], ["--db", "runs.db", "--trend", "--columns", "frob"], ["--db", "runs.db", "--trend", "--with"],
              ["--db", "runs.db", "--regressions", "--fail-if", "self"]):  # fmt: skip
    call(*words, status=2)

# pomp-report had these options: it says so, and hands the call over, with its exit status and all that is said.
for words, status in ((["--db", "runs.db", "--trend"], 0), (["--db=runs.db", "--scaling", "--csv"], 0), (["--trend"], 2), (["--db", "nowhere.db", "--trend"], 1),
                      (["--db", "runs.db", "e0"], 0)):  # fmt: skip
    own = subprocess.run([runs_command, *words], capture_output=True, text=True, check=False)
    old = subprocess.run([report, *words], capture_output=True, text=True, check=False)
    moved = f"pomp-report: {words[0].split('=')[0]} is an option of pomp-runs now, which goes on with this call\n"
    assert (old.returncode, old.stdout, old.stderr) == (status, own.stdout, moved + own.stderr) and own.returncode == status, (words, old, own)
os.makedirs("alone", exist_ok=True)
shutil.copy(report, "alone/pomp-report")
alone = subprocess.run(["alone/pomp-report", "--db", "runs.db"], capture_output=True, text=True, check=False)
assert alone.returncode == 1 and alone.stderr.endswith("/alone/./pomp-runs: it can't be run: No such file or directory\n"), alone
