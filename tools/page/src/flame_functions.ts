// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions below call paths in which samples found threads, as frames of the flame graph: which there are, and how wide each is.
// Not here: the frames of call paths (flame.ts). All samples are of all threads, so that there are none if some threads, or a time, are selected.
import { Sums } from "./figures";
import { clean, count, percent, time } from "./format";
import { Page } from "./page";

export interface Sampled {
  id: number;
  parent: number | null;
  callpath: number;
  function: string;
  file: string | null;
  samples: number;
  time_ns: number;
  self_samples: number;
  error: number;
}

/** Frame `first + i` is the i-th function; those below are call paths. */
export class Functions {
  readonly first: number;
  private readonly all: Sampled[];
  private readonly below = new Map<number, number[]>(); // of a frame, those with most samples first
  private readonly working: Float64Array; // samples of each call path, without those that found a thread waiting

  constructor(private readonly page: Page) {
    const { run } = page;
    this.first = run.callpaths.length;
    this.all = run.sampled_frames ?? [];
    this.working = new Float64Array(this.first);
    for (const state of run.sampled_states ?? []) if (!state.state.startsWith("wait_")) this.working[state.callpath] += state.samples;
    for (const f of this.all) {
      if (f.samples < 2 * f.error) continue; // noise
      const above = f.parent === null ? f.callpath : this.first + f.parent;
      this.below.set(above, [...(this.below.get(above) ?? []), this.first + f.id]);
    }
    for (const frames of this.below.values()) frames.sort((a, b) => this.of(b)!.samples - this.of(a)!.samples || a - b);
  }

  get some(): boolean {
    return this.below.size > 0;
  }

  of(frame: number): Sampled | null {
    return this.all[frame - this.first] ?? null;
  }

  children(frame: number): number[] {
    return (!this.page.figures.narrows(this.page.selection.get()) && this.below.get(frame)) || [];
  }

  parent(f: Sampled): number {
    return f.parent === null ? f.callpath : this.first + f.parent;
  }

  /** A function has that part of its call path's own time, without waiting, that it has of the samples there. */
  size(f: Sampled, sums: Sums): number {
    const own = Math.max(0, sums.self[f.callpath] - sums.wait[f.callpath]);
    return own * Math.min(1, f.samples / Math.max(1, this.working[f.callpath]));
  }

  tip(f: Sampled): string {
    const { sampled } = this.page.run.experiment, all = sampled.samples || 1;
    return [`${clean(f.function.slice(0, 300))}  ${clean((f.file ?? "").slice(-80))}`,
      `${count(f.samples)} samples ± ${count(Math.round(f.error))}, ${percent(f.samples / all)} ± ${percent(f.error / all)} of all`,
      `${time(f.time_ns)} ${sampled.on_cpu ? "of CPU time" : ""}, ${percent(f.self_samples / (f.samples || 1))} of it in the function itself`].join("\n");
  }

  /** What is to be known of these frames. */
  hint(): string {
    const { sampled } = this.page.run.experiment;
    return `Functions below constructs are not measured, but what ${count(sampled.samples)} samples have found, one every ${time(sampled.period_ns)} of ${sampled.on_cpu ? "a thread's CPU time" : "time"}. ` +
      "Each is as wide as its part of the samples of its construct, of the time in which that did not wait; its count and error are told when you point at it. Those with less than twice their error are left out.";
  }
}
