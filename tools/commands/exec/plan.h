/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plan.h - what has to be in a program's environment so that it is measured, as plain data.
 * Not here: the options (exec_options.h), the start (exec_main.c). */
#ifndef COMMANDS_EXEC_PLAN_H
#define COMMANDS_EXEC_PLAN_H

#include <limits.h>
#include <stdbool.h>

struct plan {
  char tool[PATH_MAX], runtime[PATH_MAX]; /* libraries that come before the program's; "": none */
  char did[160];                          /* in words, for the experiment */
  char why[1200];                         /* why nothing can be done, or not all; "": nothing is wrong */
};

/* Makes the plan for a command. `folder` is that of libpompomp, `libomp` the file that stands in for libgomp (NULL: it
 * is looked for). */
void plan_make(struct plan *p, char *const *command, const char *folder, const char *libomp);

#endif
