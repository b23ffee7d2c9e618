#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make.py [NAME...] - makes the pictures of the pages again: those that are named, or all. It needs `make build-tests`, and Debian's chromium and python3-pil.

The programs go by a clock that is set (test/clock), so that the pictures show the same figures on each machine. What the pages say of the
pictures is beside them there; test/docs/links.py looks whether they are there, and small enough."""
import io
import os
import re
import subprocess
import sys
import tempfile

from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))
sys.path.insert(0, os.path.join(ROOT, "test", "page", "Inputs"))
from browser import Browser  # pylint: disable=wrong-import-position

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
    shell(folder, "pomp-clang -O2 -g planets.c -lm -o planets && pomp-scale --html --output scale 1,2,4,8 -- ./planets 2>log && cp scale/scaling.html page.html",
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


def main():
    names = sys.argv[1:] or list(PICTURES)
    unknown = set(names) - set(PICTURES)
    if unknown:
        sys.exit(f"make.py: there is no picture {min(unknown)}; there are {', '.join(PICTURES)}")
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
