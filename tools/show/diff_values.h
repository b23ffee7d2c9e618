/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_values.h - the columns of a comparison as data.
 * Not here: the comparison (tools/findings), which of them are shown (listing.h). */
#ifndef SHOW_DIFF_VALUES_H
#define SHOW_DIFF_VALUES_H

#include "show/columns.h"

/* These are the columns that a row of a comparison has (HAS_COMPARED), and those that are shown unless others are asked
 * for. */
extern const struct column compared_columns[];
#define COMPARED_COLUMNS                                                                                               \
  "self_change_s,self_within_s,self_change_percent,self_a_s,self_b_s,wait_change_s,visits_change,state,region,"        \
  "function,where,called_from"
#define COMPARED_PART "part_percent"
CELL(cell_called_from);

#endif
