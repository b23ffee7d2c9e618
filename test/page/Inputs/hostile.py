# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hostile.py REPORT INPUTS - makes an experiment whose names are as bad as they can be, and looks at pages of it.

test/runtime/Inputs/made.py knows the format of experiments."""
import base64
import importlib.util
import os
import re
import subprocess
import sys
import zlib

from browser import Browser

report, inputs = sys.argv[1:]
spec = importlib.util.spec_from_file_location("made", os.path.join(inputs, "made.py"))
made = importlib.util.module_from_spec(spec)
spec.loader.exec_module(made)

BAD = ["</script><script>window.foreign = 1</script>", "<img src=x onerror=\"window.foreign = 1\">", "\"'`&amp;<!--", "a\u202eb\u2066c\u200fd\u0007\u001b[31me\u0085",
       "=cmd|' /C calc'!A0", "__proto__", "constructor", "漢字 é 🙂", "matrix<" * 130000 + "int" + ">" * 130000]  # fmt: skip
SECRETS = ["alice-secret", "folder-of-bob", "host-of-alice", "--password", "POMP_FILTER"]


def make(name):
    f = made.File(1000000, 2)
    f.texts = [f.string(t) for t in ("/home/alice-secret/run<b>", "./run --password x", "/home/alice-secret/work", "host-of-alice", "POMP_FILTER=/home/alice-secret/f", "made.py")]
    initial = f.initial(1000000)
    parallel = f.construct("parallel", 10)
    fork = initial.root.child("fork", parallel, 900000)
    team = [fork.child("team", parallel, 890000, location=f.member(initial, i)) for i in range(2)]
    for i, text in enumerate(BAD):
        team[i % 2].child("user", f.construct("region", 20 + i, sub_name=text, function=text[:4000]), 50000 + 1000 * i)
    team[0].child("user", f.construct("region", 9, sub_name="placed", file="alice-secret/deep/a.h\0:3 < alice-secret/b.c:40"), 3000)
    team[0].child("user", f.construct("region", 40, sub_name="(lambda at ../folder-of-bob/g.c:40:3)", file="../folder-of-bob/g.c"), 60000)
    f.write(name)


def data_of(page):
    """Returns all that the page holds: its text, and its blocks inflated."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    blocks = re.findall(r'<script type="application/x-pomp" id="data-\w+">([\w+/=]*)</script>', text)
    assert blocks, "there is no block"
    return text.encode() + b"".join(zlib.decompress(base64.b64decode(block), -15) for block in blocks)


def check_anonymous(browser):
    """Neither the text nor the data has what says who ran it where; the page says so."""
    subprocess.run([report, "--html", "-o", "whole.html", "bad.pomp"], stdout=subprocess.DEVNULL, check=True)
    assert all(secret.encode() in data_of("whole.html") for secret in SECRETS)
    subprocess.run([report, "--html", "--anonymous", "-o", "anonymous.html", os.path.abspath("bad.pomp")], stdout=subprocess.DEVNULL, check=True)
    held = data_of("anonymous.html")
    assert not [secret for secret in SECRETS if secret.encode() in held], [held[held.find(s.encode()) - 60 :][:120] for s in SECRETS if s.encode() in held]
    assert b'"where":"g.c:40"' in held and b"(lambda at g.c:40:3)" in held
    browser.open("anonymous.html")
    assert browser.evaluate("pompPage.page.run.regions.find((r) => r.sub_name === 'placed').where") == "a.h:9:3 < b.c:40"
    there = browser.evaluate("Object.fromEntries([...document.querySelectorAll('#holds li')].map((e) => [e.dataset.what, e.dataset.there]))")
    assert there == {"who": "false", "paths": "false", "command": "false", "environment": "false", "source": "false", "names": "true"}, there
    assert not browser.complaints, browser.complaints


def check_places(browser):
    """What is included is shown with where that is; what is copied is what an editor takes."""
    browser.open("whole.html")
    copied = browser.evaluate("""(() => { navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); };
        const place = [...document.querySelectorAll('#regions .place')].find((e) => e.textContent === 'a.h:9:3 < b.c:40');
        place.click(); return window.copied; })()""")
    assert copied == "alice-secret/deep/a.h:9:3", copied


def check_source(browser):
    """The lines of the source are there unless they are to be left out."""
    with open("f.c", "w", encoding="utf-8") as file:
        file.write("".join(f"line {i} </script><script>window.foreign = 1</script>\n" for i in range(1, 60)))
    for options, there in (([], True), (["--no-source"], False)):
        subprocess.run([report, "--html", *options, "-o", "source.html", "bad.pomp"], stdout=subprocess.DEVNULL, check=True)
        assert (b"line 21 <" in data_of("source.html")) == there
        browser.open("source.html")
        assert browser.evaluate("document.getElementById('source') !== null") == there
        assert not there or browser.text("#source tr[data-regions] .text").startswith("line ")
        assert not browser.complaints and browser.evaluate("window.foreign === undefined")


def check_diff(browser):
    """So it is on the page of a comparison."""
    for options in ([], ["--anonymous"]):
        subprocess.run([report, "--diff", "bad.pomp", os.path.abspath("bad.pomp"), "--html", *options], stdout=subprocess.DEVNULL, check=True)
        browser.open("diff.html")
        rows = browser.evaluate("[...document.querySelectorAll('#table-changes td[data-key=region]')].map((cell) => cell.textContent)")
        assert any("</script><script>" in row for row in rows) and max(len(row) for row in rows) <= 90, rows
        assert browser.evaluate("window.foreign === undefined && document.querySelectorAll('main img, main script').length === 0 && document.documentElement.scrollWidth <= innerWidth")
        assert not browser.complaints, browser.complaints
    held = data_of("diff.html")
    assert not [secret for secret in SECRETS if secret.encode() in held]


def main():
    make("bad.pomp")
    subprocess.run([report, "--html", "-o", "bad.html", "bad.pomp"], stdout=subprocess.DEVNULL, check=True)
    with Browser() as browser:
        browser.open("bad.html")
        assert not browser.complaints, browser.complaints
        assert browser.evaluate("window.foreign === undefined && document.querySelectorAll('main img, main script, main b b').length === 0")
        rows = browser.evaluate("[...document.querySelectorAll('#regions td[data-key=region]')].map((cell) => cell.textContent)")
        assert len(rows) >= len(BAD) and any("</script><script>" in row for row in rows) and any("漢字 é 🙂" in row for row in rows), rows
        assert not [row for row in rows if re.search("[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f]", row)]
        assert max(len(row) for row in rows) <= 90 and browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
        browser.evaluate("[...document.querySelectorAll('#regions .entries button')].find((b) => b.textContent === 'as CSV').click()")
        csv = browser.evaluate("pompPage.saved.at(-1).text")
        assert not re.search("^=|,=|,\"=", csv, re.M) and "\"region(</script>" in csv or "</script>" in csv, csv[:1000]
        browser.evaluate("pompPage.canvas('call-paths').saveSvg()")
        assert browser.evaluate("new DOMParser().parseFromString(pompPage.saved.at(-1).text, 'image/svg+xml').querySelectorAll('parsererror, script, img').length") == 0
        check_source(browser)
        check_anonymous(browser)
        check_places(browser)
        check_diff(browser)


if __name__ == "__main__":
    main()
