/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* metric_list.h - which metrics POMP_METRICS names, and reading all of them on a thread.
 * Not here: what becomes of the values (metric_values.c), the sources (common/metrics/). */
#ifndef POMP_METRIC_LIST_H
#define POMP_METRIC_LIST_H

#include "pomp_metrics.h"

/* Loads the sources that are named, and writes the metrics into the file. A metric that can't be had is left out, and
 * the user gets a message. `found` is how many are left. Returns 0 or an error of pomp_arena_block. Under the slow
 * lock, as all functions here but the last. */
int pomp_metric_list_start(const char *list, bool multiplex, uint32_t *found);

/* Begins to count on the calling thread. Returns the state of its counters; NULL if nothing can be counted, and then
 * a message has been printed. */
void *pomp_metric_list_thread_begin(void);
void pomp_metric_list_thread_end(void *thread);

/* Reads the calling thread's values. A value that can't be read stays as it was. */
void pomp_metric_list_read(void *thread, int64_t *values);
/* The measurement ends: says whether a source has stopped before. */
void pomp_metric_list_end(void);

#endif
