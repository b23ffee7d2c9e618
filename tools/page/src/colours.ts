// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each colour on the page means: causes for which threads take or lose time. Neighbours differ in lightness, too,
// and all waiting is hatched, each cause in its own way, so that neither colour blindness nor a black-and-white printer
// hides a difference. test/page computes the contrasts.
// Not here: which cause a region has, which pomp-report says; colours of the text and the paper (style.css).

export type Hatch = "" | "/" | "\\" | "x" | "-" | "|" | ".";

export interface Cause {
  text: string;
  fill: string;
  hatch: Hatch;
}

/** Labels on fills are in this colour, by day and by night. */
export const onFill = "#141414";

export const causes: Record<string, Cause> = {
  work: { text: "work", fill: "#86b6e3", hatch: "" },
  serial: { text: "serial work", fill: "#c3dcf3", hatch: "" },
  mpi: { text: "MPI", fill: "#4fa892", hatch: "" },
  mpi_wait: { text: "waiting in MPI", fill: "#93d8c6", hatch: "|" },
  barrier: { text: "waiting at barriers", fill: "#f3b04b", hatch: "/" },
  lock: { text: "waiting for locks and critical sections", fill: "#e5765a", hatch: "x" },
  tasks: { text: "waiting for tasks", fill: "#d39ad0", hatch: "\\" },
  other_wait: { text: "other waiting", fill: "#d8c38a", hatch: "." },
  fork: { text: "forks and joins", fill: "#a08fd8", hatch: "" },
  idle: { text: "idle", fill: "#dcdcdc", hatch: "-" },
  idle_serial: { text: "idle during serial code", fill: "#e6e6e6", hatch: "-" },
  idle_small_team: { text: "idle, without a place in a team", fill: "#d2d2d2", hatch: "-" },
  idle_late: { text: "idle, before members of a team began", fill: "#f4f4f4", hatch: "-" },
  idle_other: { text: "idle otherwise", fill: "#bababa", hatch: "-" },
  measuring: { text: "measuring (an estimate)", fill: "#9a9a9a", hatch: "." },
  sampled: { text: "functions, as samples found them", fill: "#cfd66a", hatch: "" },
  more: { text: "more than before", fill: "#e5765a", hatch: "/" },
  same: { text: "the same on both sides", fill: "#e6e6e6", hatch: "" },
  noise: { text: "changed, but by no more than noise", fill: "#c4c4c4", hatch: "x" },
  less: { text: "less than before", fill: "#86b6e3", hatch: "." },
};

export const causeOf = (id: string): Cause => causes[id] ?? causes.work;

/** What is drawn beside fills follows the style of the page, by day and by night. */
export interface Theme {
  ink: string;
  faint: string;
  paper: string;
  line: string;
  mark: string;
}

export function theme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue("--" + name).trim();
  return { ink: of("ink"), faint: of("faint"), paper: of("paper"), line: of("line"), mark: of("mark") };
}
