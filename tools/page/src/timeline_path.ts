// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The critical path as a lane above the others: on which thread it was when; and a line above each thread's lane where it was there.
// Not here: how it is found (tools/findings), where the lanes are (timeline_view.ts).
import { hasBlock, loadBlock } from "./block";
import { theme } from "./colours";
import { percent, time } from "./format";
import { Pen } from "./pen";
import { AXIS, Item, TimelineView } from "./timeline_view";
import { moment } from "./timeline_text";

const HEIGHT = 16;
const grounds = ["rgba(60,130,240,0.30)", "rgba(60,130,240,0.16)"]; // of pieces one after the other

export class CriticalPath {
  readonly room = HEIGHT + 6; // what the lane takes
  private readonly end: Float64Array;
  private readonly lane: Uint32Array;

  private constructor(readonly begin: Float64Array, end: Float64Array, lane: Uint32Array) {
    this.end = end;
    this.lane = lane;
  }

  /** Null: the page has none. */
  static async load(): Promise<CriticalPath | null> {
    if (!hasBlock("timeline-path")) return null;
    const block = await loadBlock("timeline-path"), begin = block.f64("begin"), lane = block.u32("lane");
    return new CriticalPath(begin, Float64Array.from(begin, (_, i) => (i + 1 < begin.length ? begin[i + 1] : block.json.end_ns)), lane);
  }

  get pieces(): [number, number, number][] { return Array.from(this.begin, (from, i) => [this.lane[i], from, this.end[i]]); }

  /** The piece at a time. */
  private pieceAt(ns: number): number {
    let low = 0, high = this.begin.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.begin[middle] <= ns) low = middle; else high = middle - 1;
    }
    return low;
  }

  /** Pieces that are narrower than a pixel are drawn as one with those that follow. */
  draw(pen: Pen, p: TimelineView): void {
    const colours = theme();
    pen.text("critical path", 4, AXIS + HEIGHT / 2, p.head - 8, colours.ink);
    for (let i = this.pieceAt(p.from); i < this.begin.length && this.begin[i] < p.to; i++) {
      const a = Math.max(p.head, p.x(this.begin[i])), first = i;
      while (i + 1 < this.begin.length && p.x(this.end[i]) < a + 1) i++;
      const width = Math.max(1, Math.min(p.width, p.x(this.end[i])) - a), lane = this.lane[i];
      pen.rect(a, AXIS, width, HEIGHT, grounds[first % 2]);
      pen.rect(a, p.laneTop(lane) - 2, width, 2, colours.mark);
      if (width > 30) pen.text(p.laneName(lane), a + 4, AXIS + HEIGHT / 2, width - 6, colours.ink);
    }
  }

  hit(p: TimelineView, x: number, y: number): Item | null {
    if (y < AXIS || y >= AXIS + HEIGHT || x < p.head) return null;
    const i = this.pieceAt(p.ns(x));
    return { kind: "path", lane: this.lane[i], from: this.begin[i], to: this.end[i], node: 0xffffffff, number: i };
  }

  tip(p: TimelineView, item: Item): string {
    return `critical path\non ${p.laneName(item.lane)} for ${time(item.to - item.from)}, ${percent((item.to - item.from) / p.data.end)} of the run\nfrom ${moment(item.from)} on`;
  }
}
