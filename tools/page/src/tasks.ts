// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws what tasks there were: where they are created, how long they take, how long they lie before they begin.
import { countColumn, percentColumn, regionColumns, secondsColumn, timeColumn } from "./columns";
import { Page } from "./page";
import { Region } from "./run_data";
import { Table } from "./table";

const ofTasks = (page: Page): Region[] => page.run.regions.filter((r) => r.role.startsWith("task") && r.visits > 0);
export const hasTasks = (page: Page): boolean => ofTasks(page).length > 0;

export function drawTasks(into: HTMLElement, page: Page): void {
  const all = page.run.experiment.thread_wall_ns || 1;
  new Table<Region>(into, [
    countColumn("visits", "visits", (r) => r.visits),
    secondsColumn("self_s", "self s", (r) => r.exclusive_ns),
    percentColumn("self_percent", "self %", (r) => r.exclusive_ns / all),
    timeColumn("per_visit_s", "per visit", (r) => r.mean_visit_ns),
    timeColumn("p95_s", "95 % below", (r) => r.p95_visit_ns, { hidden: true }),
    secondsColumn("wait_s", "wait s", (r) => r.wait_ns),
    secondsColumn("tasks_s", "in tasks s", (r) => r.tasks_ns, { title: "time in tasks that were executed there" }),
    timeColumn("delay_per_visit_s", "lay for", (r) => (r.role === "task" && r.visits ? r.delay_ns / r.visits : null), { title: "mean time from the creation to the begin" }),
    countColumn("threads", "threads", (r) => r.threads.count),
    ...regionColumns<Region>((r) => r),
  ], ofTasks(page), { name: "tasks", label: "Tasks", sort: "self_s", id: (r) => r.id, pick: (r) => page.selection.set({ region: r.id }) });
}
