// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is drawn beside and over the lanes of a timeline: the axis, arrows, rows of counters.
// Not here: the lanes (timeline_rows.ts).
import { ticks as ticksOf } from "d3-array";
import { Visible } from "./canvas";
import { theme } from "./colours";
import { count } from "./format";
import { Pen } from "./pen";
import { TimelineData } from "./timeline_data";
import { AXIS, COUNTER, Item, TimelineView } from "./timeline_view";

/** Ticks say as many digits as their distance needs. */
export function drawAxis(pen: Pen, p: TimelineView, visible: Visible): void {
  const colours = theme(), y = visible.top, ticks = ticksOf(p.from, p.to, Math.max(2, (p.width - p.head) / 110));
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : p.to - p.from;
  const [unit, name] = p.to >= 1e9 ? [1e9, "s"] : p.to >= 1e6 ? [1e6, "ms"] : p.to >= 1e3 ? [1e3, "µs"] : [1, "ns"];
  const digits = Math.min(9, Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9)));
  pen.rect(0, y, p.width, AXIS - 2, colours.paper);
  if (p.arrowsHidden) pen.text("arrows: zoom in", 4, y + 8, p.head - 8, colours.faint);
  pen.line(p.head, y + AXIS - 3, p.width, y + AXIS - 3, colours.line);
  for (const tick of ticks) {
    const x = p.x(tick);
    pen.line(x, y + AXIS - 8, x, y + AXIS - 3, colours.faint);
    pen.text((tick / unit).toFixed(digits) + " " + name, x, y + 8, 108, colours.faint, x > p.width - 40 ? "right" : x < p.head + 30 ? "left" : "center");
  }
}

/* --- arrows --- */

const arrowColours = ["#a05ab4", "#c8442c", "#12806a"];
const arrowsMost = 400; // in view; more would hide what they connect

/** The arrows that have an end in view and are long enough to be seen; null: they are too many. */
function arrowsInView(p: TimelineView): number[] | null {
  const arrows = p.data.arrows(), found: number[] = [];
  if (!arrows) return found;
  const least = ((p.to - p.from) / Math.max(1, p.width - p.head)) * 2;
  for (let i = 0; i < arrows.begin.length && arrows.begin[i] <= p.to && found.length <= arrowsMost; i++) {
    const [begin, end] = [arrows.begin[i], arrows.end[i]];
    if (end < p.from || (begin < p.from && end > p.to) || !p.arrowsShown[arrows.kind[i]]) continue;
    if (arrows.from[i] !== arrows.to[i] || end - begin > least) found.push(i);
  }
  return found.length > arrowsMost ? null : found;
}

const middle = (p: TimelineView, lane: number): number => p.laneTop(lane) + p.row() / 2;

export function drawArrows(pen: Pen, p: TimelineView): void {
  const arrows = p.data.arrows(), shown = arrowsInView(p);
  p.arrowsHidden = !shown;
  for (const i of shown ?? []) {
    const [x1, y1, x2, y2] = [p.x(arrows!.begin[i]), middle(p, arrows!.from[i]), p.x(arrows!.end[i]), middle(p, arrows!.to[i])];
    const colour = arrowColours[arrows!.kind[i]], angle = Math.atan2(y2 - y1, x2 - x1), [a, b] = [Math.max(x1, p.head), Math.min(x2, p.width)];
    const at = (x: number) => (x2 === x1 ? y2 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1));
    if (x1 === x2 && (x1 < p.head || x1 > p.width)) continue;
    pen.line(a, x1 === x2 ? y1 : at(a), b, at(b), colour, p.picked?.kind === "arrow" && p.picked.number === i ? 3 : 1.2);
    if (x2 >= p.head && x2 <= p.width)
      pen.path([x2, y2, x2 - 8 * Math.cos(angle - 0.4), y2 - 8 * Math.sin(angle - 0.4), x2 - 8 * Math.cos(angle + 0.4), y2 - 8 * Math.sin(angle + 0.4)], colour, 1, colour);
  }
}

/** The arrow that a point is on. */
export function arrowAt(p: TimelineView, x: number, y: number): Item | null {
  const arrows = p.data.arrows();
  for (const i of arrowsInView(p) ?? []) {
    const [x1, y1, x2, y2] = [p.x(arrows!.begin[i]), middle(p, arrows!.from[i]), p.x(arrows!.end[i]), middle(p, arrows!.to[i])];
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2, part = length ? Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length)) : 0;
    if ((x1 + part * (x2 - x1) - x) ** 2 + (y1 + part * (y2 - y1) - y) ** 2 < 9)
      return { kind: "arrow", lane: arrows!.to[i], from: arrows!.begin[i], to: arrows!.end[i], node: 0xffffffff, number: i };
  }
  return null;
}

/* --- counters --- */

export class Counters {
  readonly metrics: { name: string; unit: string }[];
  private readonly bins: number;
  private readonly sums: Float64Array[]; // by metric: of all lanes

  constructor(private readonly data: TimelineData, ups: Float32Array) {
    this.metrics = data.json.metrics;
    this.bins = ups.length / Math.max(1, this.metrics.length * data.lanes);
    this.sums = this.metrics.map((_, m) => {
      const sum = new Float64Array(this.bins);
      for (let i = 0; i < this.bins * data.lanes; i++) sum[i % this.bins] += ups[m * this.bins * data.lanes + i];
      return sum;
    });
  }

  private width(): number { return (this.data.end + 1) / this.bins; }

  /** How much a metric went up a second, pixel by pixel. */
  rates(p: TimelineView, metric: number): number[] {
    const width = this.width(), sum = this.sums[metric], rates: number[] = [];
    for (let x = p.head; x < p.width; x++) {
      const a = Math.min(this.bins - 1, Math.floor(p.ns(x) / width)), b = Math.min(this.bins, Math.max(a + 1, Math.floor(p.ns(x + 1) / width)));
      let all = 0;
      for (let i = a; i < b; i++) all += sum[i];
      rates.push((all / ((b - a) * width)) * 1e9);
    }
    return rates;
  }

  item(_p: TimelineView, metric: number, ns: number): Item {
    const width = this.width(), bin = Math.min(this.bins - 1, Math.floor(ns / width));
    return { kind: "counter", lane: 0, from: bin * width, to: (bin + 1) * width, node: 0xffffffff, number: metric, value: (this.sums[metric][bin] / width) * 1e9 };
  }
}

export function drawCounter(pen: Pen, p: TimelineView, counters: Counters, metric: number, y: number): void {
  const colours = theme(), rates = counters.rates(p, metric), top = rates.reduce((a, b) => Math.max(a, b), 0) || 1;
  const points = [p.head, y + COUNTER];
  rates.forEach((rate, i) => points.push(p.head + i, y + COUNTER - (rate / top) * (COUNTER - 4)));
  points.push(p.width, y + COUNTER);
  pen.path(points, colours.mark, 1, "rgba(60,130,240,0.25)");
  pen.line(p.head, y + COUNTER, p.width, y + COUNTER, colours.line);
  pen.text(counters.metrics[metric].name, 4, y + 12, p.head - 8, colours.ink);
  pen.text(`to ${count(Math.round(top))} ${counters.metrics[metric].unit}/s`, 4, y + 28, p.head - 8, colours.faint);
}
