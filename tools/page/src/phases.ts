// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws how the visits of phases went, and the call paths of the one that is chosen.
// Not here: what stands out, which the analysis has found.
import { Box, Canvas, Visible } from "./canvas";
import { addChart } from "./chart";
import { causeOf, theme } from "./colours";
import { el } from "./dom";
import { clean, count, percent, place, shortPlace, time } from "./format";
import { Frame, Icicle } from "./icicle";
import { Page } from "./page";
import { Pen } from "./pen";

const barsHeight = 120;

export function hasPhases(page: Page): boolean {
  return (page.run.phases ?? []).length > 0;
}

export function drawPhases(into: HTMLElement, page: Page): void {
  page.run.phases.forEach((phase, number) => {
    const region = page.run.regions[phase.region], shown = el("p", { class: "phase-shown", role: "status" });
    into.append(el("h3", {}, `${clean(region.name)}  ${clean(shortPlace(place(region)))}: ${count(phase.visits)} visits, median ${time(phase.typical_ns)}`));
    const figure = el("figure", { class: "flame" }), flame = new PhaseFlame(page, number);
    const show = (point: number) => {
      const of = phase.points[point].profile, profile = phase.profiles.find((p: any) => p.profile === of);
      flame.show(of);
      shown.textContent = !profile ? "This visit was not over." : profile.visits === 1 ? `Visit ${count(profile.first)}` :
        `Profile ${of}: a mean of ${count(profile.visits)} visits that are alike, from ${count(profile.first)} to ${count(profile.last)}`;
      canvas.redraw();
    };
    addChart(into, new Visits(page, number, show));
    for (const f of phase.findings) into.append(el("p", { class: "phase-finding" }, findingText(page, f)));
    into.append(shown, figure);
    const canvas = new Canvas(figure, flame), longest = phase.points.reduce((best: number, p: any, i: number) => (p.time_ns / (p.finished || 1) > phase.points[best].time_ns / (phase.points[best].finished || 1) ? i : best), 0);
    show(longest);
  });
}

function findingText(page: Page, f: any): string {
  const at = (where: any) => clean(page.run.regions[page.run.callpaths[where.callpath].region].name);
  const places = (f.waits ? `, waiting at ${at(f.waits)}: ${time(f.waits.more_ns)} more` : "") + (f.in ? `, in ${at(f.in)}: ${time(f.in.more_ns)} more` : "") +
    (f.judged ? "" : "; not judged: threads were ready and had no processor for so long that this may be why");
  return f.kind === "outlier" ? `Visit ${count(f.visit)}: ${(f.time_ns / f.typical_ns).toFixed(1)} times as long as most${places}`
    : `Visits ${f.growth < 0 ? "shrink" : "grow"} by ${percent(Math.abs(f.growth))} a visit, from ${time(f.typical_ns)} to ${time(f.time_ns)}${places}`;
}

/** A bar for each point: the mean time of its visits. */
class Visits {
  readonly name: string;
  private readonly points: any[];
  private readonly most: number;
  private width = 800;

  constructor(page: Page, number: number, private readonly show: (point: number) => void) {
    this.name = `phase-${number}`;
    this.points = page.run.phases[number].points;
    this.most = Math.max(1, ...this.points.map((p) => this.mean(p)));
  }

  private mean(p: any): number {
    return p.finished ? p.time_ns / p.finished : 0;
  }
  label(): string {
    return `Times of ${count(this.points.length)} visits, up to ${time(this.most)}. Arrows walk, Enter shows the call paths of one.`;
  }
  height(): number {
    return barsHeight;
  }
  box(point: number): Box {
    const width = this.width / this.points.length, height = Math.max(1, (this.mean(this.points[point]) / this.most) * (barsHeight - 4));
    return { x: point * width, y: barsHeight - height, width, height };
  }
  draw(pen: Pen, visible: Visible): void {
    this.width = visible.width;
    const { fill, hatch } = causeOf("work"), { ink } = theme();
    this.points.forEach((_, i) => {
      const box = this.box(i);
      pen.rect(box.x, box.y, Math.max(0.5, box.width - (box.width > 3 ? 1 : 0)), box.height, fill, hatch);
    });
    pen.line(0, barsHeight - 0.5, this.width, barsHeight - 0.5, ink);
  }
  hit(x: number): number | null {
    const point = Math.floor((x / this.width) * this.points.length);
    return point >= 0 && point < this.points.length ? point : null;
  }
  tip(point: number): string {
    const p = this.points[point], lines = [p.finished > 1 ? `visits ${count(p.first)} to ${count(p.first + p.finished - 1)}, the mean: ${time(this.mean(p))}` : `visit ${count(p.first)}: ${time(p.time_ns)}`];
    if (p.finished > 1) lines.push(`the longest: visit ${count(p.longest.visit)}, ${time(p.longest.time_ns)}`);
    lines.push(`waiting ${time(p.wait_ns / (p.finished || 1))}`);
    if (p.balance !== null) lines.push(`balance ${percent(p.balance)}`);
    return lines.join("\n");
  }
  pick(point: number): void {
    this.show(point);
  }
  move(from: number | null, key: string): number | null {
    const to = ({ ArrowLeft: (from ?? 1) - 1, Home: 0, End: this.points.length - 1 } as Record<string, number>)[key] ?? (from ?? -1) + 1;
    return Math.max(0, Math.min(this.points.length - 1, to));
  }
}

/** The call paths of a profile, as wide as the thread time of a visit in them and below. */
class PhaseFlame extends Icicle {
  readonly name: string;
  private self: number[] = [];
  private whole: number[] = [];

  constructor(private readonly page: Page, private readonly number: number) {
    super();
    this.name = `phase-paths-${number}`;
  }
  show(profile: number | null): void {
    const { callpaths, phases, phase_paths } = this.page.run;
    this.self = callpaths.map(() => 0);
    const flat: number[] = (profile && phase_paths[this.number][profile - 1]) || [];
    for (let i = 0; i < flat.length; i += 2) this.self[flat[i]] = flat[i + 1];
    this.whole = [...this.self];
    for (let path = callpaths.length - 1; path > 0; path--) this.whole[callpaths[path].parent!] += this.whole[path];
    const children = (path: number) => [...(this.page.figures.children[path] ?? [])].sort((a, b) => this.whole[b] - this.whole[a]);
    this.arrange({ children, parent: () => null, size: (path) => this.whole[path] }, phases[this.number].callpath);
  }
  private title(path: number): string {
    return clean(this.page.run.regions[this.page.run.callpaths[path].region].name.slice(0, 300));
  }
  label(): string {
    return "Flame graph of the call paths of a visit. Arrows walk.";
  }
  tip(frame: Frame): string {
    return `${this.title(frame.path)}\n${time(this.whole[frame.path])} in it and below\n${time(this.self[frame.path])} itself`;
  }
  pick(frame: Frame): void {
    this.page.selection.set({ region: this.page.run.callpaths[frame.path].region });
  }
  leave(): void {}
  protected parentOf(path: number): number | null {
    return path === this.page.run.phases[this.number].callpath ? null : this.page.run.callpaths[path].parent;
  }
  protected frame(pen: Pen, frame: Frame, box: Box): void {
    const cause = causeOf(this.page.run.causes[this.page.figures.pathCause[frame.path]]);
    pen.rect(box.x, box.y, box.width, box.height - 1, cause.fill, cause.hatch);
    this.write(pen, box, this.title(frame.path), false, false);
  }
}
