# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""figures.py REPORT EXPERIMENT... - makes a page of each experiment, and holds what is on it against --json."""
import decimal
import json
import re
import subprocess
import sys

from browser import Browser


def fixed(value, digits):
    """Writes a number as JavaScript does: a tie is rounded up."""
    return str(decimal.Decimal(value).quantize(decimal.Decimal(1).scaleb(-digits), decimal.ROUND_HALF_UP))


def percent(part):
    return fixed(100 * part, 1) + " %"


def time(ns):
    """Writes a time as src/format.ts does."""
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")):
        if ns >= 0.9995 * size:
            n = ns / size
            if unit == "s":
                return fixed(n, 1 if n >= 99.95 else 2 if n >= 9.995 else 3) + " s"
            return fixed(n, 0 if n >= 99.95 or n == int(n) else 1 if n >= 9.995 else 2) + " " + unit
    return "0 s"


def table(browser, name):
    """Returns the rows of a table as they are saved, by column."""
    browser.evaluate(f"[...document.querySelectorAll('#table-{name}')].length || Promise.reject(new Error('no table {name}'))")
    browser.evaluate(f"[...document.getElementById('table-{name}').previousElementSibling.querySelectorAll('.entries button')].find((b) => b.textContent === 'as CSV').click()")
    text = browser.evaluate("pompPage.saved[pompPage.saved.length - 1].text")
    head, *rows = [line.split(",") for line in text.splitlines()]
    return [dict(zip(head, row)) for row in rows]


def near(a, b):
    return abs(float(a) - b) <= 1e-9 * max(1, abs(b))


def check_head(browser, run):
    e = run["experiment"]
    whole = e["thread_wall_ns"]
    found = {name: browser.text(f"#figure-{name} dd") for name in ("wall", "thread_wall", "waiting", "idle", "measuring")}
    waits = e["wait_ns"] + (e["mpi_wait"] or {"found_ns": 0})["found_ns"]
    expected = {"wall": time(e["wall_ns"]), "thread_wall": time(whole), "waiting": percent(waits / whole),
                "idle": percent(e["idle_ns"] / whole), "measuring": "~" + percent(e["measuring_ns"] / whole)}  # fmt: skip
    assert found == expected, (found, expected)
    parts = browser.evaluate("pompPage.page.run.bar.map((part) => part.time_ns)")
    assert sum(parts) == whole or e["idle_ns"] == 0, (parts, whole)
    waiting = browser.evaluate("pompPage.page.run.bar.filter((p) => /barrier|lock|tasks|other_wait/.test(pompPage.page.run.causes[p.cause])).reduce((s, p) => s + p.time_ns, 0)")
    assert waiting == e["wait_ns"], (waiting, e["wait_ns"])


def check_regions(browser, regions, exclusive, wait, visits):
    rows = table(browser, "regions")
    expected = sorted((f"{exclusive(r) / 1e9:.9f}", f"{wait(r) / 1e9:.9f}", visits(r)) for r in regions)
    found = sorted((f"{float(row['self_s']):.9f}", f"{float(row['wait_s']):.9f}", int(row["visits"])) for row in rows)
    assert found == expected, (found, expected)


def check_flame(browser, run):
    """Asks the picture what is at many of its points: each call path that is wide enough has to be there, with its figures."""
    tips = browser.evaluate("""(() => { const c = pompPage.canvas('call-paths'), found = new Set();
        for (let y = 10; y < c.element.clientHeight; y += 20) for (let x = 1; x < c.element.clientWidth; x += 2) { const t = pompPage.hit('call-paths', x, y); if (t) found.add(t); }
        return [...found]; })()""")
    # Of a call path: its name, the time below it, and its own.
    found = {(tip.split("\n")[0].split("  ")[0], tip.split("\n")[1].split(" in it")[0], tip.split("\n")[2].removesuffix(" itself")) for tip in tips}
    whole = run["callpaths"][0]["subtree_ns"]
    for path in run["callpaths"][1:]:
        named = (run["regions"][path["region"]]["name"], time(path["subtree_ns"]), time(path["exclusive_ns"]))
        assert named in found or path["subtree_ns"] < whole / 100, (named, found)


