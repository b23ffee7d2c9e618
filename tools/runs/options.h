/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* options.h - the command line of pomp-runs.
 * Not here: what is asked for (asked.h), what follows from it (answer.h). */
#ifndef RUNS_OPTIONS_H
#define RUNS_OPTIONS_H

#include "asked.h"

/* Reads the options. False if pomp-runs is to end, with the exit status in `*status`. */
bool options_read(int argc, char **argv, struct asked *asked, int *status);

#endif
