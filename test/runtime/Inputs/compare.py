# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py REPORT PROGRAM - holds pomp-report --diff against what compare.c knows: which constructs are the same, how long
each took, and which interval several runs make; and --fail-if against its exit status."""
import collections
import csv
import io
import json
import math
import os
import random
import re
import subprocess
import sys

report, program = sys.argv[1:]
Construct = collections.namedtuple("Construct", "tag function file kind sub line last ns clauses")
known = {}  # experiment → (layout, truth)


def c(tag, kind, line, us=300, function="solve", file="src/a.c", sub="", length=3, clauses=""):
    return Construct(tag, function, file, kind, sub, line, line + length, round(us * 1000), clauses)


def run(name, layout, ready_us=0, pushed=False):
    """Runs the program with this layout, and each thread without a processor for so long; `pushed`: the kernel tells where. The truth is the time of each tag, in ns, of both threads."""
    words = ["|".join(str(field) for field in construct) for construct in layout]
    environment = dict(os.environ, POMP_EXPERIMENT_DIR=name, POMP_SUMMARY="0", READY_NS=str(1000 * ready_us), **({"PUSHED": "1"} if pushed else {}))
    subprocess.run([program, *words], env=environment, check=True)
    known[name] = (layout, {construct.tag: 2 * construct.ns for construct in layout})
    return name


def call(*arguments, status=0):
    done = subprocess.run([report, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == status, (arguments, done.returncode, done.stdout[-500:], done.stderr)
    return done


def diff(*arguments, status=0):
    done = call("--diff", "--json", *arguments, status=status)
    result = json.loads(done.stdout)
    assert result["schema"] == "pomp-report-diff" and result["version"] == 1
    return result


def is_row_of(row, construct, side):
    place = row[f"place_{side}"]
    name = {"for": "for", "sections": "sections"}.get(construct.kind, f"region({construct.sub})")
    return row["name"] == name and place and (place["file"], place["line"]) == (construct.file, construct.line)


def check_same(name, a, b):
    """Each tag is one row, with the place that each side's layout has, and with its time."""
    result = diff(a, b)
    for tag in {construct.tag for construct in known[a][0] + known[b][0]}:
        rows = []
        for row in result["rows"]:
            sides = [side for side, run_name in (("a", a), ("b", b)) for construct in known[run_name][0]
                     if construct.tag == tag and row["function"] == construct.function and is_row_of(row, construct, side)]  # fmt: skip
            if sides:
                rows.append((row, sides))
        assert len(rows) == 1, (name, tag, rows)
        row, sides = rows[0]
        assert row["state"] == {"a": "gone", "b": "new", "ab": "both"}["".join(sides)], (name, tag, row)
        for side, run_name in (("a", a), ("b", b)):
            truth = known[run_name][1].get(tag, 0)
            assert row["self_ns"][side] == truth, (name, tag, side, row["self_ns"], truth)
            assert row["visits"][side] == (2 if side in sides else 0), (name, tag, row)
        assert row["self_ns"]["change"] == row["self_ns"]["b"] - row["self_ns"]["a"], row
        assert row["self_ns"]["within"] is None and row["self_ns"]["significant"] is None
    others = [row for row in result["rows"] if row["state"] != "both" and row["function"] not in ("solve", "lib::Grid::relax")]
    assert not others, (name, others)
    print(f"{name}: {len(known[b][0])} constructs found again or new")


# --- the same constructs, although the source was edited ---

first = [c("outer", "region", 8, sub="all", length=60), c("one", "for", 10), c("two", "for", 20), c("three", "for", 30, length=5),
         c("four", "sections", 40), c("five", "for", 50, clauses="schedule(dynamic)"),
         c("method", "for", 90, function="lib::Grid::relax")]  # fmt: skip
base = run("base", first)


def moved(layout, lines, above=0, **changes):
    return [x._replace(line=x.line + lines, last=x.last + lines, **changes) if x.line >= above else x for x in layout]


