// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the source's lines, with what they cost beside them, and what is to be said of them below.
// Not here: which files pomp-report reads, and which lines it takes (tools/show/page_source.c).
import { button, el, named, placeButton } from "./dom";
import { clean, count, percent, seconds } from "./format";
import { Page } from "./page";
import { Region } from "./run_data";

const states: Record<string, string> = {
  changed: "It has changed since the run: lines may have moved.",
  missing: "It was not found when this page was made.",
  outside: "It was not read: it is outside of the folders of run and experiment (--source-path, --source-anywhere).",
};

export function drawSource(into: HTMLElement, page: Page): void {
  const files = page.run.source ?? [];
  const at = new Map<string, Region[]>();
  for (const region of page.run.regions) {
    const key = region.file + ":" + region.begin_line1;
    at.set(key, [...(at.get(key) ?? []), region]);
  }
  const sampled = page.run.experiment.sampled?.samples ?? 0, width = sampled ? 7 : 6;
  if (sampled) into.append(el("p", { class: "about", id: "source-sampled" }, `samples %: of ${count(sampled)} samples, those that found a thread in the line or in what it calls, with their standard deviation.`));
  files.forEach((file, i) => {
    const all = page.run.experiment.thread_wall_ns || 1;
    const table = el("table", { class: "source" }, el("thead", {}, el("tr", {}, ...["self %", "self s", "wait s", "visits", ...(sampled ? ["samples %"] : []), "line", ""].map((head) => el("th", { scope: "col" }, head)))));
    const details = el("details", { class: "file", open: i < 2 }, el("summary", {}, named(file.file, 90), " ", el("span", { class: "faint" }, percent(file.self_ns / all))));
    if (states[file.state]) details.append(el("p", { class: "about" }, states[file.state]));
    const body = el("tbody", {});
    let last = 0;
    for (const line of file.lines) {
      if (last && line.line !== last + 1) body.append(el("tr", { class: "gap" }, el("td", { colspan: width }, "⋯")));
      body.append(...drawLine(line, file.file, at.get(file.file + ":" + line.line) ?? [], all, page));
      last = line.line;
    }
    table.append(body);
    const scroll = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Source of " + clean(file.file).slice(0, 200) }, table);
    details.append(scroll);
    into.append(details);
    toHottest(scroll);
  });
  const lead = () => {
    const region = page.selection.get().region;
    for (const row of into.querySelectorAll(".chosen")) row.classList.remove("chosen");
    if (region === null) return;
    const row = into.querySelector<HTMLElement>(`tr[data-regions~="${region}"]`);
    if (!row) return;
    row.classList.add("chosen");
    row.closest("details")!.open = true;
    if (page.selection.get().view === "source") row.scrollIntoView({ block: "center" });
  };
  page.selection.follow((now, before) => { if (now.region !== before.region || now.view !== before.view) lead(); });
  requestAnimationFrame(lead);
}

/** Shows the line that costs most first. */
function toHottest(scroll: HTMLElement): void {
  const hot = [4, 3, 2, 1].map((heat) => scroll.querySelector<HTMLElement>(".heat" + heat)).find(Boolean);
  if (hot) scroll.scrollTop = hot.offsetTop - scroll.clientHeight / 3;
}

function drawLine(line: any, file: string, regions: Region[], all: number, page: Page): HTMLElement[] {
  const cells = line.self_ns === undefined ? ["", "", "", ""] : [(100 * line.self_ns / all).toFixed(1), seconds(line.self_ns), seconds(line.wait_ns), count(line.visits)];
  const sampled = page.run.experiment.sampled?.samples ?? 0;
  if (sampled) cells.push(line.samples ? `${(100 * line.samples / sampled).toFixed(1)} ± ${(100 * line.samples_error / sampled).toFixed(1)}` : "");
  const part = Math.max((line.self_ns ?? 0) / all, (line.samples ?? 0) / (sampled || 1)), heat = Math.ceil(Math.min(4, 8 * part));
  const row = el("tr", { class: heat ? `heat${heat}` : undefined, "data-regions": regions.map((r) => r.id).join(" ") || undefined },
    ...cells.map((cell) => el("td", { class: "num" }, cell)),
    el("td", { class: "num" }, regions.length ? placeButton(`${file}:${line.line}`, String(line.line)) : line.line),
    el("td", { class: "text" }, el("code", {}, clean(line.text ?? "").slice(0, 500)),
      ...regions.filter((r) => r.role !== "none").slice(0, 1).map((r) => button("→", () => page.selection.set({ region: r.id }), { class: "pick", "aria-label": `Select ${clean(r.name).slice(0, 80)}` }))));
  const notes = String(line.notes ?? "").split("\n").filter(Boolean);
  return [row, ...notes.map((note) => el("tr", { class: "note" }, el("td", { colspan: cells.length + 1 }), el("td", {}, named("^ " + note, 300))))];
}
