// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interval that is selected, for all views: what each location had of each call path in it.
// Not here: how that is summed up (timeline_sums.ts), what views make of it.
import type { Cells } from "./figures";
import { Page } from "./page";
import { NOTHING, TimelineData } from "./timeline_data";
import { intervalSums, IntervalSums } from "./timeline_sums";

export class Interval {
  sums: IntervalSums | null = null; // of the interval that is selected; null: none is
  private cells: Cells | null = null;
  private asked = 0;

  constructor(private readonly page: Page, private readonly data: TimelineData) {
    page.figures.interval = (from, to) => (this.sums?.from === from && this.sums.to === to ? this.cells : null);
    page.selection.follow((now, before) => { if (now.from !== before.from || now.to !== before.to) void this.select(now.from, now.to); });
    void this.select(page.selection.get().from, page.selection.get().to);
  }

  /** Selects an interval once it has been summed up; views that follow the selection ask for the sums at once. */
  async select(from: number | null, to: number | null): Promise<void> {
    const number = ++this.asked, { selection } = this.page;
    if (from === null || to === null || to <= from) {
      this.sums = this.cells = null;
      selection.set({ from: null, to: null });
      return;
    }
    if (this.sums?.from === from && this.sums.to === to) return;
    const sums = await intervalSums(this.data, from, to);
    if (number !== this.asked) return; // another one has been selected
    this.sums = sums;
    this.cells = cellsOf(this.page, this.data, sums);
    const now = selection.get();
    if (now.from === from && now.to === to) selection.again(); // a link has selected it, and views had no sums
    else selection.set({ from, to });
  }
}

const waiting = new Set(["barrier", "tasks"]); // all the time of such call paths is waiting

/** The same as cells, which are in the order of call paths. */
export function cellsOf(page: Page, data: TimelineData, sums: IntervalSums): Cells {
  const paths = page.run.callpaths.length, start = new Uint32Array(paths + 1), nodes: number[] = [];
  const idle = new Float64Array(page.run.locations.length), busy = new Float64Array(data.lanes);
  for (let node = 0, lane = 0; node < data.nodePath.length; node++) {
    while (lane + 1 < data.lanes && node >= data.laneFirst(lane + 1)) lane++;
    const ns = sums.ns[2 * node] + sums.ns[2 * node + 1];
    busy[lane] += ns;
    if (!ns || data.nodePath[node] === NOTHING) continue;
    nodes.push(node);
    start[data.nodePath[node] + 1]++;
  }
  for (let path = 0; path < paths; path++) start[path + 1] += start[path];
  nodes.sort((a, b) => data.nodePath[a] - data.nodePath[b]);
  busy.forEach((ns, lane) => { idle[data.laneLocation[lane]] = Math.max(0, Math.min(sums.to, data.end) - sums.from - ns); });
  const self = (i: number) => sums.ns[2 * nodes[i]] + sums.ns[2 * nodes[i] + 1];
  return {
    start, location: Uint16Array.from(nodes, (node) => data.nodeLocation[node]), self, visits: null, idle: (location) => idle[location],
    wait: (i) => (waiting.has(data.causes[data.nodeCause[nodes[i]]]) ? self(i) : sums.ns[2 * nodes[i] + 1]),
  };
}
