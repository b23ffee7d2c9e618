# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""trend.py RUNS PROGRAM - makes the page of a database of runs, and holds what is on it against --json and against what was run. The program is
compare.c of test/runtime, which takes as long as its arguments say."""
import json
import os
import random
import re
import sqlite3
import subprocess
import sys

from browser import Browser
from figures import near, table

runs_command, program = sys.argv[1:]
BAD = "</script><img src=x>"
dice = random.Random(5)


def run(name, us):
    layout = [f"t{i}|solve|src/a.c|for||{10 * (i + 1)}|{10 * (i + 1) + 3}|{round(1000 * us * (1 + 0.02 * dice.random()))}|" for i in range(2)]
    environment = dict(os.environ, POMP_EXPERIMENT_DIR=name, POMP_SUMMARY="0", OMP_NUM_THREADS="2")
    subprocess.run([program, *layout], env=environment, capture_output=True, check=True)
    call(name)


def call(*arguments, status=0):
    done = subprocess.run([runs_command, "--db", "runs.db", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == status, (arguments, done)
    return done


def check_page(browser, arguments, figure):
    """The table has what --json has; the run that took half as much again is marked, and no other one is but it."""
    trend = json.loads(call("--trend", "--json", *arguments).stdout)["runs"]
    said = call("--trend", "--html", "-o", "trend.html", *arguments).stdout
    assert re.fullmatch(r"trend.html: \d+ kB, to be opened in a browser\n", said), said
    browser.open("trend.html")
    rows = table(browser, "runs")
    assert [int(row["run"]) for row in rows] == [r["run"] for r in reversed(trend)]
    for row, r in zip(reversed(rows), trend):
        assert near(row["wall_s"], r["wall_ns"] / 1e9) and near(row["self_s"], r["self_ns"] / 1e9) and row["host"] == r["host"], (row, r)
        assert near(row["wall_change_percent"], r["wall_change_percent"]) if r["wall_change_percent"] is not None else row["wall_change_percent"] == "", (row, r)
    marked = browser.evaluate("[...document.querySelectorAll('#marked li')].map((e) => e.dataset.run + e.querySelector('b').className)")
    assert marked == [f"{trend[-2]['run']}slower"], (marked, trend)
    browser.look(width=500)
    assert browser.evaluate("document.documentElement.scrollWidth") <= 500
    browser.look()
    chart = f"pompPage.canvas('trend-{figure}')"
    browser.evaluate(chart + ".element.focus()")
    browser.key("End")
    assert browser.text("#said").startswith(f"{trend[-1]['experiment']}, run {trend[-1]['run']}"), browser.text("#said")
    assert browser.evaluate(chart + ".element.querySelectorAll('polygon').length") == len(trend)
    hollow = browser.evaluate(f"(() => {{ const all = [...{chart}.element.querySelectorAll('polygon')], paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim(); return all.map((e) => e.getAttribute('fill') === paper); }})()")
    assert hollow == [i == 2 for i in range(len(trend))], hollow
    # The axis begins near the fastest run: the slowest, which took half as much again, is near the top, and the others near the bottom.
    heights = browser.evaluate(f"[...{chart}.element.querySelectorAll('polygon')].map((e) => +e.getAttribute('points').split(' ')[0].split(',')[1] || +e.getAttribute('points').split(' ')[1])")
    assert max(heights) - min(heights) > 200, heights
    assert browser.evaluate("document.querySelectorAll('main img, main script').length === 0 && document.documentElement.scrollWidth <= innerWidth")
    assert not browser.complaints and not [url for url in browser.asked if not url.startswith(("file:", "data:", "blob:"))], (browser.complaints, browser.asked)


def main():
    os.mkdir(BAD.split("/", maxsplit=1)[0])
    for i in range(6):
        run(f"v{i}" if i else BAD, 3000)
    run("v6", 4500)
    run("v7", 3050)
    with sqlite3.connect("runs.db") as db:  # the third run had no processor for half of its time
        db.execute("INSERT OR REPLACE INTO scheduling(run, lived_ns, ready_ns) SELECT id, 1000000000, 500000000 FROM run ORDER BY id LIMIT 1 OFFSET 2")
    with Browser() as browser:
        check_page(browser, [], "wall")
        check_page(browser, ["--region", "a.c:10$"], "self")
        call("--trend", "--html")
        assert os.path.exists("runs.db.html")
        call("--regressions", "--html", "-o", "last.html", "--fail-if", "visits>0")
        browser.open("last.html")
        assert browser.text("#side-a").startswith("A is 7 runs of ") and not browser.complaints
        host = json.loads(call("--trend", "--json").stdout)["runs"][0]["host"]
        call("--db", os.path.abspath("runs.db"), "--trend", "--html", "--anonymous", "-o", "anonymous.html")
        browser.open("anonymous.html")
        held = browser.evaluate("JSON.stringify(pompPage.page.data) + document.title")
        assert not [secret for secret in (host, os.getcwd(), "v6", "started") if secret in held] and '"runs.db"' in held, held
        assert len(table(browser, "runs")) == 8 and not browser.complaints
    for wrong, why in ((["--scaling", "--html"], "--html is for --trend and --regressions, and neither for CSV nor for JSON"), (["--trend", "--anonymous"], "--anonymous is for --html"),
                       (["--trend", "--html", "-o", ""], "--output takes the name of the file to write, or - for the standard output")):  # fmt: skip
        assert why in call(*wrong, status=2).stderr, wrong


if __name__ == "__main__":
    main()
