/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* keep.h - goes through the processes of a job to keep what locations have for the views that are asked for.
 * Not here: what is kept (kept.h of tools/analysis), which views need what of it (views_keep of views.h). */
#ifndef REPORT_KEEP_H
#define REPORT_KEEP_H

#include "kept.h"
#include "parts.h"

/* What does not fit in memory is in a file without a name in $TMPDIR, or /tmp. */
struct keep_file {
  struct spill_place place;
  char folder[1024];
  int fd;    /* -1: nothing has been written */
  bool told; /* the user has been told why something could not be written, or read */
};

/* Keeps what is asked for (enum kept_what) of `whole`, which is concluded, and has no nodes. `file` has to live as long
 * as it. False: the file takes no more, which has been told; or a process can't be read, or memory is not enough. */
bool keep(struct keep_file *file, struct analysis *whole, unsigned what, const struct parts *parts);
void keep_end(struct keep_file *file);

#endif
