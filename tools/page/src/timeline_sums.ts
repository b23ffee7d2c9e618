// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an interval of the run went into: whole windows from their sums, the windows at its ends from their events.
// Not here: who shows that.
import type { TimelineData } from "./timeline_data";
import { Events, laneStart, stateEnd } from "./timeline_window";

export interface IntervalSums {
  from: number;
  to: number;
  /** ns by node, of its own time without its waiting for locks: [2 × node]; and of that waiting: [2 × node + 1]. */
  ns: Float64Array;
  exact: boolean; // false: of a window at an end the page has no single events, and it is taken to be even
}

function addWindow(data: TimelineData, window: number, part: number, to: Float64Array): void {
  for (let lane = 0; lane < data.lanes; lane++) {
    const at = lane * data.windows + window;
    for (let i = at ? data.sumEnds[at - 1] : 0; i < data.sumEnds[at]; i++) to[data.sumKey[i]] += data.sumNs[i] * part;
  }
}

function addEvents(data: TimelineData, events: Events, from: number, until: number, to: Float64Array): void {
  for (let lane = 0; lane < data.lanes; lane++)
    for (let i = laneStart(events.stateEnds, lane); i < events.stateEnds[lane] && events.time[i] < until; i++) {
      const begin = Math.max(from, events.time[i]), end = Math.min(until, stateEnd(events, lane, i));
      if (end > begin && events.visit[i] >= 0) to[2 * events.node[events.visit[i]] + (events.waits[i] ? 1 : 0)] += end - begin;
    }
}

export async function intervalSums(data: TimelineData, from: number, to: number): Promise<IntervalSums> {
  const sums: IntervalSums = { from, to, ns: new Float64Array(2 * data.nodePath.length), exact: true };
  for (let w = data.windowAt(from); w < data.windows && data.windowBegin[w] < to; w++) {
    const [begin, end] = [data.windowBegin[w], data.windowEnd(w)];
    if (from <= begin && to >= end) addWindow(data, w, 1, sums.ns);
    else if (data.hasWindow(w)) addEvents(data, await data.load(w), from, to, sums.ns);
    else {
      addWindow(data, w, (Math.min(to, end) - Math.max(from, begin)) / (end - begin), sums.ns);
      sums.exact = false;
    }
  }
  return sums;
}

/** ns by cause. */
export function byCause(data: TimelineData, sums: IntervalSums): number[] {
  const ns = data.causes.map(() => 0);
  for (let node = 0; node < data.nodePath.length; node++) {
    ns[data.nodeCause[node]] += sums.ns[2 * node];
    ns[data.nodeWait[node]] += sums.ns[2 * node + 1];
  }
  ns[data.causes.indexOf("idle_other")] += (sums.to - sums.from) * data.lanes - ns.reduce((sum, part) => sum + part, 0);
  return ns;
}
