/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_text.h - what the manual of pomp-report has besides the options.
 * Not here: the options (report_options.c). */
#ifndef COMMANDS_REPORT_MANUAL_TEXT_H
#define COMMANDS_REPORT_MANUAL_TEXT_H

#include "base/command_line.h"

enum { MANUAL_SECTIONS = 7, MANUAL_COLUMNS = 256, MANUAL_FIGURES = 32 };

/* These are the words for --columns and --fail-if, and NULL, when the sections have been made. */
extern const char *manual_columns[], *manual_figures[];

/* Makes the sections behind the options. */
void manual_sections(struct command_section *into);

/* Prints views, options and columns as tables in Markdown. */
void manual_tables(const struct command_option *options, size_t option_count);

#endif
