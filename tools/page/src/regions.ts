// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the table of regions, with the columns of the terminal; of what is selected, if that has figures of its own.
// Not here: tables as such (table.ts).
import { countColumn, likeRegion, percentColumn, regionColumns, secondsColumn, timeColumn } from "./columns";
import { el } from "./dom";
import { percent } from "./format";
import { whose } from "./figures";
import { Page } from "./page";
import { Region } from "./run_data";
import { Column, Table, sumOf } from "./table";

interface Row {
  region: Region;
  self: number;
  wait: number;
  visits: number | null;
  all: number;
  whole: boolean; // not of a selection: all columns are known
}

export function drawRegions(into: HTMLElement, page: Page): void {
  const about = el("p", { class: "about", id: "regions-of", role: "status" });
  into.append(about);
  const table = new Table<Row>(into, columns(page), rows(page), {
    name: "regions", label: "Regions", sort: "self_percent", filter: true, id: (row) => row.region.id,
    pick: (row) => page.selection.set({ region: page.selection.get().region === row.region.id ? null : row.region.id }),
    alike: { key: (row) => likeRegion(row.region), sums: (of) => ({ whole: false, self: sumOf(of, (row) => row.self), wait: sumOf(of, (row) => row.wait), visits: of[0].visits === null ? null : sumOf(of, (row) => row.visits!) }) },
  });
  const follow = () => {
    const now = page.selection.get(), { cells } = page.run;
    about.textContent = `Of ${whose(page.run, now)}${now.from !== null && page.figures.narrows(now) ? ", in the interval" : ""}.` +
      (page.figures.narrows(now) && cells.exact === false ? ` There is so much data that single threads' times are rounded, to ${percent(cells.off)}.` : "");
  };
  page.selection.follow((now, before) => {
    if (now.locations !== before.locations || now.from !== before.from || now.to !== before.to) { table.setRows(rows(page)); follow(); }
    if (now.region !== before.region) table.choose(now.region);
  });
  follow();
  if (page.selection.get().region !== null) table.choose(page.selection.get().region);
}

function rows(page: Page): Row[] {
  const { run, figures, selection } = page, now = selection.get();
  if (!figures.narrows(now))
    return run.regions.map((region) => ({ region, self: region.exclusive_ns, wait: region.wait_ns, visits: region.visits, all: run.experiment.thread_wall_ns || 1, whole: true }));
  const sums = figures.sums(now), of = run.regions.map((region): Row => ({ region, self: 0, wait: 0, visits: sums.visits ? 0 : null, all: sums.all || 1, whole: false }));
  for (const path of run.callpaths) {
    const row = of[path.region];
    row.self += sums.self[path.id];
    row.wait += sums.wait[path.id];
    if (row.visits !== null) row.visits += sums.visits![path.id];
  }
  return of.filter((row) => row.self > 0 || row.visits);
}

function columns(page: Page): Column<Row>[] {
  const whole = (of: (r: Region) => number | null) => (row: Row) => (row.whole ? of(row.region) : null);
  const metrics: Column<Row>[] = page.run.metrics.map((metric) => countColumn<Row>(metric.name, metric.name, whole((r) => r.metrics[metric.name]?.exclusive ?? null), { hidden: page.run.metrics.length > 3 }));
  return [
    percentColumn("self_percent", "self %", (row) => row.self / row.all, { title: "the part of the thread time that is spent in it, and in no region inside" }),
    secondsColumn("self_s", "self s", (row) => row.self),
    secondsColumn("incl_s", "incl s", whole((r) => r.inclusive_ns), { title: "with the regions inside" }),
    secondsColumn("wait_s", "wait s", (row) => row.wait, { title: "the part of its own time that was waiting" }),
    countColumn("visits", "visits", (row) => row.visits),
    timeColumn("per_visit_s", "per visit", whole((r) => r.mean_visit_ns)),
    timeColumn("p95_s", "95 % below", whole((r) => r.p95_visit_ns), { hidden: true }),
    timeColumn("max_s", "longest", whole((r) => r.max_visit_ns), { hidden: true }),
    countColumn("threads", "threads", whole((r) => r.threads.count)),
    secondsColumn("self_min_s", "self min", whole((r) => r.threads.exclusive_ns.min), { hidden: true }),
    secondsColumn("self_mean_s", "mean", whole((r) => r.threads.exclusive_ns.mean), { hidden: true }),
    secondsColumn("self_max_s", "max", whole((r) => r.threads.exclusive_ns.max), { hidden: true }),
    percentColumn("imbalance_percent", "imbal %", whole((r) => r.balance?.imbalance ?? null), { title: "the part of its time that the slowest member could have been spared" }),
    secondsColumn("measuring_s", "measuring", whole((r) => r.measuring_ns), { hidden: true }),
    secondsColumn("caused_wait_s", "caused wait", whole((r) => r.caused_wait_ns), { hidden: true }),
    ...metrics,
    ...regionColumns<Row>((row) => row.region),
  ];
}
