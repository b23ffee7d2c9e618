// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The view of the timeline: its picture, the buttons above it, and what is picked or selected below it.
// Not here: the picture (timeline_picture.ts), what mouse and keys do (timeline_input.ts).
import { hasBlock, loadBlock } from "./block";
import { Canvas } from "./canvas";
import { causeOf } from "./colours";
import { add, button, el, menu, named, onceAFrame, placeButton } from "./dom";
import { count, percent, plural, time } from "./format";
import { Page } from "./page";
import { swatch } from "./run";
import { TimelineData } from "./timeline_data";
import { Counters } from "./timeline_extras";
import { listen } from "./timeline_input";
import { Interval } from "./timeline_interval";
import { CriticalPath } from "./timeline_path";
import { TimelinePicture } from "./timeline_picture";
import { byCause } from "./timeline_sums";
import { moment, placeOf, regionOf, waitedFor, whoIs } from "./timeline_text";
import { Item } from "./timeline_view";

export const hasTimeline = (): boolean => hasBlock("timeline") || hasBlock("no-timeline");

export async function drawTimeline(into: HTMLElement, page: Page): Promise<void> {
  if (!hasBlock("timeline")) return into.append(el("p", { id: "no-timeline" }, named((await loadBlock("no-timeline")).json.why, 400)));
  const bar = el("div", { class: "controls" }), place = el("figure"), details = el("div", { class: "chosen", id: "timeline-item" }), chosen = el("div", { class: "chosen", id: "timeline-interval", "aria-live": "polite" });
  into.append(bar, place, chosen, details);
  let canvas: Canvas<Item> | null = null;
  const data = new TimelineData(await loadBlock("timeline"), onceAFrame(() => canvas?.drawNow()));
  await data.loadLevel(data.json.shifts.length - 1);
  const counters = hasBlock("timeline-counters") ? new Counters(data, (await loadBlock("timeline-counters")).f32("ups")) : null;
  const path = await CriticalPath.load(), interval = new Interval(page, data);
  const picture: TimelinePicture = new TimelinePicture(page, data, counters, path, (item) => { showItem(details, picture, interval, item); canvas?.redraw(); }, () => { details.replaceChildren(); page.selection.set({ from: null, to: null }); });
  const { from, to } = page.selection.get();
  if (from !== null && to !== null && to > from) picture.show(from - (to - from), to + (to - from));
  canvas = new Canvas<Item>(place, picture);
  const drawn = canvas;
  listen(canvas, picture, (range) => void interval.select(range && range[0], range && range[1]));
  picture.mark(page.selection.get().region);
  page.selection.follow((now, before) => { if (now.region !== before.region) picture.mark(now.region); });
  page.selection.follow(() => { showInterval(chosen, picture, interval, drawn); drawn.redraw(); });
  const arrows = data.loadArrows();
  fillBar(bar, picture, drawn);
  into.append(el("p", { class: "faint" }, ...notes(data)));
  Object.assign(window, { pompTimeline: { picture, data, interval, arrows, ready: performance.now() } });
}

function fillBar(bar: HTMLElement, p: TimelinePicture, canvas: Canvas<Item>): void {
  const act = (change: () => void) => () => { change(); canvas.redraw(); };
  add(bar, button("+", act(() => p.zoom(1 / 2)), { "aria-label": "Zoom in" }), button("−", act(() => p.zoom(2)), { "aria-label": "Zoom out" }),
    button("Whole run", act(() => p.show(0, p.data.end))));
  const kinds = ["tasks", "locks", "messages"], there = p.data.json.arrow_counts as number[];
  kinds.forEach((name, kind) => {
    if (!there[kind]) return;
    const box = el("input", { type: "checkbox", checked: true, change: act(() => { p.arrowsShown[kind] = box.checked; }) });
    add(bar, el("label", {}, box, ` arrows of ${name}`));
  });
  add(bar, menu("Save", [["as SVG", () => canvas.saveSvg()], ["as PNG", () => canvas.savePng()]]));
  const shares = p.data.level(Infinity)?.shares ?? [], used = new Set(p.data.causes.filter((cause, i) => shares[i] && cause !== "idle_other"));
  canvas.element.closest("figure")?.append(el("ul", { class: "legend" }, ...p.data.causes.filter((cause) => used.has(cause)).map((cause) => el("li", {}, swatch(cause), " ", causeOf(cause).text))));
}

