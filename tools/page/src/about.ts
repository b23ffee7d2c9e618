// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws how the run was measured, where the page comes from, what it holds, and whose code is in it.
import { el, named } from "./dom";
import { Page } from "./page";

export function drawAbout(into: HTMLElement, page: Page): void {
  const e = page.run.experiment, command = Array.isArray(e.command) ? e.command.join(" ") : e.command;
  const rows: [string, unknown][] = [
    ["program", e.program], ["command", command], ["folder", e.working_directory], ["host", e.host], ["begin", e.start], ["experiment", e.directory],
    ["measured by", e.writer], ["clock", e.clock && `${e.clock.name}, ${(e.clock.hz / 1e6).toFixed(0)} MHz`], ["nesting", e.nesting],
    ...Object.entries(e.settings ?? {}).filter(([, value]) => value !== "" && value !== null),
  ];
  into.append(el("dl", { class: "pairs" }, ...rows.filter(([, value]) => value).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, named(String(value), 300))))));
  into.append(el("h3", {}, "What this page holds"), el("ul", { class: "holds", id: "holds" }, ...page.run.holds.map((h) =>
    el("li", { "data-what": h.what, "data-there": String(h.there) }, h.there ? "✓ " : "– not: ", h.text))));
  into.append(el("p", { class: "about" }, `Made by pomp-report ${page.run.version}. The page asks nobody for anything: all data is in it. ` +
    "Every figure is one that pomp-report --json has as well. " + licences));
}

const licences = "The page has code of pompinst (Apache-2.0 with LLVM exception) and of d3-array (ISC licence, © 2010–2021 Mike Bostock), whose licence is at the begin of the file.";
