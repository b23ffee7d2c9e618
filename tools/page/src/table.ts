// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every table of the page: columns to choose, sorting, a filter, rows that are there only while they are seen, CSV.
// Not here: what is in it. Keys walk through its rows, of which one at a time can be reached by Tab.
import { button, el, menu, onceAFrame } from "./dom";
import { count } from "./format";
import { saveText, csvOf } from "./save";

export interface Column<Row> {
  key: string; // as of pomp-report --columns
  head: string;
  title?: string;
  left?: boolean; // text, not a number
  hidden?: boolean; // unless it is chosen
  value(row: Row): number | string | null; // to sort by, and for CSV
  cell?(row: Row): Node | string; // if it is shown in another way
}

export interface TableOptions<Row> {
  name: string; // of the file it is saved to
  label: string;
  sort?: string; // the column that it is sorted by at first, the largest first
  filter?: boolean;
  id?(row: Row): number;
  pick?(row: Row): void;
  alike?: { key(row: Row): string; sums(of: Row[]): Partial<Row> }; // like rows of a long table have one, with their sums, which a click opens
}

/** So many rows are one, which is named after the first. */
export const likes = (row: unknown): number => (row as { like?: number }).like ?? 1;
export const sumOf = <Row>(of: Row[], value: (row: Row) => number): number => of.reduce((all, row) => all + value(row), 0);

const many = 300; // so many rows are shown each
const rowHeight = 26;
const shownRows = 24;
const mostPrinted = 200; // rows of a table on paper

export class Table<Row> {
  readonly filter = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter rows", input: () => this.arrange() });
  private readonly body = el("tbody", {});
  private readonly head = el("tr", {});
  private readonly outer: HTMLElement;
  private readonly grid: HTMLElement;
  private visible: Row[] = [];
  private sorted: { column: Column<Row>; up: boolean } | null = null;
  private readonly shown: Set<string>;
  private at = 0; // the row that keys go on from
  private chosen: number | null = null;
  private readonly redraw = onceAFrame(() => this.draw());
  private open: Set<string> | null = null; // the like rows that are looked at closer; null: each row is shown
  private readonly toggle = button("", () => { this.open = this.open ? null : new Set(); this.arrange(); });

  constructor(into: HTMLElement, private readonly columns: Column<Row>[], private rows: Row[], private readonly options: TableOptions<Row>) {
    this.shown = new Set(columns.filter((c) => !c.hidden).map((c) => c.key));
    const first = columns.find((c) => c.key === options.sort);
    if (first) this.sorted = { column: first, up: false };
    this.grid = el("table", { role: "grid", "aria-label": options.label }, el("thead", {}, this.head), this.body);
    this.outer = el("div", { class: "table", id: "table-" + options.name }, this.grid);
    const choices = columns.some((c) => c.hidden) ? this.chooser() : false;
    this.toggle.id = options.name + "-grouped";
    if (rows.length > many && options.alike && new Set(rows.map(options.alike.key)).size < rows.length) this.open = new Set();
    into.append(el("div", { class: "controls" }, options.filter && this.filter, this.open && this.toggle, choices, menu("Save", [["as CSV", () => this.save()]])), this.outer);
    this.outer.addEventListener("scroll", this.redraw, { passive: true });
    this.body.addEventListener("keydown", (event) => this.key(event));
    this.body.addEventListener("click", (event) => this.click(event));
    window.addEventListener("beforeprint", () => this.draw(true));
    window.addEventListener("afterprint", () => this.draw());
    this.arrange();
  }

  setRows(rows: Row[]): void {
    this.rows = rows;
    this.arrange();
  }

  /** Marks a row, and makes it visible. */
  choose(id: number | null): void {
    this.chosen = id;
    const like = id !== null && this.open && this.rows.find((row) => this.options.id!(row) === id);
    if (like) this.look(like);
    const index = id === null || !this.options.id ? -1 : this.visible.findIndex((row) => this.options.id!(row) === id);
    if (index >= 0) this.reach(index);
    this.draw();
  }

  private chooser(): HTMLElement {
    const details = el("details", { class: "menu" }, el("summary", {}, "Columns"));
    const list = el("div", { class: "entries" });
    for (const column of this.columns) {
      const box = el("input", { type: "checkbox", checked: this.shown.has(column.key), change: () => {
        if (box.checked) this.shown.add(column.key);
        else this.shown.delete(column.key);
        this.draw();
      } });
      list.append(el("label", {}, box, " ", column.head));
    }
    details.append(list);
    details.addEventListener("keydown", (event) => { if (event.key === "Escape") details.open = false; });
    return details;
  }

  private look(row: Row): void {
    this.open!.add(this.options.alike!.key(row));
    this.arrange();
  }

  private take(row: Row): void {
    if (likes(row) > 1) this.look(row);
    else this.options.pick?.(row);
  }

