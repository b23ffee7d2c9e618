/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plan.h - all runs that are to be made, in their order, and the folder in which their experiments are kept.
 * Not here: how one is run (scale_run.h), what they tell (scale_figures.h). */
#ifndef COMMANDS_SCALE_PLAN_H
#define COMMANDS_SCALE_PLAN_H

#include "commands/scale/scale_options.h"

#include <stdio.h>

/* This is a run. Its experiment is `name` in the folder, and what the program printed is `name`.log. */
struct planned {
  unsigned number; /* of threads, or of ranks; 0: the environment says it */
  size_t setting;  /* the number of the combination of variables, from 0 on */
  unsigned repeat; /* from 0 on */
  bool is_before;  /* the run is of the other command, which the program is compared with */
  char name[96];
};

struct plan {
  const struct scale_request *request;
  char folder[3072]; /* its path from the root on */
  const char *shown; /* as the user would write it */
  struct planned *runs;
  size_t count, settings;
  FILE *list;     /* runs.csv */
  int list_error; /* why something could not be written to it, or 0 */
};

/* Makes the plan and the folder. False, with a message, if that can't be done. Either way plan_free is to be called. */
bool plan_make(struct plan *plan, const struct scale_request *request);
bool plan_free(struct plan *plan); /* false, with a message, if runs.csv could not be written */

/* Returns what so many are: "thread", "threads", "rank" or "ranks". */
const char *plan_unit(const struct plan *plan, unsigned number);

/* Returns the program of a run and its arguments, up to a NULL. */
char **plan_program(const struct plan *plan, const struct planned *run);

/* Writes what a run is with: `2 threads`, `A`, or `A, 2 threads`. */
void plan_with(const struct plan *plan, const struct planned *run, char *text, size_t size);

/* Writes NAME=value, …, for a combination of variables; nothing if there are none. */
void plan_setting(const struct plan *plan, size_t setting, char *text, size_t size);
/* Returns the value of a variable in a combination. */
const char *plan_value(const struct plan *plan, size_t setting, size_t variable);

/* Returns the argument as a run has it, from malloc: with --weak, {M} is M times the number. NULL: there is not enough
 * memory. */
char *plan_argument(const struct plan *plan, const char *argument, unsigned number);

/* Adds a run to runs.csv. */
void plan_note(struct plan *plan, const struct planned *run, int status, double seconds);

#endif
