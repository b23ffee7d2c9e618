// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An icicle of call paths: below each lie those that it calls, as wide as their part of it; where each is, and how keys walk.
// Not here: how wide they are and how they look, which flame graphs know (flame.ts, diff_flame.ts).
import { Box, Drawing, Visible } from "./canvas";
import { onFill, theme } from "./colours";
import { Pen } from "./pen";

const rowHeight = 20;
const narrowest = 0.4; // pixels: what is narrower is not drawn

export interface Frame {
  path: number;
  depth: number;
  x: number; // parts of the whole width
  width: number;
}

export interface Tree {
  children(path: number): number[]; // in the order that they are drawn in
  parent(path: number): number | null;
  size(path: number): number; // of it and all below
}

/** Tells of names whether a search finds them; places count if the search is like one, as the name of a file would match all that is in it. */
export function wordsIn(search: string): ((names: string, place: string) => boolean) | null {
  const words = search.toLowerCase(), places = /[.:/]/.test(words);
  return words ? (names, place) => `${names} ${places ? place : ""}`.toLowerCase().includes(words) : null;
}

export abstract class Icicle implements Drawing<Frame> {
  abstract readonly name: string;
  protected rows: Frame[][] = [];
  protected width = 800;
  protected root = 0;

  /** Finds out what is where below `root`, to which it is zoomed; what is above it takes the whole width. */
  protected arrange(tree: Tree, root: number): void {
    this.root = root;
    this.rows = [];
    const above: number[] = [];
    for (let path: number | null = root; path !== null; path = tree.parent(path)) above.unshift(path);
    above.forEach((path, depth) => this.rows.push([{ path, depth, x: 0, width: 1 }]));
    const all = tree.size(root);
    if (all > 0) this.below(tree, root, above.length, 0, all);
  }

  private below(tree: Tree, path: number, depth: number, x: number, all: number): void {
    for (const child of tree.children(path)) {
      const width = tree.size(child) / all;
      if (width * 4000 < narrowest) continue; // wider than any screen
      (this.rows[depth] ??= []).push({ path: child, depth, x, width });
      this.below(tree, child, depth + 1, x, all);
      x += width;
    }
  }

  abstract label(): string;
  abstract tip(frame: Frame): string;
  abstract pick(frame: Frame): void;
  abstract leave(): void;
  protected abstract parentOf(path: number): number | null;
  protected abstract frame(pen: Pen, frame: Frame, box: Box): void;

  height(): number {
    return Math.max(1, this.rows.length) * rowHeight;
  }

  draw(pen: Pen, visible: Visible): void {
    this.width = visible.width;
    const { paper } = theme();
    const last = Math.min(this.rows.length, Math.ceil(visible.bottom / rowHeight));
    for (let depth = Math.floor(visible.top / rowHeight); depth < last; depth++)
      for (const frame of this.rows[depth]) {
        const box = this.box(frame);
        if (box.width < narrowest) continue;
        this.frame(pen, frame, box);
        if (box.width > 2) pen.line(box.x + box.width - 0.5, box.y, box.x + box.width - 0.5, box.y + rowHeight - 1, paper);
      }
  }

  /** The text of a frame; what a search has not found fades. */
  protected write(pen: Pen, box: Box, title: string, dim: boolean, marked: boolean): void {
    const { ink, paper, mark } = theme();
    if (dim) pen.rect(box.x, box.y, box.width, box.height - 1, paper + "c0");
    if (box.width > 26) pen.text(title, box.x + 4, box.y + rowHeight / 2, box.width - 7, dim ? ink : onFill);
    if (marked && box.width > 1) pen.frame(box.x + 1, box.y + 1, Math.max(1, box.width - 3), rowHeight - 3, mark, 2);
  }

  hit(x: number, y: number): Frame | null {
    const row = this.rows[Math.floor(y / rowHeight)] ?? [], part = x / this.width;
    let [low, high] = [0, row.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row[middle].x + row[middle].width <= part) low = middle + 1;
      else high = middle;
    }
    return low < row.length && row[low].x <= part ? row[low] : null;
  }

  box(frame: Frame): Box {
    return { x: frame.x * this.width, y: frame.depth * rowHeight, width: frame.width * this.width, height: rowHeight };
  }

  move(from: Frame | null, key: string): Frame | null {
    const row = from ? this.rows[from.depth] : undefined, at = row?.findIndex((frame) => frame.path === from!.path) ?? -1;
    if (!from || !row || at < 0 || key === "Home") return this.rows[0]?.[0] ?? null;
    if (key === "ArrowLeft") return row[at - 1] ?? row[at];
    if (key === "ArrowRight") return row[at + 1] ?? row[at];
    if (key === "End") return row[row.length - 1];
    const parent = this.parentOf(from.path);
    if (key === "ArrowUp") return this.rows[from.depth - 1]?.find((frame) => frame.path === parent) ?? from;
    return this.rows[from.depth + 1]?.find((frame) => this.parentOf(frame.path) === from.path) ?? from;
  }
}
