// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws a comparison: its sides, what fails, the whole runs, and a row for each call path with how sure its change is.
// Not here: its flame graph (diff_flame.ts); which change is more than noise, which pomp-report says.
import { addChart, Bars } from "./chart";
import { countColumn, secondsColumn, textColumn } from "./columns";
import { drawDiffFlame } from "./diff_flame";
import { Change, placeOf, Row, signed } from "./diff_rows";
import { el, named, placeButton } from "./dom";
import { place, plural, seconds, time } from "./format";
import { Compared, View } from "./page";
import { Column, Table } from "./table";

export const diffViews: View<Compared>[] = [
  { id: "compared", title: "The comparison", has: () => true, draw: drawSides },
  { id: "findings", title: "Findings", has: (page) => page.data.findings_gone !== undefined, draw: drawFindings,
    about: "What --diagnose finds in one of both, or in the first run of a side, and not in the other one." },
  { id: "flame", title: "Call paths", has: (page) => page.data.by === "callpath" && page.data.rows.length > 1, draw: drawDiffFlame,
    about: "Each call path is as wide as the thread time in it and in what it calls, on the side that has more. What it has more or less than before is in colour, at its right. From left to right is no time." },
  { id: "rows", title: "Changes", has: () => true, draw: drawRows,
    about: "Times of each in no other inside, over all threads; of several runs, means. What has changed most comes first. If ± is larger than a change, the runs do not tell whether there is one." },
  { id: "about", title: "Origin", has: () => true, draw: drawOrigin },
];

const sign = (part: number | null): string => (part === null ? "" : signed(100 * part, (n) => n.toFixed(1)) + " %");
const sideNames = { a: "A", b: "B" };

function side(page: Compared, key: "a" | "b"): HTMLElement {
  const runs: any[] = page.data[key], threads = runs.map((run) => run.threads), [least, most] = [Math.min(...threads), Math.max(...threads)];
  const names = runs.slice(0, 3).map((run) => run.directory).filter(Boolean).join(", ") + (runs.length > 3 ? ` and ${runs.length - 3} more` : "");
  return el("p", { class: "sides", id: "side-" + key }, el("b", {}, sideNames[key]), ` is ${plural(runs.length, "run")} of `, named(runs[0].program, 80),
    ", " + (least === most ? plural(most, "thread") : `${least} to ${most} threads`), names && ": ", names && named(names, 200));
}

