/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* schema.h - the tables of the database, and how SQLite is spoken to.
 * Not here: what database.h promises. docs/database.md explains each column. */
#ifndef COMMANDS_RUNS_SCHEMA_H
#define COMMANDS_RUNS_SCHEMA_H

#include "commands/runs/database.h"

#include <sqlite3.h>

#define SCHEMA_APPLICATION 0x706f6d70 /* "pomp" */
#define SCHEMA_VERSION 1

/* A row is a table or a view: its name, and its text in SQL as the database keeps it. */
#define SCHEMA_TABLES(X)                                                                                               \
  X("run", "CREATE TABLE run(id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, name TEXT NOT NULL, "              \
           "program TEXT NOT NULL, command TEXT NOT NULL, directory TEXT NOT NULL, host TEXT NOT NULL, "               \
           "state TEXT NOT NULL, started_ns INTEGER NOT NULL, threads INTEGER NOT NULL, ranks INTEGER NOT NULL, "      \
           "from_trace INTEGER NOT NULL, wall_ns INTEGER NOT NULL, thread_wall_ns INTEGER NOT NULL, "                  \
           "in_regions_ns INTEGER NOT NULL, outside_ns INTEGER NOT NULL, idle_ns INTEGER NOT NULL, "                   \
           "wait_ns INTEGER NOT NULL)")                                                                                \
  X("construct", "CREATE TABLE construct(run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, "                  \
                 "number INTEGER NOT NULL, name TEXT NOT NULL, sub_name TEXT NOT NULL, function TEXT NOT NULL, "       \
                 "file TEXT NOT NULL, line INTEGER NOT NULL, last_line INTEGER NOT NULL, place TEXT NOT NULL, "        \
                 "clauses TEXT, address INTEGER NOT NULL, PRIMARY KEY(run, number)) WITHOUT ROWID")                    \
  X("region", "CREATE TABLE region(run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, "                        \
              "number INTEGER NOT NULL, construct INTEGER, role INTEGER NOT NULL, name TEXT NOT NULL, "                \
              "self_ns INTEGER NOT NULL, incl_ns INTEGER NOT NULL, wait_ns INTEGER NOT NULL, "                         \
              "visits INTEGER NOT NULL, PRIMARY KEY(run, number)) WITHOUT ROWID")                                      \
  X("callpath", "CREATE TABLE callpath(run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, "                    \
                "number INTEGER NOT NULL, parent INTEGER, region INTEGER NOT NULL, self_ns INTEGER NOT NULL, "         \
                "incl_ns INTEGER NOT NULL, wait_ns INTEGER NOT NULL, visits INTEGER NOT NULL, "                        \
                "PRIMARY KEY(run, number)) WITHOUT ROWID")                                                             \
  X("figures", "CREATE VIEW figures AS SELECT run.id AS run, datetime(run.started_ns / 1000000000, 'unixepoch') AS "   \
               "started, run.program, run.host, run.threads, run.ranks, run.wall_ns / 1e9 AS wall_s, region.name, "    \
               "construct.function, construct.place, region.self_ns / 1e9 AS self_s, region.incl_ns / 1e9 AS incl_s, " \
               "region.wait_ns / 1e9 AS wait_s, region.visits FROM region JOIN run ON run.id = region.run LEFT JOIN "  \
               "construct ON construct.run = region.run AND construct.number = region.construct")

/* The kernel's figures of a run's threads. Older databases lack this table, and get it when they are written to. */
#define SCHEMA_SCHEDULING                                                                                              \
  "CREATE TABLE scheduling(run INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE, lived_ns INTEGER NOT NULL, "  \
  "ready_ns INTEGER NOT NULL)"

struct database {
  sqlite3 *sqlite;
  const char *path;
  bool has_scheduling;
};

/* Tells what SQLite says went wrong, in one line. The result is false. */
bool database_fail(const struct database *db);
/* Tells that what the database has can't be right. The result is false. */
bool database_damaged(const struct database *db, const char *what);
/* Executes statements without results. */
bool database_do(const struct database *db, const char *sql);
/* Prepares a statement; NULL: it can't be done; the reason has been printed. */
sqlite3_stmt *database_prepare(const struct database *db, const char *sql);

#endif
