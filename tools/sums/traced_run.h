/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* traced_run.h - an experiment and its trace, checked for agreement, with the tables that map numbers of the one to
 * numbers of the other.
 * Not here: several ranks as one (job_traces.h), the order of events (events.h), any format. */
#ifndef SUMS_TRACED_RUN_H
#define SUMS_TRACED_RUN_H

#include "files/load.h"
#include "files/trace_load.h"
#include "files/trace_missing.h"
#include "sums/analysis.h"

/* Member 0 of a team is the thread that forked it. `first` is the first location of the thread that serves this one,
 * which is no member 0; `next` is the next one that the same thread serves, in ascending order, or NO_LOCATION. */
struct traced_run_thread {
  uint32_t first, next;
};

/* After traced_run_open it is only read, and any thread may use it. */
struct traced_run {
  struct loaded loaded;
  struct analysis analysis;
  struct trace_file file;
  const struct experiment *experiment;
  const struct process *process;
  const struct trace *trace;
  uint32_t *regions; /* the analysis' regions, by node of the trace */
  uint32_t *keys;    /* the experiment's keys, by node of the trace; NULL if they are the trace's */
  uint32_t *paths;   /* the analysis' call paths, by node of the trace, or NO_PATH; see traced_run_enter */
  uint32_t *named;   /* the number of its critical section's name, from 1, by construct */
  uint32_t *forks;   /* the size of the largest team that it forked, by location */
  struct traced_run_thread *threads; /* by location */
  uint64_t begin, end;               /* ticks */
  uint64_t scale;                    /* ns = ticks * scale >> shift */
  unsigned shift;
  uint64_t chunks; /* how many all traces have */
  /* These are used for a job and for each of its ranks (job_traces.h); then `experiment` is that of all ranks, and the
   * source of all has the analysis alone. */
  struct job_traces *job;
  uint32_t first_location, number; /* the rank's first location, and the index of its process */
  bool shares_clock;               /* its clock is that of rank 0, see process_shares_clock */
  bool no_metrics;                 /* its process has other metrics than the job */
  uint64_t zero, epoch;            /* rank 0's CLOCK_MONOTONIC, and CLOCK_REALTIME, at the begin */
};

/* Opens an experiment and its trace; `name` is as for `load`. Of a job, the ranks with a trace are taken, and damaged
 * traces are reported. `*lacks` becomes the list of gaps in the job's traces. False if it can't be done; the reason has
 * been printed. Either way traced_run_close is to be called. */
bool traced_run_open(struct traced_run *s, const char *name, struct trace_lacks *lacks);
/* The same for who reads the traces of a job rank by rank, and asks for no node of the experiment: there are none in
 * memory, nor those of traces, but of ranks that were entered. The analysis is as job_sums_conclude makes it. */
bool traced_run_open_by_rank(struct traced_run *s, const char *name, struct trace_lacks *lacks);
/* Has the trace of a process of such a source in memory, with the tables that lead to the analysis, until it is left.
 * Threads may enter different ones at the same time. False if it can't be done; the reason has been printed. */
bool traced_run_enter(const struct traced_run *s, uint32_t process);
void traced_run_leave(const struct traced_run *s, uint32_t process);
/* Returns the source of a process. */
const struct traced_run *traced_run_of_process(const struct traced_run *s, uint32_t process);
/* Opens an experiment, a job's too, whether it has a trace or not: the source has `loaded`, `experiment` and
 * `analysis`, and nothing else. The rest is as for traced_run_open. */
bool traced_run_open_profile(struct traced_run *s, const char *name);
void traced_run_close(struct traced_run *s);
/* True if the run of an experiment that was loaded is over, and it, or a rank of it, has a trace. */
bool traced_run_has_trace(const struct loaded *l);

/* Returns the ns since the begin of the process, or of the job. */
uint64_t traced_run_ns(const struct traced_run *s, uint64_t tick);
/* Writes the name of a location as in the report: 0→3→2. */
void traced_run_location_name(const struct traced_run *s, uint32_t location, char *text, size_t size);
/* Writes the name of the thread whose first location this is, with all locations that it serves: 0 (and 0→0). */
void traced_run_thread_name(const struct traced_run *s, uint32_t location, char *text, size_t size);
/* Returns the time as formats want it that know a frequency: in ticks, or, of a rank, in ns. */
uint64_t traced_run_time(const struct traced_run *s, uint64_t tick);
/* Returns how many units of such a time are in a second. */
uint64_t traced_run_frequency(const struct traced_run *s);

#endif
