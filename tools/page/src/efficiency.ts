// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws POP's efficiencies: each factor as a bar, below the one that it is a part of.
import { addChart, Bars } from "./chart";
import { el } from "./dom";
import { percent } from "./format";
import { Page } from "./page";

const runOf = (page: Page): any => page.run.efficiency?.regions?.[0]?.runs?.[0];
export const hasEfficiency = (page: Page): boolean => typeof runOf(page)?.factors?.parallel_efficiency === "number";

export function drawEfficiency(into: HTMLElement, page: Page): void {
  const factors = runOf(page).factors;
  const ofMpi = page.run.experiment.ranks > 0;
  const known = page.run.efficiency.factors.filter((f: any) => typeof factors[f.key] === "number" && (ofMpi || !f.key.startsWith("mpi_")));
  into.append(el("table", { class: "factors" }, el("tbody", {}, ...known.map((f: any) => row(f, factors[f.key])))));
  if (page.run.experiment.crowded) into.append(el("p", { class: "about" }, "Threads were ready and had no processor for a part of these times: most of that shows as balance."));
  if (runOf(page).at_work) drawAtWork(into, runOf(page).at_work);
}

/** For how long how many threads worked; of many threads, several numbers have a bar together. */
function drawAtWork(into: HTMLElement, work: any): void {
  into.append(el("h3", {}, "Threads that worked at the same time"), el("p", { class: "about", id: "at-work" }, work.how));
  const each = Math.floor(work.threads / 17) + 1, sum = (of: number[]) => of.reduce((all, s) => all + s, 0), rows = [];
  for (let from = 0; from < work.seconds.length; from += each) {
    const of: number[] = work.seconds.slice(from, from + each), size = sum(of);
    rows.push({ name: of.length > 1 ? `${from}-${from + of.length - 1}` : String(from), said: `${size.toFixed(3)} s, ${percent(size / (sum(work.seconds) || 1))}`, parts: [{ cause: "work", text: "", size }] });
  }
  if (rows.length) addChart(into, new Bars("at-work", "Threads that worked at the same time", rows, (s) => s.toFixed(3) + " s"));
}

function row(factor: any, value: number): HTMLElement {
  const bar = el("span", { class: "part " + (value >= 0.8 ? "high" : value >= 0.6 ? "middle" : "low") });
  bar.style.width = Math.max(0, Math.min(100, 100 * value)) + "%";
  const name = el("th", { scope: "row" }, factor.text);
  name.style.paddingLeft = factor.depth * 1.4 + 0.4 + "em";
  return el("tr", { "data-key": factor.key }, name, el("td", { class: "num" }, percent(value)), el("td", { class: "whole", "aria-hidden": "true" }, bar));
}
