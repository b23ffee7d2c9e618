// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the call paths as an icicle: each as wide as the thread time in it and below it, waiting in its own colour.
// Not here: the figures (figures.ts), the canvas.
import { drawCallers } from "./callers";
import { Box, Canvas } from "./canvas";
import { causeOf } from "./colours";
import { button, el, menu } from "./dom";
import { clean, count, percent, place, shortPlace, time } from "./format";
import { Functions } from "./flame_functions";
import { Frame, Icicle, wordsIn } from "./icicle";
import { Page } from "./page";
import { Region } from "./run_data";
import { Pen } from "./pen";
import { Sums, whose } from "./figures";
import { threadChoice } from "./picked";
import { swatch } from "./run";

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
  figure.append(el("ul", { class: "legend" }, ...flame.causes().map((id) => el("li", { "data-cause": id }, swatch(id), " ", causeOf(id).text))));
  if (flame.functions.some) {
    figure.append(el("p", { class: "faint", id: "flame-sampled" }, flame.functions.hint()));
    drawCallers(into, page);
  }
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

class Flame extends Icicle {
  readonly name = "call-paths";
  readonly functions: Functions;
  private sums: Sums;
  private matches: Uint8Array | null = null; // of regions
  private searched: ReturnType<typeof wordsIn> = null;

  constructor(private readonly page: Page) {
    super();
    this.functions = new Functions(page);
    this.sums = page.figures.sums(page.selection.get());
    this.lay();
  }

  /** Finds out what is where, for the selection as it is now. */
  lay(): void {
    const { run, figures, selection } = this.page, now = selection.get();
    this.sums = figures.sums(now);
    const matches = this.searched = wordsIn(now.search), text = (r: Region) => matches!(`${r.name} ${r.function}`, r.where);
    this.matches = matches && Uint8Array.from(run.regions, (r) => Number(text(r)));
    const root = now.path !== null && run.callpaths[now.path] ? now.path : 0;
    const children = (path: number) => [...(figures.children[path] ?? []), ...this.functions.children(path)];
    this.arrange({ children, parent: (path) => this.parentOf(path), size: (path) => this.sizeOf(path) }, root);
  }

  private sizeOf(path: number): number {
    const sampled = this.functions.of(path);
    return sampled ? this.functions.size(sampled, this.sums) : this.sums.below[path];
  }

  protected parentOf(path: number): number | null {
    const sampled = this.functions.of(path);
    return sampled ? this.functions.parent(sampled) : this.page.run.callpaths[path].parent;
  }

  label(): string {
    return `Flame graph of call paths, ${whose(this.page.run, this.page.selection.get())}: ${time(this.sums.all)} of thread time. Arrows walk, Enter zooms, Escape zooms out.`;
  }

  protected frame(pen: Pen, frame: Frame, box: Box): void {
    const sampled = this.functions.of(frame.path);
    if (sampled) {
      pen.rect(box.x, box.y, box.width, box.height - 1, causeOf("sampled").fill, causeOf("sampled").hatch);
      this.write(pen, box, clean(sampled.function.slice(0, 300)), this.searched !== null && !this.searched(sampled.function, sampled.file ?? ""), false);
      return;
    }
    const region = this.page.run.callpaths[frame.path].region;
    this.fill(pen, frame, box);
    this.write(pen, box, this.title(frame), this.matches !== null && !this.matches[region], region === this.page.selection.get().region);
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

  /** The causes whose colours there are. */
  causes(): string[] {
    const { run, figures } = this.page, there = new Set<number>();
    run.callpaths.forEach((path, id) => {
      if (path.subtree_ns > 0) there.add(figures.pathCause[id]);
      if (path.wait_ns > 0) there.add(figures.waitCause[path.region]);
    });
    return [...run.causes.filter((_, cause) => there.has(cause)), ...(this.functions.some ? ["sampled"] : [])];
  }

  private title(frame: Frame): string {
    const region = this.page.run.regions[this.page.run.callpaths[frame.path].region];
    if (frame.path === 0) return `${clean(this.page.run.experiment.program.slice(0, 100))}: all regions, and what is outside of them`;
    return clean(region.name.slice(0, 300)) + (region.where ? "  " + clean(shortPlace(place(region))).slice(0, 80) : "");
  }

  tip(frame: Frame): string {
    const sampled = this.functions.of(frame.path);
    if (sampled) return this.functions.tip(sampled);
    const { sums } = this, path = frame.path, { causes, callpaths } = this.page.run;
    const lines = [this.title(frame), `${time(sums.below[path])} in it and below, ${percent(sums.below[path] / (sums.all || 1))}`, `${time(sums.self[path])} itself`];
    if (sums.wait[path] > 0) lines.push(`${time(sums.wait[path])} ${causeOf(causes[this.page.figures.waitCause[callpaths[path].region]]).text}`);
    if (sums.visits) lines.push(`${count(sums.visits[path])} visits`);
    return lines.join("\n");
  }

  pick(frame: Frame): void {
    const now = this.page.selection.get(), sampled = this.functions.of(frame.path);
    if (sampled) return this.page.selection.set({ region: this.page.run.callpaths[sampled.callpath].region });
    this.page.selection.set({ path: frame.path === 0 || frame.path === now.path ? null : frame.path, region: frame.path ? this.page.run.callpaths[frame.path].region : null });
  }

  leave(): void {
    this.page.selection.set({ path: null, region: null, search: "" });
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
