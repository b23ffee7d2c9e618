/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_figures.h - what the experiments of all runs tell: efficiencies, and during what the wall time passed.
 * Not here: how runs are made (scale_run.h), how the figures are printed (tables.h). */
#ifndef COMMANDS_SCALE_SCALE_FIGURES_H
#define COMMANDS_SCALE_SCALE_FIGURES_H

#include "commands/scale/plan.h"
#include "commands/scale/run_findings.h"
#include "commands/scale/work.h"
#include "findings/efficiency.h"

/* This is a parallel region, or the code of a region outside of teams. `seconds` go by configuration: the wall time of
 * the run that is shown, or 0. */
struct wall_part {
  char *name, *function, *where;
  bool is_parallel, is_mpi;
  double *seconds;
};

/* These are the runs with the same number and the same settings. */
struct configuration {
  unsigned number;
  size_t setting;
  double *walls; /* s; of all complete runs, in ascending order */
  size_t count;
  double median;
  struct efficiency efficiency; /* of the run that is shown: the one whose wall time is the median, or next below it */
  struct run_findings found;    /* in it */
  double serial, wall;          /* s: the serial code of that run, and its wall time */
  double ready, lived; /* s: how long its threads were ready and had no processor, and how long they lived; less than 0:
                          the kernel did not say it */
};

struct figures {
  struct configuration *at; /* by setting, then in ascending order of numbers */
  size_t count;
  struct wall_part *parts; /* in descending order of their time at the largest number */
  uint32_t part_count, part_room;
  struct works works; /* of the runs that are shown */
};

/* This is what a run reported when it was over. */
struct outcome {
  double wall;      /* s; 0: it does not count */
  uint32_t threads; /* of all ranks */
  uint32_t ranks;
  bool stopped; /* the measurement ended before the program did */
};

/* Looks at the experiment of a run. False, with a message, if it can't be read, or there is not enough memory. */
bool figures_look(const struct plan *plan, const struct planned *run, struct outcome *outcome);

/* Computes the figures of all runs that count: those with a wall time in `outcome`, which goes by run. False, with a
 * message, if that can't be done. Either way figures_free is to be called. */
bool figures_make(struct figures *f, const struct plan *plan, const struct outcome *outcome);
void figures_free(struct figures *f);

#endif
