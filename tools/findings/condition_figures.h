/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* condition_figures.h - the names of the figures that a condition of --fail-if may be about.
 * Not here: what a condition is (fail_condition.h), which needs the comparison that it judges. */
#ifndef FINDINGS_CONDITION_FIGURES_H
#define FINDINGS_CONDITION_FIGURES_H

#include <stddef.h>

/* Returns the name of the i-th figure; NULL after the last. */
const char *condition_figure(size_t i);

#endif
