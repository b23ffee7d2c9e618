/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* help_text.h - what --help prints. Not here: the man page and the tables for the documents (manual_text.c). */
#ifndef COMMANDS_REPORT_HELP_TEXT_H
#define COMMANDS_REPORT_HELP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct column;
struct view;

/* Prints what fits a screen, or all of it. False if it is not called so: NULL, or "all". */
bool help_print(const char *form);

/* Puts an option with its value into `text`, and returns that. */
const char *help_spell(char *text, size_t size, const char *name, const char *value, bool may_lack);

/* True if the view may have the column. */
bool help_has_column(const struct view *v, const struct column *c);

#endif
