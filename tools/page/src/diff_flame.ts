// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the call paths of both sides as one icicle, in which what each has more or less than before is in colour.
// Not here: the rows (diff.ts).
import { Box, Canvas } from "./canvas";
import { causeOf } from "./colours";
import { placeOf, Row, signed } from "./diff_rows";
import { button, el, menu } from "./dom";
import { clean, plural, shortPlace, time } from "./format";
import { Frame, Icicle, wordsIn } from "./icicle";
import { Compared } from "./page";
import { Pen } from "./pen";
import { swatch } from "./run";

export function drawDiffFlame(into: HTMLElement, page: Compared): void {
  const flame = new DiffFlame(page), { selection } = page;
  const found = el("span", { class: "faint", id: "flame-found", role: "status" });
  const search: HTMLInputElement = el("input", { type: "search", placeholder: "Search names, or file.c:42", "aria-label": "Search call paths", value: selection.get().search,
    input: () => selection.set({ search: search.value }) });
  const out = button("Whole", () => selection.set({ path: null }), { id: "flame-whole" });
  const figure = el("figure", { class: "flame" });
  into.append(el("div", { class: "controls" }, search, out, found, menu("Save", [["as SVG", () => canvas.saveSvg()], ["as PNG", () => canvas.savePng()]])), figure);
  const canvas = new Canvas(figure, flame);
  figure.append(el("ul", { class: "legend" }, ...flame.legend().map((id) => el("li", { "data-cause": id }, swatch(id), " " + causeOf(id).text))));
  const follow = () => {
    flame.lay();
    out.disabled = selection.get().path === null;
    found.textContent = flame.found();
    if (search.value !== selection.get().search) search.value = selection.get().search;
    canvas.redraw();
  };
  selection.follow(follow);
  follow();
}

class DiffFlame extends Icicle {
  readonly name = "changes";
  private readonly all: Row[];
  private readonly top: number; // the row that all are in; or one more, if they are in several
  private readonly children: number[][];
  private readonly sides: Float64Array[]; // of each and all below: A, B, the larger
  private readonly sure: Uint8Array; // something in it has changed by more than noise, or nothing tells
  private matches: Uint8Array | null = null;

  constructor(private readonly page: Compared) {
    super();
    const rows: Row[] = (this.all = page.data.rows);
    const roots = rows.flatMap((row, id) => (row.parent === null ? [id] : []));
    this.top = roots.length === 1 ? roots[0] : rows.length;
    this.children = [...rows.map(() => [] as number[]), []];
    this.sides = [0, 1, 2].map(() => new Float64Array(rows.length + 1));
    this.sure = new Uint8Array(rows.length + 1);
    rows.forEach((_, id) => this.children[this.parentOf(id) ?? rows.length].push(id));
    for (let id = rows.length - 1; id >= 0; id--) { // a parent comes before its children
      const { a, b, change, significant } = rows[id].self_ns, parent = this.parentOf(id) ?? rows.length;
      [a, b, Math.max(a, b)].forEach((size, side) => { this.sides[side][id] += size; this.sides[side][parent] += this.sides[side][id]; });
      if (significant ?? change !== 0) this.sure[id] = 1;
      if (this.sure[id]) this.sure[parent] = 1;
    }
    for (const below of this.children) below.sort((x, y) => this.sides[2][y] - this.sides[2][x] || x - y);
    this.lay();
  }

  lay(): void {
    const { path, search } = this.page.selection.get(), matches = wordsIn(search);
    this.matches = matches && Uint8Array.from(this.all, (row) => Number(matches(`${row.name} ${row.function}`, placeOf(row))));
    this.arrange({ children: (id) => this.children[id], parent: (id) => this.parentOf(id), size: (id) => this.sides[2][id] }, path ?? this.top);
  }

  legend(): string[] {
    return this.all.some((row) => row.self_ns.significant === false && row.self_ns.change !== 0) ? ["more", "less", "noise", "same"] : ["more", "less", "same"];
  }

  protected parentOf(path: number): number | null {
    return path === this.top ? null : this.all[path].parent ?? this.top;
  }

  label(): string {
    return `Flame graph of call paths on both sides: ${time(this.sides[0][this.top])} of thread time before, ${time(this.sides[1][this.top])} after. Arrows walk, Enter zooms, Escape zooms out.`;
  }

  private change(path: number): number {
    return this.sides[1][path] - this.sides[0][path];
  }

  protected frame(pen: Pen, { path }: Frame, box: Box): void {
    const change = this.change(path), part = (box.width * Math.abs(change)) / (this.sides[2][path] || 1), height = box.height - 1;
    const cause = causeOf(!this.sure[path] ? "noise" : change > 0 ? "more" : "less");
    pen.rect(box.x, box.y, box.width, height, causeOf("same").fill);
    if (part > 0.2) pen.rect(box.x + box.width - part, box.y, part, height, cause.fill, cause.hatch);
    this.write(pen, box, this.title(path), this.matches !== null && path !== this.top && !this.matches[path], path === this.page.selection.get().path);
  }

  private title(path: number): string {
    const change = " " + signed(this.change(path), time), row = this.all[path];
    return row && path !== this.top ? clean(row.name.slice(0, 300)) + change + (row.place_b ?? row.place_a ? "  " + clean(shortPlace(placeOf(row))).slice(0, 80) : "") : "all of both sides" + change;
  }

  tip({ path }: Frame): string {
    const row = this.all[path], [a, b] = [this.sides[0][path], this.sides[1][path]];
    const lines = [row ? clean(row.name.slice(0, 300)) : "all of both sides", `${time(a)} before, ${time(b)} after, ${signed(b - a, time)} in it and below`];
    if (!row) return lines.join("\n");
    const { change, within, significant } = row.self_ns;
    lines.push(`${signed(change, time)} itself` + (within === null ? "" : ` ± ${time(within)}` + (significant ? "" : ": no more than noise")));
    if (row.state !== "both") lines.push(row.state === "new" ? "only B has it" : "only A has it");
    if (placeOf(row)) lines.push(placeOf(row));
    return lines.join("\n");
  }

  pick({ path }: Frame): void {
    this.page.selection.set({ path: path === this.top || path === this.page.selection.get().path ? null : path });
  }

  leave(): void {
    this.page.selection.set({ path: null, search: "" });
  }

  found(): string {
    return this.matches ? plural(this.matches.reduce((sum, is) => sum + is, 0), "call path") + " found" : "";
  }
}
