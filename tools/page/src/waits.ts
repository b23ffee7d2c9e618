// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws who waited and who held what was waited for; what was open at the end; and during what threads were idle.
import { countColumn, likeRegion, percentColumn, regionColumns, secondsColumn, textColumn, whereOf } from "./columns";
import { el, named, placeButton } from "./dom";
import { Page } from "./page";
import { Region } from "./run_data";
import { Table, sumOf } from "./table";

export const hasWaits = (page: Page): boolean => page.run.experiment.wait_ns > 0 || page.run.open.length > 0 || page.run.idle.length > 0;

export function drawWaits(into: HTMLElement, page: Page): void {
  const { run } = page, region = (id: number | null) => (id === null ? undefined : run.regions[id]);
  if (run.deadlock.length) drawDeadlock(into, page);
  if (run.pairs.length) {
    into.append(el("h3", {}, "Who waited, and who held"));
    new Table<any>(into, [
      secondsColumn("wait_s", "wait s", (p) => p.wait_ns),
      percentColumn("of_all_percent", "of all %", (p) => p.wait_ns / (run.experiment.wait_ns || 1)),
      countColumn("waits", "waits", (p) => p.waits),
      ...regionColumns<any>((p) => region(p.waiter), "waiter"),
      textColumn("holder", "holder", (p) => region(p.holder)?.name ?? (p.held ? "nobody that was measured" : "nobody: it was free by then")),
      textColumn("holder_where", "where", (p) => whereOf(region(p.holder)), { cell: (p) => placeButton(whereOf(region(p.holder))) }),
    ], run.pairs, { name: "waits", label: "Who waited for whom", sort: "wait_s", filter: run.pairs.length > 10 });
  }
  const waiting = run.regions.filter((r) => r.wait_ns > 0);
  if (waiting.length) {
    into.append(el("h3", {}, "Where threads waited"));
    new Table<Region>(into, [
      secondsColumn("wait_s", "wait s", (r) => r.wait_ns),
      percentColumn("of_all_percent", "of all %", (r) => r.wait_ns / (run.experiment.wait_ns || 1)),
      countColumn("visits", "visits", (r) => r.visits),
      countColumn("contended", "had to wait", (r) => r.contended || null),
      ...regionColumns<Region>((r) => r),
    ], waiting, { name: "waiting", label: "Where threads waited", sort: "wait_s", id: (r) => r.id, pick: (r) => page.selection.set({ region: r.id }),
      alike: { key: likeRegion, sums: (of) => ({ wait_ns: sumOf(of, (r) => r.wait_ns), visits: sumOf(of, (r) => r.visits), contended: sumOf(of, (r) => r.contended) }) } });
  }
  if (run.idle.length) {
    const during: Record<string, string> = { serial: "serial code", small_team: "a team without a place for them", late: "a fork, before members began", other: "the rest" };
    into.append(el("h3", {}, "During what threads were idle"));
    new Table<any>(into, [
      secondsColumn("idle_s", "idle s", (i) => i.idle_ns),
      percentColumn("of_all_percent", "of all %", (i) => i.idle_ns / (run.experiment.idle_ns || 1)),
      textColumn("during", "during", (i) => during[i.during] ?? i.during),
      textColumn("thread", "thread", (i) => (i.location === null ? (run.few && i.region !== null ? "others" : "") : run.locations[i.location]?.name ?? "")),
      ...regionColumns<any>((i) => region(i.region)),
    ], run.idle, { name: "idle", label: "During what threads were idle", sort: "idle_s", alike: { key: (i) => `${i.during} ${i.location}\n${likeRegion(region(i.region))}`, sums: (of) => ({ idle_ns: sumOf(of, (i) => i.idle_ns) }) } });
  }
  if (run.open.length) {
    into.append(el("h3", {}, "What was open when the measurement ended"));
    new Table<any>(into, [
      textColumn("thread", "thread", (v) => run.locations[v.location]?.name ?? ""),
      secondsColumn("open_s", "for s", (v) => v.open_ns),
      textColumn("waits_for", "waits for", (v) => v.waits_for.map((id: number) => run.locations[run.open[id]?.location]?.name).join(", ") || (v.waits ? "somebody" : "")),
      ...regionColumns<any>((v) => region(v.region)),
    ], run.open, { name: "open", label: "What was open when the measurement ended" });
  }
}

function drawDeadlock(into: HTMLElement, page: Page): void {
  const { open, locations, regions, deadlock } = page.run;
  const one = (visit: number) => `${locations[open[visit].location].name} in ${regions[open[visit].region].name}`;
  into.append(el("p", { class: "warning", role: "note" }, "Deadlock: ", ...deadlock.map((d) => named(`${one(d.visit)} waits for ${one(d.waits_for)}. `, 300))));
}
