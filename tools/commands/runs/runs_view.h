/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_view.h - a question that a database is asked, as data.
 * Not here: the list of them (runs_views.h). */
#ifndef COMMANDS_RUNS_RUNS_VIEW_H
#define COMMANDS_RUNS_RUNS_VIEW_H

#include <stdbool.h>

struct runs_request;

struct run_view {
  const char *name; /* of the option */
  const char *help;
  const char *columns; /* the keys that it has unless the user chooses others */
  unsigned has;        /* what its rows have */
  const char *part;    /* the column that --min is about; NULL: it has none */
  bool has_page;
  int (*answer)(const struct runs_request *request); /* the result is the exit status */
};

#endif
