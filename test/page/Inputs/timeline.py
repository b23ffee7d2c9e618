# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""timeline.py PAGE UNTRACED - holds the timeline of test/page/timeline.c against the times that the program sets; UNTRACED is the page of a
run without a trace."""
import json
import sys

from browser import Browser

MS = 1000000
CANVAS = "pompPage.canvas('timeline')"
PICTURE = "pompTimeline.picture"
SELECTED = "pompPage.page.selection.get()"


def open_page(b, page, fragment=""):
    b.open(page, fragment)
    b.wait("window.pompTimeline !== undefined")
    b.evaluate("pompTimeline.arrows")
    b.evaluate("document.getElementById('timeline').scrollIntoView()")
    b.wait(f"{PICTURE}.at(0, 5e6) !== null")
    b.settle()


def at(b, lane, ms, depth="undefined"):
    """Returns what a lane does at a time: its name, begin and end in ns."""
    return b.evaluate(f"(() => {{ const i = {PICTURE}.at({lane}, {ms} * 1e6, {depth}); return i && [{PICTURE}.describe(i.node), i.from, i.to]; }})()")


def show(b, begin, end, kind="state"):
    b.evaluate(f"{PICTURE}.show({begin} * 1e6, {end} * 1e6), {CANVAS}.drawNow()")
    b.wait(f"{PICTURE}.at(0, {PICTURE}.from + 1)?.kind === '{kind}'")


def hit(b, lane, ms):
    return b.evaluate(f"pompPage.hit('timeline', {PICTURE}.x({ms} * 1e6), {PICTURE}.laneTop({lane}) + 5)").split("\n")


def point(b, lane, ms):
    return b.evaluate(f"(() => {{ const e = {CANVAS}.element.getBoundingClientRect(); return [e.x + {PICTURE}.x({ms} * 1e6), e.y + {PICTURE}.laneTop({lane}) + 5]; }})()")


def check_hits(b):
    """What is drawn where is what the program did then, and who was waited for."""
    show(b, 0, 80)
    expected = [(0, 5, "region(serial)", 0, 10), (1, 20, "region(early)", 10, 30), (0, 20, "barrier", 10, 30), (0, 50, "critical (block)", 30, 70),
                (1, 50, "critical", 30, 70), (0, 71, "parallel", 70, 73), (0, 75, "task", 73, 78), (1, 75, "barrier (implicit)", 70, 78), (1, 5, "nothing is open", 0, 10)]  # fmt: skip
    for lane, ms, name, begin, end in expected:
        assert at(b, lane, ms) == [name, begin * MS, end * MS], (at(b, lane, ms), name)
    assert hit(b, 0, 20)[:3] == ["barrier", "waited for: 0→1 came last", "test.c:4"], hit(b, 0, 20)
    assert hit(b, 1, 50)[:3] == ["critical", "test.c:5", "waits for 40 ms: critical (block) at test.c:5 held it"], hit(b, 1, 50)
    assert at(b, 0, 75, 2) == ["parallel", 10 * MS, 78 * MS], at(b, 0, 75, 2)  # of the stack
    # A click says it below.
    b.click(*point(b, 0, 50))
    text = b.text("#timeline-item")
    assert "critical (block)" in text and "test.c:5" in text and "Duration40 ms" in text and "→ critical → critical (block)" in text and "Thread0→0From" in text, text


def check_arrows(b):
    """The task is begun 3 ms after it was made, and the lock handed over at 70 ms."""
    arrows = b.evaluate("(() => { const a = pompTimeline.data.arrows(); return [...a.begin].map((begin, i) => [a.kind[i], a.from[i], a.to[i], begin, a.end[i]]); })()")
    assert sorted(arrows) == [[0, 0, 0, 70 * MS, 73 * MS], [1, 0, 1, 70 * MS, 70 * MS]], arrows
    y = f"({PICTURE}.laneTop(0) + {PICTURE}.laneTop(1)) / 2 + {PICTURE}.row() / 2"
    text = b.evaluate(f"pompPage.hit('timeline', {PICTURE}.x(70e6), {y})")
    assert text.startswith("lock, from its release") and "to 0→1, 0 s later" in text, text


def check_path(b):
    """The critical path is on the thread that comes late to the barrier, and else on the one that holds the lock and has the task."""
    assert [piece for piece in b.evaluate(f"{PICTURE}.path.pieces") if piece[1] < 60 * MS][:3] == [[0, 0, 10 * MS], [1, 10 * MS, 30 * MS], [0, 30 * MS, piece_end(b)]]
    show(b, 0, 80)
    tip = b.evaluate(f"pompPage.hit('timeline', {PICTURE}.x(20e6), 30)").split("\n")
    assert tip[:2] == ["critical path", "on 0→1 for 20 ms, 14.5 % of the run"], tip


def piece_end(b):
    return b.evaluate(f"{PICTURE}.path.pieces[2][2]")


def check_levels(b):
    """Each bin of each level has the time that went into its causes, within what a byte can say."""
    end = b.evaluate("pompTimeline.data.end")
    assert end == 138 * MS, end
    # Of the whole run there are more events than pixels, so that bins are drawn.
    show(b, 0, 138, "bin")
    assert at(b, 0, 100)[0] == "region(tick)" and at(b, 0, 50)[0] == "critical (block)" and at(b, 1, 50)[0] == "critical"
    tip = hit(b, 1, 50)
    assert tip[0] == "critical" and tip[1].startswith("most of ") and tip[2] == "100.0 % waiting for locks and critical sections", tip
    for level in range(b.evaluate("pompTimeline.data.json.shifts.length")):
        b.evaluate(f"pompTimeline.data.loadLevel({level})")
        b.wait(f"pompTimeline.data.levels.get({level})")
        sums = b.evaluate(f"(() => {{ const d = pompTimeline.data, l = d.levels.get({level}); return Object.fromEntries(d.causes.map((c, i) =>"
                          f" [c, l.shares[i] ? l.shares[i].reduce((a, s) => a + s / 255 * l.width, 0) : 0])); }})()")  # fmt: skip
        for cause, ms in (("serial", 10 + 60), ("barrier", 20 + 8), ("lock", 40), ("work", 20 + 40 + 3 + 5)):
            assert abs(sums[cause] - ms * MS) < 0.3 * MS, (level, cause, sums)


def sums_of(b):
    """Returns own time and waiting by the region's name, as the views of the page have them now."""
    return b.evaluate("(() => { const { run, figures, selection } = pompPage.page, s = figures.sums(selection.get()), by = {};"
                      " run.callpaths.forEach((p) => { const [self, wait] = by[run.regions[p.region].name] ??= [0, 0]; by[run.regions[p.region].name] = [self + s.self[p.id], wait + s.wait[p.id]]; });"
                      " return by; })()")  # fmt: skip


