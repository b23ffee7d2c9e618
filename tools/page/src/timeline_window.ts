// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the events of a window of time: visits, and the states between events, lane by lane.
// Not here: which windows are read when (timeline_data.ts).
import { Block } from "./block";

/** Visits that begin in another window than they end in. */
export interface Spans {
  begin: Float64Array;
  end: Float64Array;
  lane: Uint32Array;
  node: Uint32Array;
  depth: Uint32Array;
}

/** What has to be known of a timeline to read its windows. */
export interface Windows {
  readonly windowBegin: Float64Array;
  readonly windows: number;
  readonly lanes: number;
  readonly spans: Spans;
  windowEnd(window: number): number;
  laneFirst(lane: number): number; // node
}

/** The numbers of lane i are from ends[i - 1] on, up to ends[i]. Times are ns since the begin of the run. */
export interface Events {
  begin: number;
  end: number;
  // Of each moment: since when, the innermost visit or -1, and who is waited for: 0 nobody is, 1 it is not known, else a region + 2.
  stateEnds: Uint32Array;
  time: Float64Array;
  visit: Int32Array;
  waits: Uint32Array;
  // Of each visit that has a part in the window; by begin in each lane.
  visitEnds: Uint32Array;
  from: Float64Array;
  to: Float64Array;
  node: Uint32Array;
  depth: Uint16Array;
  continued: Uint8Array;
}

class Reader {
  at = 0;
  constructor(private readonly bytes: Uint8Array) {}
  next(): number {
    let n = this.bytes[this.at++];
    if (n < 128) return n;
    n -= 128;
    for (let factor = 128; ; factor *= 128) {
      const byte = this.bytes[this.at++];
      if (byte < 128) return n + byte * factor;
      n += (byte - 128) * factor;
    }
  }
}

const LEAVE = 0, WAIT = 1, ENTER = 2;

class Maker {
  readonly time: number[] = [];
  readonly visit: number[] = [];
  readonly waits: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly node: number[] = [];
  readonly depth: number[] = [];
  readonly continued: number[] = [];
  readonly stack: number[] = [];

  push(node: number, from: number, to: number, continued: number): void {
    this.from.push(from);
    this.to.push(to);
    this.node.push(node);
    this.depth.push(this.stack.length);
    this.continued.push(continued);
    this.stack.push(this.from.length - 1);
  }

  state(time: number, waits: number, first: number): void {
    const visit = this.stack.length ? this.stack[this.stack.length - 1] : -1, last = this.time.length - 1;
    if (last >= first && this.time[last] === time) [this.visit[last], this.waits[last]] = [visit, waits];
    else {
      this.time.push(time);
      this.visit.push(visit);
      this.waits.push(waits);
    }
  }
}

/** The spans of a lane that are open at a time, from the outermost inwards. */
function openAt(spans: Spans, lanes: number[], lane: number, border: number): number[] {
  const found: number[] = [];
  for (let i = lanes[lane]; i < lanes[lane + 1]; i++) if (spans.begin[i] < border && spans.end[i] >= border) found.push(i);
  return found.sort((a, b) => spans.depth[a] - spans.depth[b]);
}

let lanesOf: [Spans, number[]] | null = null;
function spanLanes(data: Windows): number[] {
  if (lanesOf?.[0] !== data.spans) {
    const firsts: number[] = [];
    for (let lane = 0, i = 0; lane <= data.lanes; lane++) {
      while (i < data.spans.lane.length && data.spans.lane[i] < lane) i++;
      firsts.push(i);
    }
    lanesOf = [data.spans, firsts];
  }
  return lanesOf[1];
}

export function decodeWindow(data: Windows, window: number, block: Block): Events {
  const begin = data.windowBegin[window], end = data.windowEnd(window), last = window + 1 === data.windows;
  const times = new Reader(block.u8("times")), ops = new Reader(block.u8("ops")), holders = new Reader(block.u8("holders"));
  const ends = block.u32("op_ends"), waiting = block.u32("waits"), lanes = spanLanes(data), spans = data.spans;
  const m = new Maker(), stateEnds = new Uint32Array(data.lanes), visitEnds = new Uint32Array(data.lanes);
  for (let lane = 0; lane < data.lanes; lane++) {
    const first = m.time.length, firstNode = data.laneFirst(lane);
    let now = begin;
    m.stack.length = 0;
    for (const i of openAt(spans, lanes, lane, begin)) m.push(spans.node[i], spans.begin[i], spans.end[i], 0);
    m.state(begin, waiting[lane], first);
    while (ops.at < ends[lane]) {
      const op = ops.next();
      now += times.next();
      if (op === LEAVE) {
        const visit = m.stack.pop();
        if (visit !== undefined) m.to[visit] = now;
      } else if (op >= ENTER) m.push(firstNode + ((op - ENTER) >> 1), now, end, (op - ENTER) & 1);
      m.state(now, op === WAIT ? holders.next() + 1 : 0, first);
    }
    if (!last) for (const i of openAt(spans, lanes, lane, end)) {
      const visit = m.stack[spans.depth[i]];
      if (visit !== undefined) m.to[visit] = spans.end[i];
    }
    stateEnds[lane] = m.time.length;
    visitEnds[lane] = m.from.length;
  }
  return {
    begin, end, stateEnds, visitEnds, time: Float64Array.from(m.time), visit: Int32Array.from(m.visit), waits: Uint32Array.from(m.waits),
    from: Float64Array.from(m.from), to: Float64Array.from(m.to), node: Uint32Array.from(m.node), depth: Uint16Array.from(m.depth), continued: Uint8Array.from(m.continued),
  };
}

/** Where the numbers of a lane begin. */
export const laneStart = (ends: Uint32Array, lane: number): number => (lane ? ends[lane - 1] : 0);

/** The state that a lane is in at a time, which is in the window. */
export function stateAt(events: Events, lane: number, ns: number): number {
  let low = laneStart(events.stateEnds, lane), high = events.stateEnds[lane] - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (events.time[middle] <= ns) low = middle; else high = middle - 1;
  }
  return low;
}

export const stateEnd = (events: Events, lane: number, state: number): number => (state + 1 < events.stateEnds[lane] ? events.time[state + 1] : events.end);
