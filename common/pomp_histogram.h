/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_histogram.h - which bucket of a histogram has which times, for the runtime, which counts, and for those who
 * read. Not here: the record in the file (pomp_format.h), what readers make of it (tools/sums/distribution.c). */
#ifndef POMP_HISTOGRAM_H
#define POMP_HISTOGRAM_H

#include "pomp_format.h"

/* The first bucket has what is shorter than 2^6 ticks, which is about what an event itself takes. Each further one
 * reaches to twice the time of the one before it, and the last one has all that is longer. */
#define POMP_HISTOGRAM_SHIFT 6u

/* A visit that is still to be counted took fewer ticks than these bits tell; see `late` of struct pomp_block. */
#define POMP_LATE_MASK 0xffffu
#define POMP_LATE_SHIFT 10u /* an offset is a multiple of 64 */

/* Returns the bucket of a visit that took so many ticks. */
static inline uint32_t pomp_histogram_bucket(uint64_t ticks) {
  uint32_t bits = 64u - (uint32_t)__builtin_clzll(ticks | ((1u << POMP_HISTOGRAM_SHIFT) - 1));
  uint32_t bucket = bits - POMP_HISTOGRAM_SHIFT;
  return bucket < POMP_HISTOGRAM_BUCKETS ? bucket : POMP_HISTOGRAM_BUCKETS - 1;
}

/* Returns the shortest time, in ticks, that the bucket has. */
static inline uint64_t pomp_histogram_edge(uint32_t bucket) {
  return bucket ? UINT64_C(1) << (POMP_HISTOGRAM_SHIFT - 1 + bucket) : 0;
}

#endif /* POMP_HISTOGRAM_H */
