# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""plots.py - pictures of an experiment, drawn by matplotlib: call paths, threads, a part of the trace.
Not here: the figures, which the experiment has (experiment.py)."""
from .commands import Error

# Colours that people who see fewer of them can tell apart (Okabe and Ito).
WORK, WAIT, IDLE, OUTSIDE, OTHER = "#56B4E9", "#D55E00", "#CCCCCC", "#009E73", "#F0E442"
NARROWEST = 0.002  # of the whole: what is narrower has no bar of its own


def axes(ax):
    """Returns the axes, which are made if there are none."""
    try:
        import matplotlib.pyplot as module
    except ImportError as error:
        raise ImportError(f"a picture needs matplotlib (Debian: python3-matplotlib): {error}") from None
    return ax if ax is not None else module.subplots(figsize=(10, 4))[1]


def label(text, room):
    """Shortens a name to so many characters, in its middle. A dollar sign is no formula."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    if len(text) > room:
        text = text[:(room - 1) // 2] + "…" + text[len(text) - room // 2:] if room > 4 else ""
    return text.replace("$", r"\$")


def flame_bars(experiment):
    """Returns (depth, begin, width, wait, name) of each call path, in s of thread time, those with most first."""
    paths, children = experiment.callpaths, {}
    for path in paths[1:]:
        children.setdefault(path["parent"], []).append(path)
    bars, begins = [], [(0, 0.0, 0)]
    while begins:
        at, begin, depth = begins.pop()
        for path in sorted(children.get(at, ()), key=lambda p: -p["subtree_ns"]):
            width = path["subtree_ns"] * 1e-9
            bars.append((depth, begin, width, path["wait_ns"] * 1e-9, experiment.regions[path["region"]]["name"]))
            begins.append((path["id"], begin, depth + 1))
            begin += width
    return bars


def flame(experiment, ax=None):
    ax = axes(ax)
    bars = flame_bars(experiment)
    whole = max((begin + width for _, begin, width, _, _ in bars), default=0) or 1
    for depth, begin, width, wait, name in bars:
        if width < NARROWEST * whole:
            continue
        ax.broken_barh([(begin, width)], (depth, 0.95), facecolors=WORK, edgecolor="white", linewidth=0.5)
        ax.broken_barh([(begin, min(wait, width))], (depth, 0.95), facecolors=WAIT, edgecolor="white", linewidth=0.5)
        ax.text(begin + width / 2, depth + 0.475, label(name, int(100 * width / whole)), ha="center", va="center", fontsize=7, clip_on=True)
    ax.set_ylim(max((bar[0] for bar in bars), default=0) + 1, 0)
    ax.set_xlim(0, whole)
    ax.set_yticks([])
    ax.set_xlabel("thread time, s (not the course of time)")
    ax.set_title(f"{label(experiment.info['program'], 60)}: call paths, waiting in red")
    return ax


def threads(experiment, ax=None):
    ax = axes(ax)
    begins = [0.0] * len(experiment.locations)
    parts = (("work", WORK, lambda l: l["in_regions_ns"] - l["wait_ns"]), ("waiting", WAIT, lambda l: l["wait_ns"]),
             ("outside of regions", OUTSIDE, lambda l: l["outside_ns"]), ("idle", IDLE, lambda l: l["idle_ns"]))  # fmt: skip
    for name, colour, of in parts:
        widths = [of(place) * 1e-9 for place in experiment.locations]
        ax.barh(range(len(widths)), widths, left=begins, color=colour, label=name, height=0.85)
        begins = [begin + width for begin, width in zip(begins, widths)]
    if len(begins) <= 64:
        ax.set_yticks(range(len(begins)), [label(place["name"], 24) for place in experiment.locations])
    ax.invert_yaxis()
    ax.set_xlabel("s")
    ax.set_title(f"{label(experiment.info['program'], 60)}: threads and places in teams")
    ax.legend(loc="best", fontsize=8)
    return ax


def slices(events, begin, end):
    """Yields (location, name, begin, end), in ns, of what each location is in itself between two times."""
    stacks, since = {}, {}
    for event in events:
        if event["event"] not in ("enter", "leave"):
            continue
        place, time = event["location"], event["time_ns"]
        stack = stacks.setdefault(place, [])
        if stack and since[place] < end and time > begin:
            yield place, stack[-1], max(since[place], begin), min(time, end)
        if event["event"] == "enter":
            stack.append(event["name"])
        elif stack:
            stack.pop()
        since[place] = time


def timeline(experiment, interval=None, ax=None):
    ax = axes(ax)
    begin, end = interval if interval is not None else (0, experiment.info["wall_ns"] * 1e-9)
    if not 0 <= begin < end:
        raise Error(f"an interval is a begin and an end in s, as (0.5, 0.6), and not {interval}")
    waiting = {r["name"] for r in experiment.regions if 0 < r["exclusive_ns"] <= r["wait_ns"]}  # all of their own time
    bars = {}
    for place, name, first, last in slices(experiment.trace(), begin * 1e9, end * 1e9):
        bars.setdefault((place, name in waiting), []).append((first * 1e-9, (last - first) * 1e-9))
    for (place, waits), parts in bars.items():
        ax.broken_barh(parts, (place - 0.4, 0.8), facecolors=WAIT if waits else WORK)
    places = sorted({place for place, _ in bars})
    if len(places) <= 64:
        ax.set_yticks(places, [label(experiment.locations[place]["name"], 24) for place in places])
    ax.set_xlim(begin, end)
    ax.invert_yaxis()
    ax.set_xlabel("s from the begin of the run on")
    ax.set_title(f"{label(experiment.info['program'], 60)}: in regions, in barriers and the like in red")
    return ax
