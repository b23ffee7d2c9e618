/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* comment.h - how a program scales, as a comment of a pull request.
 * Not here: the same for a terminal (tables.h). */
#ifndef COMMANDS_SCALE_COMMENT_H
#define COMMANDS_SCALE_COMMENT_H

#include "commands/scale/scale_figures.h"

#include <stdio.h>

/* Prints it in Markdown. False: not enough memory. */
bool comment_print(FILE *out, const struct plan *plan, const struct figures *f);

#endif