def select(b, begin, end):
    b.evaluate(f"pompTimeline.interval.select({begin * MS}, {end * MS})")
    b.settle()


def check_intervals(b):
    """The whole run has the profile's times; an interval those that the program says, in all views; also at ends within windows."""
    whole = {r["name"]: [r["exclusive_ns"], r["wait_ns"]] for r in b.evaluate("pompPage.page.run.regions.map(({name, exclusive_ns, wait_ns}) => ({name, exclusive_ns, wait_ns}))")}
    select(b, 0, 138)
    assert sums_of(b) == whole, (sums_of(b), whole)
    select(b, 20, 50)
    expected = {"region(early)": [10, 0], "barrier": [10, 10], "critical": [20, 20], "critical (block)": [20, 0]}
    assert {name: [self / MS, wait / MS] for name, (self, wait) in sums_of(b).items() if self} == expected, sums_of(b)
    text = b.text("#timeline-interval")
    assert "Selected: 30 ms from 0.020 s" in text and "50.0 % work, 33.3 % waiting for locks and critical sections, 16.7 % waiting at barriers" in text, text
    assert "20 ms" in b.evaluate("pompPage.canvas('call-paths').drawing.tip({ path: pompPage.page.run.callpaths.find((p) => pompPage.page.run.regions[p.region].name === 'critical').id })")
    b.wait("/from=20000000/.test(location.hash) && /to=50000000/.test(location.hash)")
    assert b.evaluate("pompTimeline.data.windows") > 1
    select(b, 78.0005, 137.9995)  # half a tick less at either end
    assert sums_of(b)["region(tick)"] == [59.999 * MS, 0], sums_of(b)
    select(b, 100.25, 100.75)
    assert sums_of(b)["region(tick)"] == [0.5 * MS, 0] and b.evaluate("pompTimeline.interval.sums.exact"), sums_of(b)
    b.evaluate(f"{CANVAS}.element.focus()")
    b.key("Escape")
    assert b.evaluate(SELECTED + ".from") is None and sums_of(b) == whole and b.text("#timeline-interval") == ""


