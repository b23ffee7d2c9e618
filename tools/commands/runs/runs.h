/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs.h - what pomp-runs finds in a database of runs, as rows of tables.
 * Not here: the database (tools/commands/runs), comparisons (tools/show), which options ask for it (runs_options.h). */
#ifndef COMMANDS_RUNS_RUNS_H
#define COMMANDS_RUNS_RUNS_H

#include "commands/runs/runs_request.h"
#include "findings/run_summary.h"
#include "findings/statistics.h"
#include "show/listing.h"

#include <jansson.h>

/* These figures of a run are in a row: its wall time, and the sums of the regions that the user wants. */
enum stored_figure { STORED_WALL, STORED_SELF, STORED_WAIT, STORED_VISITS, STORED_FIGURES };

/* This is a run of --trend, or those of --scaling with the same numbers of threads and ranks. */
struct stored {
  const struct run *run; /* of several, the first */
  int64_t id;
  struct statistics figures[STORED_FIGURES];
  const struct stored *reference; /* what it is compared with: the run before, or the row with the fewest threads;
                                     NULL: nothing */
};

/* These are the columns that such a row has (HAS_STORED). */
extern const struct column stored_columns[];

/* Returns rows for programs, and how many are left of them. `listing` is that of --trend or --scaling. Without enough
 * memory, `*good` becomes false. */
json_t *stored_json_make(const struct listing *listing, struct row *rows, size_t *count, bool *good);
/* Prints them. False: not enough memory. */
bool stored_json(FILE *out, const struct listing *listing, struct row *rows, size_t count);

/* Writes the page of --trend, and says where it is. False: what went wrong has been said. */
bool trend_page(const struct runs_request *request, const struct listing *listing, struct row *rows, size_t count);

enum { RUNS_BEFORE = 20 }; /* so many runs are what a new one is held against, at most */

#endif
