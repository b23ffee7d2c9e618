// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws what was run, how good the run is for conclusions, and where the threads' time went, as one bar.
// Not here: each location's bar (threads.ts).
import { Canvas } from "./canvas";
import { Bars } from "./chart";
import { causeOf } from "./colours";
import { el, menu, named } from "./dom";
import { count, percent, plural, time } from "./format";
import { Page } from "./page";

export function drawRun(into: HTMLElement, page: Page): void {
  const e = page.run.experiment, all = e.thread_wall_ns || 1;
  const waits = e.mpi_wait ? e.wait_ns + e.mpi_wait.found_ns : e.wait_ns;
  const figures: [string, string, string][] = [
    ["threads", "threads", (e.ranks > 1 ? plural(e.ranks, "rank") + ", " : "") + plural(e.threads, "thread")],
    ["wall", "wall time", time(e.wall_ns)],
    ["thread_wall", "thread time", time(e.thread_wall_ns)],
    ["waiting", "waiting", percent(waits / all)],
    ["idle", "idle", percent(e.idle_ns / all)],
    ["measuring", "measuring", "~" + percent(e.measuring_ns / all)],
  ];
  into.querySelector("h2")!.replaceChildren(named(e.program, 60));
  const when = [e.state !== "complete" && e.state, e.start && `measured ${String(e.start).replace("T", " ").replace(/\.\d+/, "")}`, e.host && `on ${e.host}`];
  into.append(el("p", { class: "about" }, when.filter(Boolean).join(", ")));
  into.append(el("dl", { class: "figures" }, ...figures.map(([id, name, value]) => el("div", { id: "figure-" + id }, el("dt", {}, name), el("dd", {}, value)))));
  drawFew(into, page);
  drawBar(into, page);
  drawQuality(into, page);
}

function drawFew(into: HTMLElement, page: Page): void {
  const { few } = page.run;
  if (few) into.append(el("p", { class: "about", id: "few" }, `The run has ${count(few.all)} threads and places in teams: this page shows the ${count(few.shown)} that stand out, and its sums are of all; `, el("code", {}, few.command), " lists each."));
}

const lights: Record<string, [string, string]> = {
  good: ["●", "good"],
  fair: ["▲", "with care"],
  poor: ["■", "poor"],
  note: ["○", "note"],
};

function drawQuality(into: HTMLElement, page: Page): void {
  const { level, rows } = page.run.quality;
  const words: Record<string, string> = {
    good: "This run is good for conclusions.",
    fair: "This run is good for conclusions, with care.",
    poor: "This run proves little: see what spoils it.",
  };
  const light = (level: string) => el("span", { class: "light " + level, role: "img", "aria-label": lights[level][1] }, lights[level][0]);
  into.append(el("details", { class: "quality " + level, id: "quality", open: level !== "good" },
    el("summary", {}, light(level), " ", words[level]),
    el("ul", {}, ...rows.map((row) => el("li", {}, light(row.level), " ", row.text))),
    page.run.notes.length > 0 && el("ul", { class: "notes" }, ...page.run.notes.map((note) => el("li", {}, named(note, 400))))));
}

function drawBar(into: HTMLElement, page: Page): void {
  const parts = page.run.bar.filter((part) => part.time_ns > 0).map((part) => ({ cause: page.run.causes[part.cause], text: causeOf(page.run.causes[part.cause]).text, size: part.time_ns }));
  const all = parts.reduce((sum, part) => sum + part.size, 0) || 1;
  const bar = new Bars("thread-time", `Thread time of ${page.run.experiment.program}`, [{ name: "", said: "", parts }], (ns) => `${percent(ns / all)}, ${time(ns)}`, [0, 0]);
  const figure = el("figure", {});
  into.append(figure);
  const canvas = new Canvas(figure, bar);
  figure.append(el("ul", { class: "legend", id: "legend" }, ...parts.map((part) =>
    el("li", { "data-cause": part.cause }, swatch(part.cause), ` ${part.text} `, el("b", {}, percent(part.size / all)), ` ${time(part.size)}`))));
  figure.append(menu("Save", [["as SVG", () => canvas.saveSvg()], ["as PNG", () => canvas.savePng()]]));
}

/** A sample of a cause's fill. */
export function swatch(id: string): HTMLElement {
  const cause = causeOf(id), names: Record<string, string> = { "/": "up", "\\": "down", x: "cross", "-": "flat", "|": "upright", ".": "dots", "": "plain" };
  const sample = el("span", { class: "swatch " + names[cause.hatch], "aria-hidden": "true" });
  sample.style.backgroundColor = cause.fill;
  return sample;
}
