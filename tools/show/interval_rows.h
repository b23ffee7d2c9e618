/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interval_rows.h - the intervals of a run that the library has closed (POMP_PROFILE_EVERY), one row each, and which
 * region's part of the time grows from one to the next.
 * Not here: how an interval is found (tools/files/intervals.h). */
#ifndef SHOW_INTERVAL_ROWS_H
#define SHOW_INTERVAL_ROWS_H

#include "files/load.h"
#include "sums/analysis.h"

struct interval_row {
  uint64_t begin, wall; /* ns from the begin of the measurement */
  uint64_t allocation, in_regions, waiting, idle, visits;
};

struct interval_rows {
  struct interval_row *at;
  uint32_t count;   /* 0: there are none */
  int64_t *metrics; /* a row for each, as long as the experiment has metrics */
  double *parts;    /* for each interval a row with the exclusive time of each region of the analysis, by allocation */
  uint32_t region;  /* the one whose part grows most, by a straight line; NO_REGION: none does */
  double first, last; /* its parts at the ends of that line */
};

/* Finds them. False, with a message, if that can't be done. Either way interval_rows_free is to be called. */
bool interval_rows_find(struct interval_rows *rows, const struct loaded *l, const struct analysis *a);
void interval_rows_free(struct interval_rows *rows);

#endif
