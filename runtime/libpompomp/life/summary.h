/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* summary.h - the table on stderr at the end of the program.
 * Not here: everything that takes more than one pass over the experiment; that is pomp-report's. */
#ifndef POMP_SUMMARY_H
#define POMP_SUMMARY_H

#include "state/gate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What all call paths of a region add up to; key 0: outside of all regions. Times in seconds. */
struct pomp_sum {
  uint32_t key;
  uint64_t visits;
  double self, wait;
};

/* Of a process, or of all ranks of a job. Times in seconds. */
struct pomp_summary {
  uint64_t ranks; /* 0: there is no job */
  uint64_t threads;
  uint64_t stopped;      /* processes whose measurement ended before they did */
  uint64_t without_ompt; /* processes whose implicit barriers only OMPT could have reported, and there was none */
  double wall, allocation, idle, waiting, measuring;
  struct pomp_sum *sums; /* each key once */
  uint64_t count;
  size_t size; /* of its memory; see pomp_summary_free */
};

/* Adds up the process's experiment, once. False: no memory. After measurement ended, as all of this. */
bool pomp_summary_make(struct pomp_summary *s, const struct pomp_end *end);
void pomp_summary_free(struct pomp_summary *s);

/* How a construct is called. */
struct pomp_summary_names {
  const char *name, *sub_name, *function, *file;
  int32_t line;
};
typedef struct pomp_summary_names pomp_summary_namer(uint32_t construct, void *context);

/* Writes the table; `sums` is sorted by it. */
void pomp_summary_print(struct pomp_summary *s, pomp_summary_namer *names, void *context);

/* Makes the table of this process and writes it. */
void pomp_summary_print_own(const struct pomp_end *end);

#endif
