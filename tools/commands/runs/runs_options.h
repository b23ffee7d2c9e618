/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_options.h - the command line of pomp-runs.
 * Not here: what is asked for (runs_request.h), what follows from it (answer.h). */
#ifndef COMMANDS_RUNS_RUNS_OPTIONS_H
#define COMMANDS_RUNS_RUNS_OPTIONS_H

#include "commands/runs/runs_request.h"

/* Reads the options. False if pomp-runs is to end, with the exit status in `*status`. */
bool options_read(int argc, char **argv, struct runs_request *request, int *status);

#endif
