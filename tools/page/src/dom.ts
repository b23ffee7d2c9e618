// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes elements. Text is set as text, never read as HTML.
// Not here: tables (table.ts), what is drawn (canvas.ts).
import { clean, editorPlace, shorten, shortPlace } from "./format";

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: any) => void) | undefined>;

/** Makes an element; an attribute that is a function is a listener, one that is false or undefined is left out. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  add(element, ...children);
  return element;
}

export function add(element: Element, ...children: Child[]): void {
  for (const child of children)
    if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
}

/** A name from the program, cleaned; what is too long is cut, and more of it is in the title. */
export function named(text: string, most = 80, tag: "span" | "code" = "span"): HTMLElement {
  const shown = clean(text);
  return el(tag, { class: "name", title: shown.length > most ? shorten(shown, 2000) : undefined }, shorten(shown, most));
}

export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el("button", { type: "button", click: act, ...attributes }, text);
}

/** A place in the source, which a click copies as file:line, with the column if that is known. */
export function placeButton(place: string, as?: string): HTMLElement {
  if (!place) return el("span");
  const shown = clean(place);
  const b = button("", () => copy(editorPlace(place), b), { class: "place", title: "Copy " + shorten(shown, 500), "aria-label": "Copy place " + shorten(shown, 200) });
  add(b, as ?? named(shortPlace(shown), 48));
  return b;
}

async function copy(text: string, from: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from disk have no clipboard in some browsers; an element whose text is selected has.
    const area = el("textarea", { class: "outside" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(`Copied ${text}`);
  from.classList.add("copied");
  setTimeout(() => from.classList.remove("copied"), 1200);
}

/** Says something to readers of the screen, which nobody else sees. */
export function say(text: string): void {
  const region = document.getElementById("said");
  if (region) region.textContent = shorten(clean(text), 400);
}

/** Shows a menu of buttons behind one button. */
export function menu(label: string, entries: [string, () => void][]): HTMLElement {
  const details = el("details", { class: "menu" }, el("summary", {}, label));
  const list = el("div", { class: "entries" });
  for (const [text, act] of entries)
    list.append(button(text, () => { details.open = false; act(); }));
  details.append(list);
  details.addEventListener("keydown", (event) => {
    if (event.key === "Escape") details.open = false;
  });
  details.addEventListener("focusout", (event) => {
    if (!details.contains(event.relatedTarget as Node)) details.open = false;
  });
  return details;
}

/** Makes the elements within one stop of Tab, through which arrows walk. */
export function walk(within: HTMLElement, selector: string): void {
  const all = [...within.querySelectorAll<HTMLElement>(selector)];
  const reach = (to: HTMLElement) => all.forEach((e) => { e.tabIndex = e === to ? 0 : -1; });
  if (all.length) reach(all[0]);
  within.addEventListener("focusin", (event) => { const at = (event.target as HTMLElement).closest<HTMLElement>(selector); if (at) reach(at); });
  within.addEventListener("keydown", (event) => {
    const at = all.indexOf(document.activeElement as HTMLElement), last = all.length - 1;
    const to = ({ ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: last } as Record<string, number>)[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all[Math.max(0, Math.min(last, to))].focus();
  });
}

/** Calls back at most once a frame, however often it is asked to. */
export function onceAFrame(act: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; act(); });
  };
}
