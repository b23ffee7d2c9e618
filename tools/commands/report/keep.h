/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* keep.h - a file for what locations have of regions and call paths, where that is kept for views.
 * Not here: what is kept (kept.h of tools/sums), which views need what of it (views_keep of report_views.h). */
#ifndef COMMANDS_REPORT_KEEP_H
#define COMMANDS_REPORT_KEEP_H

#include "sums/kept.h"

/* What does not fit in memory is in a file without a name in $TMPDIR, or /tmp. */
struct keep_file {
  struct spill_place place;
  char folder[1024];
  int fd;    /* -1: nothing has been written */
  bool told; /* the user has been told why something could not be written, or read */
};

/* Begins to keep what is asked for (enum kept_what) of `whole`, as kept_begin does. False: memory is not enough. Either
 * way keep_end is to be called, before analysis_free; nothing is kept any more then. */
bool keep_begin(struct keep_file *file, struct analysis *whole, unsigned what);
void keep_end(struct keep_file *file, struct analysis *whole);

#endif
