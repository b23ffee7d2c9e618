/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency_rows.h - the efficiencies of all experiments and regions of interest that the user has named, each in
 * comparison with the reference run. Not here: the figures of one (tools/findings), how they are printed. */
#ifndef SHOW_EFFICIENCY_ROWS_H
#define SHOW_EFFICIENCY_ROWS_H

#include "findings/analysed_experiment.h"
#include "findings/at_work.h"

struct efficiency_row {
  const char *experiment; /* its directory, fit for a terminal */
  const char *region;     /* NULL: the whole run */
  struct efficiency efficiency;
  struct at_work at_work; /* of a whole run that is there */
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

/* This is what the user wants to know the efficiency of. */
struct efficiency_request {
  const struct analysed_experiment *experiments;
  size_t count;
  char *const *names; /* as they are named on the command line; fewer than there are experiments, if it is the newest */
  size_t name_count;
  const char *const *interest; /* regions of interest */
  size_t interests;            /* 0: the whole runs */
  const char *reference;       /* one of the experiments; NULL: that with the fewest threads */
  bool weak;                   /* the problem grows with the threads */
};

/* False, with a message, if no experiment has a region of interest, or if the reference run is none of them. */
bool efficiency_rows_can(const struct efficiency_request *e);
/* False if there is not enough memory. Either way efficiency_rows_free is to be called. */
bool efficiency_rows_find(struct efficiency_rows *r, const struct efficiency_request *e);
void efficiency_rows_free(struct efficiency_rows *r);

#endif
