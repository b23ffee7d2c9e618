/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_sums.h - adds up what call paths of one region have, as ranks write it into a job's file, and readers compare
 * it. Not here: the record itself (pomp_format.h). */
#ifndef POMP_SUMS_H
#define POMP_SUMS_H

#include "pomp_format.h"

/* Adds a record to a record with the same key. Sums are modulo 2^64. */
static inline void pomp_sums_add(struct pomp_sums *to, const struct pomp_sums *from) {
  to->nodes += from->nodes;
  to->visits += from->visits;
  to->inclusive += from->inclusive;
  to->wait += from->wait;
  to->min = from->min < to->min ? from->min : to->min;
  to->max = from->max > to->max ? from->max : to->max;
}

#endif
