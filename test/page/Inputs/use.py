# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""use.py PAGE - uses the page of the experiment `waits` (test/runtime/Inputs/made.py) as people do."""
import re
import sys

from browser import Browser

SELECTED = "pompPage.page.selection.get()"


def check_limits(b, page):
    """The page asks nobody for anything, makes no code of text, and runs no code that is not its own."""
    assert not [url for url in b.asked if not url.startswith(("file:", "data:", "blob:"))], b.asked
    with open(page, encoding="utf-8") as file:
        text = file.read()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1]
    assert "default-src 'none'" in policy and "unsafe" not in policy and re.search(r"script-src 'sha256-[\w+/=]{44}';", policy), policy
    assert not re.search(r"<[^>]* (style|on\w+)=", text[: text.index("<style>")] + text[text.index("</style>") :].split("<script>")[0])
    b.evaluate("document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.foreign = 1'}))")
    b.evaluate("document.body.insertAdjacentHTML('beforeend', '<b id=styled style=\"position:fixed\" onclick=\"window.foreign = 1\">x</b>'); document.getElementById('styled').click()")
    assert b.evaluate("window.foreign === undefined && getComputedStyle(document.getElementById('styled')).position === 'static'")
    assert b.evaluate("fetch('https://example.org/').then(() => 'got', () => 'refused')") == "refused"
    assert len(b.complaints) >= 3, b.complaints  # the browser tells of each
    b.evaluate("document.getElementById('styled').remove()")


def check_mouse(b):
    """A click zooms the flame graph, selects the region everywhere, and the address has it."""
    b.evaluate("document.getElementById('flame').scrollIntoView()")
    box = "(() => { const e = pompPage.canvas('call-paths').element.getBoundingClientRect(); return [e.x, e.y, e.width]; })()"
    x, y, width = b.evaluate(box)
    tip = b.evaluate("pompPage.hit('call-paths', 20, 30)")
    b.click(x + 20, y + 30)
    assert b.evaluate(SELECTED + ".path") is not None
    name = tip.split("\n")[0].split("  ")[0]
    assert name in b.text("#regions tr.chosen"), (tip, b.text("#regions tr.chosen"))
    assert b.evaluate(f"pompPage.hit('call-paths', {width - 10}, 30)") == tip, "it takes the whole width"
    b.wait("/region=\\d+/.test(location.hash) && /path=\\d+/.test(location.hash)")
    b.click_on("#flame-whole")
    assert b.evaluate(SELECTED + ".path") is None
    b.evaluate(SELECTED.replace("get()", "set({region: null})"))
    return name


def check_search(b):
    b.click_on("#flame input")
    for letter in "crit":
        b.key(letter)
    assert b.evaluate(SELECTED + ".search") == "crit" and re.match(r"\d+ regions match, [\d.]+ % of the time", b.text("#flame-found")), b.text("#flame-found")
    b.evaluate("pompPage.page.selection.set({search: ''})")


def check_keys(b):
    """Pictures and tables are one tab stop each, and arrows walk inside."""
    b.evaluate("pompPage.canvas('call-paths').element.focus()")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"):
        b.key(key)
    b.key("Enter")
    assert b.evaluate(SELECTED + ".path") is not None and b.text("#said"), "what is walked to is said"
    b.key("Escape")
    assert b.evaluate(SELECTED + ".path") is None
    b.evaluate("pompPage.canvas('threads').element.focus()")
    b.key("ArrowDown")
    b.key("Enter")
    assert b.evaluate(SELECTED + ".locations.length") >= 1
    b.key("Escape")
    b.evaluate("document.querySelector('#regions tbody tr[tabindex=\"0\"]').focus()")
    b.key("ArrowDown")
    b.key("Enter")
    assert b.evaluate(SELECTED + ".region") is not None
    assert b.evaluate("document.activeElement.tagName + document.activeElement.dataset.index") == "TR1"
    assert b.evaluate("[...document.querySelectorAll('.table')].every((t) => t.querySelectorAll('tbody tr[tabindex=\"0\"]').length === 1)")
    b.evaluate("pompPage.page.selection.set({region: null})")


