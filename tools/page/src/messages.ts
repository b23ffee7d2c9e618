// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws what MPI was used for: messages, collectives, and what is known of waiting in it, by rank.
import { countColumn, percentColumn, regionColumns, secondsColumn, textColumn } from "./columns";
import { el } from "./dom";
import { bytes, count, percent, time } from "./format";
import { Page } from "./page";
import { Region } from "./run_data";
import { Column, Table } from "./table";

const ofMpi = (page: Page): Region[] => page.run.regions.filter((r) => r.role === "mpi");
export const hasMessages = (page: Page): boolean => ofMpi(page).length > 0 || page.run.processes.length > 1;

function bytesColumn(key: string, head: string): Column<Region> {
  const of = (r: Region): number | null => r.messages?.[key] || null;
  return { key, head, value: of, cell: (r) => { const n = of(r); return n === null ? "" : bytes(n); } };
}

export function drawMessages(into: HTMLElement, page: Page): void {
  const { processes } = page.run;
  if (ofMpi(page).length) drawCalls(into, page);
  if (page.run.mpi_waits?.rows.length) drawWaiting(into, page);
  if (processes.length > 1) drawRanks(into, processes);
}

function drawCalls(into: HTMLElement, page: Page): void {
  const { experiment } = page.run, all = experiment.thread_wall_ns || 1, wait = experiment.mpi_wait;
  into.append(el("p", { class: "about" }, wait
    ? `Threads waited in MPI for ${time(wait.found_ns)}, ${percent(wait.found_ns / all)} of their time (between ${time(wait.least_ns)} and ${time(wait.most_ns)}), as the traces of all ranks tell.`
    : `Calls that may wait for another rank took ${time(experiment.mpi_wait_at_most_ns)}, ${percent(experiment.mpi_wait_at_most_ns / all)} of the thread time; how much of it was waiting, only traces of all ranks tell (POMP_TRACE=1).`));
  new Table<Region>(into, [
    percentColumn("self_percent", "self %", (r) => r.exclusive_ns / all),
    secondsColumn("self_s", "self s", (r) => r.exclusive_ns),
    countColumn("visits", "calls", (r) => r.visits),
    textColumn("kind", "kind", (r) => r.messages?.kind ?? ""),
    countColumn("sent", "sent", (r) => r.messages?.sent || null),
    bytesColumn("sent_bytes", "sent bytes"),
    countColumn("received", "received", (r) => r.messages?.received || null),
    bytesColumn("received_bytes", "received bytes"),
    countColumn("partners", "partners", (r) => r.messages?.partners || null),
    ...regionColumns<Region>((r) => r),
  ], ofMpi(page), { name: "messages", label: "MPI calls and their messages", sort: "self_percent", filter: ofMpi(page).length > 10, id: (r) => r.id, pick: (r) => page.selection.set({ region: r.id }) });
}

function drawWaiting(into: HTMLElement, page: Page): void {
  const { rows, messages, collectives, clock_error_ns } = page.run.mpi_waits;
  const kinds = [["late_sender", "late sender"], ["late_receiver", "late receiver"], ["mpi_barrier", "barrier"], ["all_for_all", "all for all"], ["late_root", "late root"], ["early_root", "early root"]];
  const met = kinds.filter(([key]) => rows.some((row: any) => row.wait_ns[key] > 0));
  into.append(el("h3", {}, "Who came late"));
  new Table<any>(into, [
    secondsColumn("wait_s", "wait s", (row) => row.sum_ns),
    ...met.map(([key, text]) => secondsColumn<any>(key + "_s", text, (row) => row.wait_ns[key] || null)),
    countColumn("waited", "waited", (row) => row.visits),
    ...regionColumns<any>((row) => page.run.regions[page.run.callpaths[row.callpath].region]),
  ], rows, { name: "mpi-waits", label: "Waiting in MPI, by call path", sort: "wait_s", id: (row) => row.callpath, pick: (row) => page.selection.set({ region: page.run.callpaths[row.callpath].region }) });
  into.append(el("p", { class: "about" }, `From ${count(messages)} messages and ${count(collectives)} collective operations; the ranks' clocks agree to ${time(clock_error_ns)}.`));
}

function drawRanks(into: HTMLElement, processes: any[]): void {
  into.append(el("h3", {}, "Ranks"));
  new Table<any>(into, [
    countColumn("rank", "rank", (p) => p.rank),
    secondsColumn("wall_s", "wall s", (p) => p.wall_ns),
    countColumn("threads", "threads", (p) => p.threads),
    secondsColumn("in_regions_s", "in regions s", (p) => p.in_regions_ns),
    secondsColumn("wait_s", "wait s", (p) => p.wait_ns),
    secondsColumn("mpi_wait_s", "wait in MPI s", (p) => p.mpi_wait?.found_ns ?? null),
    secondsColumn("mpi_s", "MPI that may wait s", (p) => p.mpi_wait_at_most_ns),
    secondsColumn("idle_s", "idle s", (p) => p.idle_ns),
    ...(processes[0].host ? [textColumn<any>("host", "host", (p) => p.host ?? "")] : []),
  ], processes, { name: "ranks", label: "Ranks" });
}
