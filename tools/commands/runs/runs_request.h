/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_request.h - what the user of pomp-runs asks for: a database, what to store in it, and a question.
 * Not here: how the command line is read (runs_options.h). */
#ifndef COMMANDS_RUNS_RUNS_REQUEST_H
#define COMMANDS_RUNS_RUNS_REQUEST_H

#include "commands/runs/runs_view.h"
#include "show/fail_ifs.h"
#include "show/table_options.h"

struct runs_request {
  const char *db;              /* the file */
  const struct run_view *view; /* NULL: experiments are stored, and that is all */
  struct table_options wanted;
  struct fail_ifs fail_ifs;
  bool traced, intervals; /* with the figures that follow from the traces */
  bool as_json;           /* for programs */
  bool as_page, anonymous;
  const char *output; /* the file of a page; NULL: DATABASE.html, or diff.html */
  char *const *names;
  size_t name_count; /* 0: the newest, if there is no question */
};

#endif
