// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What pictures are drawn with: the same calls draw on a canvas, or write SVG to be saved.
// Not here: what is drawn, where it is on the page (canvas.ts).
import type { Hatch } from "./colours";

export interface Pen {
  rect(x: number, y: number, width: number, height: number, fill: string, hatch?: Hatch): void;
  frame(x: number, y: number, width: number, height: number, colour: string, thick?: number): void;
  line(x1: number, y1: number, x2: number, y2: number, colour: string, thick?: number): void;
  /** A line through points x, y, x, y, …; closed and filled if `fill` is given. */
  path(points: readonly number[], colour: string, thick?: number, fill?: string): void;
  /** Text whose middle is at y; what has no room in `most` is cut. */
  text(text: string, x: number, y: number, most: number, colour: string, align?: "left" | "center" | "right"): void;
}

export const font = '12px system-ui, "Liberation Sans", sans-serif';
const digit = 6.1; // a character of it has about so many pixels

export function cut(text: string, width: number): string {
  const room = Math.floor(width / digit);
  return text.length <= room ? text : room < 2 ? "" : text.slice(0, room - 1) + "…";
}

const hatchLines: Record<Hatch, string> = {
  "": "",
  "/": "M0 8 8 0M-2 2 2-2M6 10 10 6",
  "\\": "M0 0 8 8M-2 6 2 10M6-2 10 2",
  x: "M0 0 8 8M0 8 8 0",
  "-": "M0 4H8",
  "|": "M4 0V8",
  ".": "M3 3H5V5H3Z",
};
const hatchColour = "rgba(0,0,0,0.28)";

const patterns = new Map<string, CanvasPattern>(); // of all pictures

export class CanvasPen implements Pen {
  constructor(readonly to: CanvasRenderingContext2D) {
    to.font = font;
    to.textBaseline = "middle";
  }

  rect(x: number, y: number, width: number, height: number, fill: string, hatch: Hatch = ""): void {
    this.to.fillStyle = hatch && width >= 3 ? this.pattern(fill, hatch) : fill;
    this.to.fillRect(x, y, width, height);
  }

  /** A tile has the colour below the lines, too: filling twice would take twice as long. */
  private pattern(fill: string, hatch: Hatch): CanvasPattern {
    let pattern = patterns.get(fill + hatch);
    if (!pattern) {
      const tile = document.createElement("canvas");
      tile.width = tile.height = 8;
      const pen = tile.getContext("2d")!;
      pen.fillStyle = fill;
      pen.fillRect(0, 0, 8, 8);
      pen.strokeStyle = hatchColour;
      pen.stroke(new Path2D(hatchLines[hatch]));
      pattern = this.to.createPattern(tile, "repeat")!;
      patterns.set(fill + hatch, pattern);
    }
    return pattern;
  }

  frame(x: number, y: number, width: number, height: number, colour: string, thick = 1): void {
    this.to.strokeStyle = colour;
    this.to.lineWidth = thick;
    this.to.strokeRect(x, y, width, height);
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: string, thick = 1): void {
    this.path([x1, y1, x2, y2], colour, thick);
  }

  path(points: readonly number[], colour: string, thick = 1, fill?: string): void {
    this.to.beginPath();
    for (let i = 0; i + 1 < points.length; i += 2) this.to.lineTo(points[i], points[i + 1]);
    if (fill) {
      this.to.closePath();
      this.to.fillStyle = fill;
      this.to.fill();
    }
    this.to.strokeStyle = colour;
    this.to.lineWidth = thick;
    this.to.stroke();
  }

  text(text: string, x: number, y: number, most: number, colour: string, align: "left" | "center" | "right" = "left"): void {
    const shown = cut(text, most);
    if (!shown) return;
    this.to.fillStyle = colour;
    this.to.textAlign = align;
    this.to.fillText(shown, x, y, most);
  }
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c]);
const short = (n: number): string => String(Math.round(n * 100) / 100);

export class SvgPen implements Pen {
  private readonly parts: string[] = [];
  private readonly hatches = new Set<Hatch>();

  rect(x: number, y: number, width: number, height: number, fill: string, hatch: Hatch = ""): void {
    const box = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
    this.parts.push(`<rect ${box} fill="${fill}"/>`);
    if (!hatch || width < 3) return;
    this.hatches.add(hatch);
    this.parts.push(`<rect ${box} fill="url(#${this.id(hatch)})"/>`);
  }

  private id(hatch: Hatch): string {
    return "h" + hatch.charCodeAt(0);
  }

  frame(x: number, y: number, width: number, height: number, colour: string, thick = 1): void {
    const box = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
    this.parts.push(`<rect ${box} fill="none" stroke="${colour}" stroke-width="${thick}"/>`);
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: string, thick = 1): void {
    this.path([x1, y1, x2, y2], colour, thick);
  }

  path(points: readonly number[], colour: string, thick = 1, fill?: string): void {
    this.parts.push(`<poly${fill ? "gon" : "line"} points="${points.map(short).join(" ")}" fill="${fill ?? "none"}" stroke="${colour}" stroke-width="${thick}"/>`);
  }

  text(text: string, x: number, y: number, most: number, colour: string, align: "left" | "center" | "right" = "left"): void {
    const shown = cut(text, most);
    const anchor = { left: "start", center: "middle", right: "end" }[align];
    if (shown) this.parts.push(`<text x="${short(x)}" y="${short(y + 4)}" fill="${colour}" text-anchor="${anchor}">${escape(shown)}</text>`);
  }

  /** The picture as an element of the page. */
  element(width: number, height: number): Node {
    return document.importNode(new DOMParser().parseFromString(this.svg(width, height, "", "none"), "image/svg+xml").documentElement, true);
  }

  /** The whole picture, with a title for those who do not see it. */
  svg(width: number, height: number, title: string, paper: string): string {
    const patterns = [...this.hatches].map((hatch) => `<pattern id="${this.id(hatch)}" width="8" height="8" patternUnits="userSpaceOnUse">` +
      `<path d="${hatchLines[hatch]}" fill="none" stroke="#000" stroke-opacity="0.28"/></pattern>`);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}" ` +
      `font-family="system-ui, sans-serif" font-size="12"><title>${escape(title)}</title><defs>${patterns.join("")}</defs>` +
      `<rect width="100%" height="100%" fill="${paper}"/>${this.parts.join("")}</svg>\n`;
  }
}