def check_reading(b):
    """The flame graph's colours are said, and threads are in the order in which people count."""
    assert {"work", "barrier"} <= set(b.evaluate("[...document.querySelectorAll('#flame .legend li')].map((e) => e.dataset.cause)"))
    names = b.evaluate("pompPage.canvas('threads').drawing.rows.map((row) => row.name)")
    assert len(names) > 2 and names == sorted(names, key=lambda name: [int(n) for n in re.findall(r"\d+", name)]), names


def check_table(b):
    """Sorting is said, and filters leave rows out."""
    b.click_on("#regions th[data-key=visits] button")
    assert b.evaluate("document.querySelector('#regions th[data-key=visits]').getAttribute('aria-sort')") == "descending"
    values = b.evaluate("[...document.querySelectorAll('#regions td[data-key=visits]')].map((c) => Number(c.textContent.replace(/\\D/g, '')))")
    assert values == sorted(values, reverse=True) and len(set(values)) > 1, values
    rows = len(values)
    b.click_on("#regions input[type=search]")
    for letter in "barrier":
        b.key(letter)
    assert 0 < b.evaluate("document.querySelectorAll('#regions tbody tr').length") < rows


def check_link(b, page, name):
    """A link opens the page as it was; a broken one opens it all the same."""
    region = b.evaluate(f"pompPage.page.run.regions.find((r) => r.name === {name!r}).id")
    b.open(page, f"#view=regions&region={region}&locations=0-1&search=crit")
    b.settle()
    assert name in b.text("#regions tr.chosen") and b.evaluate(SELECTED + ".locations") == [0, 1]
    assert b.evaluate("document.getElementById('regions').getBoundingClientRect().top < innerHeight")
    assert b.evaluate("[...document.querySelectorAll('.chip')].length") == 3
    b.open(page, "#region=99999&path=99999&locations=9999,x&view=%E0%A4&from=1&what=<script>")
    assert not b.complaints and b.text("#regions table"), b.complaints


