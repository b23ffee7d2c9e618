// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of a comparison, and how a change and a place of them are written.
// Not here: how rows are drawn (diff.ts, diff_flame.ts).
import { place } from "./format";

export interface Change {
  a: number;
  b: number;
  change: number;
  relative: number | null;
  within: number | null; // half of the confidence interval; null: it is not known
  significant: boolean | null;
}

export interface Row {
  parent: number | null;
  name: string;
  function: string;
  place_a: Place | null;
  place_b: Place | null;
  state: "both" | "new" | "gone";
  self_ns: Change;
  wait_ns: Change;
  visits: Change;
  [key: string]: any;
}

interface Place {
  file: string;
  line: number | null;
  where?: string;
}

export const signed = (n: number, show: (n: number) => string): string => (n > 0 ? "+" : n < 0 ? "−" : "") + show(Math.abs(n));
export const placeOf = (row: Row): string => place(row.place_b ?? row.place_a ?? {});
