/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* joined_spreads.h - how the time of joined regions is spread over locations, where processes are analysed one after
 * the other. Not here: which regions are joined (joined.h), the sums of the whole (merged.h).
 *
 * Those that are joined in the whole are so in each process, as far as they are there: so each process says which
 * these are, and how their time is spread over its locations. */
#ifndef SUMS_JOINED_SPREADS_H
#define SUMS_JOINED_SPREADS_H

#include "sums/analysis_steps.h"
#include "sums/joined.h"

struct pomp_bytes;     /* pomp_bytes.h */
struct joined_spreads; /* what all processes have told */

/* This is what spreads are wanted of. */
struct joined_wanted {
  unsigned by; /* for each enum joining whether it is wanted, in the bit of its number; 0: nothing is */
  bool apart;
  const struct joined_names *names;
};

/* A process sends these for each way to join, then the keys of the regions that are joined. The last one has no
 * regions. */
struct part_spread {
  uint32_t regions, locations;
  struct spreading exclusive;
};

/* This is in part_spreads.c. It puts what a process has; `to` has failed if there was not enough memory. */
void joined_spreads_put(const struct analysis *part, const struct joined_wanted *wanted, struct pomp_bytes *to);

/* NULL: not enough memory. */
struct joined_spreads *joined_spreads_begin(const struct joined_wanted *wanted);
/* Takes what joined_spreads_put has put. False if that is not whole, or there is not enough memory. */
bool joined_spreads_add(struct joined_spreads *s, struct pomp_bytes *from);
void joined_spreads_free(struct joined_spreads *s);

/* True if they are known. */
bool joined_spreads_has(const struct joined_spreads *s, enum joining by, bool apart);
/* Adds what is known to spreads by group, which have no locations yet; `of` is the group of each region of the whole,
 * `count` if it is in none. False: some process has joined regions that are not so in the whole. */
bool joined_spreads_give(const struct joined_spreads *s, enum joining by, const struct analysis *whole,
                         const uint32_t *of, uint32_t count, struct spreading *spreads);

#endif
