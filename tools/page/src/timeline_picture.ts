// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The picture of a timeline: draws all of it, and tells what is at a point.
// Not here: where lanes are, and which time is where (timeline_view.ts), how a lane's row is drawn (timeline_rows.ts), what is drawn
// over lanes (timeline_extras.ts), mouse and keys (timeline_input.ts).
import { Box, Drawing, Visible } from "./canvas";
import { theme } from "./colours";
import { time } from "./format";
import { Page } from "./page";
import { Pen } from "./pen";
import { TimelineData } from "./timeline_data";
import { arrowAt, Counters, drawArrows, drawAxis, drawCounter } from "./timeline_extras";
import type { CriticalPath } from "./timeline_path";
import { nodeName, tipOf } from "./timeline_text";
import { drawMarks, drawRow, drawStack, exactIn } from "./timeline_rows";
import { AXIS, COUNTER, Item, SMALL, TimelineView } from "./timeline_view";
import { laneStart, stateAt, stateEnd } from "./timeline_window";

export class TimelinePicture extends TimelineView implements Drawing<Item> {
  readonly name = "timeline";
  brush: [number, number] | null = null; // while it is drawn

  constructor(page: Page, data: TimelineData, readonly counters: Counters | null, readonly path: CriticalPath | null, readonly onPick: (item: Item) => void, readonly onLeave: () => void) {
    super(page, data, path ? path.room : 0);
  }

  private lanesBottom(): number { return this.laneTop(this.data.lanes) + 4; }
  height(): number { return this.lanesBottom() + (this.counters ? this.counters.metrics.length * (COUNTER + 6) : 0) + 2; }

  label(): string {
    return `Timeline of ${this.data.lanes} threads over ${time(this.data.end)}. ` +
      "A and D move it, W and S zoom, Home shows the whole run, up and down choose a thread, comma and period its events.";
  }

  draw(pen: Pen, visible: Visible): void {
    this.width = visible.width;
    this.head = Math.min(150, Math.max(60, visible.width * 0.16));
    const colours = theme(), exact = exactIn(this.data, this.from, this.to);
    for (let lane = 0; lane < this.data.lanes; lane++) {
      const y = this.laneTop(lane), height = this.row();
      if (y + height + this.depths(lane) * SMALL < visible.top || y > visible.bottom) continue;
      pen.text((this.open.has(lane) ? "▾ " : "▸ ") + this.laneName(lane), 4, y + height / 2, this.head - 8, lane === this.cursor ? colours.mark : colours.ink);
      pen.rect(this.head, y + height, this.width - this.head, 1, colours.line);
      drawRow(pen, this, lane, y, height, exact);
      if (this.marked.length) drawMarks(pen, this, lane, y + height - 1, exact);
      if (this.open.has(lane)) drawStack(pen, this, lane, y + height + 1, exact);
    }
    this.path?.draw(pen, this);
    const at = this.lanesBottom();
    this.counters?.metrics.forEach((_, i) => {
      const y = at + i * (COUNTER + 6);
      if (y + COUNTER >= visible.top && y <= visible.bottom) drawCounter(pen, this, this.counters!, i, y);
    });
    drawArrows(pen, this);
    this.drawSelection(pen, visible);
    drawAxis(pen, this, visible);
  }

  private drawSelection(pen: Pen, visible: Visible): void {
    const s = this.page.selection.get(), range = this.brush ?? (s.from !== null && s.to !== null ? [s.from, s.to] : null), colours = theme();
    if (range) {
      const [a, b] = [Math.max(this.head, this.x(range[0])), Math.min(this.width, this.x(range[1]))];
      if (b > a) {
        pen.rect(a, visible.top, b - a, visible.bottom - visible.top, "rgba(60,130,240,0.16)");
        pen.line(a, visible.top, a, visible.bottom, colours.mark);
        pen.line(b, visible.top, b, visible.bottom, colours.mark);
      }
    }
    const box = this.picked && this.box(this.picked);
    if (box) pen.frame(box.x, box.y, Math.max(box.width, 2), box.height, colours.ink, 2);
  }

  hit(x: number, y: number): Item | null {
    if (y < AXIS) return null;
    const onPath = this.path?.hit(this, x, y);
    if (onPath) return onPath;
    const lane = this.laneAt(y);
    if (lane < 0) return this.hitCounter(x, y);
    if (x < this.head) return { kind: "lane", lane, from: this.from, to: this.to, node: 0xffffffff };
    const arrow = arrowAt(this, x, y);
    if (arrow) return arrow;
    const row = y - this.laneTop(lane) - this.row() - 1;
    return this.at(lane, this.ns(x), row >= 0 && this.open.has(lane) ? Math.floor(row / SMALL) : undefined);
  }

