// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of the run as --json has it: its regions, call paths, locations, and the rest of the block `run`.
// Not here: how blocks are read (block.ts), sums over what is selected (figures.ts).

export interface Totals {
  visits: number;
  inclusive_ns: number;
  exclusive_ns: number;
  wait_ns: number;
  tasks_ns: number;
  delay_ns: number;
  held_ns: number;
  contended: number;
  min_visit_ns: number | null;
  max_visit_ns: number | null;
  unfinished: number;
  messages: any;
  metrics: Record<string, { inclusive: number; exclusive: number }>;
  derived: Record<string, { inclusive: number | null; exclusive: number | null }>;
}

export interface Region extends Totals {
  id: number;
  name: string;
  role: string;
  construct: string;
  sub_name: string;
  function: string;
  file: string;
  begin_line1: number;
  where: string; // file and line, and what tells apart what has those in common
  [key: string]: any;
}

export interface Path extends Totals {
  id: number;
  parent: number | null;
  region: number;
  depth: number;
  subtree_ns: number;
}

export interface Location {
  id: number;
  name: string;
  kind: string;
  process: number;
  parent: number | null;
  thread_num: number | null;
  level: number;
  in_regions_ns: number;
  outside_ns: number;
  idle_ns: number;
  wait_ns: number;
  visits: number;
  [key: string]: any;
}

export interface Run {
  experiment: any;
  processes: any[];
  metrics: any[];
  regions: Region[];
  locations: Location[]; // of many, few: then `few` says how many there are of all, and how to list them
  few?: { all: number; shown: number; command: string };
  callpaths: Path[];
  idle: any[];
  groups: any[];
  pairs: any[];
  open: any[];
  deadlock: any[];
  phases: any[];
  phase_paths: (number[] | null)[][]; // by phase and profile: a call path, its own ns in a visit, the next one
  findings: any[];
  look_at: any[]; // what the compiler noted where time is; `finding`: of `findings`, or null
  unexplained: string | null; // the waiting and idleness that no finding explains
  one_run: string | null; // what one run can't tell
  efficiency: any;
  bar: { cause: number; time_ns: number }[]; // `cause`: of `causes`
  quality: { level: string; rows: { id: string; level: "good" | "fair" | "poor" | "note"; text: string }[] };
  notes: string[];
  causes: string[];
  cells: { exact: boolean | null; steps: number; off: number };
  holds: { what: string; there: boolean; text: string }[];
  mpi_waits: any;
  source?: any[];
  version: string;
  [key: string]: any;
}
