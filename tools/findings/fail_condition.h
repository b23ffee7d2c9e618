/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fail_condition.h - what --fail-if says: which difference of two sides is too much. docs/compare.md has the grammar.
 * Pure. Not here: output. */
#ifndef FINDINGS_FAIL_CONDITION_H
#define FINDINGS_FAIL_CONDITION_H

#include "findings/comparison.h"

#include <regex.h>

struct condition {
  const char *text; /* as the user has written it */
  double limit;     /* a part of A's figure, ns, or visits; from 0 on */
  regex_t region;
  unsigned figure; /* an enum run_figure, or an enum run_total */
  bool of_row;     /* it is about regions, else about the whole run */
  bool below;      /* the difference must not be less, rather than more */
  bool relative, has_region;
};

/* Reads a condition; the text has to live as long as it. False, with what is wrong in `why`. Only after true,
 * condition_free is to be called. */
bool condition_read(struct condition *c, const char *text, char *why, size_t size);
void condition_free(struct condition *c);

/* This is what a condition found: `row` is RUN_NONE if it is about the whole run. */
enum verdict {
  VERDICT_FAILED, /* the condition holds */
  VERDICT_BUSY,   /* it holds, and what the longer side had no processor for may be why */
  VERDICT_HIDDEN  /* it does not hold, and might if threads had had their processors all the time */
};
struct failure {
  enum verdict verdict;
  const struct condition *condition;
  uint32_t row;
  struct change change;
  double within; /* half the width of the interval by which it is judged; 0 if there is none */
};

struct failures {
  struct failure *at;
  uint32_t count, room;
};

/* Returns how many of them are of this verdict. */
uint32_t failures_with(const struct failures *f, enum verdict verdict);

/* Adds what the condition finds too much, and what can't be judged as threads had no processor. Of regions that are no
 * more than the part `least` of threads × wall on either side, relative differences are not judged. False: not enough
 * memory. */
bool condition_judge(const struct condition *c, const struct comparison *comparison, double least, struct failures *f);

/* True if the expression matches the name, the function or the place of a region; of a row, as either side has it. */
bool run_region_matches(const regex_t *region, const struct run_construct *c, uint32_t role);
bool condition_matches(const regex_t *region, const struct compared *row);

#endif