  /** What a lane does at a time; of its stack, what is open at a depth. */
  at(lane: number, ns: number, depth?: number): Item | null {
    const { data } = this, events = exactIn(data, this.from, this.to) ? data.window(data.windowAt(ns)) : null;
    if (!events) {
      const level = depth === undefined ? data.level((this.to - this.from) / Math.max(1, this.width - this.head)) : null;
      if (!level) return null;
      const bin = Math.min(level.bins - 1, Math.floor(ns / level.width));
      return { kind: "bin", lane, from: bin * level.width, to: Math.min(data.end, (bin + 1) * level.width), node: level.nodes[lane * level.bins + bin] };
    }
    const state = stateAt(events, lane, ns), visit = events.visit[state];
    if (depth === undefined) {
      const item: Item = { kind: "state", lane, from: events.time[state], to: stateEnd(events, lane, state), node: 0xffffffff, waits: events.waits[state] };
      this.extend(item, visit >= 0 ? events.from[visit] : -1);
      if (visit >= 0) Object.assign(item, { node: events.node[visit], depth: events.depth[visit], continued: !!events.continued[visit], visitFrom: events.from[visit], visitTo: events.to[visit] });
      return item;
    }
    for (let i = laneStart(events.visitEnds, lane); i < events.visitEnds[lane]; i++)
      if (events.depth[i] === depth && events.from[i] <= ns && events.to[i] > ns)
        return { kind: "visit", lane, from: events.from[i], to: events.to[i], node: events.node[i], depth, continued: !!events.continued[i] };
    return null;
  }

  /** What goes on in neighbouring windows is one; where those are not loaded, it is not known whether it does. */
  private extend(item: Item, from: number): void {
    const { data } = this;
    for (const step of [-1, 1])
      for (let w = data.windowAt(step < 0 ? item.from : item.to - 1); (step < 0 ? data.windowBegin[w] === item.from : data.windowEnd(w) === item.to) && w + step >= 0 && w + step < data.windows; w += step) {
        const events = data.hasWindow(w + step) ? data.peek(w + step) : null;
        if (!events) {
          item.more = true;
          break;
        }
        const state = stateAt(events, item.lane, step < 0 ? events.end : events.begin), visit = events.visit[state];
        if (events.waits[state] !== item.waits || (visit >= 0 ? events.from[visit] : -1) !== from) break;
        if (step < 0) item.from = events.time[state]; else item.to = stateEnd(events, item.lane, state);
      }
  }

  private hitCounter(x: number, y: number): Item | null {
    const metric = Math.floor((y - this.lanesBottom()) / (COUNTER + 6));
    if (!this.counters || metric < 0 || metric >= this.counters.metrics.length || x < this.head) return null;
    return this.counters.item(this, metric, this.ns(x));
  }

  tip(item: Item): string { return item.kind === "path" ? this.path!.tip(this, item) : tipOf(this, item); }

  box(item: Item): Box | null {
    if (item.kind === "arrow" || item.kind === "counter" || item.kind === "path") return null;
    const y = this.laneTop(item.lane);
    if (item.kind === "lane") return { x: 0, y, width: this.head, height: this.row() };
    const [a, b] = [Math.max(this.head, this.x(item.from)), Math.min(this.width, this.x(item.to))];
    if (b < this.head || a > this.width) return null;
    return item.kind === "visit" ? { x: a, y: y + this.row() + 1 + item.depth! * SMALL, width: b - a, height: SMALL } : { x: a, y, width: b - a, height: this.row() };
  }

  pick(item: Item): void {
    if (item.kind === "lane") {
      if (!this.open.delete(item.lane)) this.open.add(item.lane);
    } else this.picked = item;
    this.cursor = item.kind === "counter" ? this.cursor : item.lane;
    this.onPick(item);
  }

  leave(): void {
    this.picked = null;
    this.onLeave();
  }

  /** Marks where a region is open. */
  mark(region: number | null): void {
    const { callpaths } = this.page.run, { nodePath } = this.data, inside = new Uint8Array(callpaths.length);
    for (const path of callpaths) if (path.region === region || (path.parent !== null && inside[path.parent])) inside[path.id] = 1;
    this.marked = region === null ? new Uint8Array(0) : Uint8Array.from(nodePath, (path) => inside[path] ?? 0);
  }

  describe(node: number): string { return nodeName(this.page, this.data, node); }
}
