/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* summary.h - the table on stderr at the end of the program.
 * Not here: everything that takes more than one pass over the experiment, which is left to pomp-report. */
#ifndef POMP_SUMMARY_H
#define POMP_SUMMARY_H

#include "state/gate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The sum of all call paths of a region. Key 0 stands for what is outside of all regions. Times are in seconds. */
struct pomp_sum {
  uint32_t key;
  uint64_t visits;
  double self, wait;
  uint64_t contended; /* visits that waited for who held the lock */
};

/* The sums of a process, or of all ranks of a job. Times are in seconds. */
struct pomp_summary {
  uint64_t ranks; /* 0: there is no job */
  uint64_t threads;
  bool helped;      /* there were helpers (POMP_LOCATION_HELPER), whose tasks are in `allocation` */
  bool come_and_go; /* some threads did not live during the whole run, so that `allocation` is not threads × wall */
  uint64_t forked;  /* as in struct pomp_header; the sum of a job's */
  uint64_t stopped; /* processes whose measurement ended before they did */
  uint64_t without_ompt; /* processes whose implicit barriers only OMPT could have reported, and there was none */
  double ompt_end;       /* after so long, the OpenMP runtime ended OMPT, of the process where that was last; or 0 */
  bool barriers_end;     /* and the waiting in implicit barriers is missing from then on */
  bool teams_unknown;    /* of which team which location is was not reported, of the process that prints the table */
  double wall, allocation, idle, waiting, measuring;
  double lived, ready; /* how long threads lived, and were ready without a processor; `ready` is 0 if it is not known */
  double busy;         /* how long they were in regions or outside, and not idle */
  uint64_t switches;   /* as in struct pomp_header; the sum of a job's */
  double user, system; /* how long threads were on processors, in the program's own code and in the kernel */
  uint64_t faults, sleeps; /* as in struct pomp_header; the sum of a job's */
  uint64_t cpus;           /* on how many processors the process's threads could run; 0: not known, or of a job */
  struct pomp_sum *sums;   /* each key once */
  uint64_t count;
  size_t size; /* bytes of its memory; see pomp_summary_free */
};

/* Adds up the process's experiment, once. False means that there is no memory. All functions here are called after the
 * measurement has ended. */
bool pomp_summary_make(struct pomp_summary *s, const struct pomp_end *end);
void pomp_summary_free(struct pomp_summary *s);

/* The names of a construct. */
struct pomp_summary_names {
  const char *name, *sub_name, *function, *file;
  int32_t line;
  const char *place; /* what follows it, as in the descriptor */
};
typedef struct pomp_summary_names pomp_summary_namer(uint32_t construct, void *context);

/* Writes the table, with the first finding unless that is NULL; `sums` is sorted by it. */
struct pomp_first;
void pomp_summary_print(struct pomp_summary *s, pomp_summary_namer *names, void *context,
                        const struct pomp_first *first);

/* Makes the table of this process and writes it. `cut`: as the program ends in a signal handler; then there is no time
 * to look for findings. */
void pomp_summary_print_own(const struct pomp_end *end, bool cut);

#endif
