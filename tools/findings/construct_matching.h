/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* construct_matching.h - which constructs of several runs are the same, although lines have moved, constructs have come
 * or gone, or a file has another name. Pure. Not here: the pairs within a function (construct_alignment.h), call paths
 * (comparison.h). */
#ifndef FINDINGS_CONSTRUCT_MATCHING_H
#define FINDINGS_CONSTRUCT_MATCHING_H

#include "findings/run_summary.h"

/* This is a construct that one run has, or several. */
struct matched {
  const struct run_construct *first, *latest; /* of the first run that has it, and of the last one */
};

/* This is the part of a file that a function has, in the order of the source. */
struct sequence {
  const char *function, *file;
  uint32_t *members; /* numbers of matched constructs */
  uint32_t count, room;
  uint32_t taken; /* by the run of this number, from 1 */
};

struct matching {
  struct matched *constructs;
  uint32_t construct_count, construct_room;
  struct sequence *sequences;
  uint32_t sequence_count, sequence_room;
  uint32_t runs;
};

/* Finds the constructs of a further run, which has to live as long as the matching: numbers[c] becomes the number of
 * the matched construct that the run's construct c is. False: not enough memory. */
bool matching_add(struct matching *m, const struct run *r, uint32_t *numbers);
void matching_free(struct matching *m);

#endif
