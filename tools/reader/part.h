/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* part.h - one process of an experiment, as an experiment of its own.
 * Not here: what parts add up to (tools/analysis), parts that are read without the rest of their file. */
#ifndef READER_PART_H
#define READER_PART_H

#include "experiment.h"

/* Makes an experiment of one process: its locations, call paths and all that belongs to these, numbered from 0 on, as
 * if the whole had that process alone. Times are as in the whole. Constructs and metrics, and so the keys of regions,
 * are those of the whole, as are texts and the contents of stacks: it has to live longer than the part. False if there
 * is not enough memory. Either way experiment_part_free is to be called. */
bool experiment_part(struct experiment *part, const struct experiment *whole, uint32_t process);
void experiment_part_free(struct experiment *part);

#endif
