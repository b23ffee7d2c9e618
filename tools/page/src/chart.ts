// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Charts of a few figures: bars of parts below each other, and lines through points with what is known of their spread.
// Not here: the figures, and what is said of them, which come from views; the element (canvas.ts).
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

  constructor(readonly name: string, private readonly about: string, private readonly rows: BarRow[], private readonly show: (size: number) => string) {}

  label(): string {
    return `${this.about}: ` + this.rows.map((row) => `${row.name} ${row.said}: ${row.parts.map((part) => `${part.text} ${this.show(part.size)}`).join(", ")}`).join("; ");
  }

  height(): number {
    return this.rows.length * (barHeight + barGap) - barGap;
  }

  draw(pen: Pen, visible: Visible): void {
    const { ink, paper, faint } = theme(), left = 34, room = visible.width - left - 120;
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
    return `${piece.row.name}: ${piece.part.text}\n${this.show(piece.part.size)}`;
  }

  box(piece: Piece): Box {
    return piece;
  }

  move(from: Piece | null, key: string): Piece | null {
    return step(this.pieces, this.pieces.find((p) => p.row === from?.row && p.part === from?.part) ?? null, key);
  }
}
