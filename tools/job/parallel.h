/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* parallel.h - what the formats do with several threads: locations in turn, and numbers that all agree upon.
 * Not here: any format. */
#ifndef JOB_PARALLEL_H
#define JOB_PARALLEL_H

#include "pomp_index.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Calls `work` once for each of 0..count-1, from up to `jobs` threads, until one call returns false. True: all were
 * made. */
bool parallel_for(unsigned jobs, uint32_t count, bool (*work)(void *context, uint32_t i), void *context);

/* Numbers from 0 on for pairs, in the order in which they are first asked for. */
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
/* From any thread. NUMBERS_NONE: no memory. */
uint32_t numbers_of(struct numbers *n, uint64_t key, uint64_t detail);
/* It has been asked for. From any thread. */
bool numbers_has(struct numbers *n, uint64_t key, uint64_t detail);

#endif
