// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where lanes are in a timeline, which time is where, and what is shown of them; and what can be at a point.
// Not here: how that is drawn (timeline_rows.ts, timeline_extras.ts, timeline_path.ts), and all of it together (timeline_picture.ts).
import { Page } from "./page";
import { TimelineData } from "./timeline_data";

export const AXIS = 26, SMALL = 14, COUNTER = 44;

/** What is at a point. Times are ns; `state`: the part of a visit between two events; no visit: nothing is open. */
export interface Item {
  kind: "state" | "visit" | "bin" | "lane" | "arrow" | "counter" | "path";
  lane: number;
  from: number;
  to: number;
  node: number; // or NOTHING
  depth?: number;
  waits?: number; // see Events
  continued?: boolean;
  visitFrom?: number; // of a state: its visit
  visitTo?: number;
  number?: number; // of an arrow, a metric, or a piece of the path
  value?: number;
  more?: boolean; // it may begin before or end later
}

export class TimelineView {
  from = 0;
  to: number;
  head = 150; // the width of the lanes' names
  width = 800;
  cursor = 0; // the lane that keys go on from
  readonly open = new Set<number>(); // lanes whose stacks are shown
  marked = new Uint8Array(0); // nodes of the region that is selected, with those inside of it
  arrowsHidden = false; // there are too many in view
  readonly arrowsShown = [true, true, true];
  picked: Item | null = null;

  /** `above`: the room between the axis and the lanes. */
  constructor(readonly page: Page, readonly data: TimelineData, private readonly above: number) {
    this.to = data.end;
  }

  x(ns: number): number { return this.head + ((ns - this.from) / (this.to - this.from)) * (this.width - this.head); }
  ns(x: number): number { return this.from + ((x - this.head) / (this.width - this.head)) * (this.to - this.from); }

  /** Shows an interval; it has a ns a pixel at least, and is in the run. */
  show(from: number, to: number): void {
    const least = Math.min(this.data.end, 40), width = Math.min(Math.max(to - from, least), this.data.end);
    const middle = (from + to) / 2, begin = Math.min(Math.max(0, middle - width / 2), this.data.end - width);
    this.from = begin;
    this.to = begin + width;
  }
  zoom(factor: number, at = (this.from + this.to) / 2): void {
    const width = Math.max(40, (this.to - this.from) * factor), part = (at - this.from) / (this.to - this.from);
    this.show(at - part * width, at + (1 - part) * width);
  }
  pan(ns: number): void { this.show(this.from + ns, this.to + ns); }

  row(): number { return this.data.lanes > 24 ? 16 : 22; }
  depths(lane: number): number { return this.open.has(lane) ? Math.max(1, this.maxDepth[lane] ?? 1) : 0; }
  readonly maxDepth: number[] = [];
  laneTop(lane: number): number {
    let y = AXIS + this.above + lane * (this.row() + 2);
    for (const open of this.open) if (open < lane) y += this.depths(open) * SMALL;
    return y;
  }
  laneAt(y: number): number {
    for (let lane = 0; lane < this.data.lanes; lane++) if (y < this.laneTop(lane + 1)) return y >= this.laneTop(lane) ? lane : -1;
    return -1;
  }

  laneName(lane: number): string {
    const location = this.page.run.locations[this.data.laneLocation[lane]];
    return location ? location.name : `thread ${lane}`;
  }
}
