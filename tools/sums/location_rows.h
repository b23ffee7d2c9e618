/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_rows.h - the shares of each location in each region and call path, for a job whose processes are analysed
 * one by one, so that the call paths of all processes are never in memory together: rows, which go to a file if they
 * are many. Not here: the sums of the whole, with which these rows are sent and added (job_sums.h), the file (struct
 * row_file_place). */
#ifndef SUMS_LOCATION_ROWS_H
#define SUMS_LOCATION_ROWS_H

#include "sums/analysis.h"
#include "sums/row_file.h"

/* These can be kept: what analysis_shares, analysis_path_share, location_rows_listed, groups_find and sampled_found_row
 * need; and series of phases, with the places of their findings. */
enum location_rows_what {
  ROWS_OF_REGIONS = 1,
  ROWS_OF_PATHS = 2,
  ROWS_LISTED = 4,
  ROWS_OF_VECTORS = 8,
  ROWS_FOUND = 16,
  ROWS_OF_PHASES = 32
};

/* Begins to keep what is asked for of `whole`, for which job_sums_begin has been called, and no process has been added.
 * False: not enough memory. Either way analysis_free frees it. `place` is where rows go that memory is not to hold;
 * NULL: it holds all. */
bool location_rows_begin(struct analysis *whole, unsigned what, struct row_file_place *place);
/* True if that was kept. */
bool location_rows_has(const struct analysis *whole, enum location_rows_what what);
/* True if something that was kept could not be read again, which the place has said, so that what was shown is wrong.
 */
bool location_rows_failed(const struct analysis *whole);

/* Returns the rows of what locations have of regions, in the order of the tree of teams, and at each location in
 * descending order of exclusive time. Being outside of regions is there where it has time alone. */
uint64_t location_rows_listed(const struct analysis *whole);
/* Gives one of them; `sums` has room for METRICS. */
struct location_rows_share {
  uint32_t region, location;
  struct totals totals;
};
struct location_rows_share location_rows_listed_row(const struct analysis *whole, uint64_t i, struct metric_sum *sums);

/* These are for the functions of their names in shares.c. */
const struct share *location_rows_shares(const struct analysis *whole, const struct region *r);
struct totals location_rows_share_totals(const struct analysis *whole, const struct share *s, struct metric_sum *sums);
bool location_rows_path_share(const struct analysis *whole, uint32_t path, uint32_t *at, uint32_t *location,
                              struct totals *totals, struct metric_sum *sums);

/* These are for the functions of their names in sampled.h. */
struct sampled_found;
uint32_t location_rows_found_count(const struct analysis *whole);
struct sampled_found location_rows_found_row(const struct analysis *whole, uint32_t i);

/* Returns what a location has for groups_find (group_vectors.h), until the next call. */
const uint64_t *location_rows_vector(const struct analysis *whole, uint32_t location);

void location_rows_free(struct location_rows *k);

#endif
