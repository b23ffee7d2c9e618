/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* work.h - how long all threads together compute in each construct, how much there is to do in it, and what was counted
 * there, with each number of threads.
 * Not here: during what the wall time passes (scale_figures.h), what follows from it (slowdown.h). */
#ifndef COMMANDS_SCALE_WORK_H
#define COMMANDS_SCALE_WORK_H

#include "sums/sampled.h"

enum { WORK_METRICS = 8 };

/* These are the figures of a construct in one configuration. */
struct work {
  double seconds;    /* of all threads, in it and in nothing inside of it, without what measuring took */
  double visits;     /* of all threads */
  double iterations; /* of all instances; less than 0: not known */
  double chunks;     /* so they are dealt out; less than 0: not known */
  double metrics[WORK_METRICS];
  /* In the teams in which it is: how long the kernel worked for the members in s, how many page faults they had, and
   * how often they went to sleep. Less than 0: not known. */
  double kernel, faults, sleeps;
};

/* This is a line in which samples found threads while they computed in a construct. */
struct work_line {
  char *function, *where;
  struct sampled_count *at; /* by configuration */
};

struct work_part {
  char *name, *function, *where, *file, *notes, *clauses;
  int line;
  uint32_t role, facts;
  uint64_t chunk;  /* of its clause, if it is constant and the facts say so */
  struct work *at; /* by configuration */
  struct work_line *lines;
  uint32_t line_count, line_room;
};

struct works {
  struct work_part *parts;
  uint32_t count, room;
  char *metrics[WORK_METRICS]; /* the names of those that were measured, up to a NULL */
};

/* Adds the constructs in which members of teams compute, for one of `configurations`. False: not enough memory.
 * Whatever it returns, works_free is to be called. */
bool works_add(struct works *w, const struct analysis *a, size_t configuration, size_t configurations);
void works_free(struct works *w);

#endif
