// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the call paths as an icicle: each as wide as the thread time in it and below it, waiting in its own colour.
// Not here: the figures (figures.ts), the canvas.
import { Box, Canvas, Drawing, Visible } from "./canvas";
import { causeOf, onFill, theme } from "./colours";
import { button, el, menu } from "./dom";
import { clean, count, fileName, percent, place, time } from "./format";
import { Page, Region } from "./page";
import { Pen } from "./pen";
import { Sums, whose } from "./figures";
import { threadChoice } from "./picked";

const rowHeight = 20;
const narrowest = 0.4; // pixels: what is narrower is not drawn

interface Frame {
  path: number;
  depth: number;
  x: number; // parts of the whole width
  width: number;
}

export function drawFlame(into: HTMLElement, page: Page): void {
  const flame = new Flame(page);
  const found = el("span", { class: "faint", id: "flame-found", role: "status" });
  const search: HTMLInputElement = el("input", { type: "search", placeholder: "Search names, or file.c:42", "aria-label": "Search call paths", value: page.selection.get().search,
    input: () => page.selection.set({ search: search.value }) });
  const out = button("Whole", () => page.selection.set({ path: null }), { id: "flame-whole" });
  into.append(el("div", { class: "controls" }, threadChoice(page), search, out, found,
    menu("Save", [["as SVG", () => canvas.saveSvg()], ["as PNG", () => canvas.savePng()]])));
  const figure = el("figure", { class: "flame" });
  into.append(figure);
  const canvas = new Canvas(figure, flame);
  const follow = () => {
    flame.lay();
    out.disabled = page.selection.get().path === null;
    found.textContent = flame.found();
    if (search.value !== page.selection.get().search) search.value = page.selection.get().search;
    canvas.redraw();
  };
  page.selection.follow(follow);
  follow();
}

class Flame implements Drawing<Frame> {
  readonly name = "call-paths";
  private rows: Frame[][] = [];
  private width = 800;
  private sums: Sums;
  private matches: Uint8Array | null = null; // of regions
  private root = 0;

  constructor(private readonly page: Page) {
    this.sums = page.figures.sums(page.selection.get());
    this.lay();
  }

  /** Finds out what is where, for the selection as it is now. */
  lay(): void {
    const { run, figures, selection } = this.page, now = selection.get();
    this.sums = figures.sums(now);
    this.root = now.path !== null && run.callpaths[now.path] ? now.path : 0;
    const words = now.search.toLowerCase();
    const places = /[.:/]/.test(words); // else the name of a file would match all that is in it
    const matches = (r: Region) => `${r.name} ${r.function} ${places ? `${r.file}:${r.begin_line1}` : ""}`.toLowerCase().includes(words);
    this.matches = words ? Uint8Array.from(run.regions, (r) => Number(matches(r))) : null;
    this.rows = [];
    const above: number[] = [];
    for (let path: number | null = this.root; path !== null; path = run.callpaths[path].parent) above.unshift(path);
    above.forEach((path, depth) => this.rows.push([{ path, depth, x: 0, width: 1 }]));
    const all = this.sums.below[this.root];
    if (all > 0) this.below(this.root, above.length, 0, all);
  }

  private below(path: number, depth: number, x: number, all: number): void {
    for (const child of this.page.figures.children[path]) {
      const width = this.sums.below[child] / all;
      if (width * 4000 < narrowest) continue; // wider than any screen
      (this.rows[depth] ??= []).push({ path: child, depth, x, width });
      this.below(child, depth + 1, x, all);
      x += width;
    }
  }

  label(): string {
    return `Flame graph of call paths, ${whose(this.page, this.page.selection.get())}: ${time(this.sums.all)} of thread time. Arrows walk, Enter zooms, Escape zooms out.`;
  }

  height(): number {
    return Math.max(1, this.rows.length) * rowHeight;
  }

