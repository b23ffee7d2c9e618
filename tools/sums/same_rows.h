/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* same_rows.h - regions that a reader counts as one: a construct and the barrier at its end, the instances of a
 * template, all constructs of a kind, all that a function has. Not here: the regions (analysis.h), tables (tools/show).
 */
#ifndef SUMS_SAME_ROWS_H
#define SUMS_SAME_ROWS_H

#include "sums/analysis.h"

/* This is what makes regions one. */
enum same_by {
  SAME_BY_CONSTRUCT, /* A construct and its implied barrier are a row. */
  SAME_BY_KIND,    /* All constructs of a kind are a row: all `for`, all `critical`, all calls of a function of MPI. */
  SAME_BY_FUNCTION /* All regions in a function are a row. */
};
enum { SAME_BY_COUNT = SAME_BY_FUNCTION + 1 };

/* Its figures are the sums of those of its regions, but for the barrier at a construct's end: that has its times in
 * it alone, so that visits, balance, histogram and the spread over threads are the construct's own. */
struct same_row {
  struct region region;
  uint32_t regions;      /* how many it has, without such barriers */
  uint32_t first_member; /* the first one of these in `members` of same_rows */
  uint32_t instances;    /* 1: they are all in a function of the same name; more: the arguments of templates differ */
  bool of_kind;          /* it has all of a kind, whatever their sub-names */
  bool has_visits;       /* `region` has visits: of a function if it is measured itself */
  bool has_barrier;      /* it has such barriers */
  uint64_t barrier;      /* their part of the exclusive time, which is waiting */
};

struct same_rows {
  struct same_row *at; /* in descending order of exclusive time */
  uint32_t count;
  struct metric_sum *metrics;
  uint32_t *members; /* regions of the analysis */
  bool no_spread;    /* of some that are joined, as the analysis has sums alone */
};

/* These tell where a construct is, for people: call_sites.h. */
struct same_rows_names {
  const char *(*function)(const struct construct *c);
  const char *(*file)(const struct construct *c);
  void (*where)(const struct construct *c, char *text, size_t size);
};

/* Joins all regions but the root, which is the code outside of regions. Instances of a template are joined unless
 * `apart`. False if there is not enough memory. Either way same_rows_free is to be called. */
bool same_rows_find(struct same_rows *g, const struct analysis *a, enum same_by by, bool apart,
                    const struct same_rows_names *names);
void same_rows_free(struct same_rows *g);

/* True if regions like this one are joined with others that say the same. */
bool same_rows_may_be(const struct region *r, enum same_by by, bool apart, const struct same_rows_names *names);

/* Writes the name of a function with `mark` in place of the arguments of templates, or without them and their brackets
 * if it is NULL. */
void same_rows_template(const char *function, const char *mark, char *text, size_t size);

#endif
