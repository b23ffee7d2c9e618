/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* comparison.h - two sides, each of one or several runs, region by region: the call paths or regions that are the same,
 * and how their figures differ. Pure. Not here: which constructs are the same (construct_matching.h), which difference
 * is too much (fail_condition.h), output (tools/show). */
#ifndef FINDINGS_COMPARISON_H
#define FINDINGS_COMPARISON_H

#include "findings/construct_matching.h"
#include "findings/statistics.h"

enum side { SIDE_A, SIDE_B, SIDES };

/* This is a call path, or a region with all its call paths. */
struct compared {
  uint32_t parent;    /* RUN_NONE: it has none, or this is a region */
  uint32_t construct; /* a matched one; RUN_NONE: what is outside of all regions */
  uint32_t role, depth;
  uint32_t present[SIDES];               /* in how many runs of each side it is */
  const struct run_construct *as[SIDES]; /* the construct as the last run of the side has it; NULL: none has it */
  struct statistics figures[SIDES][RUN_FIGURES];
};

struct comparison {
  bool by_region;
  struct matching matching;
  struct compared *rows; /* a parent comes before its children */
  uint32_t row_count, row_room;
  uint32_t run_count[SIDES];
  const struct run **runs[SIDES];
  uint32_t run_room[SIDES];
  struct statistics totals[SIDES][RUN_TOTALS];
  struct pomp_index *index; /* of the rows */
};

/* Begins a comparison of call paths, or of regions. */
bool comparison_begin(struct comparison *c, bool by_region);
/* Adds a run, which has to live as long as the comparison. First come those of A. False: not enough memory. */
bool comparison_add(struct comparison *c, enum side side, const struct run *r);
/* To be called when both sides have a run. What a run did not visit counts as 0 there. */
void comparison_end(struct comparison *c);
void comparison_free(struct comparison *c);

struct change comparison_change(const struct compared *row, enum run_figure figure);
struct change comparison_total(const struct comparison *c, enum run_total total);

/* Returns the larger part, 0 to 1, that a row's figure has of the `threads × wall` of its side. */
double comparison_part(const struct comparison *c, const struct compared *row, enum run_figure figure);

/* Returns the construct of a row as it is now: on side B, unless only A has it. NULL: outside of all regions. */
const struct run_construct *compared_construct(const struct compared *row);

/* Returns "new", "gone", or "" if both sides have it. */
const char *compared_state(const struct compared *row);

#endif
