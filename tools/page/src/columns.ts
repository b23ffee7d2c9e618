// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kinds of columns that several tables have: times, parts, counts, names, places.
// Not here: tables (table.ts).
import { named, placeButton } from "./dom";
import { count, place, seconds, time } from "./format";
import { Region } from "./run_data";
import { Column, likes } from "./table";

type Of<Row, Value> = (row: Row) => Value;
type More<Row> = Partial<Column<Row>>;

/** Seconds with three decimals, as in the terminal; CSV has all digits. */
export function secondsColumn<Row>(key: string, head: string, ns: Of<Row, number | null>, more: More<Row> = {}): Column<Row> {
  const value = (row: Row) => { const t = ns(row); return t === null ? null : t / 1e9; };
  return { key, head, value, cell: (row) => { const t = ns(row); return t === null ? "" : seconds(t); }, ...more };
}

/** A time with the unit that fits it. */
export function timeColumn<Row>(key: string, head: string, ns: Of<Row, number | null>, more: More<Row> = {}): Column<Row> {
  const value = (row: Row) => { const t = ns(row); return t === null ? null : t / 1e9; };
  return { key, head, value, cell: (row) => { const t = ns(row); return t === null ? "" : time(t); }, ...more };
}

/** A part, 0 to 1, in per cent. */
export function percentColumn<Row>(key: string, head: string, part: Of<Row, number | null>, more: More<Row> = {}): Column<Row> {
  const value = (row: Row) => { const p = part(row); return p === null ? null : 100 * p; };
  return { key, head, value, cell: (row) => { const p = part(row); return p === null ? "" : (100 * p).toFixed(1); }, ...more };
}

export function countColumn<Row>(key: string, head: string, of: Of<Row, number | null>, more: More<Row> = {}): Column<Row> {
  return { key, head, value: of, cell: (row) => { const n = of(row); return n === null ? "" : count(n); }, ...more };
}

export function textColumn<Row>(key: string, head: string, of: Of<Row, string>, more: More<Row> = {}): Column<Row> {
  return { key, head, left: true, value: of, cell: (row) => named(of(row), 60), ...more };
}

export const whereOf = (region: Region | undefined): string => (region ? place(region) : "");

/** Regions of one name in one function are alike. */
export const likeRegion = (r: Region | undefined): string => (r ? `${r.role} ${r.name}\n${r.function}` : "");

/** The region, the function and the place of a row; of a row that stands for several, how many these are. */
export function regionColumns<Row>(of: Of<Row, Region | undefined>, head = "region"): Column<Row>[] {
  const key = (name: string) => (head === "region" ? name : `${head}_${name}`);
  return [
    textColumn(head === "region" ? "region" : head, head, (row) => (of(row)?.name ?? "") + (likes(row) > 1 ? ` × ${count(likes(row))}` : "")),
    textColumn(key("function"), "function", (row) => of(row)?.function ?? ""),
    textColumn(key("where"), "where", (row) => (likes(row) > 1 ? "" : whereOf(of(row))), { cell: (row) => (likes(row) > 1 ? `${count(likes(row))} places` : placeButton(whereOf(of(row)))) }),
  ];
}
