/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_text.h - the manual of pomp-report, from the tables of its views, options and columns.
 * Not here: the tables (report_views.h, report_options.h, view_columns.h), --help (help_text.h). */
#ifndef COMMANDS_REPORT_MANUAL_TEXT_H
#define COMMANDS_REPORT_MANUAL_TEXT_H

#include <stdbool.h>

/* Prints the manual. False if it is not called so. NULL: markdown. */
bool report_manual(const char *form);

#endif
