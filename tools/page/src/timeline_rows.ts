// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws a lane: what it did, as shares of each pixel's time by cause, with single visits where they are wide enough; and
// the stack of its visits.
// Not here: where the lane is (timeline_view.ts).
import { causeOf, onFill, theme } from "./colours";
import { Pen } from "./pen";
import { TimelineData } from "./timeline_data";
import { nodeName } from "./timeline_text";
import { SMALL, TimelineView } from "./timeline_view";
import { Events, laneStart, stateAt, stateEnd } from "./timeline_window";

const few = 60000, most = 400000;

/** The windows of an interval, if their events are in the page and loaded; else they are being loaded. So many events are drawn one by one
 * only where bins are too wide for that; of more, bins are drawn in any case. */
export function exactIn(data: TimelineData, from: number, to: number): Events[] | null {
  const events = data.eventsIn(from, to);
  if (events > most || (events > few && data.finest * 600 < to - from)) return null;
  const windows: Events[] = [];
  let all = true;
  for (let w = data.windowAt(from), last = data.windowAt(to); w <= last; w++) {
    const events = data.hasWindow(w) ? data.window(w) : null;
    if (events) windows.push(events); else all = false;
  }
  return all ? windows : null;
}

/** Shares by cause, for each pixel of a row. */
class Columns {
  readonly parts: Float32Array[];
  constructor(causes: number, readonly width: number) {
    this.parts = Array.from({ length: causes }, () => new Float32Array(width + 2));
  }
  clear(): void {
    for (const part of this.parts) part.fill(0);
  }
  add(cause: number, a: number, b: number, share: number): void {
    const part = this.parts[cause];
    if (a < 0) a = 0;
    if (b > this.width) b = this.width;
    if (b <= a) return;
    const first = a | 0, last = b | 0;
    if (first === last) {
      part[first] += (b - a) * share;
      return;
    }
    part[first] += (first + 1 - a) * share;
    for (let x = first + 1; x < last; x++) part[x] += share;
    part[last] += (b - last) * share;
  }
}

let columns: Columns | null = null;
function columnsOf(data: TimelineData, width: number): Columns {
  if (columns?.width !== width || columns.parts.length !== data.causes.length) columns = new Columns(data.causes.length, width);
  else columns.clear();
  return columns;
}

function addLevel(c: Columns, p: TimelineView, lane: number): void {
  const scale = c.width / (p.to - p.from), level = p.data.level(0.9 / scale);
  if (!level) return;
  const first = Math.max(0, Math.floor(p.from / level.width)), last = Math.min(level.bins - 1, Math.floor(p.to / level.width)), wide = level.width * scale;
  level.shares.forEach((shares, cause) => {
    if (!shares) return;
    const row = lane * level.bins, end = p.data.end * scale - p.from * scale;
    for (let bin = first; bin <= last; bin++) {
      const share = shares[row + bin];
      if (!share) continue;
      const x = (bin * level.width - p.from) * scale;
      c.add(cause, x, Math.min(x + wide, end), bin === level.bins - 1 ? Math.min(1, ((share / 255) * wide) / Math.max(1e-9, end - x)) : share / 255);
    }
  });
}

const causeAt = (data: TimelineData, events: Events, state: number): number =>
  (events.waits[state] ? data.nodeWait : data.nodeCause)[events.node[events.visit[state]]];

/** Adds what a lane did. The result are the states that are wide enough for a name. */
function addEvents(c: Columns, p: TimelineView, lane: number, windows: Events[]): [Events, number][] {
  const scale = c.width / (p.to - p.from), { data } = p, wide: [Events, number][] = [];
  for (const events of windows) {
    const { time, visit, waits, node } = events, end = events.stateEnds[lane];
    for (let i = stateAt(events, lane, p.from); i < end && time[i] < p.to; i++) {
      if (visit[i] < 0) continue;
      const a = (time[i] - p.from) * scale, b = ((i + 1 < end ? time[i + 1] : events.end) - p.from) * scale;
      c.add(waits[i] ? data.nodeWait[node[visit[i]]] : data.nodeCause[node[visit[i]]], a, b, 1);
      if (b - a >= 3) wide.push([events, i]);
    }
  }
  return wide;
}

/** Pixels that follow each other with the same shares become one rectangle. */
function drawColumns(pen: Pen, c: Columns, data: TimelineData, x0: number, y: number, height: number): void {
  const base = new Float32Array(c.width + 1), idle = data.causes.indexOf("idle_other");
  const same = 0.5 / height;
  for (let cause = 0; cause < c.parts.length; cause++) {
    if (cause === idle) continue;
    const part = c.parts[cause], { fill, hatch } = causeOf(data.causes[cause]);
    for (let x = 0; x < c.width; ) {
      const share = part[x], from = base[x];
      if (share < 0.01) { x++; continue; }
      let end = x + 1;
      while (end < c.width && Math.abs(part[end] - share) < same && Math.abs(base[end] - from) < same) end++;
      const top = Math.min(1, from + share);
      pen.rect(x0 + x, y + height * (1 - top), end - x, height * (top - from), fill, share > 0.4 ? hatch : "");
      x = end;
    }
    for (let x = 0; x < c.width; x++) base[x] += part[x];
  }
}

