// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page: the table of its views, in their order, and how it begins.
// Not here: what each view draws.
import { hasBlock, loadBlock } from "./block";
import { canvases } from "./canvas";
import { causes, onFill } from "./colours";
import { el } from "./dom";
import { Page, View } from "./page";
import { drawRun } from "./run";
import { saved } from "./save";
import { Selection } from "./selection";

const views: View[] = [
  { id: "run", title: "The run", has: () => true, draw: drawRun },
];

function drawView(view: View, page: Page): HTMLElement {
  const section = el("section", { id: view.id, "aria-labelledby": "title-" + view.id }, el("h2", { id: "title-" + view.id, tabindex: -1 }, view.title));
  if (view.about) section.append(el("p", { class: "about" }, view.about));
  void view.draw(section, page);
  return section;
}

function go(view: string): void {
  const section = document.getElementById(view);
  if (!section) return;
  section.scrollIntoView({ block: "start" });
  section.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
}

async function start(): Promise<void> {
  const into = document.getElementById("page")!;
  if (!hasBlock("run")) throw new Error("there is no data in this page");
  const block = await loadBlock("run");
  const selection = new Selection();
  const page: Page = { run: block.json, block, selection, go };
  selection.start();
  const shown = views.filter((view) => view.has(page));
  const links = shown.map((view) => el("a", { href: "#view=" + view.id, click: () => go(view.id) }, view.title));
  const main = el("main");
  into.replaceChildren(el("nav", { "aria-label": "Sections" }, ...links), main, el("div", { id: "said", class: "outside", "aria-live": "polite" }));
  for (const view of shown) main.append(drawView(view, page));
  selection.follow((now, before) => { if (now.view !== before.view) go(now.view); });
  if (selection.get().view) go(selection.get().view);
  Object.assign(window, {
    pompPage: {
      page, saved, causes, onFill,
      canvas: (name: string) => canvases.get(name),
      hit: (name: string, x: number, y: number) => canvases.get(name)?.describe(x, y) ?? null,
      ready: performance.now(),
    },
  });
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => {
  const page = document.getElementById("page")!;
  page.append(el("p", { role: "alert" }, typeof DecompressionStream === "undefined"
    ? "This browser is too old for this page: it needs DecompressionStream (Chromium 103, Firefox 113, Safari 16.4)."
    : `This page can't be shown: ${error}`));
  throw error;
});