function drawSides(into: HTMLElement, page: Compared): void {
  const { totals, notes, failed } = page.data, wall: Change = totals.wall_ns;
  into.querySelector("h2")!.replaceChildren(named(page.data.title, 120));
  into.append(side(page, "a"), side(page, "b"), ...notes.map((note: string) => el("p", { class: "about note" }, note)));
  if (failed.length) into.append(el("div", { class: "warning", id: "failed" }, el("b", {}, "What fails, by --fail-if"),
    el("ul", {}, ...failed.map((f: any) => el("li", {}, named(f.text, 400))))));
  if (page.data.not_judged.length) into.append(el("div", { class: "warning", id: "not-judged" }, el("b", {}, "What can't be judged, by --fail-if"),
    el("ul", {}, ...page.data.not_judged.map((f: any) => el("li", {}, named(f.text, 400))))));
  const figures: [string, string][] = [["wall time, A", time(wall.a)], ["wall time, B", time(wall.b)], ["change", signed(wall.change, time)],
    ["change %", sign(wall.relative)], ["± (95 % confidence)", wall.within === null ? "not known" : time(wall.within)]];
  into.append(el("dl", { class: "figures", id: "wall" }, ...figures.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", { class: name.startsWith("change") ? tone(wall) : undefined }, value)))));
  const bar = (key: "a" | "b") => ({ name: sideNames[key], said: time(totals.thread_wall_ns[key]), parts: [
    { cause: "work", text: "in regions", size: totals.in_regions_ns[key] - totals.wait_ns[key] }, { cause: "other_wait", text: "waiting", size: totals.wait_ns[key] },
    { cause: "serial", text: "outside", size: totals.outside_ns[key] }, { cause: "idle", text: "idle", size: totals.idle_ns[key] }] });
  addChart(into, new Bars("sides", "Thread time of both sides", [bar("a"), bar("b")], time));
  drawTotals(into, totals);
}

function drawFindings(into: HTMLElement, page: Compared): void {
  for (const [key, title] of [["findings_gone", "Gone"], ["findings_new", "New"]]) {
    const found: any[] = page.data[key];
    into.append(el("h3", {}, title), found.length === 0 ? el("p", { id: key }, "None.") : el("ul", { class: "words", id: key }, ...found.map((f) => el("li", {},
      el("b", {}, f.title), f.region === null ? "" : ": ", f.region !== null && named(f.region, 60), f.function ? " in " : "", f.function && named(f.function, 60), " ", placeButton(f.where ?? ""),
      f.judged ? `, ${f.saving_s.toFixed(3)} s` : ", not judged"))));
  }
}

const totalNames: Record<string, string> = { wall_ns: "wall time", thread_wall_ns: "thread time", in_regions_ns: "in regions", outside_ns: "outside of regions", idle_ns: "idle", wait_ns: "waiting", ready_ns: "ready, not running" };

interface Whole {
  name: string;
  change: Change;
}

function drawTotals(into: HTMLElement, totals: Record<string, Change>): void {
  const rows = Object.entries(totals).filter(([, change]) => change).map(([key, change]) => ({ name: totalNames[key] ?? key, change }));
  new Table<Whole>(into, [textColumn<Whole>("whole_run", "whole run", (row) => row.name), ...changeColumns<Whole>("", "", (row) => row.change)], rows, { name: "totals", label: "The whole runs" });
}

/** A change with its two sides, and how sure it is. */
function changeColumns<R>(key: string, head: string, of: (row: R) => Change): Column<R>[] {
  const exact = (value: number | null, text: string) => (value === null ? "" : text);
  return [
    { key: key + "change_s", head: head + "change s", value: (row) => of(row).change / 1e9, cell: (row) => el("span", { class: tone(of(row)) }, signed(of(row).change, seconds)) },
    secondsColumn(key + "within_s", "± s", (row) => of(row).within),
    { key: key + "change_percent", head: "change %", value: (row) => { const r = of(row).relative; return r === null ? null : 100 * r; }, cell: (row) => exact(of(row).relative, sign(of(row).relative)) },
    secondsColumn(key + "a_s", "A s", (row) => of(row).a),
    secondsColumn(key + "b_s", "B s", (row) => of(row).b),
  ];
}

/** What may be noise is faint; what is known to be more or less has a colour. */
const tone = (c: Change): string | undefined => (c.change === 0 || c.significant === false ? "faint" : c.significant === null ? undefined : c.change > 0 ? "slower" : "faster");

function drawRows(into: HTMLElement, page: Compared): void {
  const rows: Row[] = page.data.rows, ids = new Map(rows.map((row, id) => [row, id]));
  const from = (row: Row): string => {
    const names: string[] = [];
    for (let up = row.parent; up !== null && rows[up].parent !== null && names.length < 100; up = rows[up].parent) names.unshift(rows[up].name);
    return names.join(" > ");
  };
  const was = (row: Row) => (row.place_a && row.place_b && place(row.place_a) !== place(row.place_b) ? place(row.place_a) : "");
  const columns: Column<Row>[] = [
    ...changeColumns<Row>("self_", "self ", (row) => row.self_ns),
    { key: "wait_change_s", head: "wait change s", value: (row) => row.wait_ns.change / 1e9, cell: (row) => signed(row.wait_ns.change, seconds) },
    countColumn("visits_change", "visits change", (row) => row.visits.change, { cell: (row) => signed(row.visits.change, (n) => String(Math.round(n * 100) / 100)) }),
    textColumn("state", "state", (row) => (row.state === "both" ? "" : row.state)),
    textColumn("region", "region", (row) => row.name),
    textColumn("function", "function", (row) => row.function),
    textColumn("where", "where", placeOf, { cell: (row) => placeButton(placeOf(row)) }),
    textColumn("was", "was", was, { hidden: !rows.some(was), cell: (row) => placeButton(was(row)) }),
    textColumn("called_from", "called from", from, { hidden: page.data.by !== "callpath" }),
  ];
  const sorted = [...rows].sort((x, y) => Math.abs(y.self_ns.change) - Math.abs(x.self_ns.change));
  const table = new Table<Row>(into, columns, sorted, { name: "changes", label: "Changes", filter: true, id: (row) => ids.get(row)!,
    pick: (row) => page.selection.set({ path: page.selection.get().path === ids.get(row) ? null : ids.get(row)! }) });
  page.selection.follow((now, before) => { if (now.path !== before.path) table.choose(now.path); });
  if (page.selection.get().path !== null) table.choose(page.selection.get().path);
}

function drawOrigin(into: HTMLElement, page: Compared): void {
  const runs = (["a", "b"] as const).flatMap((key) => page.data[key].map((run: any) => ({ ...run, side: sideNames[key] })));
  new Table<any>(into, [
    textColumn("side", "side", (run) => run.side), textColumn("directory", "experiment", (run) => run.directory ?? ""), textColumn("program", "program", (run) => run.program),
    textColumn("host", "host", (run) => run.host ?? ""), textColumn("state", "state", (run) => run.state), countColumn("threads", "threads", (run) => run.threads),
    countColumn("ranks", "ranks", (run) => run.ranks), secondsColumn("wall_s", "wall s", (run) => run.wall_ns)], runs, { name: "runs", label: "The runs of both sides" });
  into.append(el("p", { class: "about" }, `Made by ${page.data.made_by}. The page asks nobody for anything: all data is in it. Every figure is one that --diff --json or --diagnose --json has as well.`));
}

