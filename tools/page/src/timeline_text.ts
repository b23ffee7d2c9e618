// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What things in a timeline are, in words: for the mouse, for readers of the screen, and for the panel of details.
// Not here: where the words are shown.
import { causeOf } from "./colours";
import { count, percent, place, shortPlace, time } from "./format";
import { Page } from "./page";
import { Region } from "./run_data";
import { NOTHING, TimelineData } from "./timeline_data";
import { Item, TimelineView } from "./timeline_view";
import { laneStart } from "./timeline_window";

export const regionOf = (page: Page, data: TimelineData, node: number): Region | null =>
  (node === NOTHING || data.nodePath[node] === 0 ? null : page.run.regions[data.nodeRegion[node]] ?? null);

export function nodeName(page: Page, data: TimelineData, node: number): string {
  const region = regionOf(page, data, node);
  if (region) return region.name;
  return node === NOTHING ? "nothing is open" : data.causes[data.nodeCause[node]] === "fork" ? "between tasks" : "outside of regions";
}

export const placeOf = (region: Region | null): string => (region ? place(region) : "");

/** A lane has the places in teams that its thread takes as the first member: a visit belongs to one of them. */
export const whoIs = (p: TimelineView, item: Item): string =>
  (item.node === NOTHING ? null : p.page.run.locations[p.data.nodeLocation[item.node]]?.name) ?? p.laneName(item.lane);

/** Times within the run are told in as many digits as tell neighbouring events apart. */
export const moment = (ns: number): string => (ns / 1e9).toFixed(9).replace(/0{1,6}$/, "") + " s";

export const arrowKinds = ["task, from its creation to its begin", "lock, from its release to who had waited for it", "message"];

function stateLines(p: TimelineView, item: Item): string[] {
  const { data, page } = p, region = regionOf(page, data, item.node), lines: string[] = [], part = time(item.to - item.from) + (item.more ? " or more" : "");
  if (region) lines.push(shortPlace(placeOf(region)));
  if (item.waits) lines.push(`waits for ${part}: ${waitedFor(p, item)}`);
  else if (item.kind === "state" && item.node !== NOTHING) lines.push(`${part} of its own here`);
  if (item.visitFrom !== undefined) lines.push(`the visit takes ${time(item.visitTo! - item.visitFrom)}${item.continued ? " (a part; it was suspended before)" : ""}`);
  else lines.push(part);
  return lines;
}

/** Who is waited for: the region that held the lock, or who came last to the barrier. */
export function waitedFor(p: TimelineView, item: Item): string {
  if (item.waits) {
    const holder = item.waits > 1 ? p.page.run.regions[p.data.holderRegion[item.waits - 2]] : null;
    return holder ? `${holder.name}${holder.where ? ` at ${shortPlace(placeOf(holder))}` : ""} held it` : "nobody is known who held it";
  }
  if (item.node === NOTHING || p.data.causes[p.data.nodeCause[item.node]] !== "barrier") return "";
  const last = lastAt(p, item);
  return last < 0 ? "" : last === item.lane ? "nobody: it came last" : `${p.laneName(last)} came last`;
}

/** The lane that came last to a barrier, of those that were in the same one at its end; -1: that is not known. */
function lastAt(p: TimelineView, item: Item): number {
  const { data } = p, end = item.visitTo ?? item.to, region = data.nodeRegion[item.node];
  const events = data.hasWindow(data.windowAt(end - 1)) ? data.window(data.windowAt(end - 1)) : null;
  let last = -1, latest = -1;
  for (let lane = 0; events && lane < data.lanes; lane++)
    for (let i = laneStart(events.visitEnds, lane); i < events.visitEnds[lane]; i++)
      if (data.nodeRegion[events.node[i]] === region && events.from[i] <= end && events.to[i] >= end && events.from[i] > latest) [last, latest] = [lane, events.from[i]];
  return last;
}

function binLines(p: TimelineView, item: Item): string[] {
  const { data } = p, level = data.level(item.to - item.from);
  if (!level) return [];
  const bin = item.lane * level.bins + Math.round(item.from / level.width), width = Math.max(1, Math.min(level.width, data.end - item.from));
  const lines = level.shares.map((shares, cause) => [causeOf(data.causes[cause]).text.replace("idle otherwise", "idle"), ((shares?.[bin] ?? 0) / 255) * (level.width / width)] as const)
    .filter(([, share]) => share > 0.002).sort((a, b) => b[1] - a[1]).map(([text, share]) => `${percent(share)} ${text}`);
  return [`most of ${time(width)} here; in all:`, ...lines, "zoom in for single events"];
}

export function tipOf(p: TimelineView, item: Item): string {
  const { data } = p;
  if (item.kind === "lane") return `${p.laneName(item.lane)}\nEnter or a click ${p.open.has(item.lane) ? "hides" : "shows"} its stack`;
  if (item.kind === "counter") {
    const metric = data.json.metrics[item.number!];
    return `${metric.name}\n${count(Math.round(item.value!))} ${metric.unit} a second, all threads\nover ${time(item.to - item.from)} from ${moment(item.from)}`;
  }
  if (item.kind === "arrow") {
    const arrows = data.arrows()!, i = item.number!;
    return `${arrowKinds[arrows.kind[i]]}\nfrom ${p.laneName(arrows.from[i])} at ${moment(arrows.begin[i])}\nto ${p.laneName(arrows.to[i])}, ${time(arrows.end[i] - arrows.begin[i])} later`;
  }
  const lines = [nodeName(p.page, data, item.node), ...(item.kind === "bin" ? binLines(p, item) : stateLines(p, item)), `${whoIs(p, item)} at ${moment(item.from)}`];
  const other = item.kind === "state" && !item.waits ? waitedFor(p, item) : "";
  if (other) lines.splice(1, 0, `waited for: ${other}`);
  return lines.filter((line) => line).join("\n");
}