  draw(pen: Pen, visible: Visible): void {
    this.width = visible.width;
    const { run, selection } = this.page, { ink, paper, mark } = theme();
    const last = Math.min(this.rows.length, Math.ceil(visible.bottom / rowHeight));
    for (let depth = Math.floor(visible.top / rowHeight); depth < last; depth++)
      for (const frame of this.rows[depth]) {
        const box = this.box(frame);
        if (box.width < narrowest) continue;
        this.fill(pen, frame, box);
        const region = run.callpaths[frame.path].region;
        const dim = this.matches !== null && !this.matches[region];
        if (dim) pen.rect(box.x, box.y, box.width, box.height - 1, paper + "c0");
        if (box.width > 26) pen.text(this.title(frame), box.x + 4, box.y + rowHeight / 2, box.width - 7, dim ? ink : onFill);
        if (box.width > 2) pen.line(box.x + box.width - 0.5, box.y, box.x + box.width - 0.5, box.y + rowHeight - 1, paper);
        if (region === selection.get().region && box.width > 1) pen.frame(box.x + 1, box.y + 1, Math.max(1, box.width - 3), rowHeight - 3, mark, 2);
      }
  }

  /** Its own waiting is at the right, where nothing is below it. */
  private fill(pen: Pen, frame: Frame, box: Box): void {
    const { run, figures } = this.page, height = box.height - 1;
    const cause = causeOf(run.causes[figures.pathCause[frame.path]]);
    const waits = causeOf(run.causes[figures.waitCause[run.callpaths[frame.path].region]]);
    const below = this.sums.below[frame.path], wait = below > 0 ? (box.width * this.sums.wait[frame.path]) / below : 0;
    if (box.width - wait > 0.2) pen.rect(box.x, box.y, box.width - wait, height, cause.fill, cause.hatch);
    if (wait > 0.2) pen.rect(box.x + box.width - wait, box.y, wait, height, waits.fill, waits.hatch);
  }

  private title(frame: Frame): string {
    const region = this.page.run.regions[this.page.run.callpaths[frame.path].region];
    if (frame.path === 0) return `${clean(this.page.run.experiment.program.slice(0, 100))}: all regions, and what is outside of them`;
    return clean(region.name.slice(0, 300)) + (region.file ? "  " + clean(fileName(place({ file: region.file, line: region.begin_line1 }))).slice(0, 80) : "");
  }

  hit(x: number, y: number): Frame | null {
    const row = this.rows[Math.floor(y / rowHeight)] ?? [], part = x / this.width;
    let [low, high] = [0, row.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row[middle].x + row[middle].width <= part) low = middle + 1;
      else high = middle;
    }
    return low < row.length && row[low].x <= part ? row[low] : null;
  }

  tip(frame: Frame): string {
    const { sums } = this, path = frame.path, { causes, callpaths } = this.page.run;
    const lines = [this.title(frame), `${time(sums.below[path])} in it and below, ${percent(sums.below[path] / (sums.all || 1))}`, `${time(sums.self[path])} itself`];
    if (sums.wait[path] > 0) lines.push(`${time(sums.wait[path])} ${causeOf(causes[this.page.figures.waitCause[callpaths[path].region]]).text}`);
    if (sums.visits) lines.push(`${count(sums.visits[path])} visits`);
    return lines.join("\n");
  }

  box(frame: Frame): Box {
    return { x: frame.x * this.width, y: frame.depth * rowHeight, width: frame.width * this.width, height: rowHeight };
  }

  pick(frame: Frame): void {
    const now = this.page.selection.get();
    this.page.selection.set({ path: frame.path === 0 || frame.path === now.path ? null : frame.path, region: frame.path ? this.page.run.callpaths[frame.path].region : null });
  }

  leave(): void {
    this.page.selection.set({ path: null, region: null, search: "" });
  }

  move(from: Frame | null, key: string): Frame | null {
    const row = from ? this.rows[from.depth] : undefined, at = row?.findIndex((frame) => frame.path === from!.path) ?? -1;
    if (!from || !row || at < 0 || key === "Home") return this.rows[0]?.[0] ?? null;
    if (key === "ArrowLeft") return row[at - 1] ?? row[at];
    if (key === "ArrowRight") return row[at + 1] ?? row[at];
    if (key === "End") return row[row.length - 1];
    const parent = this.page.run.callpaths[from.path].parent;
    if (key === "ArrowUp") return this.rows[from.depth - 1]?.find((frame) => frame.path === parent) ?? from;
    return this.rows[from.depth + 1]?.find((frame) => this.page.run.callpaths[frame.path].parent === from.path) ?? from;
  }

  found(): string {
    if (!this.matches) return "";
    const { callpaths } = this.page.run;
    let self = 0;
    for (const path of callpaths) if (this.matches[path.region]) self += this.sums.self[path.id];
    const regions = this.matches.reduce((sum, is) => sum + is, 0);
    return `${count(regions)} regions match, ${percent(self / (this.sums.all || 1))} of the time itself`;
  }
}
