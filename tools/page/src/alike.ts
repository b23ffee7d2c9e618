// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives like rows of a long table one row with their sums, which opens at a click; a button shows all.
// Not here: tables as such (table.ts).
import { Like } from "./columns";
import { button, el } from "./dom";
import { count } from "./format";
import { Region } from "./run_data";
import { Table } from "./table";

const many = 300; // so many rows are shown each

/** Regions of one name in one function are alike. */
export const likeRegion = (r: Region | undefined): string => (r ? `${r.role} ${r.name}\n${r.function}` : "");

export class Alike<Row extends Like> {
  private grouped: boolean;
  private readonly open = new Set<string>(); // whom a reader looks at closer
  private readonly toggle: HTMLElement;
  private readonly words: () => string;
  private table: Table<Row> | null = null;

  /** `rows` gives the rows; those with the same key are alike. `join` gives what the sums of several replace in the first. */
  constructor(into: HTMLElement, what: string, private readonly rows: () => Row[], private readonly keyOf: (row: Row) => string, private readonly join: (of: Row[]) => Partial<Row>) {
    const all = rows();
    this.grouped = all.length > many && new Set(all.map(keyOf)).size < all.length;
    this.toggle = button("", () => { this.grouped = !this.grouped; this.open.clear(); this.show(); }, { id: what + "-grouped" });
    this.words = () => (this.grouped ? `Show all ${count(all.length)} ${what === "regions" ? what : "rows"}` : "One row for what is alike");
    if (this.grouped) into.append(el("div", { class: "controls" }, this.toggle));
  }

  /** Fills the table, which is made behind the button. */
  fill(table: Table<Row>): void { this.table = table; this.show(); }

  show(): void {
    this.table?.setRows(this.grouped ? this.joined() : this.rows());
    this.toggle.textContent = this.words();
  }

  /** Opens what the row stands for; false if it stands for itself. */
  opens(row: Row): boolean {
    if ((row.like ?? 1) > 1) this.look(this.keyOf(row));
    return (row.like ?? 1) > 1;
  }
  look(key: string): void {
    if (this.grouped) { this.open.add(key); this.show(); }
  }

  private joined(): Row[] {
    const groups = new Map<string, Row[]>();
    for (const row of this.rows()) {
      const key = this.keyOf(row), has = groups.get(key);
      if (has) has.push(row);
      else groups.set(key, [row]);
    }
    return [...groups].flatMap(([key, of]) => (of.length === 1 || this.open.has(key) ? of : [{ ...of[0], ...this.join(of), like: of.length }]));
  }
}

export const sumOf = <Row>(of: Row[], value: (row: Row) => number): number => of.reduce((all, row) => all + value(row), 0);
