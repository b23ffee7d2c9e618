// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws how a program scales: the speed-up beside the ideal and Amdahl's law, the efficiencies, and where the wall time passes.
// Not here: charts and tables as such (chart.ts, table.ts); what limits it, which pomp-scale says.
import { addChart, Bars, Line, Lines, Point } from "./chart";
import { countColumn, percentColumn, textColumn } from "./columns";
import { el, named, placeButton } from "./dom";
import { percent } from "./format";
import { Compared, View } from "./page";
import { Column, Table } from "./table";

export const scaleViews: View<Compared>[] = [
  { id: "scaling", title: "Scaling", has: () => true, draw: (into, page) => { drawHead(into, page); each(into, page, drawSpeedup); } },
  { id: "findings", title: "Findings", has: (page) => page.data.series.some((s: any) => s.findings.length), draw: (into, page) => each(into, page, drawFindings),
    about: "Constructs in which all threads together take longer the more they are, by the wall time that perfect scaling would save at the largest number. The lines below the picture say what to look at." },
  { id: "factors", title: "Efficiency", has: () => true, draw: (into, page) => each(into, page, drawFactors),
    about: "Which part of the threads' time is left by each factor: the product of those below one is that one. Scaling is in comparison with the smallest number." },
  { id: "regions", title: "During what the wall time passes", has: (page) => page.data.series.some((s: any) => s.regions.length), draw: (into, page) => each(into, page, drawRegions),
    about: "How long each parallel region took from fork to join, and the code outside of them: they add up to the wall time. The one in which most time is lost at the largest number is hatched." },
  { id: "about", title: "Origin", has: () => true, draw: drawOrigin },
];

/** Draws what there is of each combination of settings. */
function each(into: HTMLElement, page: Compared, draw: (into: HTMLElement, series: any, page: Compared, id: string) => void): void {
  page.data.series.forEach((series: any, i: number) => {
    const settings = Object.entries(series.settings ?? {}).map(([name, value]) => `${name}=${value}`).join(", ");
    if (settings) into.append(el("h3", {}, named(settings, 200)));
    draw(into, series, page, i ? "-" + (i + 1) : "");
  });
}

const seconds = (s: number): string => s.toFixed(3);
const unit = (page: Compared, n: number): string => `${n} ${n === 1 ? page.data.of.replace(/s$/, "") : page.data.of}`;

function drawHead(into: HTMLElement, page: Compared): void {
  into.querySelector("h2")!.replaceChildren(page.data.weak ? "Weak scaling of " : "Scaling of ", named(page.data.command[0].replace(/.*\//s, ""), 60));
  if (page.data.command.length > 1) into.append(el("p", { class: "about" }, named(page.data.command.join(" "), 300)));
}

function drawSpeedup(into: HTMLElement, series: any, page: Compared, id: string): void {
  const { numbers, serial } = series, first = numbers[0].number, last = numbers[numbers.length - 1].number;
  const point = (n: any): Point => ({ x: n.number, y: n.speedup, low: n.speedup_least, high: n.speedup_most,
    text: `${unit(page, n.number)}: ${n.speedup.toFixed(2)} times as fast\n${n.speedup_least.toFixed(2)} to ${n.speedup_most.toFixed(2)} in single runs\nefficiency ${percent(n.efficiency)}, ${seconds(n.wall_s)} s` });
  const ways = Array.from({ length: 41 }, (_, i) => first + ((last - first) * i) / 40), none = { text: "" };
  const lines: Line[] = [{ name: "ideal", colour: "faint", dots: false, points: [first, last].map((x) => ({ x, y: x / first, ...none })) }];
  const part = serial?.fitted_runs ? serial.fitted_part : null;
  if (part !== null && part >= 0 && part <= 1) lines.push({ name: `Amdahl's law, ${percent(part)}`, colour: "mark", dots: false, points: ways.map((x) => ({ x, y: (part + (1 - part) / first) / (part + (1 - part) / x), ...none })) });
  lines.push({ name: "measured", colour: "ink", dots: true, points: numbers.map(point) });
  addChart(into, new Lines("speed-up" + id, "Speed-up", lines, { xTitle: page.data.of, yTitle: "speed-up", xTexts: numbers.map((n: any) => [n.number, String(n.number)]), y: (value) => String(+value.toFixed(3)) }));
  into.append(el("ul", { class: "words" }, ...series.words.map((line: string) => el("li", {}, named(line, 4000)))));
  const number = (key: string, head: string, digits: number): Column<any> => ({ key, head, value: (n) => n[key], cell: (n) => n[key].toFixed(digits) });
  new Table<any>(into, [
    countColumn(page.data.of, page.data.of, (n) => n.number), countColumn("runs", "runs", (n) => n.runs.length), number("wall_s", "wall s", 3), number("speedup", "speed-up", 2),
    number("speedup_least", "least", 2), number("speedup_most", "most", 2), percentColumn("efficiency_percent", "efficiency %", (n) => n.efficiency),
    textColumn("loses", "loses most by", (n) => textOf(page, n.scaling.loses)), percentColumn("left_percent", "left by it %", (n) => (n.scaling.loses ? n.scaling.left_by_it : null)),
  ], numbers, { name: "numbers" + id, label: "Each number" });
}

const textOf = (page: Compared, key: string | null): string => page.data.factors.find((f: any) => f.key === key)?.text ?? "";

function drawFindings(into: HTMLElement, series: any, page: Compared, id: string): void {
  const { numbers, findings } = series, first = numbers[0], last = numbers[numbers.length - 1], called = (key: string): string => page.data.called[key] ?? key;
  if (!findings.length) return;
  const time = (n: any, at: number): Column<any> => ({ key: `threads_${n.number}_s`, head: `${n.number}: s`, title: `what all threads together compute there with ${unit(page, n.number)}`, value: (f) => f.threads_s[at], cell: (f) => seconds(f.threads_s[at]) });
  new Table<any>(into, [
    textColumn("finding", "finding", (f) => called(f.property) + (f.judged ? "" : " (not judged)")),
    textColumn("region", "region", (f) => f.region), textColumn("function", "function", (f) => f.function),
    textColumn("where", "where", (f) => f.where, { cell: (f) => placeButton(f.where) }),
    time(first, 0), time(last, numbers.length - 1),
    { key: "growth", head: "growth", title: "how many times as long as with perfect scaling", value: (f) => f.growth, cell: (f) => "× " + f.growth.toFixed(2) },
    { key: "saving_s", head: "saves s", title: "wall time that perfect scaling would save", value: (f) => f.saving_s, cell: (f) => seconds(f.saving_s) },
    textColumn("causes", "may be due to", (f) => f.causes.map(called).join("; ")),
  ], findings, { name: "findings" + id, label: "Findings", sort: "saving_s" });
}

/** A row for each factor that is known of some number, a column for each number. */
function drawFactors(into: HTMLElement, series: any, page: Compared): void {
  const { numbers, limit } = series, value = (f: any, n: any): number | null => n[f.of]?.[f.key] ?? null;
  const ranks = numbers.some((n: any) => n.ranks > 1), known = page.data.factors.filter((f: any) => (ranks || !f.key.startsWith("mpi_")) && numbers.some((n: any) => value(f, n) !== null));
  const head = el("tr", {}, el("th", { scope: "col" }, page.data.of), ...numbers.map((n: any) => el("th", { scope: "col", class: "num" }, String(n.number))));
  into.append(el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Efficiency by factor" }, el("table", { class: "factors several" }, el("thead", {}, head), el("tbody", {}, ...known.map((f: any) => {
    const name = el("th", { scope: "row" }, f.text, limit && limit.loses === f.key && el("b", { class: "slower" }, " ◂ loses most"));
    name.style.paddingLeft = f.depth * 1.4 + 0.4 + "em";
    return el("tr", { "data-key": f.key }, name, ...numbers.map((n: any) => factorCell(value(f, n))));
  })))));
}