def check_thread(browser, run):
    """The figures of a single thread are those that --json has of it."""
    location = max(run["locations"], key=lambda l: l["in_regions_ns"])["id"]
    browser.evaluate(f"pompPage.page.selection.set({{locations: [{location}]}})")
    browser.settle()

    def share(region):
        return next((s for s in region["locations"] if s["location"] == location), {"exclusive_ns": 0, "wait_ns": 0, "visits": 0})

    regions = [r for r in run["regions"] if share(r)["exclusive_ns"] or share(r)["visits"]]
    check_regions(browser, regions, lambda r: share(r)["exclusive_ns"], lambda r: share(r)["wait_ns"], lambda r: share(r)["visits"])
    assert re.search("^Of thread ", browser.text("#regions-of"))
    browser.evaluate("pompPage.page.selection.set({locations: null})")
    browser.settle()


def check_rest(browser, run, found):
    if any(r["wait_ns"] for r in run["regions"]):
        assert sum(float(row["wait_s"]) for row in table(browser, "waiting")) - run["experiment"]["wait_ns"] / 1e9 < 1e-6
    if any(r["role"] == "mpi" for r in run["regions"]):
        sent = sum(int(row["sent"] or 0) for row in table(browser, "messages"))
        assert sent == sum((r["messages"] or {"sent": 0})["sent"] for r in run["regions"]), sent
    if len(run["processes"]) > 1:
        assert all(near(row["wall_s"], p["wall_ns"] / 1e9) for row, p in zip(table(browser, "ranks"), run["processes"]))
    listed = browser.evaluate("[...document.querySelectorAll('.finding')].map((f) => [f.dataset.property, f.textContent])")
    assert [f["property"] for f in found["findings"]] == [name for name, _ in listed], listed
    for finding, (_, text) in zip(found["findings"], listed):
        assert finding["advice"].replace("->", "→") in text, (finding, text)  # the page can draw the arrow
        assert not finding["judged"] or "saves up to " + percent(finding["saving_s"] / found["wall_s"]) in text, (finding, text)


def check_looks(browser, found):
    """What to look at is in the finding about the construct, or below all findings, and its place can be copied."""
    listed = browser.evaluate("[...document.querySelectorAll('#findings .look')].map((e) => [e.closest('.finding')?.id ?? null, e.dataset.kind, e.textContent, e.querySelector('.place').title])")
    expected = [
        (None if look["finding"] is None else f"finding-{look['finding'] + 1}", look["kind"],
         f"Look at {look['file']}:{look['line']} ({look['region']} in {look['function']}, {fixed(look['time_s'], 3)} s): {look['text']}; {look['cure']}.",
         f"Copy {look['file']}:{look['line']}")
        for look in found["look_at"]
    ]  # fmt: skip
    assert sorted(map(tuple, listed), key=str) == sorted(expected, key=str), (listed, expected)


def main():
    report, *experiments = sys.argv[1:]
    with Browser() as browser:
        for experiment in experiments:
            run = json.loads(subprocess.run([report, "--json", experiment], stdout=subprocess.PIPE, check=True).stdout)
            found = json.loads(subprocess.run([report, "--diagnose", "--json", experiment], stdout=subprocess.PIPE, check=True).stdout)
            page = experiment + ".html"
            subprocess.run([report, "--html", "-o", page, experiment], stdout=subprocess.DEVNULL, check=True)
            browser.open(page)
            assert not browser.complaints, (experiment, browser.complaints)
            check_head(browser, run)
            check_regions(browser, run["regions"], lambda r: r["exclusive_ns"], lambda r: r["wait_ns"], lambda r: r["visits"])
            check_flame(browser, run)
            check_thread(browser, run)
            check_rest(browser, run, found)
            check_looks(browser, found)
            assert not browser.complaints, (experiment, browser.complaints)


if __name__ == "__main__":
    main()
