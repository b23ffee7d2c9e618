/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_json.h - tells how a program scales to other programs; docs/scaling.md has the keys.
 * Not here: the figures (scale_figures.h, series.h). */
#ifndef COMMANDS_SCALE_SCALE_JSON_H
#define COMMANDS_SCALE_SCALE_JSON_H

#include "commands/scale/scale_figures.h"

#include <jansson.h>
#include <stdio.h>

/* Returns all that the figures tell, which may be of a part of the plan. Without enough memory, `*good` becomes false.
 */
json_t *json_make(const struct plan *plan, const struct figures *f, const struct outcome *outcome, bool *good);
/* Prints that. False: not enough memory. */
bool json_print(FILE *out, const struct plan *plan, const struct figures *f, const struct outcome *outcome);

#endif