function factorCell(value: number | null): HTMLElement {
  if (value === null) return el("td", {});
  const bar = el("span", { class: "part " + (value >= 0.8 ? "high" : value >= 0.6 ? "middle" : "low"), "aria-hidden": "true" });
  bar.style.width = Math.max(0, Math.min(100, 100 * value)) + "%";
  return el("td", { class: "num" }, percent(value), bar);
}

function drawRegions(into: HTMLElement, series: any, page: Compared, id: string): void {
  const { numbers, regions, limit } = series, lost = limit?.region ?? null;
  const causes: Record<string, string> = { parallel: "work", serial: "serial", MPI: "mpi" };
  const rows = numbers.map((n: any, i: number) => ({ name: String(n.number), said: seconds(n.shown_wall_s) + " s",
    parts: regions.map((r: any, at: number) => ({ cause: at === lost ? "more" : causes[r.kind] ?? "work", text: `${r.name}${r.where ? ", " + r.where : ""}`, size: r.wall_s[i] })) }));
  addChart(into, new Bars("wall-time" + id, `Wall time by number of ${page.data.of}`, rows, (s) => seconds(s) + " s"));
  const last = numbers.length - 1;
  const table = new Table<any>(into, [
    ...numbers.map((n: any, i: number): Column<any> => ({ key: `wall_${n.number}_s`, head: `${n.number}: s`, title: `wall time with ${unit(page, n.number)}`, value: (r) => r.wall_s[i], cell: (r) => seconds(r.wall_s[i]) })),
    { key: "speedup", head: "speed-up", value: (r) => r.speedup, cell: (r) => r.speedup?.toFixed(2) ?? "" },
    percentColumn("efficiency_percent", "efficiency %", (r) => r.efficiency),
    textColumn("kind", "kind", (r) => r.kind), textColumn("region", "region", (r) => r.name), textColumn("function", "function", (r) => r.function),
    textColumn("where", "where", (r) => r.where, { cell: (r) => placeButton(r.where) }),
  ], regions, { name: "regions" + id, label: "Parts of the wall time", filter: true, sort: `wall_${numbers[last].number}_s`, id: (r) => regions.indexOf(r) });
  if (lost !== null) table.choose(lost);
}

function drawOrigin(into: HTMLElement, page: Compared): void {
  const runs = page.data.series.flatMap((s: any) => s.numbers.flatMap((n: any) => n.runs.map((run: any) => ({ ...run, number: n.number }))));
  if (page.data.folder) into.append(el("p", {}, "Experiments: ", named(page.data.folder, 200)));
  new Table<any>(into, [textColumn("experiment", "experiment", (r) => r.experiment ?? ""), countColumn(page.data.of, page.data.of, (r) => r.number),
    { key: "wall_s", head: "wall s", value: (r) => r.wall_s, cell: (r) => seconds(r.wall_s) }], runs, { name: "runs", label: "All runs" });
  into.append(el("p", { class: "about" }, `Made by ${page.data.made_by}. The page asks nobody for anything: all data is in it. Every figure is one that pomp-scale --json has as well.`));
}
