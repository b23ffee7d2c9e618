/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* metric_list.h - which metrics POMP_METRICS names, and reading all of them on a thread.
 * Not here: what becomes of the values (metric_values.c), the sources (common/metrics/). */
#ifndef POMP_METRIC_LIST_H
#define POMP_METRIC_LIST_H

#include "pomp_metrics.h"

/* Loads the sources that are named, and writes the metrics into the file. What can't be had is left out, with a line.
 * `found`: how many are left. 0 or an error of pomp_arena_block. Under the slow lock, as all but the last. */
int pomp_metric_list_start(const char *list, bool multiplex, uint32_t *found);

/* The calling thread begins to count. What it takes for that; NULL: nothing can be counted, and the user was told. */
void *pomp_metric_list_thread_begin(void);
void pomp_metric_list_thread_end(void *thread);

/* The calling thread's values; of those that can't be read, as it was. */
void pomp_metric_list_read(void *thread, int64_t *values);

#endif