def check_saved(b):
    """Pictures are SVG and tables CSV; places are copied as file:line."""
    b.evaluate("pompPage.canvas('call-paths').saveSvg()")
    name, text = b.evaluate("[pompPage.saved.at(-1).name, pompPage.saved.at(-1).text]")
    assert name == "call-paths.svg" and b.evaluate(f"new DOMParser().parseFromString({text!r}, 'image/svg+xml').querySelectorAll('parsererror').length") == 0, text
    assert text.startswith("<svg ") and "<title>Flame graph of call paths" in text and "critical(sum)" in text, text[:3000]
    b.evaluate("window.png = null; const make = HTMLCanvasElement.prototype.toBlob;"
               "HTMLCanvasElement.prototype.toBlob = function (done, type) { make.call(this, (blob) => { window.png = [type, blob.size]; done(blob); }, type); };")  # fmt: skip
    b.evaluate("pompPage.canvas('threads').savePng()")
    b.wait("window.png !== null")
    assert b.evaluate("window.png[0] === 'image/png' && window.png[1] > 500")
    b.evaluate("window.copied = null; navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    b.click_on("#regions .place")
    assert re.fullmatch(r"f\.c:\d+", b.evaluate("window.copied"))


def check_names(b):
    """Whatever can be reached by Tab has a name, and headings and sections are in order."""
    nameless = b.evaluate("""[...document.querySelectorAll('button, a, input, select, canvas, summary, [tabindex="0"]')].filter((e) =>
        !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML.slice(0, 120))""")
    assert not nameless, nameless
    assert b.evaluate("[...document.querySelectorAll('section')].every((s) => document.getElementById(s.getAttribute('aria-labelledby')).tagName === 'H2')")
    assert b.evaluate("document.querySelectorAll('#efficiency tr').length > 3 && !document.querySelector('#efficiency [data-key^=mpi_]')"), "a run without MPI has no factors of it"
    shown = b.evaluate("[...document.querySelectorAll('main > section')].map((s) => s.id)")
    order = ["run", "findings", "source", "flame", "threads", "regions", "waits", "tasks", "messages", "efficiency", "about"]
    assert [s for s in order if s in shown] == [s for s in shown if s in order] and "messages" not in shown and "tasks" in shown, shown


def check_sizes(b):
    """Nothing is wider than the window but what scrolls by itself, on paper neither."""
    for medium, width in (("screen", 700), ("screen", 1280), ("print", 800)):
        b.look("dark" if width == 700 else "light", medium, width)
        assert b.evaluate("document.documentElement.scrollWidth <= innerWidth"), (medium, width)
    assert b.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"
    b.look()


def check_paper(b, page):
    """On paper each table is as high as its rows, so that none lies over what follows, and each picture as wide as the page. Chromium repeats
    a table's head on each sheet, but no box of its own in it, as a button is, and leaves a heading and half of the paragraph below it behind."""
    b.call("Page.printToPDF")
    b.look(medium="print", width=700)
    b.evaluate("document.querySelectorAll('.table tbody').forEach((body) => { for (let i = 0; i < 60; i++) body.append(body.rows[0].cloneNode(true)); })")
    over = b.evaluate("""[...document.querySelectorAll('.table, .scroll, .canvas')].filter((e) => e.getClientRects().length && (
        e.scrollHeight > e.clientHeight + 1 || e.getBoundingClientRect().bottom > e.closest('section').getBoundingClientRect().bottom)).map((e) => e.outerHTML.slice(0, 100))""")
    assert not over, over
    narrow = b.evaluate("""[...document.querySelectorAll('.canvas canvas, .canvas svg')].filter((e) =>
        Math.abs(e.getBoundingClientRect().width - e.closest('.canvas').getBoundingClientRect().width) > 1).map((e) => e.outerHTML.slice(0, 100))""")
    assert not narrow, narrow
    assert b.evaluate("[...document.querySelectorAll('thead th > *')].every((e) => getComputedStyle(e).display === 'contents')")
    assert b.evaluate("[...document.querySelectorAll('main p')].every((e) => getComputedStyle(e).breakInside === 'avoid')")
    b.open(page)
    b.look()


def check_bar(b):
    """The bar at the top hides no heading, in how many lines ever it is; and Tab is at the source soon."""
    for width in (1280, 420):
        b.look(width=width)
        for view in b.evaluate("[...document.querySelectorAll('main > section')].map((s) => s.id)"):
            b.evaluate(f"pompPage.page.selection.set({{region: {3 if view == 'regions' else 'null'}, search: '{view * 9}'}})")
            b.evaluate(f"pompPage.page.go('{view}')")
            b.settle()
            hidden = b.evaluate(f"document.querySelector('nav').getBoundingClientRect().bottom - document.querySelector('#{view} h2').getBoundingClientRect().top")
            assert hidden <= 0, (width, view, hidden)
            b.evaluate("pompPage.page.selection.set({region: 2})")
            b.settle()
            hidden = b.evaluate(f"document.querySelector('nav').getBoundingClientRect().bottom - document.querySelector('#{view} h2').getBoundingClientRect().top")
            assert hidden <= 0 or view == "regions", (width, view, hidden)  # that shows what is selected
            b.evaluate("pompPage.page.selection.set({region: null, locations: null, search: ''})")
    b.look()
    b.evaluate("scrollTo(0, 0); document.activeElement.blur(); document.querySelectorAll('#findings details').forEach((d) => { d.open = true; })")
    for stops in range(31):
        b.key("Tab")
        if b.evaluate("document.activeElement.closest('#source, #flame') !== null"):
            break
    assert 2 < stops < 30, stops
    b.evaluate("document.querySelector('nav a').focus()")
    b.key("ArrowRight")
    assert b.evaluate("document.activeElement.textContent") == "Findings"


def main():
    page = sys.argv[1]
    with Browser() as b:
        b.open(page)
        assert not b.complaints, b.complaints
        check_names(b)
        name = check_mouse(b)
        check_search(b)
        check_keys(b)
        check_reading(b)
        check_table(b)
        check_link(b, page, name)
        check_saved(b)
        check_sizes(b)
        check_paper(b, page)
        check_bar(b)
        assert not b.complaints, b.complaints
        b.open(page)
        check_limits(b, page)


if __name__ == "__main__":
    main()
