// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws what is selected: chips that say it and take it back, and the choice of threads.
// Not here: the selection itself (selection.ts).
import { button, el, named } from "./dom";
import { clean, shorten, time } from "./format";
import { Page } from "./page";
import { whose } from "./figures";
import { howMany } from "./groups";

const mostChoices = 400;

/** A choice of all threads, one group of like ones, or one of them. */
export function threadChoice(page: Page): HTMLElement {
  const { locations, groups } = page.run;
  const text = (name: string) => shorten(clean(name), 60);
  const choice: HTMLSelectElement = el("select", { "aria-label": "Threads", change: () => page.selection.set({ locations: choice.value ? choice.value.split(",").map(Number) : null }) },
    el("option", { value: "" }, "all threads"),
    el("optgroup", { label: "groups of like threads" }, ...groups.filter((g) => g.count > 1 && g.locations.length).slice(0, mostChoices).map((g) => el("option", { value: g.locations.join(",") }, text(`${g.name} (${howMany(g)})`)))),
    el("optgroup", { label: "single threads" }, ...locations.slice(0, mostChoices).map((l) => el("option", { value: l.id }, text(`${l.name} (${l.kind})`)))));
  const follow = () => {
    const value = page.selection.get().locations?.join(",") ?? "";
    choice.value = value;
    if (choice.value !== value) { // a single one, or some, that are not listed
      choice.append(el("option", { value }, text(whose(page.run, page.selection.get()))));
      choice.value = value;
    }
  };
  page.selection.follow((now, before) => { if (now.locations !== before.locations) follow(); });
  follow();
  return choice;
}

export function drawPicked(into: HTMLElement, page: Page): void {
  const draw = () => {
    const now = page.selection.get(), chips: Node[] = [];
    const chip = (text: string, change: object) => chips.push(el("span", { class: "chip" }, named(text, 40), button("×", () => page.selection.set(change), { "aria-label": "Take back: " + clean(text).slice(0, 60) })));
    if (now.region !== null && page.run.regions[now.region]) chip(page.run.regions[now.region].name, { region: null });
    if (now.locations) chip(whose(page.run, now), { locations: null });
    if (now.from !== null && now.to !== null) chip(`${time(now.from)} to ${time(now.to)}`, { from: null, to: null });
    if (now.search) chip("“" + now.search + "”", { search: "" });
    into.replaceChildren(...chips);
    into.hidden = !chips.length;
  };
  page.selection.follow(draw);
  draw();
}
