/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_text.h - what pomp-report says of itself, from the tables of its views, options and columns.
 * Not here: the tables (views.h, options.h, view_columns.h). */
#ifndef REPORT_MANUAL_TEXT_H
#define REPORT_MANUAL_TEXT_H

#include <stdbool.h>

/* Print --help, and the manual; the latter is false if it is not called so. NULL: markdown. */
void report_help(void);
bool report_manual(const char *form);

#endif
