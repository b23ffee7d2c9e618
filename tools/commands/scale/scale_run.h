/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_run.h - runs a program once, and ends it if the user does not want to wait.
 * Not here: which program, how often (plan.h). */
#ifndef COMMANDS_SCALE_SCALE_RUN_H
#define COMMANDS_SCALE_SCALE_RUN_H

#include <stdbool.h>
#include <stddef.h>

/* Blocks the signals that run_program waits for; the program has them as they were. To be called once, before
 * run_program. */
void run_prepare(void);

/* Returns the signal that was to end pomp-scale, or 0. */
int run_stopped(void);

struct run_call {
  char *const *argv;
  char *const *variables; /* NAME=value, up to a NULL, in addition to the environment */
  const char *input;      /* the file that it reads; NULL: nothing */
  const char *log;        /* the file for what it prints */
};

struct run_result {
  bool started;
  int error;          /* the errno if it was not started */
  const char *failed; /* the file that this is about: the program, its input or its log */
  int status;         /* as a shell would say it: 128 and its number if a signal ended the program */
  int signal;         /* that signal, or 0 */
  double seconds;
};

/* Runs the program to its end. If a signal asks pomp-scale to end, so is the program, which gets the same signal, and
 * SIGTERM and SIGKILL if it does not heed it. */
void run_program(const struct run_call *call, struct run_result *result);

#endif
