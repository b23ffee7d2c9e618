// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page: the table of its views, in their order, and how it begins.
// Not here: what each view draws.
import { Block, hasBlock, loadBlock } from "./block";
import { canvases } from "./canvas";
import { causes, onFill } from "./colours";
import { el, walk } from "./dom";
import { drawAbout } from "./about";
import { diffViews } from "./diff";
import { drawEfficiency, hasEfficiency } from "./efficiency";
import { Figures } from "./figures";
import { drawFindings } from "./findings";
import { drawFlame } from "./flame";
import { drawMessages, hasMessages } from "./messages";
import { Compared, Page, View } from "./page";
import { drawPhases, hasPhases } from "./phases";
import { drawPicked } from "./picked";
import { drawRegions } from "./regions";
import { drawRun } from "./run";
import { saved } from "./save";
import { scaleViews } from "./scale";
import { Selection } from "./selection";
import { drawTimeline, hasTimeline } from "./timeline";
import { drawSource } from "./source";
import { drawTasks, hasTasks } from "./tasks";
import { drawThreads } from "./threads";
import { trendViews } from "./trend";
import { drawWaits, hasWaits } from "./waits";

const views: View[] = [
  { id: "run", title: "The run", has: () => true, draw: drawRun },
  { id: "findings", title: "Findings", about: "What costs time, by the wall time that fixing it would save.", has: () => true, draw: drawFindings },
  { id: "source", title: "Source", has: (page) => (page.run.source ?? []).length > 0, draw: drawSource },
  { id: "timeline", title: "Timeline", about: "What each thread did when. What is hatched is waiting; where nothing is drawn, the thread was idle. A line below marks the region that is selected.", has: hasTimeline, draw: drawTimeline },
  { id: "flame", title: "Call paths", about: "Each call path is as wide as the thread time in it and in what it calls; hatched is waiting. From left to right is no time: what took longest comes first.", has: (page) => page.run.callpaths.length > 1, draw: drawFlame },
  { id: "phases", title: "Phases", about: "How long each visit of a phase took. A click on one shows the call paths that it had.", has: hasPhases, draw: drawPhases },
  { id: "threads", title: "Threads", about: "What each thread, and each place in a team, did.", has: (page) => page.figures.cells !== null, draw: drawThreads },
  { id: "regions", title: "Regions", has: (page) => page.run.regions.length > 0, draw: drawRegions },
  { id: "waits", title: "Waits", has: hasWaits, draw: drawWaits },
  { id: "tasks", title: "Tasks", has: hasTasks, draw: drawTasks },
  { id: "messages", title: "MPI", has: hasMessages, draw: drawMessages },
  { id: "efficiency", title: "Efficiency", about: "A factor is the part of the threads' time that is left by it; the product of those below one is that one.", has: hasEfficiency, draw: drawEfficiency },
  { id: "about", title: "Settings and origin", has: () => true, draw: drawAbout },
];

/** What a page may be of: the name of its block, and its views. */
const kinds: [string, View<any>[]][] = [["run", views], ["diff", diffViews], ["scale", scaleViews], ["trend", trendViews]];

function drawView<Of>(main: HTMLElement, view: View<Of>, page: Of): void {
  const section = el("section", { id: view.id, "aria-labelledby": "title-" + view.id }, el("h2", { id: "title-" + view.id, tabindex: -1 }, view.title));
  if (view.about) section.append(el("p", { class: "about" }, view.about));
  main.append(section); // it is measured while it is drawn
  void view.draw(section, page);
}

/** The bar at the top has more lines in a narrow window, or when something is picked: what is scrolled to stays below it. */
function leaveRoom(): void {
  document.documentElement.style.scrollPaddingTop = document.querySelector("nav")!.offsetHeight + 8 + "px";
}

function go(view: string): void {
  const section = document.getElementById(view);
  if (!section) return;
  leaveRoom();
  section.scrollIntoView({ block: "start" });
  section.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
}

function pageOfRun(block: Block, selection: Selection): Page {
  const run = block.json;
  selection.start({ regions: run.regions.length, paths: run.callpaths.length, locations: run.locations.length });
  return { run, block, selection, figures: new Figures(run, block), go };
}

function pageOf(block: Block, selection: Selection): Compared {
  selection.start({ regions: 0, paths: block.json.rows?.length ?? 0, locations: 0 });
  return { data: block.json, selection, go };
}

async function start(): Promise<void> {
  const into = document.getElementById("page")!;
  const [name, all] = kinds.find(([name]) => hasBlock(name)) ?? [];
  if (!name || !all) throw new Error("there is no data in this page");
  const block = await loadBlock(name), selection = new Selection();
  const page = name === "run" ? pageOfRun(block, selection) : pageOf(block, selection);
  const shown = all.filter((view) => view.has(page));
  const links = shown.map((view) => el("a", { href: "#view=" + view.id, click: () => go(view.id) }, view.title));
  const main = el("main"), picked = el("div", { class: "picked", role: "status" });
  if ("run" in page) drawPicked(picked, page);
  into.replaceChildren(el("nav", { "aria-label": "Sections" }, el("div", { class: "links" }, ...links), picked), main, el("div", { id: "said", class: "outside", "aria-live": "polite" }));
  for (const view of shown) drawView(main, view, page);
  walk(document.querySelector<HTMLElement>("nav .links")!, "a");
  let high = 0;
  new ResizeObserver(() => { // what was seen below the bar is not hidden when the bar grows
    const more = high && scrollY ? document.querySelector("nav")!.offsetHeight - high : 0;
    high = document.querySelector("nav")!.offsetHeight;
    leaveRoom();
    if (more > 0) scrollBy(0, -more);
  }).observe(document.querySelector("nav")!);
  selection.follow((now, before) => { if (now.view !== before.view) go(now.view); });
  if (selection.get().view) go(selection.get().view);
  Object.assign(window, {
    pompPage: {
      page, saved, causes, onFill,
      canvas: (name: string) => canvases.get(name),
      hit: (name: string, x: number, y: number) => canvases.get(name)?.describe(x, y) ?? null,
      ready: performance.now(),
    },
  });
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => {
  const page = document.getElementById("page")!;
  page.append(el("p", { role: "alert" }, typeof DecompressionStream === "undefined"
    ? "This browser is too old for this page: it needs DecompressionStream (Chromium 103, Firefox 113, Safari 16.4)."
    : `This page can't be shown: ${error}`));
  throw error;
});
