/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis_matches.h - which regions, call paths and locations of two analyses of the same run are the same.
 * Not here: what for (page_timeline.c). */
#ifndef SUMS_ANALYSIS_MATCHES_H
#define SUMS_ANALYSIS_MATCHES_H

#include "sums/analysis.h"

/* Maps numbers of one analysis to numbers of the other; UINT32_MAX: the other has no such region, path or location. */
struct page_matches {
  uint32_t *regions, *paths, *locations;
  uint32_t region_count;
};

/* Matches what `from` has with what `to` has. False: not enough memory. Either way page_matches_free is to be called.
 */
bool page_match(struct page_matches *m, const struct analysis *from, const struct analysis *to);
void page_matches_free(struct page_matches *m);

#endif
