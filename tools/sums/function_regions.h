/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* function_regions.h - which regions are functions of the program, and whether it was compiled to have all of them.
 * Not here: which of them are worth measuring (tools/findings/score_functions.c). */
#ifndef SUMS_FUNCTION_REGIONS_H
#define SUMS_FUNCTION_REGIONS_H

#include "sums/analysis.h"

/* NULL is none. */
bool construct_is_function(const struct construct *c);

/* Tells whether functions were measured in which no constructs are. Descriptors say so since pompinst 0.2; of older
 * programs it is known if they have such a function. */
bool analysis_has_functions(const struct analysis *a);

#endif