/** Names of what is wide enough, and lines where one visit ends and another one begins. */
function drawNames(pen: Pen, p: TimelineView, lane: number, y: number, height: number, wide: [Events, number][]): void {
  for (const [events, i] of wide) {
    const a = Math.max(p.head, p.x(events.time[i])), b = Math.min(p.width, p.x(stateEnd(events, lane, i))), visit = events.visit[i];
    if (a > p.head && events.from[visit] === events.time[i]) pen.rect(a, y, 1, height, "rgba(0,0,0,0.35)");
    if (b - a > 30 && p.data.nodePath[events.node[visit]] !== 0) drawName(pen, nodeName(p.page, p.data, events.node[visit]), a, y, b - a, height, causeOf(p.data.causes[causeAt(p.data, events, i)]));
  }
}

/** A name on hatching stands on a ground of its own. */
function drawName(pen: Pen, name: string, x: number, y: number, width: number, height: number, cause: { fill: string; hatch: string }): void {
  if (cause.hatch) pen.rect(x + 2, y + 2, Math.min(width - 4, name.length * 6.7 + 4), height - 4, cause.fill);
  pen.text(name, x + 4, y + height / 2, width - 6, onFill);
}

export function drawRow(pen: Pen, p: TimelineView, lane: number, y: number, height: number, exact: Events[] | null): void {
  const c = columnsOf(p.data, Math.max(1, Math.round(p.width - p.head)));
  const wide = exact ? addEvents(c, p, lane, exact) : [];
  if (!exact) addLevel(c, p, lane);
  drawColumns(pen, c, p.data, p.head, y, height);
  drawNames(pen, p, lane, y, height, wide);
}

/** A line below what is inside of the region that is selected. Of bins, it counts what has most of each. */
export function drawMarks(pen: Pen, p: TimelineView, lane: number, y: number, exact: Events[] | null): void {
  const { data, marked } = p, colour = theme().ink, level = exact ? null : data.level((0.9 * (p.to - p.from)) / (p.width - p.head));
  let begin = -1, end = -1;
  const put = (from: number, to: number): void => {
    const [a, b] = [Math.max(p.head, p.x(from)), Math.min(p.width, p.x(to))];
    if (a <= end + 0.5 && end >= 0) { end = Math.max(end, b); return; }
    if (end > begin) pen.rect(begin, y, Math.max(1, end - begin), 3, colour);
    [begin, end] = [a, b];
  };
  for (const events of exact ?? [])
    for (let i = stateAt(events, lane, p.from); i < events.stateEnds[lane] && events.time[i] < p.to; i++)
      if (events.visit[i] >= 0 && marked[events.node[events.visit[i]]]) put(events.time[i], stateEnd(events, lane, i));
  if (level)
    for (let bin = Math.floor(p.from / level.width); bin < level.bins && bin * level.width < p.to; bin++)
      if (marked[level.nodes[lane * level.bins + bin]]) put(bin * level.width, (bin + 1) * level.width);
  if (end > begin) pen.rect(begin, y, Math.max(1, end - begin), 3, colour);
}

/** Visits that are narrower than a pixel are drawn as one where they are close. Where events are too many there are spans. */
export function drawStack(pen: Pen, p: TimelineView, lane: number, y: number, exact: Events[] | null): void {
  const { data } = p, next: number[] = [], colours = theme();
  const put = (node: number, depth: number, begin: number, end: number): void => {
    const a = Math.max(p.head, p.x(begin)), b = Math.min(p.width, p.x(end));
    p.maxDepth[lane] = Math.max(p.maxDepth[lane] ?? 1, depth + 1);
    if (b < p.head || a > p.width || b <= (next[depth] ?? 0)) return;
    const cause = causeOf(data.causes[data.nodeCause[node]]), width = Math.max(1, b - a);
    next[depth] = a + width;
    pen.rect(a, y + depth * SMALL, width, SMALL - 1, cause.fill, cause.hatch);
    if (width > 3) pen.rect(a, y + depth * SMALL, 1, SMALL - 1, colours.paper);
    if (width > 24) drawName(pen, nodeName(p.page, p.data, node), a, y + depth * SMALL, width, SMALL - 1, cause);
  };
  if (exact) exact.forEach((events, window) => {
    for (let i = laneStart(events.visitEnds, lane); i < events.visitEnds[lane]; i++)
      if (events.from[i] < p.to && events.to[i] >= p.from && (window === 0 || events.from[i] >= events.begin)) put(events.node[i], events.depth[i], events.from[i], events.to[i]);
  });
  else {
    const { spans } = data, order: number[] = [];
    for (let i = 0; i < spans.lane.length; i++) if (spans.lane[i] === lane && spans.begin[i] < p.to && spans.end[i] >= p.from) order.push(i);
    for (const i of order.sort((a, b) => spans.begin[a] - spans.begin[b])) put(spans.node[i], spans.depth[i], spans.begin[i], spans.end[i]);
  }
}
