// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the findings: what costs time, where, what fixing it would save, and how.
// Not here: what is found, and what it would save, which pomp-report says.
import { button, el, named, placeButton, walk } from "./dom";
import { percent, place } from "./format";
import { Page } from "./page";

export function drawFindings(into: HTMLElement, page: Page): void {
  const { findings, experiment } = page.run;
  const oneRun = page.run.one_run === null ? "" : el("p", { class: "about", id: "one-run" }, named(page.run.one_run, 400));
  const unexplained = page.run.unexplained === null ? "" : el("p", { class: "about", id: "unexplained" }, named(page.run.unexplained, 400));
  if (!findings.length) {
    const nothing = unexplained ? "None that explains why threads wait or are idle." : "Nothing that costs a hundredth of the wall time was found.";
    into.append(el("p", {}, nothing), drawLooks(page, null), unexplained, oneRun);
    return;
  }
  const list = el("ol", { class: "findings" });
  const rest = el("ol", { class: "findings", start: 6 });
  findings.forEach((finding, i) => (i < 5 ? list : rest).append(drawFinding(finding, i, page, experiment.wall_ns)));
  into.append(list);
  if (rest.childElementCount) into.append(el("details", {}, el("summary", {}, `${rest.childElementCount} more`), rest));
  into.append(drawLooks(page, null), unexplained, oneRun);
}

/** Lists what the compiler noted in the construct of a finding, or in those that have none. */
function drawLooks(page: Page, finding: number | null): HTMLElement | string {
  const looks = page.run.look_at.filter((look) => look.finding === finding);
  if (!looks.length) return "";
  const list = el("ul", { class: "looks" }, ...looks.map((look) => el("li", { class: "look", "data-kind": look.kind },
    "Look at ", placeButton(place(look)), " (", named(look.region, 60), look.function ? " in " : "", look.function && named(look.function, 60),
    `, ${look.time_s.toFixed(3)} s): `, named(look.text, 400), "; ", named(look.cure, 400), ".")));
  if (finding === null) walk(list, "button");
  return list;
}

function drawFinding(finding: any, number: number, page: Page, wall: number): HTMLElement {
  const { selection } = page;
  const show = (view: string, change: object) => () => { selection.set(change); page.go(view); };
  const links: Node[] = [];
  if (finding.region_id !== null) {
    const region = { region: finding.region_id };
    if (finding.path_id !== null) links.push(button("Call path", show("flame", { ...region, path: null })));
    links.push(button("Region", show("regions", region)));
    if (hasSource(page, finding)) links.push(button("Source", show("source", region)));
  }
  const saves = finding.judged ? `saves up to ${percent(finding.saving_s / (wall / 1e9))}` : "not judged";
  const item = el("li", { class: "finding", id: `finding-${number + 1}`, "data-property": finding.property },
    el("div", { class: "headline" },
      el("b", {}, finding.title + (finding.region === null ? "" : ":")),
      finding.region !== null && named(finding.region, 60),
      finding.function ? el("span", { class: "faint" }, "in ", named(finding.function, 60)) : false,
      placeButton(place(finding)),
      el("span", { class: finding.judged ? "saving" : "saving unjudged", title: finding.worth }, saves)),
    el("p", {}, (finding.hot_line ? finding.hot_line + " " : "") + finding.advice.replace(/(\d)->(?=\d)/g, "$1→")), // as places in teams are written everywhere else
    el("p", { class: "faint" }, [finding.severity_s > 0 && `${finding.severity_s.toFixed(3)} s of thread time`, finding.who && `on ${finding.who}`, finding.worth,
      finding.within !== null && `the same time, at least in part, is in finding ${finding.within + 1}`].filter(Boolean).join("; ") + "."),
    drawLooks(page, number),
    links.length > 0 && el("div", { class: "links" }, ...links));
  walk(item, "button");
  return item;
}

const hasSource = (page: Page, finding: any): boolean =>
  (page.run.source ?? []).some((file: any) => file.file === finding.file && file.lines.some((line: any) => line.line === finding.line));
