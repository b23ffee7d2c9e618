// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The timeline's data: lanes, call paths, windows of time with their events, and levels of bins (tools/sums/timeline.h).
// Not here: how events are read (timeline_window.ts), sums of intervals (timeline_sums.ts), what is drawn.
import { Block, hasBlock, loadBlock } from "./block";
import { decodeWindow, Events, Spans } from "./timeline_window";

export const NOTHING = 0xffffffff;

export interface Level {
  width: number; // of a bin, in ns
  bins: number;
  shares: (Uint8Array | null)[]; // by cause, then lane, then bin
  nodes: Uint32Array; // which node has most of the bin
}

export interface Arrows {
  begin: Float64Array;
  end: Float64Array;
  from: Uint32Array;
  to: Uint32Array;
  kind: Uint8Array;
}

const kept = 24; // so many windows are in memory at most

export class TimelineData {
  readonly end: number;
  readonly causes: string[];
  readonly laneLocation: Uint32Array;
  readonly nodePath: Uint32Array;
  readonly nodeRegion: Uint32Array;
  readonly nodeLocation: Uint32Array;
  readonly nodeCause: Uint8Array;
  readonly nodeWait: Uint8Array;
  readonly windowBegin: Float64Array;
  readonly windowEvents: Uint32Array;
  readonly sumNs: Float64Array;
  readonly sumKey: Uint32Array;
  readonly sumEnds: Uint32Array;
  readonly holderRegion: Uint32Array;
  readonly spans: Spans;
  private readonly there: boolean[]; // the windows whose events are in the page
  private readonly events = new Map<number, Events>();
  private readonly loading = new Map<number, Promise<Events>>();
  private readonly inflated = new Map<number, Promise<Block>>();
  private readonly levels = new Map<number, Level | null>();

  constructor(private readonly block: Block, private readonly loaded: () => void) {
    this.end = block.json.end_ns;
    this.causes = block.json.causes;
    this.laneLocation = block.u32("lane_location");
    this.nodePath = block.u32("node_path");
    this.nodeRegion = block.u32("node_region");
    this.nodeLocation = block.u32("node_location");
    this.nodeCause = block.u8("node_cause");
    this.nodeWait = block.u8("node_wait");
    this.windowBegin = block.f64("window_begin");
    this.windowEvents = block.u32("window_events");
    this.sumNs = block.f64("sum_ns");
    this.sumKey = block.u32("sum_key");
    this.sumEnds = block.u32("sum_ends");
    this.holderRegion = block.u32("holder_region");
    this.spans = { begin: block.f64("span_begin"), end: block.f64("span_end"), lane: block.u32("span_lane"), node: block.u32("span_node"), depth: block.u32("span_depth") };
    this.there = Array.from(this.windowBegin, (_, i) => hasBlock("timeline-w" + i));
  }

  get json(): any { return this.block.json; }
  get finest(): number { return 2 ** this.json.shifts[0]; } // the width of the narrowest bins
  get lanes(): number { return this.laneLocation.length; }
  get windows(): number { return this.windowBegin.length; }
  get counted(): number { return this.there.filter((there) => there).length; }
  laneFirst(lane: number): number { return this.block.u32("lane_first")[lane]; }
  windowEnd(window: number): number { return window + 1 < this.windows ? this.windowBegin[window + 1] : this.end; }
  hasWindow(window: number): boolean { return this.there[window]; }

  /** The window that a time is in. */
  windowAt(ns: number): number {
    let low = 0, high = this.windows - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.windowBegin[middle] <= ns) low = middle; else high = middle - 1;
    }
    return low;
  }

  /** How many events there are in an interval, about. */
  eventsIn(from: number, to: number): number {
    let events = 0;
    for (let w = this.windowAt(from); w < this.windows && this.windowBegin[w] < to; w++) {
      const [begin, end] = [this.windowBegin[w], this.windowEnd(w)];
      events += this.windowEvents[w] * Math.min(1, (Math.min(to, end) - Math.max(from, begin)) / Math.max(1, end - begin));
    }
    return events;
  }

  /** The events of a window, if they have been loaded; else they will be, and null. */
  window(window: number): Events | null {
    const events = this.events.get(window);
    if (!events) {
      if (this.there[window]) void this.load(window).then(this.loaded);
      return null;
    }
    this.events.delete(window); // the last that was used is the last to go
    this.events.set(window, events);
    return events;
  }

  peek(window: number): Events | undefined { return this.events.get(window); }

  load(window: number): Promise<Events> {
    const events = this.events.get(window);
    if (events) return Promise.resolve(events);
    let loading = this.loading.get(window);
    if (!loading) {
      if (!this.inflated.has(window)) this.inflated.set(window, loadBlock("timeline-w" + window));
      loading = this.inflated.get(window)!.then((block) => {
        const made = decodeWindow(this, window, block);
        this.events.set(window, made);
        this.loading.delete(window);
        for (const old of this.events.keys()) if (this.events.size > kept) this.events.delete(old);
        return made;
      });
      this.loading.set(window, loading);
    }
    return loading;
  }

  /** The level whose bins are about as wide as wanted, or the next wider one that is loaded. */
  level(width: number): Level | null {
    const shifts: number[] = this.json.shifts;
    let wanted = 0;
    while (wanted + 1 < shifts.length && 2 ** shifts[wanted + 1] <= width) wanted++;
    if (!this.levels.has(wanted)) void this.loadLevel(wanted);
    for (let i = wanted; i < shifts.length; i++) if (this.levels.get(i)) return this.levels.get(i)!;
    return null;
  }

  async loadLevel(number: number): Promise<void> {
    if (number < 0 || this.levels.has(number)) return;
    this.levels.set(number, null);
    const block = await loadBlock("timeline-l" + number), nodes = block.u32("nodes");
    const shares = this.causes.map((cause) => (block.has(cause) ? block.u8(cause) : null));
    this.levels.set(number, { width: 2 ** this.json.shifts[number], bins: nodes.length / Math.max(1, this.lanes), shares, nodes });
    this.loaded();
  }

  private arrowsRead: Arrows | null = null;
  arrows(): Arrows | null { return this.arrowsRead; }
  async loadArrows(): Promise<void> {
    if (!hasBlock("timeline-arrows")) return;
    const block = await loadBlock("timeline-arrows"), begin = block.f64("begin").slice(), end = block.f64("length").slice();
    for (let i = 0; i < begin.length; i++) {
      begin[i] += i ? begin[i - 1] : 0;
      end[i] += begin[i];
    }
    this.arrowsRead = { begin, end, from: block.u32("from"), to: block.u32("to"), kind: block.u8("kind") };
    this.loaded();
  }
}
