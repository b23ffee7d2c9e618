/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* summary.h - the table on stderr at the end of the program.
 * Not here: everything that takes more than one pass over the experiment, which is left to pomp-report. */
#ifndef POMP_SUMMARY_H
#define POMP_SUMMARY_H

#include "pomp_first.h"

#include <stdbool.h>
#include <stdint.h>

/* Adds up an experiment of this process, as pomp_first_find does. All functions here are called after the measurement
 * has ended, or of a copy. */
bool pomp_summary_make(struct pomp_summary *s, struct pomp_first *first, const void *bytes, size_t size);
void pomp_summary_free(struct pomp_summary *s);

/* The names of a construct. */
struct pomp_summary_names {
  const char *name, *sub_name, *function, *file;
  int32_t line;
  const char *place; /* what follows it, as in the descriptor */
};
typedef struct pomp_summary_names pomp_summary_namer(uint32_t construct, void *context);

/* Writes the table, with the first finding unless that is NULL; `sums` is sorted by it. */
void pomp_summary_print(struct pomp_summary *s, pomp_summary_namer *names, void *context,
                        const struct pomp_first *first);

/* Makes the table of this process and writes it. `cut`: as the program ends in a signal handler; then there is no time
 * to look for findings. */
void pomp_summary_print_own(bool cut);

#endif