def check_mouse(b):
    """The wheel zooms where it is, a drag moves, and one with Shift selects."""
    show(b, 0, 80)
    b.evaluate(f"{CANVAS}.element.focus()")
    x, y = point(b, 0, 40)
    b.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-300)
    b.wait(f"{PICTURE}.to - {PICTURE}.from < 79e6")
    b.settle()
    begin, end = b.evaluate(f"[{PICTURE}.from, {PICTURE}.to]")
    assert begin > 0 and abs((40 * MS - begin) / (end - begin) - 0.5) < 0.01, (begin, end)
    for modifiers, until in ((0, 30), (8, 50)):
        show(b, 0, 80)
        (x, y), (x2, _) = point(b, 0, 40), point(b, 0, until)
        b.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1, modifiers=modifiers)
        for k in range(1, 5):
            b.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + (x2 - x) * k / 4, y=y, button="left", buttons=1, modifiers=modifiers)
        b.call("Input.dispatchMouseEvent", type="mouseReleased", x=x2, y=y, button="left", clickCount=1, modifiers=modifiers)
        b.settle()
        if not modifiers:
            assert abs(b.evaluate(PICTURE + ".from") - 10 * MS) < MS and b.evaluate(SELECTED + ".from") is None
    b.wait(SELECTED + ".from !== null")
    begin, end = b.evaluate(f"[{SELECTED}.from, {SELECTED}.to]")
    assert abs(begin - 40 * MS) < MS and abs(end - 50 * MS) < MS, (begin, end)


def check_keys(b):
    """Without a mouse: threads, events, what they are, zoom and pan; and what readers of the screen say."""
    open_page(b, sys.argv[1], "#from=20000000&to=50000000")
    b.wait("document.querySelector('#timeline-interval').textContent !== ''")  # a link selects
    assert b.evaluate(f"[{PICTURE}.from, {PICTURE}.to]") == [0, 90 * MS] and sums_of(b)["barrier"] == [10 * MS, 10 * MS]
    b.evaluate(f"{CANVAS}.element.focus()")
    b.key("ArrowDown")
    assert b.text("#said").startswith("0→1"), b.text("#said")
    show(b, 0, 80)
    b.key(".")
    assert b.text("#said").startswith("critical, test.c:5, waits for 40 ms"), b.text("#said")
    b.key(".")
    assert b.text("#said").startswith("barrier (implicit), waited for: 0 came last"), b.text("#said")
    b.key(",")
    b.key("w")
    b.key("w")
    width = b.evaluate(f"{PICTURE}.to - {PICTURE}.from")
    assert abs(width - 80 * MS / 2.25) < 1, width
    before = b.evaluate(PICTURE + ".from")
    b.key("d")
    assert abs(b.evaluate(PICTURE + ".from") - before - 0.15 * width) < 1
    b.key("Home")
    assert b.evaluate(f"[{PICTURE}.from, {PICTURE}.to]") == [0, 138 * MS]
    b.key("o")
    assert b.evaluate(PICTURE + ".open.has(1)")
    assert b.evaluate(CANVAS + ".element.getAttribute('aria-label')").startswith("Timeline of 2 threads over 138 ms")


