/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kept.h - what each location has of each region and call path, of a job whose processes are analysed one after the
 * other, so that nowhere in memory are the call paths of all of them: rows, which go to a file where they are many.
 * Not here: the sums of the whole, with which these rows are sent and added (merged.h), the file (struct spill_place).
 */
#ifndef SUMS_KEPT_H
#define SUMS_KEPT_H

#include "sums/analysis.h"
#include "sums/spill.h"

/* These can be kept: what analysis_shares, analysis_path_share, kept_listed, groups_find and sampled_found_row need;
 * and series of phases, with the places of their findings. */
enum kept_what {
  KEPT_REGIONS = 1,
  KEPT_PATHS = 2,
  KEPT_LISTED = 4,
  KEPT_VECTORS = 8,
  KEPT_FOUND = 16,
  KEPT_PHASES = 32
};

/* Begins to keep what is asked for of `whole`, for which merged_begin has been called, and no process has been added.
 * False: not enough memory. Either way analysis_free frees it. `place` is where rows go that memory is not to hold;
 * NULL: it holds all. */
bool kept_begin(struct analysis *whole, unsigned what, struct spill_place *place);
/* True if that was kept. */
bool kept_has(const struct analysis *whole, enum kept_what what);
/* True if something that was kept could not be read again, which the place has said, so that what was shown is wrong.
 */
bool kept_failed(const struct analysis *whole);

/* Returns the rows of what locations have of regions, in the order of the tree of teams, and at each location in
 * descending order of exclusive time. Being outside of regions is there where it has time alone. */
uint64_t kept_listed(const struct analysis *whole);
/* Gives one of them; `sums` has room for METRICS. */
struct kept_share {
  uint32_t region, location;
  struct totals totals;
};
struct kept_share kept_listed_row(const struct analysis *whole, uint64_t i, struct metric_sum *sums);

/* These are for the functions of their names in shares.c. */
const struct share *kept_shares(const struct analysis *whole, const struct region *r);
struct totals kept_share_totals(const struct analysis *whole, const struct share *s, struct metric_sum *sums);
bool kept_path_share(const struct analysis *whole, uint32_t path, uint32_t *at, uint32_t *location,
                     struct totals *totals, struct metric_sum *sums);

/* These are for the functions of their names in sampled.h. */
struct sampled_found;
uint32_t kept_found_count(const struct analysis *whole);
struct sampled_found kept_found_row(const struct analysis *whole, uint32_t i);

/* Returns what a location has for groups_find (group_vectors.h), until the next call. */
const uint64_t *kept_vector(const struct analysis *whole, uint32_t location);

void kept_free(struct kept *k);

#endif
