// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws by which call paths a function is reached that samples have found, and each one's part of its samples.
// Not here: the same from the top (flame.ts), which functions there are (pomp-report says).
import { countColumn, percentColumn, textColumn } from "./columns";
import { el } from "./dom";
import { clean, place } from "./format";
import { Sampled } from "./flame_functions";
import { Page } from "./page";
import { Table } from "./table";

const most = 50; // functions to choose from

export function drawCallers(into: HTMLElement, page: Page): void {
  const { run } = page, all: Sampled[] = run.sampled_frames ?? [], own = new Map<string, number>();
  const key = (f: Sampled): string => `${f.function}\n${f.file ?? ""}`;
  for (const f of all) own.set(key(f), (own.get(key(f)) ?? 0) + f.self_samples);
  const hottest = [...own].sort((a, b) => b[1] - a[1]).slice(0, most).map(([name]) => name);
  const above = (f: Sampled): Sampled | null => (f.parent === null ? null : all[f.parent]);
  const outermost = (f: Sampled): boolean => { // one that calls itself counts once
    for (let at = above(f); at; at = above(at)) if (key(at) === key(f)) return false;
    return true;
  };
  const path = (f: Sampled): string => {
    const names: string[] = [];
    for (let at: Sampled | null = f; at; at = above(at)) names.unshift(at.function);
    for (let id: number | null = f.callpath; id; id = run.callpaths[id].parent) {
      const region = run.regions[run.callpaths[id].region];
      names.unshift(region.name + (region.where ? ` (${place(region)})` : ""));
    }
    return names.join(" → ");
  };
  const table = el("div", {});
  const draw = (name: string): void => {
    const of = all.filter((f) => key(f) === name && outermost(f)), sum = of.reduce((n, f) => n + f.samples, 0) || 1;
    table.replaceChildren();
    new Table<Sampled>(table, [percentColumn("samples_percent", "samples %", (f) => f.samples / sum), countColumn("samples", "samples", (f) => f.samples),
      textColumn("call_path", "by the call path", path, { cell: (f) => clean(path(f)) })], of, { name: "callers", label: "Callers", sort: "samples" });
  };
  const choice: HTMLSelectElement = el("select", { id: "callers-of", "aria-label": "Function whose callers are listed", change: () => draw(hottest[choice.selectedIndex]) }, ...hottest.map((name) => el("option", {}, clean(name.replace("\n", "  ")).slice(0, 100))));
  into.append(el("h3", {}, "Callers of a function"), el("p", { class: "controls" }, choice), table);
  draw(hottest[0]);
}
