#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make.py [NAME...] - makes the pictures of the pages again: those that are named, or all. It needs `make build-tests`, and Debian's chromium and python3-pil.

The programs go by a clock that is set (test/clock), so that the pictures show the same figures on each machine. What the pages say of the
pictures is beside them there; test/docs/links.py looks whether they are there, and small enough."""
import html
import io
import os
import re
import subprocess
import sys
import tempfile
import time

from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))
sys.path[:0] = [os.path.join(ROOT, "test", *folder) for folder in (("page", "Inputs"), ("runtime", "Inputs"), ("run",))]
# pylint: disable=wrong-import-position
from browser import Browser  # noqa: E402
from registrations import remove_dead  # noqa: E402
from screen import Terminal  # noqa: E402

WIDTH, SCALE, LARGEST = 900, 2, 150000
CLOCK = f"-I {ROOT}/test/clock -L {BUILD}/test/clock -Wl,-rpath,{BUILD}/test/clock"
SAID = f"# ^-L{BUILD}/test/clock ^-Wl,-rpath,{BUILD}/test/clock ^-I{ROOT}/test/clock ^{ROOT}/test/docs/said.h ^-include"


def shell(folder, commands, **settings):
    """Runs the commands in the folder, with the build's programs."""
    environment = {**os.environ, "PATH": f"{BUILD}/bin:{os.environ['PATH']}", "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "4",
                   "POMP_SUMMARY": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC", **settings}  # fmt: skip
    subprocess.run(["sh", "-ec", commands], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)


def program_of(page, folder, name):
    """Writes the program that the page shows."""
    with open(os.path.join(ROOT, "docs", page), encoding="utf-8") as file:
        text = re.search(r"^```c\n(.*?)^```$", file.read(), re.M | re.S)[1]
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


# --- the pages ---


def ripples(folder):
    shell(folder, f"cp {HERE}/ripples.c {HERE}/takes.h . && pomp-clang -O2 -g {CLOCK} ripples.c -o ripples && ./ripples && pomp-report --html -o page.html e",
          POMP_TRACE="1", POMP_EXPERIMENT_DIR="e")  # fmt: skip


def triangle(folder):
    program_of("getting-started.md", folder, "triangle.c")
    shell(folder, "pomp-clang -O2 -g triangle.c -lm -o triangle && ./triangle && pomp-report --html -o page.html before",
          CCC_OVERRIDE_OPTIONS=SAID + " ^-DTRIANGLE", OMP_NUM_THREADS="2", POMP_EXPERIMENT_DIR="before")  # fmt: skip


def heat(folder):
    shell(folder, f"""cp {ROOT}/test/docs/heat.[ch] . && mkdir before after
        pomp-clang -O2 -g {CLOCK} heat.c -o heat-old && pomp-clang -O2 -g -DMORE {CLOCK} heat.c -o heat-new
        for i in 1 2 3 4 5; do POMP_EXPERIMENT_DIR=before/$i ./heat-old; POMP_EXPERIMENT_DIR=after/$i ./heat-new; done
        pomp-report --diff before/* --with after/* --html -o page.html""", OMP_NUM_THREADS="2")  # fmt: skip


def flow(folder):
    # Samples are of the machine's own CPU time: their counts are others each time, and the shares are alike.
    shell(folder, f"cp {ROOT}/test/docs/flow.c . && pomp-clang -O2 -g flow.c -lm -o flow && ./flow && pomp-report --html -o page.html e",
          POMP_SAMPLE="1", POMP_EXPERIMENT_DIR="e", OMP_NUM_THREADS="1")  # fmt: skip


def planets(folder):
    program_of("scaling.md", folder, "planets.c")
    shell(folder, "pomp-clang -O2 -g planets.c -lm -o planets && pomp-scale --html --folder scale 1,2,4,8 -- ./planets 2>log && cp scale/scaling.html page.html",
          CCC_OVERRIDE_OPTIONS=SAID + " ^-DPLANETS")  # fmt: skip


# --- what is done on them before a picture is taken ---


def as_it_opens(browser):
    # The host's name is nobody's business, and another one everywhere.
    browser.evaluate("document.querySelector('#run .about').remove()")


def zoomed(browser):
    """Shows two steps, and tells of the wait of a thread that came late to the critical section."""
    browser.wait("window.pompTimeline !== undefined")
    browser.evaluate("pompTimeline.arrows.then(() => { pompTimeline.picture.show(117e6, 240e6); pompPage.canvas('timeline').drawNow(); })")
    browser.wait("pompTimeline.picture.at(0, 12e7) !== null")
    spot = browser.evaluate("""(() => { const p = pompTimeline.picture, c = pompPage.canvas('timeline').element; c.scrollIntoView({block: 'center'});
        for (let ns = 120e6; ns < 240e6; ns += 2e5) { const i = p.at(3, ns); if (i && p.describe(i.node) === 'critical(energy)' && i.to - i.from > 6e6) {
            const b = c.getBoundingClientRect(); return [b.x + p.x((i.from + i.to) / 2), b.y + p.laneTop(3) + p.row() / 2]; } }
        return null; })()""")  # fmt: skip
    browser.click(*spot)


def nothing(_browser):
    pass


# name: the page, what is done on it, the first and the last element of the picture
PICTURES = {
    "page": (ripples, as_it_opens, "#run", ".finding:nth-of-type(2)"),
    "timeline": (ripples, zoomed, "#timeline", "#timeline-item"),
    "source": (triangle, nothing, "#findings", "#source"),
    "samples": (flow, nothing, "#source", "#flame"),
    "diff": (heat, nothing, "#compared", "#flame"),
    "scale": (planets, nothing, "#scaling", "#factors"),
}


def take(browser, name, page, prepare, first, last):
    browser.look(width=WIDTH, height=3000, scale=SCALE)
    browser.open(page)
    prepare(browser)
    browser.settle()
    top, bottom = browser.evaluate(f"[document.querySelector('{first}').getBoundingClientRect().top + scrollY + 2, document.querySelector('{last}').getBoundingClientRect().bottom + scrollY]")
    assert not browser.complaints, browser.complaints
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        browser.picture(file.name, {"x": 0, "y": top, "width": WIDTH, "height": bottom - top + 12})
        whole = Image.open(file.name).convert("RGB")
    for colours in (256, 128, 64, 32):
        data = io.BytesIO()
        whole.quantize(colors=colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
        if len(data.getvalue()) < LARGEST:
            break
    else:
        sys.exit(f"make.py: {name}.png has {len(data.getvalue())} bytes: show less")
    with open(os.path.join(HERE, name + ".png"), "wb") as file:
        file.write(data.getvalue())
    print(f"{name}.png: {whole.width} × {whole.height}, {colours} colours, {len(data.getvalue()) / 1000:.0f} kB")


# --- the recording of pomp-top, which goes by the machine's own clock ---

COLUMNS, ROWS, SIGN, LINE, SECONDS = 80, 24, 8, 17, 12
COLOURS = {"█": "#3fa45b", "▒": "#d9534f", "·": "#5b7fb9"}  # in a bar
KEYS = {6: "i", 9: "t"}  # what is typed after so many seconds


def drawn(row, y):
    """Returns a line of the terminal as text of SVG: a part for each colour."""
    is_bar = re.match(r"\S+ +[█▒]", row)
    parts = [(found[0], found.start()) for found in re.finditer(r"█+|▒+|·+|[^█▒·]+" if is_bar else r".+", row)]
    style = ' class="keys"' if y == ROWS - 1 else ' class="head"' if y == 0 else ""
    text = ""
    for part, x in parts:
        colour = f' fill="{COLOURS[part[0]]}"' if is_bar and part[0] in COLOURS else ""
        if part.strip():  # another font of the same width all the same
            text += f'<tspan x="{x * SIGN + 8}" textLength="{len(part) * SIGN}"{colour}>{html.escape(part, False)}</tspan>'
    return f'<text y="{(y + 1) * LINE + 4}"{style}>{text}</text>' if text else ""


def recording(folder):
    """Watches rooms.c, and writes what the terminal shows in each second as a picture that moves."""
    shell(folder, f"cp {HERE}/rooms.c . && pomp-clang -O2 -g rooms.c -lm -o rooms")
    environment = {**os.environ, "OMP_WAIT_POLICY": "passive", "POMP_SUMMARY": "0", "POMP_EXPERIMENT_DIR": "pomp-rooms"}
    shown = []
    with subprocess.Popen(["./rooms"], cwd=folder, env=environment) as program:
        try:
            while not os.path.exists(os.path.join(folder, "pomp-rooms", "profile.pomp")):
                time.sleep(0.1)
            terminal = Terminal(f"{BUILD}/bin/pomp-top", os.path.join(folder, "pomp-rooms"), columns=COLUMNS, lines=ROWS)
            terminal.shows("^last ")
            for second in range(SECONDS):
                end = time.monotonic() + 1
                while time.monotonic() < end:
                    terminal.read(0.1)
                shown.append(terminal.screen.text().split("\n"))
                terminal.type(KEYS.get(second + 1, ""))
            terminal.type("q")
            terminal.ends(0)
        finally:
            program.kill()
            program.wait()
            remove_dead()
    frames = "\n".join(f'<g class="frame" style="animation-delay:{i - len(shown)}s">{"".join(drawn(row, y) for y, row in enumerate(rows))}</g>' for i, rows in enumerate(shown))
    width, height = COLUMNS * SIGN + 16, ROWS * LINE + 16
    data = f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<style>text{{font:13.3px "DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#d8dee9;white-space:pre}} .head{{font-weight:bold}} .keys{{fill:#8fbcbb}}
.frame{{visibility:hidden;animation:frame {len(shown)}s steps(1) infinite}} @keyframes frame{{0%{{visibility:visible}} {100 / len(shown):.4f}%{{visibility:hidden}}}}</style>
<rect width="100%" height="100%" rx="6" fill="#1d2129"/>
{frames}
</svg>
"""
    if len(data.encode()) >= LARGEST:
        sys.exit(f"make.py: top.svg has {len(data)} bytes: record less")
    with open(os.path.join(HERE, "top.svg"), "w", encoding="utf-8") as file:
        file.write(data)
    print(f"top.svg: {len(shown)} seconds, {len(data.encode()) / 1000:.0f} kB")


RECORDINGS = {"top": recording}


def main():
    names = sys.argv[1:] or [*PICTURES, *RECORDINGS]
    unknown = set(names) - set(PICTURES) - set(RECORDINGS)
    if unknown:
        sys.exit(f"make.py: there is no picture {min(unknown)}; there are {', '.join([*PICTURES, *RECORDINGS])}")
    for name in (name for name in names if name in RECORDINGS):
        with tempfile.TemporaryDirectory() as folder:
            RECORDINGS[name](folder)
    names = [name for name in names if name in PICTURES]
    if not names:
        return
    with tempfile.TemporaryDirectory() as above, Browser("--hide-scrollbars", "--force-color-profile=srgb") as browser:
        for name in names:
            make, prepare, first, last = PICTURES[name]
            folder = os.path.join(above, make.__name__)
            if not os.path.exists(folder):
                os.mkdir(folder)
                make(folder)
            take(browser, name, os.path.join(folder, "page.html"), prepare, first, last)


if __name__ == "__main__":
    main()
