// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mouse, wheel and keys of a timeline: they move it, zoom it, and select an interval.
// Not here: what is drawn then; clicks on what is drawn, which the canvas takes.
import { Canvas } from "./canvas";
import { say } from "./dom";
import { time } from "./format";
import { TimelinePicture } from "./timeline_picture";
import { moment } from "./timeline_text";
import { AXIS, Item } from "./timeline_view";

const step = 0.15; // of what is shown

/** `selected` is called with an interval, or with null when none is any more; `changed` whenever something is to be drawn. */
export function listen(canvas: Canvas<Item>, p: TimelinePicture, selected: (range: [number, number] | null) => void): void {
  const element = canvas.element;
  let drag: { x: number; from: number; to: number; brush: boolean; moved: boolean } | null = null;
  const changed = () => canvas.redraw();

  element.addEventListener("wheel", (event: WheelEvent) => {
    const zooms = event.ctrlKey || event.metaKey || document.activeElement === element, sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!zooms && !sideways) return; // the page scrolls
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    if (sideways) p.pan((((event.deltaX || event.deltaY) * lines) / (p.width - p.head)) * (p.to - p.from));
    else p.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY * lines * 0.002))), p.ns(Math.max(p.head, event.offsetX)));
    changed();
  }, { passive: false });

  element.addEventListener("pointerdown", (event: PointerEvent) => {
    if (event.button !== 0 || event.offsetX < p.head) return;
    drag = { x: event.offsetX, from: p.from, to: p.to, brush: event.shiftKey || event.offsetY < AXIS, moved: false };
  });
  element.addEventListener("pointermove", (event: PointerEvent) => {
    if (!drag || (!drag.moved && Math.abs(event.offsetX - drag.x) < 4)) return;
    if (!drag.moved) element.setPointerCapture(event.pointerId);
    drag.moved = true;
    if (drag.brush) {
      const ends = [p.ns(drag.x), p.ns(event.offsetX)].map((ns) => Math.round(Math.min(p.data.end, Math.max(0, ns))));
      p.brush = [Math.min(...ends), Math.max(...ends)];
    } else {
      const ns = ((drag.x - event.offsetX) / (p.width - p.head)) * (drag.to - drag.from);
      p.show(drag.from + ns, drag.to + ns);
    }
    event.stopImmediatePropagation();
    changed();
  }, { capture: true });
  const end = () => {
    if (drag?.moved && p.brush) selected(p.brush[1] > p.brush[0] ? p.brush : null);
    p.brush = null;
    if (drag?.moved) element.addEventListener("click", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    setTimeout(() => { drag = null; }, 0);
    changed();
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("dblclick", (event: MouseEvent) => {
    if (event.offsetX < p.head) return;
    p.zoom(0.25, p.ns(event.offsetX));
    changed();
  });
  element.addEventListener("keydown", (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !key(canvas, p, event.key, selected)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    changed();
  }, { capture: true });
}

/** Does what a key says; false: it says nothing. */
function key(canvas: Canvas<Item>, p: TimelinePicture, name: string, selected: (range: [number, number] | null) => void): boolean {
  const width = p.to - p.from, at = p.picked && p.picked.from >= p.from && p.picked.to <= p.to ? (p.picked.from + p.picked.to) / 2 : undefined;
  switch (name) {
    case "a": case "ArrowLeft": p.pan(-step * width); break;
    case "d": case "ArrowRight": p.pan(step * width); break;
    case "w": case "+": case "=": p.zoom(1 / 1.5, at); break;
    case "s": case "-": p.zoom(1.5, at); break;
    case "Home": p.show(0, p.data.end); break;
    case "ArrowUp": case "ArrowDown": choose(canvas, p, p.cursor + (name === "ArrowUp" ? -1 : 1)); return true;
    case ".": case ",": walk(canvas, p, name === "."); return true;
    case "i": selected([Math.round(p.picked?.from ?? p.from), Math.round(p.picked?.to ?? p.to)]); break;
    case "o": p.pick({ kind: "lane", lane: p.cursor, from: p.from, to: p.to, node: 0 }); return true;
    case "Enter": {
      const item = p.picked ?? p.at(p.cursor, (p.from + p.to) / 2);
      if (item) p.pick(item);
      return true;
    }
    default: return false;
  }
  say(`${moment(p.from)} to ${moment(p.to)}, ${time(p.to - p.from)}`);
  return true;
}

function choose(canvas: Canvas<Item>, p: TimelinePicture, lane: number): void {
  if (lane < 0 || lane >= p.data.lanes) return;
  p.cursor = lane;
  canvas.focus({ kind: "lane", lane, from: p.from, to: p.to, node: 0xffffffff });
}

/** Goes to the next or the last thing that the lane does; it is moved into view. */
function walk(canvas: Canvas<Item>, p: TimelinePicture, forward: boolean): void {
  const from = p.picked && p.picked.lane === p.cursor ? p.picked : null, width = p.to - p.from;
  const ns = from ? (forward ? from.to : from.from - 1) : (p.from + p.to) / 2;
  if (ns < 0 || ns >= p.data.end) return;
  if (ns < p.from || ns > p.to) p.show(ns - width / 2, ns + width / 2);
  const item = p.at(p.cursor, ns);
  if (!item) return;
  p.pick(item);
  canvas.focus(item);
}