  private joined(): Row[] {
    const { alike } = this.options, groups = new Map<string, Row[]>();
    if (!this.open || !alike) return this.rows;
    for (const row of this.rows) groups.get(alike.key(row))?.push(row) ?? groups.set(alike.key(row), [row]);
    return [...groups].flatMap(([key, of]) => (of.length === 1 || this.open!.has(key) ? of : [{ ...of[0], ...alike.sums(of), like: of.length }]));
  }

  private arrange(): void {
    const rows = this.joined();
    this.toggle.textContent = this.open ? `Show all ${count(this.rows.length)} rows` : "One row for what is alike";
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean), texts = this.columns.filter((c) => c.left);
    this.visible = words.length ? rows.filter((row) => { const text = texts.map((c) => c.value(row)).join(" ").toLowerCase(); return words.every((word) => text.includes(word)); }) : [...rows];
    if (this.sorted) {
      const { column, up } = this.sorted, sign = up ? 1 : -1;
      this.visible.sort((a, b) => {
        const [x, y] = [column.value(a), column.value(b)];
        if (x === null || y === null) return Number(x === null) - Number(y === null); // what is not known comes last
        return sign * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y)));
      });
    }
    this.at = 0;
    this.draw();
  }

  private sort(column: Column<Row>): void {
    const same = this.sorted?.column === column;
    this.sorted = { column, up: same ? !this.sorted!.up : Boolean(column.left) };
    this.arrange();
    this.head.querySelector<HTMLElement>(`[data-key="${column.key}"] button`)?.focus();
  }

  private draw(all = false): void {
    const columns = this.columns.filter((c) => this.shown.has(c.key)), { visible } = this;
    const virtual = visible.length > 200 && !all; // on paper, the first ones
    this.outer.classList.toggle("virtual", virtual);
    const first = virtual ? Math.max(0, Math.floor(this.outer.scrollTop / rowHeight) - 4) : 0;
    const last = Math.min(visible.length, virtual ? first + shownRows + 12 : mostPrinted);
    this.grid.setAttribute("aria-rowcount", String(visible.length + 1));
    this.head.replaceChildren(...columns.map((c) => this.headCell(c)));
    const had = this.body.contains(document.activeElement);
    const filler = (rows: number) => { const row = el("tr", { class: "filler", "aria-hidden": "true" }); row.style.height = rows * rowHeight + "px"; return row; };
    const rows = visible.slice(first, last).map((row, i) => this.row(row, first + i, columns));
    this.body.replaceChildren(...(virtual ? [filler(first), ...rows, filler(visible.length - last)] : rows));
    if (!visible.length) this.body.append(el("tr", {}, el("td", { colspan: columns.length, class: "faint" }, "nothing matches")));
    if (had) this.body.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true });
  }

  private headCell(column: Column<Row>): HTMLElement {
    const sorted = this.sorted?.column === column ? (this.sorted.up ? "ascending" : "descending") : undefined;
    return el("th", { scope: "col", "data-key": column.key, class: column.left ? "left" : undefined, "aria-sort": sorted, title: column.title },
      button(column.head + (sorted ? (this.sorted!.up ? " ▲" : " ▼") : ""), () => this.sort(column)));
  }

  private row(row: Row, index: number, columns: Column<Row>[]): HTMLElement {
    const id = this.options.id?.(row), chosen = id !== undefined && id === this.chosen;
    return el("tr", { tabindex: index === this.at ? 0 : -1, "data-index": index, "aria-rowindex": index + 2, "aria-selected": this.options.pick ? String(chosen) : undefined, class: chosen ? "chosen" : undefined },
      ...columns.map((c) => el("td", { class: c.left ? "left" : "num", "data-key": c.key }, c.cell ? c.cell(row) : text(c.value(row)))));
  }

  private click(event: Event): void {
    const from = event.target as HTMLElement, row = from.closest<HTMLElement>("tr[data-index]");
    if (!row || from.closest("button")) return;
    this.at = Number(row.dataset.index);
    this.take(this.visible[this.at]);
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    if ((event.target as HTMLElement).tagName !== "TR") return;
    const to: Record<string, number> = { ArrowUp: this.at - 1, ArrowDown: this.at + 1, PageUp: this.at - shownRows, PageDown: this.at + shownRows, Home: 0, End: this.visible.length - 1 };
    if (event.key in to) this.reach(Math.max(0, Math.min(this.visible.length - 1, to[event.key])));
    else if (event.key === "Enter" || event.key === " ") this.take(this.visible[this.at]);
    else return;
    event.preventDefault();
    this.draw();
  }

  private reach(index: number): void {
    this.at = index;
    const [top, height] = [index * rowHeight, this.outer.clientHeight - 2 * rowHeight];
    if (top < this.outer.scrollTop || top > this.outer.scrollTop + height) this.outer.scrollTop = Math.max(0, top - height / 2);
  }

  private save(): void {
    const columns = this.columns.filter((c) => this.shown.has(c.key));
    saveText(this.options.name + ".csv", "text/csv", csvOf([columns.map((c) => c.key), ...this.visible.map((row) => columns.map((c) => c.value(row) ?? ""))]));
  }
}

const text = (value: number | string | null): string => (value === null ? "" : String(value));
