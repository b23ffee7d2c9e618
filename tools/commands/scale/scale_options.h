/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_options.h - what the user of pomp-scale asks for: which numbers of threads or ranks, which settings, how often.
 * Not here: what follows from it (plan.h, scale_main.c). */
#ifndef COMMANDS_SCALE_SCALE_OPTIONS_H
#define COMMANDS_SCALE_SCALE_OPTIONS_H

#include "show/fail_ifs.h"

#include <stdbool.h>
#include <stddef.h>

enum { REQUEST_NUMBERS = 64, REQUEST_VARIABLES = 8, REQUEST_VALUES = 32 };

/* This is `--env NAME=a,b`: each value in turn. */
struct scale_variable {
  char *name;
  char *values[REQUEST_VALUES];
  size_t count;
};

struct scale_request {
  unsigned numbers[REQUEST_NUMBERS]; /* in ascending order, each once */
  size_t number_count;               /* 0: two commands are compared, with as many threads as the environment says */
  bool ranks;                        /* the numbers are of ranks, and not of threads */
  bool weak;                         /* the problem grows with them */
  bool as_json;                      /* what follows is reported for programs */
  bool page;                         /* a page is written as well */
  bool anonymous;                    /* it leaves out who ran what where */
  bool as_comment;                   /* or in Markdown */
  unsigned repeat;
  struct scale_variable variables[REQUEST_VARIABLES];
  size_t variable_count;
  const char *folder;   /* of the experiments; NULL: one is made */
  const char *output;   /* the file of the page; NULL: it is in the folder */
  const char *launcher; /* what starts ranks, in front of `-n N PROGRAM` */
  const char *input;    /* the file that each run has as stdin */
  char **before;        /* another command, which the program is compared with, up to a NULL; NULL: none */
  struct fail_ifs fail_ifs;
  char **program; /* and its arguments, up to a NULL */
};

/* Reads the command line. False if pomp-scale is to end, with the exit status in `*status`. Either way
 * scale_request_free is to be called. */
bool options_read(int argc, char **argv, struct scale_request *request, int *status);
void scale_request_free(struct scale_request *request);

#endif
