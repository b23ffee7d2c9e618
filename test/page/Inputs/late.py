# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""late.py PAGE CSV - holds the page's table of who came late in MPI against that of --mpi-waits."""
import csv
import sys

from browser import Browser
from figures import table

page, waits = sys.argv[1:]
with open(waits, encoding="utf-8") as file:
    expected = list(csv.DictReader(file))
with Browser() as browser:
    browser.open(page)
    assert not browser.complaints, browser.complaints
    found = table(browser, "mpi-waits")
    of_head = browser.text("#figure-waiting dd")
    run = browser.evaluate("(({wait_ns, mpi_wait, thread_wall_ns}) => ({wait_ns, mpi_wait, thread_wall_ns}))(pompPage.page.run.experiment)")


def shape(row):
    """Returns what both have of a row: the page rounds nothing in CSV, and the table's times are in seconds, too."""
    return round(float(row["wait_s"]), 6), int(row["waited"]), round(float(row["late_sender_s"] or 0), 6), row["region"], row["where"].split(" <")[0].rsplit("/", 1)[-1]


assert len(expected) > 5 and sorted(map(shape, found)) == sorted(map(shape, expected)), (sorted(map(shape, found)), sorted(map(shape, expected)))
assert run["mpi_wait"]["found_ns"] > 0
assert abs(float(of_head.rstrip(" %")) - 100 * (run["wait_ns"] + run["mpi_wait"]["found_ns"]) / run["thread_wall_ns"]) < 0.06, (of_head, run)
