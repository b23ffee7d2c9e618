// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes text of numbers, places and names, the same everywhere on the page.
// Not here: the numbers, which pomp-report computes.

/** Times come in ns. */
export function time(ns: number): string {
  const s = Math.abs(ns) / 1e9;
  if (s === 0) return "0 s";
  if (s >= 0.9995) return (ns / 1e9).toFixed(s >= 99.95 ? 1 : s >= 9.995 ? 2 : 3) + " s";
  if (s >= 0.9995e-3) return digits(ns / 1e6) + " ms";
  if (s >= 0.9995e-6) return digits(ns / 1e3) + " µs";
  return digits(ns) + " ns";
}

function digits(n: number): string {
  const size = Math.abs(n);
  return n.toFixed(size >= 99.95 || Number.isInteger(n) ? 0 : size >= 9.995 ? 1 : 2);
}

/** Seconds as the tables of the terminal have them, so that decimal points are below each other. */
export const seconds = (ns: number): string => (ns / 1e9).toFixed(3);

/** A part, 0 to 1. */
export const percent = (part: number): string => (isFinite(part) ? (100 * part).toFixed(1) + " %" : "–");

export const count = (n: number): string => n.toLocaleString("en-US").replace(/,/g, "\u202f");

export function bytes(n: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let i = 0;
  for (; n >= 999.5 && i < units.length - 1; i++) n /= 1000;
  return (i ? digits(n) : String(n)) + " " + units[i];
}

export const plural = (n: number, word: string): string => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

// Control characters, and those that change the direction of text.
const unfit = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Text from programs: what can't be seen, or shows text in another order, is written as an escape. */
export function clean(text: string): string {
  return text.replace(unfit, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** Leaves out the middle of text that is too long to be shown; the whole is in its title, up to a limit. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 3);
  return text.slice(0, most - 1 - end) + "…" + text.slice(text.length - end);
}

/** A place in the source, as the report has it: file and line, and what tells apart what has those in common, such as `header.h:7 < a.c:40`. */
export function place(of: { file?: string | null; line?: number | null; where?: string | null }): string {
  if (of.where || !of.file) return of.where ?? "";
  return of.line ? `${of.file}:${of.line}` : of.file;
}

const fromWhere = " < "; // between a place and the one that it is included or called from

/** A place without folders. */
export const shortPlace = (place: string): string => place.split(fromWhere).map((part) => part.slice(part.lastIndexOf("/") + 1)).join(fromWhere);

/** What an editor takes: the file, the line, and the column if that is known. */
export const editorPlace = (place: string): string => place.split(fromWhere)[0].replace(/#\d+$/, "");
