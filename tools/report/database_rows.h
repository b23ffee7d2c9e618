/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* database_rows.h - what pomp-report asks of a database of runs.
 * Not here: the database (tools/database), comparisons (diff.h). */
#ifndef REPORT_DATABASE_ROWS_H
#define REPORT_DATABASE_ROWS_H

#include "kept_run.h"
#include "sample.h"
#include "views.h"

/* These figures of a run are in a row: its wall time, and the sums of the regions that the user wants. */
enum stored_figure { STORED_WALL, STORED_SELF, STORED_WAIT, STORED_VISITS, STORED_FIGURES };

/* This is a run of --trend, or those of --scaling with the same numbers of threads and ranks. */
struct stored {
  const struct run *run; /* of several, the first */
  int64_t id;
  struct sample figures[STORED_FIGURES];
  const struct stored *reference; /* what it is compared with: the run before, or the row with the fewest threads;
                                     NULL: nothing */
};

/* Stores the experiments that are named in --db, or the newest. The result is the exit status. */
int database_store_named(const struct asked *asked);

/* Each stores what is named, shows a view of the database, and returns the exit status. */
int show_trend(const struct asked *asked, const struct view *v);
int show_regressions(const struct asked *asked, const struct view *v);
int show_scaling(const struct asked *asked, const struct view *v);

/* Print `shown.stored`, and what --regressions finds in `shown.comparison`. */
bool report_stored(const struct shown *s, const struct view *v);
bool report_regressions(const struct shown *s, const struct view *v);
/* Prints `shown.stored` for programs. False: not enough memory. */
bool report_stored_json(const struct shown *s);

#endif
