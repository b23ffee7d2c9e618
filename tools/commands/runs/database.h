/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* database.h - runs in a file of SQLite. docs/database.md has its tables, which are a contract.
 * Not here: the queries (tools/commands/runs). Each error is reported in a line. */
#ifndef COMMANDS_RUNS_DATABASE_H
#define COMMANDS_RUNS_DATABASE_H

#include "findings/run_summary.h"

struct database;

/* These are the runs of a database without their regions and call paths, in the order in which they began. */
struct run_list {
  struct run *runs;
  int64_t *ids;
  uint32_t count, run_room, id_room;
};

/* Returns what the user has to know if there can be no database; NULL: there can. Without it, all else fails. */
const char *database_lacks(void);

/* Opens a database; to write, it is made if it is not there. NULL: it can't be done; the reason has been printed. */
struct database *database_open(const char *path, bool write);
void database_close(struct database *db);

/* Stores a run, unless one with this identity is there: all of it, or nothing. `*id` becomes the run's number,
 * `*is_new` whether it was stored now. False: it can't be done; the reason has been printed. */
bool database_store(struct database *db, const struct run *r, const char *identity, int64_t *id, bool *is_new);

/* Lists all runs. False as above; either way run_list_free is to be called. */
bool database_list(struct database *db, struct run_list *list);
void run_list_free(struct run_list *list);

/* Reads the constructs and regions of a run, and its call paths as well, if they are wanted. False as above. */
bool database_fill(struct database *db, int64_t id, bool paths, struct run *r);

#endif