check_same("the same", base, run("same", first))
check_same("a line inserted above", base, run("above", moved(first, 1)))
check_same("lines inserted between", base, run("between", moved(first, 7, above=25)))
added = moved(first, 10, above=20)
added.insert(2, c("added", "for", 23))
check_same("a loop added in between", base, run("added", added))
check_same("a loop removed", base, run("removed", [x for x in moved(first, -4, above=21) if x.tag != "two"]))
check_same("added and removed at once", base, run("both", [x for x in moved(added, 3) if x.tag != "four"]))
check_same("a renamed file", base, run("renamed", [x._replace(file="src/stencil.c") for x in first]))
check_same("a moved directory, and lines", base, run("elsewhere", moved(first, 5, file="/opt/new/src/a.c")))
check_same("other clauses", base, run("clauses", [x._replace(clauses="schedule(static, 8)") for x in first if x.kind != "region"] + first[:1]))
check_same("a function gone and its loops slower", base, run("slower", [x._replace(ns=900000) for x in first if x.tag != "method"]))
# Two static functions have one name: the file that is left tells which is which.
pair = [c("a", "for", 10, function="solve", file="x/a.c"), c("b", "for", 10, function="solve", file="x/b.c")]
check_same("one of two files renamed", run("pair", pair), run("pair-b", [pair[0], pair[1]._replace(file="x/c.c")]))
# Several constructs of a macro begin in one line.
line = [c(f"m{i}", kind, 10, sub=sub) for i, (kind, sub) in enumerate([("for", ""), ("sections", ""), ("region", "r")])]
check_same("several in a line", run("line", line), run("line-b", moved(line, 2)))
# The region around was removed: call paths differ, regions don't.
rows = diff("--diff=regions", base, run("unwrapped", first[1:]))["rows"]
assert [row["name"] for row in rows if row["state"] == "gone"] == ["region(all)"], rows
assert not [row for row in rows if row["state"] == "new"], rows

# --- several runs, with noise ---


def student_quantile(p, freedom):
    """By numbers alone: Simpson's rule for the density, and bisection."""
    front = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def below(t, steps=4000):
        h = t / steps
        weights = ((1 if k in (0, steps) else 4 if k % 2 else 2) * (1 + (k * h) ** 2 / freedom) ** (-(freedom + 1) / 2) for k in range(steps + 1))
        return 0.5 + front * sum(weights) * h / 3

    low, high = 0, 100
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < p else (low, middle)
    return low


def welch(a, b, level=0.95):
    def mean(x):
        return sum(x) / len(x)

    def error(x):
        return sum((v - mean(x)) ** 2 for v in x) / (len(x) - 1) / len(x)

    ea, eb = error(a), error(b)
    freedom = (ea + eb) ** 2 / (ea**2 / (len(a) - 1) + eb**2 / (len(b) - 1))
    return mean(b) - mean(a), student_quantile(0.5 + level / 2, freedom) * math.sqrt(ea + eb)


def figure(experiment, line):
    """Of one run: how long its loop in a line took."""
    return sum(2 * construct.ns for construct in known[experiment][0] if construct.line == line)


dice = random.Random(7)


def noisy(side, number, loop_us, count):
    return [run(f"{side}{i}", [c("slow", "for", 10, us=loop_us + dice.gauss(0, 100)), c("even", "for", 20, us=1500 + dice.gauss(0, 50)),
                                 c("tiny", "for", 30, us=(1 if number else 2) + dice.gauss(0, 0.1))])
            for i in range(count)]  # fmt: skip


ones, others = noisy("n", 0, 1500, 5), noisy("m", 1, 3000, 6)
result = diff(*ones, "--with", *others)
rows = {row["place_a"]["line"]: row for row in result["rows"] if row["name"] == "for"}
for line in 10, 20:
    own = [[figure(name, line) for name in side] for side in (ones, others)]
    change, within = welch(*own)
    stated = rows[line]["self_ns"]
    assert abs(stated["change"] - change) <= 1 + 1e-9 * abs(change), (stated, change)
    assert abs(stated["within"] - within) <= 1e-4 * within, (stated, within)
    assert stated["significant"] == (abs(change) > within), stated
    assert rows[line]["visits"]["within"] == 0 and rows[line]["visits"]["change"] == 0
assert len(result["a"]["runs"] if isinstance(result["a"], dict) else result["a"]) == 5 and len(result["b"]) == 6
walls = [[sum(construct.ns for construct in known[name][0]) for name in side] for side in (ones, others)]
change, within = welch(*walls)
assert abs(result["totals"]["wall_ns"]["change"] - change) <= 1 and abs(result["totals"]["wall_ns"]["within"] - within) <= 1e-4 * within
# A single run varies as the others do.
single = {row["place_a"]["line"]: row for row in diff(ones[0], "--with", *others)["rows"] if row["name"] == "for"}[10]["self_ns"]
own = [figure(name, 10) for name in others]
spread = math.sqrt(sum((v - sum(own) / 6) ** 2 for v in own) / 5)
assert abs(single["within"] - student_quantile(0.975, 5) * spread * math.sqrt(1 + 1 / 6)) <= 1e-4 * single["within"], single
# The same runs in another order are the same; a side against itself does not differ.
again = diff(*reversed(ones), "--with", *reversed(others))
assert all(abs(x["self_ns"]["change"] - y["self_ns"]["change"]) < 1 for x in again["rows"] for y in result["rows"] if x["place_a"] == y["place_a"] and x["name"] == y["name"] and x["parent"] == y["parent"] == 0)
assert not [row for row in diff(*ones, "--with", *ones)["rows"] if row["self_ns"]["significant"]]

# --- what scripts ask for ---


