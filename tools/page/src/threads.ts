// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws a bar for each thread and place in a team, by rank and team path, of what it did; like ones are one bar.
// Not here: which are alike, which pomp-report says.
import { Box, Canvas, Drawing, Visible } from "./canvas";
import { causeOf, theme } from "./colours";
import { button, el, menu } from "./dom";
import { clean, count, percent, time } from "./format";
import { howMany } from "./groups";
import { Page } from "./page";
import { Pen } from "./pen";
import { swatch } from "./run";

const rowHeight = 24;
const byName = new Intl.Collator("en", { numeric: true }); // 0→2 before 0→10
const few = 24; // so many threads get a bar each

interface Row {
  name: string;
  locations: number[];
  index: number;
}

export function drawThreads(into: HTMLElement, page: Page): void {
  const bars = new Bars(page);
  const figure = el("figure", { class: "threads" });
  const grouped = button("", () => { bars.set(!bars.grouped); label(); canvas.redraw(); }, { id: "threads-grouped" });
  const label = () => (grouped.textContent = bars.grouped ? `Show ${page.run.few ? "the" : "all"} ${count(page.run.locations.length)} threads${page.run.few ? " of the page" : ""}` : "One bar for like threads");
  label();
  into.append(el("div", { class: "controls" }, page.run.groups.length < page.run.locations.length && grouped,
    menu("Save", [["as SVG", () => canvas.saveSvg()], ["as PNG", () => canvas.savePng()]])), figure);
  const canvas = new Canvas(figure, bars);
  figure.append(el("ul", { class: "legend" }, ...bars.causes().map((id) => el("li", {}, swatch(id), " ", causeOf(id).text))));
  page.selection.follow((now, before) => {
    if (now.from !== before.from || now.to !== before.to) bars.read();
    canvas.redraw();
  });
}

class Bars implements Drawing<Row> {
  readonly name = "threads";
  grouped: boolean;
  private rows: Row[] = [];
  private times = new Float64Array(0); // by location and cause
  private longest = 1;
  private width = 800;

  constructor(private readonly page: Page) {
    this.grouped = page.run.locations.length > few;
    this.read();
    this.set(this.grouped);
  }

  read(): void {
    this.times = this.page.figures.byCause(this.page.selection.get());
    this.measure();
  }

  set(grouped: boolean): void {
    const { groups, locations } = this.page.run;
    this.grouped = grouped;
    const rows = grouped
      ? groups.filter((g) => g.locations.length).map((g) => ({ name: g.count > 1 ? `${g.name}  (mean of ${howMany(g)})` : g.name, locations: g.locations }))
      : locations.map((l) => ({ name: l.name, locations: [l.id] })).sort((a, b) => byName.compare(a.name, b.name));
    this.rows = rows.map((row, index) => ({ ...row, index }));
    this.measure();
  }

  private measure(): void {
    this.longest = Math.max(1, ...this.rows.map((row) => this.parts(row).reduce((sum, t) => sum + t, 0)));
  }

  /** The causes that any thread has time of. */
  causes(): string[] {
    const { causes } = this.page.run, has = causes.map(() => 0);
    this.times.forEach((t, i) => (has[i % causes.length] += t));
    return causes.filter((_, i) => has[i] > 0);
  }

  /** What a row did, by cause: the mean of its locations. */
  private parts(row: Row): number[] {
    const kinds = this.page.run.causes.length, sums = new Array<number>(kinds).fill(0);
    for (const location of row.locations) for (let k = 0; k < kinds; k++) sums[k] += this.times[location * kinds + k];
    return sums.map((sum) => sum / row.locations.length);
  }

  label(): string {
    return `What each thread did, ${this.rows.length} bars. Arrows walk, Enter selects the thread.`;
  }

  height(): number {
    return Math.max(1, this.rows.length) * rowHeight;
  }

  private names(): number {
    return Math.min(this.width * 0.3, 24 + 7 * Math.max(4, ...this.rows.slice(0, 200).map((row) => Math.min(40, row.name.length))));
  }

  draw(pen: Pen, visible: Visible): void {
    this.width = visible.width;
    const left = this.names(), { ink, mark } = theme(), { causes } = this.page.run, chosen = this.page.selection.get().locations;
    const last = Math.min(this.rows.length, Math.ceil(visible.bottom / rowHeight));
    for (let i = Math.floor(visible.top / rowHeight); i < last; i++) {
      const row = this.rows[i], y = i * rowHeight, parts = this.parts(row);
      pen.text(clean(row.name.slice(0, 200)), left - 8, y + rowHeight / 2, left - 10, ink, "right");
      let x = left;
      causes.forEach((id, k) => {
        const width = (parts[k] / this.longest) * (this.width - left - 2);
        if (width > 0.2) pen.rect(x, y + 2, width, rowHeight - 5, causeOf(id).fill, causeOf(id).hatch);
        x += width;
      });
      if (chosen && row.locations.every((id) => chosen.includes(id))) pen.frame(1, y + 1, this.width - 2, rowHeight - 2, mark, 2);
    }
  }

  hit(_x: number, y: number): Row | null {
    return this.rows[Math.floor(y / rowHeight)] ?? null;
  }

  box(row: Row): Box {
    return { x: 0, y: row.index * rowHeight, width: this.width, height: rowHeight };
  }

  tip(row: Row): string {
    const parts = this.parts(row), all = parts.reduce((sum, t) => sum + t, 0) || 1;
    const lines = this.page.run.causes.map((id, k) => [id, parts[k]] as const).filter(([, t]) => t > 0);
    return [row.name.slice(0, 200), ...lines.map(([id, t]) => `${causeOf(id).text}: ${time(t)}, ${percent(t / all)}`)].join("\n");
  }

  pick(row: Row): void {
    const chosen = this.page.selection.get().locations;
    const same = chosen !== null && chosen.length === row.locations.length && row.locations.every((id) => chosen.includes(id));
    this.page.selection.set({ locations: same ? null : row.locations });
  }

  leave(): void {
    this.page.selection.set({ locations: null });
  }

  move(from: Row | null, key: string): Row | null {
    const at = from ? from.index : -1;
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: this.rows.length - 1 }[key] ?? at;
    return this.rows[Math.max(0, Math.min(this.rows.length - 1, to))] ?? null;
  }
}
