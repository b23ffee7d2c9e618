/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control.h - what pomp-control is asked to do, as plain data.
 * Not here: how a process is asked (pomp_read.h). */
#ifndef COMMANDS_CONTROL_CONTROL_H
#define COMMANDS_CONTROL_CONTROL_H

#include "pomp_read.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of a command's argument. */
enum control_takes { TAKES_NOTHING, TAKES_ON_OR_OFF, TAKES_PERIOD, TAKES_REGION, TAKES_FILE };

/* A command is a row: its name, its argument, and its request to the process. */
struct control_command {
  const char *name, *argument, *help; /* argument: NULL: none */
  enum control_takes takes;
  uint32_t asks;     /* enum pomp_read_command; 0: nothing, it shows how things are */
  uint32_t asks_off; /* the same, if `off` is behind it */
  bool stays;        /* it repeats the request, so that the request stays in force */
  bool resets;       /* it sends no request: it keeps a copy of the measurement so far */
};

struct control_chosen {
  const char *name; /* a process's number, or an experiment */
  const struct control_command *command;
  struct pomp_read_request request;
  double wait, lease; /* seconds */
};

/* control_options.c: reads the command line. False: there is nothing to do, and `*status` is how to end. */
bool control_options(int argc, char **argv, struct control_chosen *chosen, int *status);

/* control.c: does it. Returns the exit status. */
int control_do(const struct control_chosen *chosen);

/* These are exit statuses. */
enum { CONTROL_FAILED = 1, CONTROL_USAGE = 2, CONTROL_NO_EVENT = 3 };

#endif