def fails(condition, *sides):
    done = subprocess.run([report, "--diff", "--fail-if", condition, *sides], capture_output=True, text=True, check=False)
    lines = [line for line in done.stderr.splitlines() if "failed: " in line]
    assert done.returncode == (1 if lines else 0) and len(lines) == len(done.stderr.splitlines()), (condition, done.stderr)
    return lines


sides = (*ones, "--with", *others)
wholes = [result["totals"]["thread_wall_ns"][side] for side in "ab"]


def expected(limit, relative, lines, least=0.01):
    """Returns how many of the loops in these lines fail, by their figures and an own computation of the wider interval."""
    chosen = [rows[line]["self_ns"] for line in lines]
    judged = [x for x in chosen if not relative or max(x["a"] / wholes[0], x["b"] / wholes[1]) >= least]
    widths = {}
    for line in lines:
        own = [[figure(name, line) for name in side] for side in (ones, others)]
        widths[id(rows[line]["self_ns"])] = welch(*own, 1 - 0.05 / max(1, len(judged)))[1]
    return len([x for x in judged if x["change"] > max(widths[id(x)], limit * x["a"] if relative else limit)])


assert len(fails("self>5% region:a.c:10", *sides)) == expected(0.05, True, [10])
assert len(fails("self>5% region:^for$", *sides)) == expected(0.05, True, [10, 20, 30])
assert len(fails("self>5% region:^for$", "--min", "0", *sides)) == expected(0.05, True, [10, 20, 30], 0)
assert len(fails("self>0.5ms region:^for$", *sides)) == expected(0.5e6, False, [10, 20, 30])
assert not fails("self>100000%", *sides) and not fails("self>60s", *sides) and not fails("visits>0", *sides)
assert not fails("visits<-0", *sides) and not fails("self>0% region:nowhere", *sides)
assert not fails("self<-99% region:a.c:10", *sides)
# Single runs are judged by the limit alone. What is new has grown by more than any part.
assert len(fails("visits>0", base, "added")) == 1 and len(fails("visits<-1 region:a.c", base, "removed")) == 1
assert "called from" in fails("visits>0", base, "added")[0] and "a.c:23" in fails("visits>0", base, "added")[0]
lines = fails("wall>0%", base, "slower")
assert len(lines) == 1 and lines[0].startswith(f"{os.path.basename(report)}: failed: wall>0%: "), lines
assert len(diff("--fail-if", "visits>0", base, "added", status=1)["failed"]) == 1

for wrong in "", "self", "self>", "self>5", "self>5%%", "self>-5%", "self<5%", "visits>5s", "frob>5%", "wall>5% region:x", "self>5% x", "self>5% region:(", "self>nan%", "self>1e999%":
    done = call("--diff", "--fail-if", wrong, base, "same", status=2)
    assert not done.stdout and len(done.stderr.splitlines()) == 1, (wrong, done.stderr)
for words in ([base], [base, "same", "above"], [base, "--with"], ["--with", base], [base, "--with", "same", "--with", "above"],
              [base, "nowhere"], [base, program], ["--tree", base, "same"], ["--sort", "frob", base, "same"]):  # fmt: skip
    done = call("--diff", *words, status=2)
    assert not done.stdout and len(done.stderr.splitlines()) == 1, (words, done.stderr)
for words in (["--with", base], [base, "--fail-if", "self>5%"]):
    assert len(call(*words, status=2).stderr.splitlines()) == 1

# --- a busy machine: threads of a side were ready and had no processor ---


def judged(condition, status, *sides):
    """Returns what a condition finds, and checks that all forms of the comparison say the same."""
    done = call("--diff", "--fail-if", condition, *sides, status=status)
    result = diff("--fail-if", condition, *sides, status=status)
    said = [f"{os.path.basename(report)}: failed: {f['text']}" for f in result["failed"]] + [f"{os.path.basename(report)}: can't be judged: {f['text']}" for f in result["not_judged"]]
    assert sorted(done.stderr.splitlines()) == sorted(said), (done.stderr, result)
    assert status == (1 if result["failed"] else 3 if result["not_judged"] else 0), result
    assert ("that may be why the wall times differ" in done.stdout) == result["busy_may_explain"], done.stdout
    comment = call("--diff", "--markdown", "--fail-if", condition, *sides, status=status).stdout
    assert (": wall time not judged: " in comment.splitlines()[0]) == result["busy_may_explain"], comment
    assert all(f"{len(result[key])} {words}" in comment.splitlines()[0] for key, words in (("failed", "condition"), ("not_judged", "can't be judged")) if result[key]), comment
    return result


def one_loop(name, us, ready_us, pushed=False):
    return run("p-" + name, [c("one", "for", 10, us=us)], ready_us, pushed)


