// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A picture on the page: it draws what is visible, says what is where, can be walked through by keys, and be saved.
// Not here: what is drawn, which a Drawing knows.
import { theme } from "./colours";
import { el, onceAFrame, say } from "./dom";
import { clean } from "./format";
import { CanvasPen, Pen, SvgPen } from "./pen";
import { saveBlob, saveText } from "./save";

export interface Visible {
  width: number; // of the picture, in CSS pixels
  top: number; // what is above and below need not be drawn
  bottom: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Drawing<Item> {
  readonly name: string; // of files that it is saved to, and of the hook for tests
  label(): string; // what it is, for those who do not see it
  height(width: number): number;
  draw(pen: Pen, visible: Visible): void;
  hit(x: number, y: number): Item | null;
  tip(item: Item): string; // lines that say what it is
  box(item: Item, width: number): Box | null; // where it is; null: nowhere now
  pick?(item: Item): void; // by a click, or Enter
  leave?(): void; // by Escape
  /** The next item in the direction of a key; without one before, the first. */
  move?(from: Item | null, key: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End"): Item | null;
}

const moves = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
let tip: HTMLElement | null = null;

export class Canvas<Item> {
  readonly element: HTMLElement;
  private readonly spacer = el("div", { class: "spacer" });
  private readonly outer = el("div", { class: "canvas" }, this.spacer);
  private focused: Item | null = null;
  private drawn = 0; // the width that it was drawn with last
  readonly redraw = onceAFrame(() => this.drawNow());

  /** Charts, which are small, are drawn as SVG. */
  constructor(into: HTMLElement, private readonly drawing: Drawing<Item>, as: "canvas" | "svg" = "canvas") {
    this.element = el(as === "svg" ? "div" : "canvas", { tabindex: 0, role: "application" });
    this.spacer.append(this.element);
    into.append(this.outer);
    canvases.set(drawing.name, this);
    new ResizeObserver(() => this.redraw()).observe(this.outer);
    this.outer.addEventListener("scroll", this.redraw, { passive: true });
    for (const query of ["(prefers-color-scheme: dark)", "print"]) matchMedia(query).addEventListener("change", () => this.drawNow());
    this.element.addEventListener("pointermove", (event) => this.point(event));
    this.element.addEventListener("pointerleave", hideTip);
    this.element.addEventListener("click", (event) => this.click(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focus", this.redraw);
    this.element.addEventListener("blur", () => { hideTip(); this.redraw(); });
    this.drawNow();
  }

  /** What is at a point of the element. */
  at(x: number, y: number): Item | null {
    return this.drawing.hit(x, y + this.outer.scrollTop);
  }

  describe(x: number, y: number): string | null {
    const item = this.at(x, y);
    return item === null ? null : this.drawing.tip(item);
  }

  box(item: Item): Box | null {
    return this.drawing.box(item, this.drawn);
  }

  drawNow(): void {
    const width = Math.floor(this.outer.clientWidth) || this.drawn || 800;
    const all = Math.ceil(this.drawing.height(width));
    this.spacer.style.height = all + "px";
    const height = Math.min(all, this.outer.clientHeight || all), ratio = window.devicePixelRatio || 1;
    this.drawn = width;
    this.element.style.width = width + "px";
    this.element.style.height = height + "px";
    this.element.setAttribute("aria-label", clean(this.drawing.label()));
    const top = this.outer.scrollTop, pen = this.begin(width, height, top, ratio);
    if (!pen) return;
    this.drawing.draw(pen, { width, top, bottom: top + height });
    const box = this.focused !== null && document.activeElement === this.element ? this.box(this.focused) : null;
    if (box) pen.frame(box.x + 1, box.y + 1, Math.max(box.width - 2, 1), box.height - 2, theme().ink, 2);
    if (pen instanceof SvgPen) this.element.replaceChildren(pen.element(width, all));
  }

  private begin(width: number, height: number, top: number, ratio: number): Pen | null {
    if (!(this.element instanceof HTMLCanvasElement)) return new SvgPen();
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.element.width !== w || this.element.height !== h) [this.element.width, this.element.height] = [w, h];
    const to = this.element.getContext("2d");
    if (!to) return null;
    to.setTransform(ratio, 0, 0, ratio, 0, -top * ratio);
    to.clearRect(0, top, width, height);
    return new CanvasPen(to);
  }

  private point(event: PointerEvent): void {
    const item = this.at(event.offsetX, event.offsetY);
    this.element.style.cursor = item !== null && this.drawing.pick ? "pointer" : "default";
    if (item === null) hideTip();
    else showTip(this.drawing.tip(item), event.clientX, event.clientY);
  }

  private click(event: MouseEvent): void {
    const item = this.at(event.offsetX, event.offsetY);
    this.focused = item;
    if (item !== null) this.drawing.pick?.(item);
    this.redraw();
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && this.drawing.leave) this.drawing.leave();
    else if ((event.key === "Enter" || event.key === " ") && this.focused !== null && this.drawing.pick) this.drawing.pick(this.focused);
    else if (moves.includes(event.key) && this.drawing.move) {
      const next = this.drawing.move(this.focused, event.key as "Home");
      if (next !== null) this.focus(next);
    } else return;
    event.preventDefault();
    this.redraw();
  }

  /** Makes an item the one that keys go on from, shows where it is, and says what it is. */
  focus(item: Item): void {
    this.focused = item;
    const box = this.box(item);
    if (!box) return;
    const [top, height] = [this.outer.scrollTop, this.outer.clientHeight];
    if (box.y < top || box.y + box.height > top + height) this.outer.scrollTop = Math.max(0, box.y - height / 2);
    const place = this.element.getBoundingClientRect(), text = this.drawing.tip(item);
    say(text.replace(/\n/g, ", "));
    showTip(text, place.left + Math.max(0, box.x) + 8, place.top + box.y - this.outer.scrollTop + box.height);
    this.redraw();
  }

  saveSvg(): void {
    const pen = new SvgPen(), height = this.drawing.height(this.drawn);
    this.drawing.draw(pen, { width: this.drawn, top: 0, bottom: height });
    saveText(this.drawing.name + ".svg", "image/svg+xml", pen.svg(this.drawn, height, clean(this.drawing.label()).replace(/\. .*/s, ""), theme().paper));
  }

  /** The whole picture in twice its size, if a browser can make one that large. */
  savePng(): void {
    const height = this.drawing.height(this.drawn), ratio = Math.min(2, 16000 / Math.max(height, this.drawn));
    const all = el("canvas", { width: Math.round(this.drawn * ratio), height: Math.round(height * ratio) });
    const to = all.getContext("2d");
    if (!to) return;
    to.scale(ratio, ratio);
    const pen = new CanvasPen(to);
    pen.rect(0, 0, this.drawn, height, theme().paper);
    this.drawing.draw(pen, { width: this.drawn, top: 0, bottom: height });
    all.toBlob((blob) => blob && saveBlob(this.drawing.name + ".png", blob), "image/png");
  }
}

/** All pictures, by their names: for printing, and for tests. */
export const canvases = new Map<string, Canvas<any>>();

function showTip(text: string, x: number, y: number): void {
  tip ??= document.body.appendChild(el("div", { id: "tip", "aria-hidden": "true" }));
  tip.textContent = text.split("\n").map(clean).join("\n");
  tip.hidden = false;
  const [w, h] = [tip.offsetWidth, tip.offsetHeight];
  tip.style.left = Math.max(4, Math.min(x + 12, innerWidth - w - 8)) + "px";
  tip.style.top = (y + 18 + h < innerHeight ? y + 18 : Math.max(4, y - h - 8)) + "px";
}

export function hideTip(): void {
  if (tip) tip.hidden = true;
}
