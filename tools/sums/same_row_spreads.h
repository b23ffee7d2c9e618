/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* same_row_spreads.h - how the time of joined regions is spread over locations, where processes are analysed one after
 * the other. Not here: which regions are joined (same_rows.h), the sums of the whole (job_sums.h).
 *
 * Regions that are joined in the whole are joined in each process, too, as far as it has them: so each process sends
 * the list of its joined regions, and the spread of their time over its locations. */
#ifndef SUMS_SAME_ROW_SPREADS_H
#define SUMS_SAME_ROW_SPREADS_H

#include "sums/analysis_steps.h"
#include "sums/same_rows.h"

struct pomp_bytes;       /* pomp_bytes.h */
struct same_row_spreads; /* what all processes have told */

/* This is what spreads are wanted of. */
struct same_rows_wanted {
  unsigned by; /* for each enum same_by whether it is wanted, in the bit of its number; 0: nothing is */
  bool apart;
  const struct same_rows_names *names;
};

/* A process sends these for each way to join, then the keys of the regions that are joined. The last one has no
 * regions. */
struct rank_spread {
  uint32_t regions, locations;
  struct spreading exclusive;
};

/* This is in rank_spreads.c. It puts what a process has; `to` has failed if there was not enough memory. */
void same_row_spreads_put(const struct analysis *rank, const struct same_rows_wanted *wanted, struct pomp_bytes *to);

/* NULL: not enough memory. */
struct same_row_spreads *same_row_spreads_begin(const struct same_rows_wanted *wanted);
/* Takes what same_row_spreads_put has put. False if that is not whole, or there is not enough memory. */
bool same_row_spreads_add(struct same_row_spreads *s, struct pomp_bytes *from);
void same_row_spreads_free(struct same_row_spreads *s);

/* True if they are known. */
bool same_row_spreads_has(const struct same_row_spreads *s, enum same_by by, bool apart);
/* Adds what is known to spreads by group, which have no locations yet; `of` is the group of each region of the whole,
 * `count` if it is in none. False: some process has joined regions that are not so in the whole. */
bool same_row_spreads_give(const struct same_row_spreads *s, enum same_by by, const struct analysis *whole,
                           const uint32_t *of, uint32_t count, struct spreading *spreads);

#endif
