// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Charts of a few figures: bars of parts below each other, and lines through points with what is known of their spread.
// Not here: the figures, and what is said of them, which come from views; the element (canvas.ts).
import { ticks } from "d3-array";
import { Box, Canvas, Drawing, Visible } from "./canvas";
import { causeOf, onFill, theme } from "./colours";
import { el, menu } from "./dom";
import { Pen } from "./pen";

/** Puts a chart on the page, with the menu that saves it. Returns its figure. */
export function addChart<Item>(into: HTMLElement, drawing: Drawing<Item>): HTMLElement {
  const figure = el("figure", { class: "chart" });
  into.append(figure);
  const canvas = new Canvas(figure, drawing, "svg");
  figure.append(el("div", { class: "controls" }, menu("Save", [["as SVG", () => canvas.saveSvg()], ["as PNG", () => canvas.savePng()]])));
  return figure;
}

/** The next of some items, for keys. */
function step<Item>(items: readonly Item[], from: Item | null, key: string): Item | null {
  const at = from === null ? -1 : items.indexOf(from), last = items.length - 1;
  const to = ({ ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last } as Record<string, number>)[key] ?? at + 1;
  return items[Math.max(0, Math.min(last, to))] ?? null;
}

// --- bars ---

export interface BarPart {
  cause: string; // its colour
  text: string;
  size: number;
}

export interface BarRow {
  name: string;
  parts: BarPart[];
  said: string; // at its end
}

interface Piece extends Box {
  row: BarRow;
  part: BarPart;
}

const barHeight = 30, barGap = 8;

export class Bars implements Drawing<Piece> {
  private pieces: Piece[] = [];

  /** `beside` is the room for names, and for what is said. */
  constructor(readonly name: string, private readonly about: string, private readonly rows: BarRow[], private readonly show: (size: number) => string, private readonly beside = [34, 120]) {}

  label(): string {
    return `${this.about}: ` + this.rows.map((row) => `${row.name && `${row.name} ${row.said}: `}${row.parts.map((part) => `${part.text} ${this.show(part.size)}`).join(", ")}`).join("; ");
  }

  height(): number {
    return this.rows.length * (barHeight + barGap) - barGap;
  }

  draw(pen: Pen, visible: Visible): void {
    const { ink, paper, faint } = theme(), [left, right] = this.beside, room = visible.width - left - right;
    const sum = (row: BarRow) => row.parts.reduce((all, part) => all + part.size, 0), most = Math.max(...this.rows.map(sum)) || 1;
    this.pieces = [];
    this.rows.forEach((row, i) => {
      const y = i * (barHeight + barGap);
      let x = left;
      pen.text(row.name, 0, y + barHeight / 2, left, ink);
      for (const part of row.parts) {
        const width = (room * part.size) / most, { fill, hatch } = causeOf(part.cause);
        if (!(part.size > 0)) continue;
        pen.rect(x, y, Math.max(width, 0.5), barHeight, fill, hatch);
        if (width > 70) pen.text(`${part.text} ${this.show(part.size)}`, x + 6, y + barHeight / 2, width - 8, onFill);
        pen.line(x + width, y, x + width, y + barHeight, paper);
        this.pieces.push({ x, y, width, height: barHeight, row, part });
        x += width;
      }
      pen.frame(left + 0.5, y + 0.5, Math.max(1, x - left - 1), barHeight - 1, faint);
      pen.text(row.said, x + 8, y + barHeight / 2, 110, ink);
    });
  }

  hit(x: number, y: number): Piece | null {
    return this.pieces.find((p) => x >= p.x && x < p.x + p.width && y >= p.y && y < p.y + p.height) ?? null;
  }

  tip(piece: Piece): string {
    return `${piece.row.name && piece.row.name + ": "}${piece.part.text}\n${this.show(piece.part.size)}`;
  }

  box(piece: Piece): Box {
    return piece;
  }

  move(from: Piece | null, key: string): Piece | null {
    return step(this.pieces, this.pieces.find((p) => p.row === from?.row && p.part === from?.part) ?? null, key);
  }
}

// --- lines ---

export interface Point {
  x: number;
  y: number;
  low?: number; // how far it may be off, or what single runs have
  high?: number;
  text: string; // what it is, in lines
  sign?: "worse" | "better";
  hollow?: boolean; // it is to be doubted
}

export interface Line {
  name: string; // at its end
  colour: "ink" | "mark" | "faint";
  dots: boolean; // its points are figures, and not only where it goes
  points: Point[];
}

export interface Axes {
  xTitle: string;
  yTitle: string;
  xTexts: [number, string][];
  y(value: number): string;
  byData?: boolean; // the axis begins near the least value, and not at 0
}

const plot = { left: 62, right: 150, top: 14, bottom: 46, height: 320 };
const dot = 5;

export class Lines implements Drawing<Point> {
  private readonly points: Point[];
  private width = 800;

  constructor(readonly name: string, private readonly about: string, private readonly lines: Line[], private readonly axes: Axes) {
    this.points = lines.filter((line) => line.dots).flatMap((line) => line.points);
  }

