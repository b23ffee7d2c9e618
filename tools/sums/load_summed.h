/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load_summed.h - an experiment of which sums over all locations are enough, so that its call paths need not be in
 * memory. Not here: how they are added up (tools/sums/sums.h), how they are read (tools/files/load.h). */
#ifndef SUMS_LOAD_SUMMED_H
#define SUMS_LOAD_SUMMED_H

#include "files/load.h"
#include "sums/analysis.h"

/* Loads an experiment, and adds its call paths up on the way; an experiment that can't be read in this way is loaded
 * with all call paths, and analysed. `a` has the sums of sums_conclude either way. False, with a message, if it can't
 * be read, or there is not enough memory. Either way analysis_free and experiment_free are to be called. */
bool load_summed(struct loaded *l, const char *name, struct analysis *a);

#endif
