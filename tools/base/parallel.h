/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* parallel.h - what the formats do with several threads: locations in turn, and numbers that all agree upon.
 * Not here: any format. */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include "pomp_index.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Calls `work` once for each of 0 to count - 1, from up to `jobs` threads, until one call returns false. True if all
 * calls were made and returned true. */
bool parallel_for(unsigned jobs, uint32_t count, bool (*work)(void *context, uint32_t i), void *context);

/* It gives pairs numbers from 0 on, in the order in which they are first asked for. */
struct numbers {
  pthread_mutex_t mutex;
  struct numbered {
    uint64_t key, detail;
  } *at; /* by number */
  uint32_t count, room;
  struct pomp_index index;
};
#define NUMBERS_NONE UINT32_MAX

void numbers_begin(struct numbers *n);
void numbers_end(struct numbers *n);
/* Returns the number of a pair, or NUMBERS_NONE if there is no memory. Any thread may call it. */
uint32_t numbers_of(struct numbers *n, uint64_t key, uint64_t detail);
/* True if the pair has been asked for. Any thread may call it. */
bool numbers_has(struct numbers *n, uint64_t key, uint64_t detail);

#endif
