/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency_rows.h - the efficiencies of all experiments and regions of interest that the user has named, each in
 * comparison with the reference run. Not here: the figures of one (tools/efficiency), how they are printed. */
#ifndef REPORT_EFFICIENCY_ROWS_H
#define REPORT_EFFICIENCY_ROWS_H

#include "efficiency.h"
#include "views.h"

struct efficiency_row {
  const char *experiment; /* its directory, fit for a terminal */
  const char *region;     /* NULL: the whole run */
  struct efficiency efficiency;
  struct scaling scaling; /* of use if both are there */
  bool is_reference;
};

/* The rows of a region follow each other, in the order of the experiments. */
struct efficiency_rows {
  struct efficiency_row *at;
  size_t experiments, regions;
  size_t reference; /* of the experiments */
  bool weak;        /* the problem grows with the threads */
};

/* False if there is not enough memory. Either way efficiency_rows_free is to be called. */
bool efficiency_rows_find(struct efficiency_rows *r, const struct shown *s);
void efficiency_rows_free(struct efficiency_rows *r);

#endif
