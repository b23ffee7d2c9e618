/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled_rows.h - the rows of what samples have found, for the views by line and by state.
 * Not here: what was found (sampled.h, samples.h). */
#ifndef SHOW_SAMPLED_ROWS_H
#define SHOW_SAMPLED_ROWS_H

#include "show/table.h"
#include "sums/samples.h"

#include <stdio.h>

/* A row of samples: `found` counts the samples in a line or a state, and `all` the samples of the region that the line
 * or state belongs to. */
struct sampled_row {
  struct sampled_count found, all;
  uint32_t place;                    /* NO_PLACE: in no function of the user's */
  const struct sampled_state *state; /* of the view by state */
};

/* Prints how threads were sampled, and what is not known of it; or that they were not, and then returns false. */
bool sampled_head(FILE *out, const struct analysis *a);

/* Prints a region as a headline: its name, function and place, and its part of `all`. */
void sampled_region_head(FILE *out, const struct row *row, struct sampled_count found, struct sampled_count all);

#endif
