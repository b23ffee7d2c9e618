// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws what was run, how good the run is for conclusions, and where the threads' time went, as one bar.
// Not here: each location's bar (threads.ts).
import { Box, Canvas, Drawing, Visible } from "./canvas";
import { causeOf, onFill, theme } from "./colours";
import { el, menu, named } from "./dom";
import { count, percent, plural, time } from "./format";
import { Page } from "./page";
import { Pen } from "./pen";

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
  const bar = new Bar(page);
  const figure = el("figure", {});
  const legend = el("ul", { class: "legend", id: "legend" }, ...bar.parts.map((part) =>
    el("li", { "data-cause": part.id }, swatch(part.id), ` ${causeOf(part.id).text} `, el("b", {}, percent(part.time / bar.all)), ` ${time(part.time)}`)));
  into.append(figure);
  const canvas = new Canvas(figure, bar);
  figure.append(legend);
  figure.append(menu("Save", [["as SVG", () => canvas.saveSvg()], ["as PNG", () => canvas.savePng()]]));
}

/** A sample of a cause's fill. */
export function swatch(id: string): HTMLElement {
  const cause = causeOf(id), names: Record<string, string> = { "/": "up", "\\": "down", x: "cross", "-": "flat", "|": "upright", ".": "dots", "": "plain" };
  const sample = el("span", { class: "swatch " + names[cause.hatch], "aria-hidden": "true" });
  sample.style.backgroundColor = cause.fill;
  return sample;
}

interface Part {
  id: string;
  time: number;
  x: number; // 0 to 1
  width: number;
}

class Bar implements Drawing<Part> {
  readonly name = "thread-time";
  readonly parts: Part[] = [];
  readonly all: number;
  private width = 1;

  constructor(private readonly page: Page) {
    const times = page.run.bar.filter((part) => part.time_ns > 0);
    this.all = times.reduce((sum, part) => sum + part.time_ns, 0) || 1;
    let x = 0;
    for (const part of times) {
      const width = part.time_ns / this.all;
      this.parts.push({ id: page.run.causes[part.cause], time: part.time_ns, x, width });
      x += width;
    }
  }

  label(): string {
    return `Thread time of ${this.page.run.experiment.program}: ` + this.parts.map((part) => `${causeOf(part.id).text} ${percent(part.time / this.all)}`).join(", ");
  }

  height(): number {
    return 36;
  }

  draw(pen: Pen, visible: Visible): void {
    this.width = visible.width;
    for (const part of this.parts) {
      const box = this.box(part), cause = causeOf(part.id);
      pen.rect(box.x, box.y, Math.max(box.width, 0.5), box.height, cause.fill, cause.hatch);
      if (box.width > 60) pen.text(`${percent(part.time / this.all)} ${cause.text}`, box.x + 6, box.y + box.height / 2, box.width - 10, onFill);
      pen.line(box.x + box.width, box.y, box.x + box.width, box.y + box.height, theme().paper);
    }
    pen.frame(0.5, 0.5, visible.width - 1, 35, theme().faint);
  }

  box(part: Part): Box {
    return { x: part.x * this.width, y: 0, width: part.width * this.width, height: 36 };
  }

  hit(x: number): Part | null {
    return this.parts.find((part) => x / this.width >= part.x && x / this.width < part.x + part.width) ?? null;
  }

  tip(part: Part): string {
    return `${causeOf(part.id).text}\n${percent(part.time / this.all)} of the thread time, ${time(part.time)}`;
  }

  move(from: Part | null, key: string): Part | null {
    const at = from ? this.parts.indexOf(from) : -1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.parts.length - 1 }[key] ?? at;
    return this.parts[Math.max(0, Math.min(this.parts.length - 1, to))] ?? null;
  }
}
