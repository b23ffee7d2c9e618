// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What views are drawn from: the run, as --json has it, or what has become of several, and the one selection.
// Not here: how blocks are read (block.ts), who draws what (main.ts).
import { Block } from "./block";
import { Figures } from "./figures";
import { Run } from "./run_data";
import { Selection } from "./selection";

export interface Page {
  readonly run: Run;
  readonly block: Block; // that the run came in, with its arrays
  readonly selection: Selection;
  readonly figures: Figures;
  /** Leads to a section, and selects something there. */
  go(view: string): void;
}

/** A comparison, a scaling or a trend: what its command has as --json, and some more. */
export interface Compared {
  readonly data: any;
  readonly selection: Selection;
  go(view: string): void;
}

export interface View<Of = Page> {
  id: string;
  title: string;
  about?: string; // a sentence below the title
  has(page: Of): boolean; // false: the run has nothing of it, and it is left out
  draw(into: HTMLElement, page: Of): void | Promise<void>;
}