calm, slow, busy_slow = one_loop("calm", 30000, 0), one_loop("slow", 40000, 0), one_loop("busy-slow", 40000, 10000)
slower, busy, both = one_loop("slower", 60000, 0), one_loop("busy", 40000, 10000), one_loop("both", 41000, 10000)
busy_slower, busy_half, little_busy = one_loop("busy-slower", 90000, 10000), one_loop("busy-half", 80000, 10000), one_loop("little-busy", 60000, 10000)
several = []
for ready_us, differ_us, status in (10000, 10000, 3), (0, 10000, 0), (10000, 100, 0):
    several.append(([[one_loop(f"{side}-{ready_us}-{differ_us}-{i}", 40000 + more + i * differ_us, ready_us) for i in range(3)] for side, more in (("a", 0), ("b", differ_us // 2))], status))
for condition in "wall>5%", "self>5%", "incl>5% region:^for$":
    # 10 ms more are a change; if threads of B had no processor for 20 ms, that may be all of it, but not of 60 ms.
    assert judged(condition, 1, calm, slow)["busy_may_explain"] is False
    found = judged(condition, 3, calm, busy_slow)
    assert found["busy_may_explain"] and not found["failed"] and all(f["text"].endswith("; threads that had no processor may be why") for f in found["not_judged"])
    assert found["totals"]["ready_ns"]["a"] == 0 and found["totals"]["ready_ns"]["b"] == found["b"][0]["ready_ns"] == 2 * 10000000, found["totals"]
    assert not judged(condition, 1, calm, busy_slower)["busy_may_explain"]
    # What A had no processor for may hide that B has more to do. So may what both had none for, if it is more than the difference.
    for other in slow, both:
        found = judged(condition, 3, busy, other)
        assert all(f["text"].endswith("; threads that had no processor may hide it") for f in found["not_judged"]), found
    assert found["busy_may_explain"], "one run a side tells nothing of chance"
    judged(condition, 3, busy_half, busy_slower), judged(condition, 1, little_busy, busy_slower)
    # Several runs a side tell how much it may be.
    for (runs_a, runs_b), status in several:
        found = judged(condition, status, *runs_a, "--with", *runs_b)
        assert not found["failed"], found
    judged(condition, 1, busy, slower)
judged("visits>0", 0, calm, busy_slow)
judged("wall<-5%", 3, busy_slow, calm)
judged("wall<-5%", 3, calm, one_loop("hidden-gain", 30000, 10000))
# Where the kernel tells that it was in the loop, the loop's own time is judged by what its threads had a processor for.
by_work = {name: one_loop("work-" + name, us, ready_us, True) for name, us, ready_us in (("calm", 30000, 0), ("pushed", 30000, 10000), ("slower", 40000, 10000))}
judged("self>5%", 0, by_work["calm"], by_work["pushed"]), judged("self>5%", 1, by_work["calm"], by_work["slower"])
assert "0.060000 s -> 0.080000 s" in judged("self>5%", 1, by_work["pushed"], by_work["slower"])["failed"][0]["text"]
judged("wall>5%", 3, by_work["calm"], by_work["pushed"])
# Some fail for certain: that is the exit status.
done = call("--diff", "--fail-if", "wall>5%", "--fail-if", "self>0.1ms region:^for$", "--fail-if", "visits>0", calm, run("other", [c("one", "for", 10, us=40000), c("two", "for", 20)], 10000), status=1)
assert "can't be judged: wall>5%" in done.stderr and "failed: visits>0" in done.stderr, done.stderr
assert re.search(r"^ +ready, not running s +0\.000 +0\.020 +\+0\.020$", call("--diff", calm, busy_slow).stdout, re.MULTILINE)

# --- the table ---


def table(*arguments):
    return list(csv.DictReader(io.StringIO(call("--diff", "--csv", *arguments).stdout)))


changes = [abs(float(row["self_change_s"])) for row in table(*sides)]
assert changes == sorted(changes, reverse=True) and len(changes) == len(result["rows"]), changes
assert len(table("--top", "2", *sides)) == 2
assert {row["where"] for row in table("--region", "^for$", *sides)} == {"src/a.c:10", "src/a.c:20", "src/a.c:30"}
assert [row["was"] for row in table("--columns", "was,where", "--region", "a.c:10$", base, "above")] == ["src/a.c:10"]
by_visits = [int(float(row["visits_b"])) for row in table("--sort", "visits_b", "--columns", "visits_b", *sides)]
assert by_visits == sorted(by_visits, reverse=True)
assert all(float(row["part_percent"]) >= 1 for row in table("--min", "1", "--columns", "part_percent", *sides))
text = call("--diff", *sides).stdout
assert text.startswith("A is 5 runs of a, 2 threads: n0, n1, n2 and 2 more\nB is 6 runs of a, 2 threads: m0, ") and "single run" not in text, text[:200]
assert "Each side is a single run" in call("--diff", base, "same").stdout
