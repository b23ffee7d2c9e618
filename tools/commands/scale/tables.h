/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tables.h - prints how a program scales.
 * Not here: the figures (scale_figures.h). */
#ifndef COMMANDS_SCALE_TABLES_H
#define COMMANDS_SCALE_TABLES_H

#include "commands/scale/scale_figures.h"
#include "commands/scale/series.h"

#include <stdio.h>

/* Prints the sentences below the tables: the serial part, what limits it, and what is to be noted; a line each. */
void tables_words(FILE *out, const struct plan *plan, const struct figures *f, const struct series *s);
/* Prints all that the figures tell, which may be of a part of the plan. */
void tables_print(FILE *out, const struct plan *plan, const struct figures *f);

#endif
