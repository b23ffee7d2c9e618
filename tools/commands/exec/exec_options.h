/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* exec_options.h - what pomp-exec is asked to do.
 * Not here: how a program is measured (plan.h). */
#ifndef COMMANDS_EXEC_OPTIONS_H
#define COMMANDS_EXEC_OPTIONS_H

#include <stdbool.h>

enum { EXEC_VARIABLES_MAX = 64 };

struct exec_request {
  char **command;
  const char *libomp; /* NULL: it is looked for */
  bool dry;           /* nothing is started */
  struct exec_variable {
    const char *name, *value;
  } variables[EXEC_VARIABLES_MAX];
  unsigned variable_count;
};

/* Reads the command line. False: there is nothing to do, and `*status` is how to end. */
bool exec_options(int argc, char **argv, struct exec_request *request, int *status);

#endif
