// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the runs of a database in their order: wall time and a region's time, with those marked that are slower or faster than before.
// Not here: charts and tables as such (chart.ts, table.ts); which run is slower by more than noise, which pomp-runs says.
import { addChart, Line, Lines, Point } from "./chart";
import { countColumn, secondsColumn, textColumn } from "./columns";
import { signed } from "./diff_rows";
import { el, named } from "./dom";
import { clean, plural, seconds, shorten, time } from "./format";
import { Compared, View } from "./page";
import { Column, Table } from "./table";

interface Judged {
  runs: number; // before it, that are like it
  before_ns: number; // their mean
  within_ns: number | null; // what is more than that away from it is no noise
  is: "slower" | "faster" | null;
  busy: boolean; // threads that had no processor may be why
}

type Figure = "wall" | "self";

export const trendViews: View<Compared>[] = [
  { id: "trend", title: "Runs", has: () => true, draw: drawTrend },
  { id: "runs", title: "All runs", has: (page) => page.data.runs.length > 0, draw: drawRuns,
    about: "A change is against the run before of the same program, with as many threads and ranks on the same machine." },
  { id: "about", title: "Origin", has: () => true, draw: (into, page) => into.append(el("p", {}, "Database: ", named(page.data.database, 200)),
    el("p", { class: "about" }, `Made by ${page.data.made_by}. The page asks nobody for anything: all data is in it. Every figure is one that --trend --json has as well, or tells what was before.`)) },
];

const judgedOf = (run: any, figure: Figure): Judged | null => run[figure + "_judged"];
const nameOf = (run: any): string => clean(run.experiment || String(run.run));
const change = (run: any, figure: Figure): string => { const part = run[figure + "_change_percent"]; return part === null ? "" : signed(part, (n) => n.toFixed(1)) + " %"; };

function drawTrend(into: HTMLElement, page: Compared): void {
  const figures: Figure[] = page.data.of ? ["self", "wall"] : ["wall"], groups = new Map<string, any[]>();
  for (const run of page.data.runs) {
    const key = `${run.program}, ${plural(run.threads, "thread")}${run.ranks > 1 ? `, ${plural(run.ranks, "rank")}` : ""}${run.host ? ", on " + run.host : ""}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  const marked = page.data.runs.filter((run: any) => judgedOf(run, figures[0])?.is);
  into.append(el("p", { class: "about" }, `${plural(page.data.runs.length, "run")}. A triangle marks a run that is slower (▲) or faster (▼) than the runs before it, at most 20, by more than their noise; between the faint lines is noise. What is hollow was measured while threads were ready and had no processor.`));
  if (marked.length) into.append(el("ul", { class: "words", id: "marked" }, ...marked.map((run: any) => sentence(run, figures[0]))));
  [...groups].slice(0, 20).forEach(([key, runs], i) => {
    into.append(el("h3", {}, named(key, 200)));
    for (const figure of figures) drawChart(into, page, runs, figure, i ? "-" + (i + 1) : "");
  });
}

function sentence(run: any, figure: Figure): HTMLElement {
  const { is, busy, before_ns, runs } = judgedOf(run, figure)!;
  return el("li", { "data-run": run.run }, el("b", { class: is! }, is === "slower" ? "▲ slower: " : "▼ faster: "), named(nameOf(run), 80), ` (run ${run.run}${run.started ? ", " + run.started : ""}): ${time(run[figure + "_ns"])} after ${time(before_ns)} in ${plural(runs, "run")} before${busy ? "; threads that were ready and had no processor may be why" : ""}`);
}

function drawChart(into: HTMLElement, page: Compared, runs: any[], figure: Figure, id: string): void {
  const what = figure === "wall" ? "wall time" : "self time of " + shorten(clean(page.data.of), 60);
  const bound = (sign: 1 | -1): Point[] => runs.flatMap((run, x) => { const judged = judgedOf(run, figure); return judged && judged.within_ns !== null ? [{ x, y: Math.max(0, judged.before_ns + sign * judged.within_ns), text: "" }] : []; });
  const point = (run: any, x: number): Point => {
    const judged = judgedOf(run, figure), is = judged?.is;
    const lines = [`${nameOf(run)}, run ${run.run}`, `${what} ${time(run[figure + "_ns"])} ${change(run, figure)}`.trim(), ...(run.started ? [run.started] : []), ...(run.busy ? ["threads were ready and had no processor"] : [])];
    if (judged) lines.push(`before: ${time(judged.before_ns)}${judged.within_ns === null ? "" : " ± " + time(judged.within_ns)}, ${plural(judged.runs, "run")}${is ? ", and this is " + is : ""}`);
    return { x, y: run[figure + "_ns"], text: lines.join("\n"), sign: is === "slower" ? "worse" : is === "faster" ? "better" : undefined, hollow: run.busy };
  };
  const lines: Line[] = [{ name: "", colour: "faint", dots: false, points: bound(-1) }, { name: "limits of noise", colour: "faint", dots: false, points: bound(1) },
    { name: "measured", colour: "ink", dots: true, points: runs.map(point) }];
  addChart(into, new Lines(`trend-${figure}${id}`, `The ${what} of each run`, lines, { xTitle: "experiment", yTitle: what, y: time, byData: true, xTexts: runs.map((run, x) => [x, shorten(nameOf(run).replace(/.*\//s, ""), 16)]) }));
}

function drawRuns(into: HTMLElement, page: Compared): void {
  const percent = (figure: Figure): Column<any> => ({ key: figure + "_change_percent", head: "change %", value: (run) => run[figure + "_change_percent"], cell: (run) => change(run, figure) });
  const judged = (figure: Figure, head: string): Column<any> => ({ key: figure + "_judged", head, left: true, value: (run) => judgedOf(run, figure)?.is ?? "",
    cell: (run) => { const is = judgedOf(run, figure)?.is; return is ? el("span", { class: is }, is) : ""; } });
  new Table<any>(into, [
    countColumn("run", "run", (run) => run.run), textColumn("experiment", "experiment", nameOf), textColumn("started", "started", (run) => run.started ?? ""),
    secondsColumn("wall_s", "wall s", (run) => run.wall_ns), percent("wall"), judged("wall", "wall is"),
    secondsColumn("self_s", "self s", (run) => run.self_ns), percent("self"), judged("self", "self is"),
    { key: "wait_s", head: "wait s", value: (run) => run.wait_ns / 1e9, cell: (run) => seconds(run.wait_ns) }, countColumn("visits", "visits", (run) => run.visits),
    textColumn("program", "program", (run) => run.program), textColumn("host", "host", (run) => run.host ?? ""), countColumn("threads", "threads", (run) => run.threads),
    countColumn("ranks", "ranks", (run) => run.ranks, { hidden: true }), textColumn("state", "state", (run) => run.state),
  ], [...page.data.runs].reverse(), { name: "runs", label: "All runs", filter: true, id: (run) => run.run });
}
