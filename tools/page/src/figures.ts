// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums up what the selected locations did, from what each location has of each call path (tools/show/page_cells.c).
// Not here: the figures of all locations, which come as --json has them.
import { Block } from "./block";
import { howMany } from "./groups";
import { Run } from "./run_data";
import { Selected } from "./selection";

/** What each location has of each call path; the cells of a path follow each other. */
export interface Cells {
  readonly start: Uint32Array; // of each path, and the end
  readonly location: Uint16Array;
  self(cell: number): number;
  wait(cell: number): number;
  visits: ((cell: number) => number) | null;
  idle?: (location: number) => number; // of an interval
}

/** By call path, of what is selected. */
export interface Sums {
  readonly self: Float64Array;
  readonly wait: Float64Array;
  readonly visits: Float64Array | null;
  readonly below: Float64Array; // self times of the path and all below it
  readonly all: number; // the sum of all
}

function readCells(block: Block, run: Run): Cells | null {
  if (run.cells.exact === null) return null;
  const counts = block.u32("cell_count"), location = block.u16("cell_step");
  const start = new Uint32Array(counts.length + 1);
  for (let path = 0, cell = 0; path < counts.length; path++) {
    let at = -1;
    start[path] = cell;
    for (const end = cell + counts[path]; cell < end; cell++) location[cell] = at += location[cell];
    start[path + 1] = cell;
  }
  if (run.cells.exact) {
    const [self, wait, visits] = ["cell_self", "cell_wait", "cell_visits"].map((name) => block.f64(name));
    return { start, location, self: (i) => self[i], wait: (i) => wait[i], visits: (i) => visits[i] };
  }
  return roundedCells(block, run.cells.steps, start, location);
}

function roundedCells(block: Block, steps: number, start: Uint32Array, location: Uint16Array): Cells {
  const codes = block.u8("cell_self"), parts = block.u8("cell_wait"), longest = block.f64("path_longest");
  const scale = Float64Array.from({ length: 256 }, (_, code) => (code ? 2 ** ((code - 255) / steps) : 0));
  const exact = new Float32Array(codes.length);
  for (let path = 0; path < longest.length; path++)
    for (let i = start[path]; i < start[path + 1]; i++) exact[i] = longest[path] * scale[codes[i]];
  return { start, location, self: (i) => exact[i], wait: (i) => (exact[i] * parts[i]) / 255, visits: null };
}

export class Figures {
  readonly cells: Cells | null;
  readonly children: number[][]; // of each path, the longest first
  readonly pathCause: Uint8Array;
  readonly waitCause: Uint8Array; // of regions
  /** The timeline sets it: the cells of an interval. */
  interval: ((from: number, to: number) => Cells | null) | null = null;
  private kept: { key: string; sums: Sums } | null = null;
  private readonly whole: Sums;

  constructor(private readonly run: Run, block: Block) {
    const paths = run.callpaths;
    this.cells = readCells(block, run);
    this.pathCause = block.u8("path_cause");
    this.waitCause = block.u8("region_wait_cause");
    this.children = paths.map(() => []);
    for (const path of paths) if (path.parent !== null) this.children[path.parent].push(path.id);
    for (const below of this.children) below.sort((a, b) => paths[b].subtree_ns - paths[a].subtree_ns || a - b);
    const of = (key: "exclusive_ns" | "wait_ns" | "visits" | "subtree_ns") => Float64Array.from(paths, (path) => path[key]);
    this.whole = { self: of("exclusive_ns"), wait: of("wait_ns"), visits: of("visits"), below: of("subtree_ns"), all: paths[0]?.subtree_ns ?? 0 };
  }

  /** True if a selection has figures of its own. */
  narrows(s: Selected): boolean {
    return (s.locations !== null && this.cells !== null) || (s.from !== null && s.to !== null && this.interval !== null);
  }

  cellsOf(s: Selected): Cells | null {
    return s.from !== null && s.to !== null && this.interval ? this.interval(s.from, s.to) : this.cells;
  }

  sums(s: Selected): Sums {
    if (!this.narrows(s)) return this.whole;
    const key = JSON.stringify([s.locations, s.from, s.to]);
    if (this.kept?.key !== key) {
      const cells = this.cellsOf(s);
      if (!cells) return this.whole; // it is being computed
      this.kept = { key, sums: this.add(cells, s.locations) };
    }
    return this.kept.sums;
  }

  private add(cells: Cells, locations: readonly number[] | null): Sums {
    const count = this.run.callpaths.length;
    const [self, wait, below] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
    const visits = cells.visits ? new Float64Array(count) : null;
    const wanted = new Uint8Array(this.run.locations.length).fill(locations ? 0 : 1);
    for (const id of locations ?? []) wanted[id] = 1;
    for (let path = 0; path < count; path++)
      for (let i = cells.start[path]; i < cells.start[path + 1]; i++) {
        if (!wanted[cells.location[i]]) continue;
        self[path] += cells.self(i);
        wait[path] += cells.wait(i);
        if (visits) visits[path] += cells.visits!(i);
      }
    for (let path = count - 1; path >= 0; path--) {
      below[path] += self[path];
      const parent = this.run.callpaths[path].parent;
      if (parent !== null) below[parent] += below[path];
    }
    return { self, wait, visits, below, all: below[0] ?? 0 };
  }

  /** By location, and by cause within it: what each location did, in ns. */
  byCause(s: Selected): Float64Array {
    const { locations, causes, regions, callpaths } = this.run;
    const into = new Float64Array(locations.length * causes.length), cells = this.cellsOf(s);
    for (let path = 0; cells && path < callpaths.length; path++) {
      const cause = this.pathCause[path], waiting = this.waitCause[regions[callpaths[path].region].id];
      for (let i = cells.start[path]; i < cells.start[path + 1]; i++) {
        const at = cells.location[i] * causes.length, wait = cells.wait(i);
        into[at + cause] += cells.self(i) - wait;
        into[at + waiting] += wait;
      }
    }
    const idle = causes.indexOf("idle");
    const ofWhole = s.from === null || !this.interval;
    for (const l of locations) into[l.id * causes.length + idle] += ofWhole ? l.idle_ns : cells?.idle?.(l.id) ?? 0;
    return into;
  }
}

/** What is selected of the locations, in words. */
export function whose(run: Run, s: Selected): string {
  if (!s.locations) return "all threads";
  const { locations, groups } = run;
  if (s.locations.length === 1) return "thread " + (locations[s.locations[0]]?.name ?? "?");
  const group = groups.find((g) => g.locations.length === s.locations!.length && g.locations.every((id: number) => s.locations!.includes(id)));
  return group ? (group.count === group.locations.length ? `threads ${group.name}` : `${howMany(group)} threads ${group.name}`) : `${s.locations.length} threads`;
}
