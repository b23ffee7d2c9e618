/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_options.h - the options of pomp-report, and how they are read.
 * Not here: what they ask for (report_request.h), what follows from it (report_main.c, report_views.h). */
#ifndef COMMANDS_REPORT_REPORT_OPTIONS_H
#define COMMANDS_REPORT_REPORT_OPTIONS_H

#include "show/report_request.h"

/* Reads the options. False if pomp-report is to end, with the exit status in `*status`. */
bool options_read(int argc, char **argv, struct report_request *into, int *status);

/* Returns the first view that was asked for. */
struct view;
const struct view *view_asked(const struct report_request *request);

#endif
