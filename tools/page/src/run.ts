// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws what was run, and how good the run is for conclusions.
import { el, named } from "./dom";
import { percent, plural, time } from "./format";
import { Page } from "./page";

export function drawRun(into: HTMLElement, page: Page): void {
  const e = page.run.experiment;
  const all = e.thread_wall_ns || 1;
  const figures: [string, string, string][] = [
    ["threads", "threads", plural(e.threads, "thread")],
    ["wall", "wall time", time(e.wall_ns)],
    ["thread_wall", "threads × wall", time(e.thread_wall_ns)],
    ["idle", "idle", percent(e.idle_ns / all)],
    ["waiting", "waiting", percent(e.wait_ns / all)],
    ["measuring", "measuring", "~" + percent(e.measuring_ns / all)],
  ];
  into.querySelector("h2")!.replaceChildren(named(e.program, 60));
  into.append(el("dl", { class: "figures" }, ...figures.map(([id, name, value]) => el("div", { id: "figure-" + id }, el("dt", {}, name), el("dd", {}, value)))));
}
