/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* live_stacks.h - the functions that the threads of a process are in now, by their stacks, or were in when it died.
 * Each thread is stopped for as long as it takes to copy its registers and what lies on its stack; callers are looked
 * for when it runs again. Not here: how that is done (unwind.h), whose functions those are (user_stacks.h). */
#ifndef SUMS_LIVE_STACKS_H
#define SUMS_LIVE_STACKS_H

#include "sums/core_file.h"
#include "sums/samples.h"

/* This is a thread whose stack was asked for. */
struct live_thread {
  uint32_t now;  /* its number in analysis.now */
  int error;     /* an errno: why there is no stack; 0: there is */
  uint32_t row;  /* of samples.rows */
  uint64_t time; /* ns for which it was stopped */
};

/* The stacks are samples of an experiment that has nothing but them, and the rest of the real one. */
struct live_stacks {
  struct experiment experiment;
  struct analysis analysis;
  struct samples *samples; /* NULL: there is no stack */
  struct live_thread *threads;
  uint32_t count;
  uint64_t longest; /* ns for which a thread was stopped */
  bool changed;     /* a file of the program's code is not what it was */
};

/* True if the process may be one that a core file is of. */
bool live_is_dead(const struct process *p);

/* Takes the stacks of all threads of processes that run on this machine; or, if there is a core file, of those of the
 * process that it is of, if that was killed. False: no memory. Either way live_stacks_free
 * is to be called, before the analysis is freed. */
bool live_stacks_take(struct live_stacks *l, const struct analysis *a, const struct core_file *core);
void live_stacks_free(struct live_stacks *l);

#endif