def check_marks(b):
    """A region that is selected elsewhere is marked where it is open."""
    show(b, 0, 80)
    b.evaluate("pompPage.page.selection.set({region: pompPage.page.run.regions.find((r) => r.name === 'critical').id})")
    b.settle()
    before = len(b.evaluate("pompPage.saved"))
    b.evaluate(CANVAS + ".saveSvg()")
    lines = b.evaluate(f"[...new DOMParser().parseFromString(pompPage.saved[{before}].text, 'image/svg+xml').querySelectorAll('rect[height=\"3\"]')].map((r) =>"
                       f" [Number(r.getAttribute('x')), Number(r.getAttribute('width'))].map(Math.round))")  # fmt: skip
    x, x2 = b.evaluate(f"[{PICTURE}.x(30e6), {PICTURE}.x(70e6)].map(Math.round)")
    assert len(lines) == 2 and all(abs(line[0] - x) <= 1 and abs(line[0] + line[1] - x2) <= 1 for line in lines), (lines, x, x2)
    b.evaluate("pompPage.page.selection.set({region: null})")


def check_saved(b):
    show(b, 0, 80)
    b.evaluate(CANVAS + ".saveSvg()")
    name, text = b.evaluate("[pompPage.saved.at(-1).name, pompPage.saved.at(-1).text]")
    assert name == "timeline.svg" and ">critical (block)</text>" in text and "<title>Timeline of 2 threads" in text, text[:2000]


def check_left_out(b, page):
    """A page that has no room for some single events says so, and goes by bins and by the sums of parts of the run there."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    begin = text.index('<script type="application/x-pomp" id="data-timeline-w1">')
    with open("part.html", "w", encoding="utf-8") as file:
        file.write(text[:begin] + text[text.index("</script>", begin) :])
    open_page(b, "part.html")
    assert "single ones are there for 1 of 2 parts of the run" in b.text("#timeline"), b.text("#timeline")
    show(b, 120, 121, "bin")
    assert at(b, 0, 120.5)[0] == "region(tick)"
    select(b, 120.25, 120.75)
    assert abs(sums_of(b)["region(tick)"][0] - 0.5 * MS) < 10 and not b.evaluate("pompTimeline.interval.sums.exact")
    assert "no single events at its ends" in b.text("#timeline-interval"), b.text("#timeline-interval")
    select(b, 20, 50)
    assert sums_of(b)["barrier"] == [10 * MS, 10 * MS] and b.evaluate("pompTimeline.interval.sums.exact")


def check_counters(b, page, profile):
    """By how much a metric went up in all bins together is what the profile has of it, but for what was before a thread's first event."""
    with open(profile, encoding="utf-8") as file:
        metrics = json.load(file)["metrics"]
    open_page(b, page)
    found = b.evaluate("pompTimeline.picture.counters.sums.map((bins) => bins.reduce((sum, up) => sum + up, 0))")
    wanted = [metric["in_regions"] + metric["outside"] for metric in metrics]
    assert len(found) == 2 and wanted[0] > 100, (found, wanted)
    assert all(0.8 * want <= found <= 1.001 * want for found, want in zip(found, wanted)), (found, wanted)


def main():
    page, untraced, damaged, counted, profile = sys.argv[1:]
    with Browser() as b:
        open_page(b, page)
        for check in (check_hits, check_path, check_arrows, check_levels, check_intervals, check_mouse, check_keys, check_marks, check_saved):
            check(b)
            assert not b.complaints, b.complaints
        check_left_out(b, page)
        check_counters(b, counted, profile)
        b.open(untraced)
        assert b.evaluate("document.getElementById('timeline') === null && document.getElementById('flame') !== null") and not b.complaints
        b.open(damaged)
        b.wait("document.getElementById('no-timeline') !== null")  # its text is unpacked once the page has been drawn
        assert b.text("#no-timeline").startswith("This run was traced, but its trace can't be shown: ") and not b.complaints


if __name__ == "__main__":
    main()
