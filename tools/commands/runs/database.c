/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* database.c - opens a database, and makes sure that it is one of ours.
 * Not here: what is written (database_write.c) and read (database_read.c). */
#include "base/user_error.h"
#include "commands/runs/schema.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Somebody else may be writing, perhaps on a network's file system; so long a run takes in no case. */
enum { PATIENCE_MS = 60000 };

bool database_fail(const struct database *db) {
  int code = sqlite3_errcode(db->sqlite);
  if (code == SQLITE_NOTADB)
    return user_error(db->path, "not a database");
  if (code == SQLITE_BUSY)
    return user_error(db->path, "somebody else has been writing to it for more than %d s", PATIENCE_MS / 1000);
  return user_error(db->path, "%s%s", code == SQLITE_CORRUPT ? "damaged: " : "", sqlite3_errmsg(db->sqlite));
}

bool database_damaged(const struct database *db, const char *what) { return user_error(db->path, "damaged: %s", what); }

bool database_do(const struct database *db, const char *sql) {
  return sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK || database_fail(db);
}

sqlite3_stmt *database_prepare(const struct database *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL) != SQLITE_OK)
    database_fail(db);
  return statement;
}

/* Finds a number that one row has. */
static bool number_of(const struct database *db, const char *sql, int64_t *number) {
  sqlite3_stmt *statement = database_prepare(db, sql);
  bool good = statement && (sqlite3_step(statement) == SQLITE_ROW || database_fail(db));
  if (good)
    *number = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return good;
}

/* True if a table has the text that it was made with. What somebody has added is no harm. */
static bool is_table(const struct database *db, const char *name, const char *sql) {
  sqlite3_stmt *statement = database_prepare(db, "SELECT sql FROM sqlite_master WHERE name = ?1");
  if (!statement)
    return false;
  sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
  int step = sqlite3_step(statement);
  const char *has = step == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
  bool good = has && strcmp(has, sql) == 0;
  if (!good && step != SQLITE_ROW && step != SQLITE_DONE)
    database_fail(db);
  else if (!good)
    user_error_print(db->path, "its table %s is not that of pomp-runs", name);
  sqlite3_finalize(statement);
  return good;
}

static bool check_tables(const struct database *db) {
#define TABLE(name, sql) {name, sql},
  static const struct {
    const char *name, *sql;
  } tables[] = {SCHEMA_TABLES(TABLE)};
#undef TABLE
  bool good = true;
  for (size_t i = 0; good && i < sizeof tables / sizeof *tables; i++)
    good = is_table(db, tables[i].name, tables[i].sql);
  return good;
}

/* Finds the table that databases of before lack, and makes it if this one is to be written to. */
static bool find_scheduling(struct database *db, bool write) {
  int64_t tables;
  if (!number_of(db, "SELECT count(*) FROM sqlite_master WHERE name = 'scheduling'", &tables))
    return false;
  db->has_scheduling = tables || write;
  return tables ? is_table(db, "scheduling", SCHEMA_SCHEDULING) : !write || database_do(db, SCHEMA_SCHEDULING);
}

static bool make_tables(const struct database *db) {
#define TABLE(name, sql) sql ";"
  static const char tables[] = SCHEMA_TABLES(TABLE);
#undef TABLE
  char head[128];
  snprintf(head, sizeof head, "PRAGMA application_id = %d; PRAGMA user_version = %d;", SCHEMA_APPLICATION,
           SCHEMA_VERSION);
  return database_do(db, tables) && database_do(db, head);
}

/* Finds out whose database it is; one that is empty becomes ours, if it is to be written to. Two processes may do so at
 * once: to write, this is one transaction. */
static bool check(struct database *db, bool write) {
  int64_t application, version, tables;
  if (!number_of(db, "PRAGMA application_id", &application) || !number_of(db, "PRAGMA user_version", &version) ||
      !number_of(db, "SELECT count(*) FROM sqlite_master", &tables))
    return false;
  if (application == 0 && version == 0 && tables == 0)
    return write ? make_tables(db) && find_scheduling(db, write) : user_error(db->path, "there is nothing in it");
  if (application != SCHEMA_APPLICATION)
    return user_error(db->path, "a database of another program");
  if (version > SCHEMA_VERSION)
    return user_error(db->path, "made by a newer pomp-runs: its version is %lld, and this one knows %d",
                      (long long)version, SCHEMA_VERSION);
  if (version != SCHEMA_VERSION)
    return database_damaged(db, "it has no version");
  return check_tables(db) && find_scheduling(db, write);
}

/* Nothing that the file holds is to be executed. */
static bool prepare(const struct database *db) {
  sqlite3_busy_timeout(db->sqlite, PATIENCE_MS);
  sqlite3_db_config(db->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(db->sqlite, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config(db->sqlite, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  return database_do(db, "PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON");
}

static bool is_usable(const char *path, bool write) {
  struct stat s;
  if (stat(path, &s) != 0)
    return (write && errno == ENOENT) || user_error(path, "%s", strerror(errno));
  return S_ISREG(s.st_mode) || user_error(path, S_ISDIR(s.st_mode) ? "a directory, and no database" : "not a file");
}

/* SQLite takes some names for other things than files, but none with a slash. */
static char *name_of(const char *path) {
  char *name = NULL;
  return asprintf(&name, "%s%s", strchr(path, '/') == path ? "" : "./", path) < 0 ? NULL : name;
}

struct database *database_open(const char *path, bool write) {
  if (!is_usable(path, write))
    return NULL;
  struct database *db = calloc(1, sizeof *db);
  char *name = name_of(path);
  /* Who only reads may have to undo first what a writer has left that was killed. SQLite goes back to reading alone
   * if it must not write. */
  int flags = write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
  bool good = (db && name) || user_error(path, "not enough memory");
  if (good) {
    db->path = path;
    good = sqlite3_open_v2(name, &db->sqlite, flags, NULL) == SQLITE_OK || database_fail(db);
    good = good && prepare(db) && database_do(db, write ? "BEGIN IMMEDIATE" : "BEGIN") && check(db, write) &&
           (!write || database_do(db, "COMMIT"));
  }
  free(name);
  if (good)
    return db;
  database_close(db);
  return NULL;
}

void database_close(struct database *db) {
  if (db)
    sqlite3_close(db->sqlite); /* which undoes what was not committed */
  free(db);
}