/** What is not in the page, and how the timeline is used. */
function notes(data: TimelineData): string[] {
  const said = ["Drag or A and D move it; the wheel (once it was clicked, or with Ctrl) or W and S zoom; a drag with Shift, or along the axis, selects an interval, " +
    "for which flame graph, bars and tables are then computed; comma and period go from event to event. Where events are narrower than a pixel, its height is divided by what the time went into. "];
  if (data.counted < data.windows)
    said.push(`The page has no room for all of ${count(data.json.events)} events: single ones are there for ${data.counted} of ${data.windows} parts of the run, ` +
      `evenly over it; elsewhere it shows bins of ${time(2 ** data.json.shifts[0])}. `);
  const left = (data.json.arrows_left_out as number[]).reduce((a, b) => a + b, 0);
  if (left) said.push(`Of the arrows, the longest are there; ${plural(left, "shorter one")} ${left === 1 ? "is" : "are"} left out. `);
  if (data.json.arrows_unknown) said.push("There are more tasks, locks or messages than are followed: arrows are missing. ");
  if (hasBlock("timeline-path")) said.push("The critical path is what made the run as long as it was; a line above a lane shows where it is there. ");
  if (data.json.part) said.push("The trace lacks a part of the run, which is blank. ");
  return said;
}

function showItem(into: HTMLElement, p: TimelinePicture, interval: Interval, item: Item): void {
  if (item.kind === "lane") return;
  const region = regionOf(p.page, p.data, item.node), rows: [string, Node | string][] = [];
  const [from, to] = [item.visitFrom ?? item.from, item.visitTo ?? item.to];
  if (item.kind === "arrow" || item.kind === "counter" || item.kind === "path") {
    into.replaceChildren(...p.tip(item).split("\n").map((line) => el("p", {}, line)));
    return;
  }
  rows.push(["Where", placeButton(placeOf(region))], ["Thread", named(whoIs(p, item))], ["From", moment(from)], [item.kind === "bin" ? "Resolution" : "Duration", time(to - from) + (item.more && item.visitFrom === undefined ? " or more" : "")]);
  if (item.kind === "state" && item.to - item.from < to - from) rows.push(["This part", `${time(item.to - item.from)}${item.more ? " or more" : ""} from ${moment(item.from)}`]);
  const other = waitedFor(p, item);
  if (other) rows.push(["Waited for", named(other, 200)]);
  const path = pathText(p, item.node);
  if (path) rows.push(["Call path", named(path, 300)]);
  const select = button("Select this interval", () => void interval.select(Math.round(from), Math.round(to)));
  const more = region && button("Show its region", () => p.page.selection.set({ region: region.id }));
  into.replaceChildren(el("h3", {}, named(p.describe(item.node))), el("dl", {}, ...rows.filter(([, value]) => value !== "").map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))), el("p", {}, select, more));
}

function pathText(p: TimelinePicture, node: number): string {
  const names: string[] = [];
  for (let path = node === 0xffffffff ? null : p.page.run.callpaths[p.data.nodePath[node]]; path && path.parent !== null; path = p.page.run.callpaths[path.parent])
    names.unshift(p.page.run.regions[path.region].name);
  return names.join(" → ");
}

function showInterval(into: HTMLElement, p: TimelinePicture, interval: Interval, canvas: Canvas<Item>): void {
  const sums = interval.sums;
  if (!sums) return into.replaceChildren();
  const ns = byCause(p.data, sums), all = (sums.to - sums.from) * p.data.lanes;
  const parts = p.data.causes.map((cause, i) => [cause, ns[i]] as const).filter(([, part]) => part > all * 0.0005).sort((a, b) => b[1] - a[1]);
  into.replaceChildren(el("h3", {}, `Selected: ${time(sums.to - sums.from)} from ${moment(sums.from)}`),
    el("p", {}, "Of the threads' time " + parts.map(([cause, part]) => `${percent(part / all)} ${causeOf(cause).text.replace("idle otherwise", "idle")}`).join(", ") + ". " +
      (sums.exact ? "" : "The page has no single events at its ends, where the time is taken to be even within a part of the run.")),
    el("p", {}, button("Zoom to it", () => { p.show(sums.from, sums.to); canvas.redraw(); }), button("Select the whole run", () => p.page.selection.set({ from: null, to: null }))));
}
