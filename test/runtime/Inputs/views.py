# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""views.py POMP-REPORT EXPERIMENT - checks the views as tables: --csv has what --json has, to the last digit; --columns, --sort,
--top, --min and --region leave what they say, in that order; what can't be had is refused in one line."""
import csv
import io
import json
import re
import subprocess
import sys
from decimal import Decimal

report, experiment = sys.argv[1:]


def run(*options):
    done = subprocess.run([report, *options, experiment], capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def rows_of(*options):
    """Returns the rows of a table in CSV, which has a line of keys, as many cells in each line, and RFC 4180's ends of lines."""
    status, text, said = run("--csv", *options)
    assert status == 0, (options, said)
    assert not said or ("no row" in said and said.count("\n") == 1 and text.count("\n") == 1), (options, said)
    assert text.endswith("\r\n") and not re.search(r'[^\r]\n', re.sub(r'"[^"]*"', "", text)), (options, text[:200])
    lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert lines and all(len(line) == len(lines[0]) for line in lines), (options, lines[:3])
    assert all(re.fullmatch(r"[a-z0-9_]+", key) for key in lines[0] if ":" not in key and not key[0].isupper()), lines[0]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def ns(cell):
    """Returns a time as whole ns: no digit is missing."""
    assert re.fullmatch(r"\d+\.\d{9}", cell), cell
    return int(Decimal(cell) * 10**9)


known = json.loads(run("--json")[1])
allocation = known["experiment"]["allocation_ns"]

# Each region has the figures of --json.
flat = rows_of("--raw", "--columns", "region,function,file,line,self,incl,wait,visits,contended,self_percent")
assert [ns(row["self_s"]) for row in flat] == sorted((ns(row["self_s"]) for row in flat), reverse=True), "the default order"
regions = known["regions"]
assert len(flat) == len(regions), (len(flat), len(regions))
own = sorted((r["name"], r["exclusive_ns"], r["inclusive_ns"], r["wait_ns"], r["visits"]) for r in regions[1:])
reported = sorted((r["region"], ns(r["self_s"]), ns(r["incl_s"]), ns(r["wait_s"]), int(r["visits"])) for r in flat if r["region"] != "(outside regions)")
assert own == reported, [pair for pair in zip(own, reported) if pair[0] != pair[1]][:3]
total = sum(float(row["self_percent"]) for row in flat) + 100 * known["experiment"]["idle_ns"] / allocation
assert abs(total - 100) < 1e-6 * len(flat), total

# The default table has the same time, with the barriers that constructs imply in the rows of the constructs; and so have all
# constructs of a kind, and all functions.
own_barriers = {row["where"]: ns(row["self_s"]) for row in rows_of("--raw", "--region", "^barrier .implicit.$")}
joined = rows_of("--columns", "region,where,self,wait,barrier_wait,self_percent,regions,threads")
for view in (), ("--constructs",), ("--functions",), ("--instances",), ("--functions", "--instances"):
    rows = rows_of(*view, "--columns", "self,wait,self_percent")
    assert sum(ns(row["self_s"]) for row in rows) == sum(ns(row["self_s"]) for row in flat), view
    assert sum(ns(row["wait_s"]) for row in rows) == sum(ns(row["wait_s"]) for row in flat), view
assert not [row for row in joined if row["region"] == "barrier (implicit)" and row["barrier_wait_s"]]
assert {row["where"]: ns(row["barrier_wait_s"]) for row in joined if row["barrier_wait_s"]} == own_barriers, own_barriers
for row in joined:
    if row["barrier_wait_s"]:
        raw = [r for r in flat if r["region"] == row["region"] and row["where"] == f"{r['file']}:{r['line']}"]
        assert len(raw) == 1 and ns(row["self_s"]) - ns(row["barrier_wait_s"]) == ns(raw[0]["self_s"]), row
        assert ns(row["wait_s"]) - ns(row["barrier_wait_s"]) == ns(raw[0]["wait_s"]), row
plain = rows_of("--raw", "--columns", "region,visits")
for row in rows_of("--constructs", "--columns", "region,regions,visits"):
    if "(" not in row["region"]:  # neither a part of a construct, nor what is outside of all regions
        of_kind = [r for r in plain if r["region"] == row["region"] or (r["region"].startswith(row["region"] + "(") and not r["region"].endswith(" (block)"))]
        assert sum(int(r["visits"]) for r in of_kind) == int(row["visits"]) and len(of_kind) == int(row["regions"]), (row, of_kind)

# Each thread, each region on each, each call path.
assert {row["thread"] for row in rows_of("--threads")} == {location["name"].replace("→", "->") for location in known["locations"]}
assert sum(ns(row["in_regions_s"]) for row in rows_of("--threads")) == known["experiment"]["in_regions_ns"]
shares = rows_of("--shares")
assert sum(ns(row["self_s"]) for row in shares if row["region"] != "(outside regions)") == sum(r["exclusive_ns"] for r in regions[1:])
tree = rows_of("--tree", "--columns", "depth,call_path,self,below,region,visits")
assert len(tree) == len(known["callpaths"]), len(tree)
for row in tree:
    assert row["call_path"].count(" > ") >= min(int(row["depth"]), 64) - 1, row

# The order is the column's, and rows that are equal stay as they were; a name may be a key, a head, or a key without its unit.
for column, key in ("visits", "visits"), ("self", "self_s"), ("self s", "self_s"), ("self%", "self_percent"), ("wait_s", "wait_s"):
    plain = [tuple(row.values()) for row in rows_of("--columns", "region,function,where,visits,self_s,self_percent,wait_s")]
    index = ["region", "function", "where", "visits", "self_s", "self_percent", "wait_s"].index(key)
    for prefix, sign in ("", -1), ("-", 1):
        got = [tuple(row.values()) for row in rows_of("--columns", "region,function,where,visits,self_s,self_percent,wait_s", f"--sort={prefix}{column}")]
        assert got == sorted(plain, key=lambda row, sign=sign, index=index: sign * Decimal(row[index])), (column, prefix)
names = [row["region"] for row in rows_of("--sort", "region")]
assert names == sorted(names, key=lambda name: name.encode()), names

# Fewer rows: the first, those of some weight, those that match. They are the same rows.
all_rows = rows_of()
assert rows_of("--flat") == all_rows
assert rows_of("--top", "2") == all_rows[:2] and rows_of("--top=1000000000000") == all_rows
assert rows_of("--min", "5") == [row for row in all_rows if float(row["self_percent"]) >= 5]
assert rows_of("--min", "1e9") == []
assert rows_of("--region", "^par") == [row for row in all_rows if re.match("par", row["region"]) or re.match("par", row["function"]) or re.match("par", row["where"])]
assert rows_of("--sort", "visits", "--top", "3", "--min", "1") == rows_of("--min", "1", "--sort", "visits")[:3]
some = rows_of("--tree", "--region", r"barrier|\bfor", "--columns", "depth,region")
depth = 0
for row in reversed(some):  # all that does not match is above what does
    assert re.search(r"barrier|\bfor", row["region"]) or int(row["depth"]) < depth, some
    depth = int(row["depth"])
assert len([r for r in rows_of("--tree", "--top", "1", "--columns", "depth,region") if int(r["depth"]) == 0]) == 1

# The same as a table: the head and one table, and nothing below it.
text = run("--top", "1", "--columns", "visits,region")[1]
assert re.search(r"\n\n  visits  region\n +\d+  [^\n]+\n$", text), text

# What can't be had is said in one line, with what there is.
for options, said in (
    (["--columns", "vists"], "there is no column vists (did you mean visits?); --flat has self_percent, self_s,"),
    (["--sort", "-nonsense"], "there is no column nonsense; --flat has self_percent,"),
    (["--columns", "region,,visits"], "there is no column ; --flat has"),
    (["--columns", "x" * 5000], "there is no column xxx"),
    (["--columns", ""], "--columns takes columns with commas between them, as self_s,visits,region"),
    (["--sort", ""], "--sort takes a column, as self_s, or -self_s for the reverse order"),
    (["--threads", "--columns", "self_s"], "there is no column self_s; --threads has thread, kind,"),
    (["--tree", "--columns", "thread"], "there is no column thread; --tree has below_percent,"),
    (["--top", "0"], "--top takes a number of rows, from 1 on, not 0"),
    (["--top", "3x"], "--top takes a number of rows, from 1 on, not 3x"),
    (["--top", "-1"], "--top takes a number of rows, from 1 on, not -1"),
    (["--top", ""], "--top takes a number of rows, from 1 on"),
    (["--min", "many"], "--min takes a percentage, as 0.5, not many"),
    (["--min", "nan"], "--min takes a percentage, as 0.5, not nan"),
    (["--min", "-1"], "--min takes a percentage, as 0.5, not -1"),
    (["--region", "("], "--region takes a regular expression, not (: "),
    (["--threads", "--region", "x"], "--region is not for --threads, whose rows are no regions"),
    (["--csv", "--tree", "--threads"], "--csv takes one view at a time"),
    (["--csv", "--json"], "--json is no table: --csv, --columns, --sort, --top, --min and --region are for tables"),
    (["--json", "--top", "3"], "--json is no table: "),
):
    status, text, error = run(*options)
    assert status == 2 and not text and error.startswith("pomp-report: " + said) and error.count("\n") == 1, (options, status, text, error)
done = subprocess.run([report, "--sort"], capture_output=True, check=False, text=True)
assert done.returncode == 2 and done.stderr == "pomp-report: --sort takes a value\n", done