  label(): string {
    return `${this.about}: ` + this.points.slice(0, 60).map((point) => point.text.replace(/\n/g, ", ")).join("; ");
  }

  height(): number {
    return plot.height;
  }

  private x(value: number): number {
    const all = this.axes.xTexts.map(([x]) => x), [least, most] = [Math.min(...all), Math.max(...all)];
    const room = this.width - plot.left - plot.right - 24;
    return plot.left + 12 + (most > least ? (room * (value - least)) / (most - least) : room / 2);
  }

  /** The values at both ends of the axis. By the data, it has a tenth of the greatest at least, so that small changes look small. */
  private range(): [number, number] {
    const { byData } = this.axes, points = byData ? this.points : this.lines.flatMap((line) => line.points);
    const most = points.reduce((m, p) => Math.max(m, p.y, p.high ?? 0), 0) || 1;
    const least = byData ? points.reduce((m, p) => Math.min(m, p.y, p.low ?? m), 0.9 * most) : 0, more = 0.04 * (most - least);
    return [byData ? Math.max(0, least - more) : 0, most + more];
  }

  /** What is off the axis is at its end. */
  private y(value: number): number {
    const [least, most] = this.range();
    return plot.height - plot.bottom - (plot.height - plot.top - plot.bottom) * Math.max(0, Math.min(1, (value - least) / (most - least)));
  }

  draw(pen: Pen, visible: Visible): void {
    this.width = visible.width;
    this.drawAxes(pen);
    const { paper, ...colours } = theme(), ends: { y: number; text: string; colour: string }[] = [];
    for (const { points, colour, dots, name } of this.lines) {
      if (points.length > 1) pen.path(points.flatMap((p) => [this.x(p.x), this.y(p.y)]), colours[colour], dots ? 2 : 1);
      if (points.length) ends.push({ y: this.y(points[points.length - 1].y), text: name, colour: colours[colour] });
      if (dots) for (const point of points) this.drawPoint(pen, point, colours[colour], paper);
    }
    ends.sort((a, b) => a.y - b.y).forEach((end, i) => { // none lies over another one
      if (i) end.y = Math.max(end.y, ends[i - 1].y + 16);
      pen.text(end.text, this.width - plot.right + 2, end.y, plot.right - 2, end.colour);
    });
  }

  private drawAxes(pen: Pen): void {
    const { faint, line } = theme(), bottom = plot.height - plot.bottom, right = this.width - plot.right;
    for (const value of ticks(...this.range(), 6)) {
      pen.line(plot.left, this.y(value), right, this.y(value), line);
      pen.text(this.axes.y(value), plot.left - 6, this.y(value), plot.left - 8, faint, "right");
    }
    let free = -Infinity;
    for (const [x, text] of this.axes.xTexts) {
      const at = this.x(x), half = Math.min(60, 3.4 * text.length);
      if (at - half < free) continue;
      pen.line(at, bottom, at, bottom + 4, faint);
      pen.text(text, at, bottom + 14, 120, faint, "center");
      free = at + half + 8;
    }
    pen.line(plot.left, bottom, right, bottom, faint);
    pen.text(this.axes.xTitle, (plot.left + right) / 2, bottom + 34, 400, faint, "center");
    pen.text(this.axes.yTitle, plot.left + 6, plot.top - 6, 400, faint);
  }

  /** A triangle up is worse, one down is better, a square neither. */
  private drawPoint(pen: Pen, point: Point, colour: string, paper: string): void {
    const [x, y] = [this.x(point.x), this.y(point.y)];
    if (point.low !== undefined && point.high !== undefined) {
      const [low, high] = [this.y(point.low), this.y(point.high)];
      pen.line(x, low, x, high, colour);
      for (const end of [low, high]) pen.line(x - 4, end, x + 4, end, colour);
    }
    const up = point.sign === "worse" ? -1 : 1, size = dot + 3;
    if (point.sign) pen.path([x, y + up * size, x - size, y - up * size, x + size, y - up * size, x, y + up * size], point.hollow ? colour : onFill, 1, point.hollow ? paper : causeOf(point.sign === "worse" ? "more" : "less").fill);
    else pen.path([x - dot, y, x, y - dot, x + dot, y, x, y + dot, x - dot, y], point.hollow ? colour : paper, 1, point.hollow ? paper : colour);
  }

  hit(x: number, y: number): Point | null {
    const far = (p: Point) => Math.hypot(this.x(p.x) - x, this.y(p.y) - y);
    return this.points.reduce<Point | null>((near, p) => (far(p) < Math.min(16, near ? far(near) : Infinity) ? p : near), null);
  }

  tip(point: Point): string {
    return point.text;
  }

  box(point: Point): Box {
    return { x: this.x(point.x) - 11, y: this.y(point.y) - 11, width: 22, height: 22 };
  }

  move(from: Point | null, key: string): Point | null {
    return step(this.points, from, key);
  }
}
