// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hands files to the browser to be saved.
// Not here: what is in them.
import { el } from "./dom";

export function saveBlob(name: string, blob: Blob): void {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function saveText(name: string, type: string, text: string): void {
  saved.push({ name, text });
  saveBlob(name, new Blob([text], { type: type + ";charset=utf-8" }));
}

/** A table as pomp-report --csv has it. What a spreadsheet may take for a formula gets an apostrophe before it. */
export function csvOf(rows: (string | number)[][]): string {
  const cell = (value: string | number): string => {
    let text = String(value);
    if (/^[=@\t\r\n]/.test(text) || (/^[+-]/.test(text) && !/^[+-][\d.]+$/.test(text))) text = "'" + text;
    return /[",\r\n']/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  };
  return rows.map((row) => row.map(cell).join(",") + "\n").join("");
}

/** What was saved as text, for tests. */
export const saved: { name: string; text: string }[] = [];
