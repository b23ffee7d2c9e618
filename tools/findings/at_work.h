/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* at_work.h - how many threads worked at the same time: exactly from traces, and what the profile tells of it.
 * Not here: how it is printed. docs/efficiency.md defines it. */
#ifndef FINDINGS_AT_WORK_H
#define FINDINGS_AT_WORK_H

#include "findings/analysed_experiment.h"
#include "findings/efficiency.h"

/* Times are in ns. */
struct at_work {
  double *times; /* by how many threads worked, from 0 to `threads`; NULL: it is not known */
  bool traced;   /* a trace tells it; else the profile, as there is no more than one thread */
  uint32_t threads;
  double wall, mean;          /* mean: threads */
  double all_least, all_most; /* that all threads worked: it is between these */
};

/* Finds how many worked in the whole run, of which `e` is. What traces tell is taken if they are whole. False: not
 * enough memory. Whatever it returns, at_work_free is to be called. */
bool at_work_find(struct at_work *w, const struct analysed_experiment *o, const struct efficiency *e);
void at_work_free(struct at_work *w);
/* Says in a line how it is known, and what is not. */
void at_work_words(const struct at_work *w, char *text, size_t size);

#endif
