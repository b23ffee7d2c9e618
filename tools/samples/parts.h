/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* parts.h - the steps of samples_find. Each returns false if there is not enough memory.
 * Not here: what others may call (samples.h). */
#ifndef SAMPLES_PARTS_H
#define SAMPLES_PARTS_H

#include "pomp_array.h"
#include "samples.h"

/* This is known while the samples' stacks are made. */
struct finding_samples {
  struct samples *s;
  uint32_t stack_room;
};

/* This is in users.c: adds an element to the stack of the row that is being made. */
bool samples_push(struct finding_samples *f, uint32_t path, uint32_t place);

/* These are in tree.c and lines.c: they need the rows with their stacks. */
bool samples_make_trees(struct samples *s);
bool samples_make_lines(struct samples *s);

#endif
