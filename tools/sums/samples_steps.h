/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* samples_steps.h - the steps of samples_find. Each returns false if there is not enough memory.
 * Not here: what others may call (samples.h). */
#ifndef SUMS_SAMPLES_STEPS_H
#define SUMS_SAMPLES_STEPS_H

#include "pomp_array.h"
#include "pomp_index.h"
#include "sums/samples.h"

/* This is known while the samples' stacks are made. */
struct finding_samples {
  struct samples *s;
  uint32_t stack_room;
};

/* This is in user_stacks.c: adds an element to the stack of the row that is being made. */
bool samples_push(struct finding_samples *f, uint32_t path, uint32_t place);

/* These are in sample_sums.c: they add to what has been added up, and put it in order. */
struct adding_up {
  struct samples *s;
  uint32_t room;
  struct pomp_index index;
};
bool samples_add_sum(struct adding_up *a, const struct sample_sum *more);
void samples_sort_sums(struct samples *s);
void adding_up_free(struct adding_up *a);

/* These are in sample_sums.c and samples_tree.c: they need the rows with their stacks. The steps of trees are found in
 * this order of the rows. */
bool samples_add_up(struct samples *s);
bool samples_make_trees(struct samples *s, const uint32_t *order);
/* This is in samples_tree.c: adds to the steps' totals what is below them, and links the children of each. */
bool samples_link(struct sample_step *steps, uint32_t count);
/* This is in sample_lines.c: it needs the sums. */
bool samples_make_lines(struct samples *s);

#endif
