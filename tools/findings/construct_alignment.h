/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* construct_alignment.h - finds the constructs of a function again after its source was edited: a longest common
 * subsequence, in which pairs weigh more that have the same clauses or length, or have moved by as many lines as the
 * pair before. Pure. Not here: which functions belong together (construct_matching.c). */
#ifndef FINDINGS_CONSTRUCT_ALIGNMENT_H
#define FINDINGS_CONSTRUCT_ALIGNMENT_H

#include "findings/run_summary.h"

/* Sets found[k] to the construct of `before` that after[k] is, or to RUN_NONE. Both are in the order of the source, and
 * so are the pairs. `*weight` becomes the weight of all pairs. False: not enough memory. */
bool align(const struct run_construct *const *before, uint32_t before_count, const struct run_construct *after,
           uint32_t after_count, uint32_t *found, uint64_t *weight);

#endif
