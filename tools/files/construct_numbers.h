/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* construct_numbers.h - joins the constructs of several experiments: constructs with equal fields become one. Not here:
 * locations, metrics and other data of joined experiments (processes.c, frame.c). */
#ifndef FILES_CONSTRUCT_NUMBERS_H
#define FILES_CONSTRUCT_NUMBERS_H

#include "files/experiment.h"
#include "pomp_index.h"

/* Returns the number that a construct has in `e`, and adds it if it is new: there has to be room for it, and in
 * `constructs`, which finds those of `e` by their contents. */
uint32_t construct_number(struct experiment *e, struct pomp_index *constructs, const struct construct *c);

#endif
