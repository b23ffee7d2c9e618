# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""plots.py BIN TRACED EXPERIMENT... - what a notebook shows of experiments: HTML in which names are but names, and pictures whose bars are as
long as the figures say."""
import html.parser
import os
import subprocess
import sys

os.environ["MPLCONFIGDIR"] = os.path.abspath("matplotlib")
import matplotlib  # noqa: E402 pylint: disable=wrong-import-position,import-error

matplotlib.use("Agg")
folder, traced, *experiments = sys.argv[1:]
sys.path.insert(0, subprocess.run([os.path.join(folder, "pomp-config"), "--python"], capture_output=True, text=True, check=True).stdout.rstrip("\n"))
import pomp  # noqa: E402 pylint: disable=wrong-import-position,import-error
from pomp import plots, shown  # noqa: E402 pylint: disable=wrong-import-position,import-error


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.text, self.cells = "", 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        assert tag in {"div", "b", "br", "table", "thead", "tbody", "tr", "th", "td"}, tag
        assert attrs in ([], [("style", "text-align:left")]), attrs
        self.cells += tag == "td"

    def handle_data(self, data):
        self.text += data


def near(a, b):
    return abs(a - b) <= 1e-9 * max(1, abs(b))


def lengths(ax):
    """Returns how long the bars of the axes are together, and how many there are."""
    parts = [path.get_extents().width for bars in ax.collections for path in bars.get_paths()]
    return sum(parts), len(parts)


def check(experiment):
    e = pomp.open(experiment)
    page = Page(e._repr_html_())  # pylint: disable=protected-access
    findings = e.findings()
    assert e.info["program"] in page.text and f"{e.info['threads']} threads" in page.text, page.text
    assert page.cells == 5 * min(3, len(findings)) and all(f["advice"] in page.text and f["title"] in page.text for f in findings[:3]), page.text
    # Each path's bar has the thread time of all below it, and lies within its caller's.
    bars = plots.flame_bars(e)
    assert sorted(width for _, _, width, _, _ in bars) == sorted(p["subtree_ns"] * 1e-9 for p in e.callpaths[1:]), experiment
    assert all(any(near(d, depth - 1) and b <= begin + 1e-9 and begin + width <= b + w + 1e-9 for d, b, w, _, _ in bars) for depth, begin, width, _, _ in bars if depth)
    assert e.plot_flame().get_title().startswith(e.info["program"])
    ax = e.plot_threads()
    whole = sum(place["in_regions_ns"] + place["outside_ns"] + place["idle_ns"] for place in e.locations) * 1e-9
    assert near(sum(bar.get_width() for bar in ax.patches), whole), (experiment, whole)
    ax.figure.savefig("threads.png")
    matplotlib.pyplot.close("all")
    return e


def check_timeline():
    e = check(traced)
    ax = e.plot_timeline()
    whole, count = lengths(ax)
    times = {}
    for event in e.trace():
        if event["event"] in ("enter", "leave"):
            times.setdefault(event["location"], []).append((event["time_ns"], 1 if event["event"] == "enter" else -1))
    expected = 0
    for events in times.values():
        depth = 0
        for (time, step), (after, _) in zip(events, events[1:]):
            depth += step
            expected += after - time if depth else 0
    assert count and near(whole, expected * 1e-9), (whole, expected)
    half = e.info["wall_ns"] * 0.5e-9
    parts = [lengths(e.plot_timeline(interval))[0] for interval in ((0, half), (half, 2 * half + 1))]
    assert near(sum(parts), whole) and ax.get_xlim()[0] == 0, (parts, whole)
    e.plot_timeline((0, half), ax=ax).figure.savefig("timeline.png")
    for wrong in ((1, 0), (-1, 1)):
        try:
            e.plot_timeline(wrong)
        except pomp.Error as error:
            assert "an interval is a begin and an end in s" in str(error), error
        else:
            raise AssertionError(wrong)


check_timeline()
for name in experiments:
    check(name)
hostile = shown.clean("<script>'\"&\n\u202e" + "x" * 10**6)
assert "<" not in hostile and "\n" not in hostile and "\\u202e" in hostile and len(hostile) < 400, hostile
assert plots.label("a$b\nc" + "x" * 1000, 9) == "a\\$b?…xxxx", plots.label("a$b\nc" + "x" * 1000, 9)
# Without matplotlib there is a line that says so.
code = "import sys; sys.modules['matplotlib'] = None; import pomp; pomp.open(sys.argv[1]).plot_threads()"
done = subprocess.run([sys.executable, "-c", code, experiments[0]], capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": sys.path[0]})
assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith("ImportError: a picture needs matplotlib (Debian: python3-matplotlib): "), done
