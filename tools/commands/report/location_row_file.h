/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_row_file.h - a file for what locations have of regions and call paths, where that is kept for views.
 * Not here: what is kept (location_rows.h of tools/sums), which views need what of it (views_keep of report_views.h).
 */
#ifndef COMMANDS_REPORT_LOCATION_ROW_FILE_H
#define COMMANDS_REPORT_LOCATION_ROW_FILE_H

#include "sums/location_rows.h"

/* Rows that do not fit in memory are in an unnamed file in $TMPDIR, or /tmp. */
struct location_row_file {
  struct row_file_place place;
  char folder[1024];
  int fd;    /* -1: nothing has been written */
  bool told; /* the user has been told why something could not be written, or read */
};

/* Begins to keep what is asked for (enum location_rows_what) of `whole`, as location_rows_begin does. False: memory is
 * not enough. Either way location_row_file_end is to be called, before analysis_free; nothing is kept any more then. */
bool location_row_file_begin(struct location_row_file *file, struct analysis *whole, unsigned what);
void location_row_file_end(struct location_row_file *file, struct analysis *whole);

#endif
