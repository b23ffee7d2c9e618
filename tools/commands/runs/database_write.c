/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* database_write.c - writes runs into a database: all of a run, or nothing.
 * Not here: how it is opened (database.c), what is read (database_read.c). */
#include "commands/runs/schema.h"

#include <string.h>

static void bind_text(sqlite3_stmt *s, int at, const char *text) {
  if (text)
    sqlite3_bind_text64(s, at, text, strlen(text), SQLITE_STATIC, SQLITE_UTF8);
  else
    sqlite3_bind_null(s, at);
}

/* SQLite has signed numbers: what exceeds them, which no run does, is the largest. */
static void bind_number(sqlite3_stmt *s, int at, uint64_t n) {
  sqlite3_bind_int64(s, at, n > INT64_MAX ? INT64_MAX : (int64_t)n);
}

static void bind_reference(sqlite3_stmt *s, int at, uint32_t n) {
  if (n == RUN_NONE)
    sqlite3_bind_null(s, at);
  else
    sqlite3_bind_int64(s, at, n);
}

/* The four figures are one after the other in the tables. */
static void bind_figures(sqlite3_stmt *s, int at, const uint64_t *figures) {
  static const enum run_figure order[] = {RUN_SELF, RUN_INCLUSIVE, RUN_WAIT, RUN_VISITS};
  for (int i = 0; i < RUN_STORED; i++)
    bind_number(s, at + i, figures[order[i]]);
}

/* Executes a statement with what is bound, and makes it ready for the next row. */
static bool put(const struct database *db, sqlite3_stmt *s) {
  bool good = sqlite3_step(s) == SQLITE_DONE || database_fail(db);
  sqlite3_reset(s);
  return good;
}

static bool find(const struct database *db, const char *identity, int64_t *id) {
  sqlite3_stmt *s = database_prepare(db, "SELECT id FROM run WHERE identity = ?1");
  *id = 0;
  if (!s)
    return false;
  bind_text(s, 1, identity);
  int step = sqlite3_step(s);
  if (step == SQLITE_ROW)
    *id = sqlite3_column_int64(s, 0);
  bool good = step == SQLITE_ROW || step == SQLITE_DONE || database_fail(db);
  sqlite3_finalize(s);
  return good;
}

static bool put_run(const struct database *db, const struct run *r, const char *identity, int64_t *id) {
  sqlite3_stmt *s =
      database_prepare(db, "INSERT INTO run(identity, name, program, command, directory, host, state, "
                           "started_ns, threads, ranks, from_trace, wall_ns, thread_wall_ns, "
                           "in_regions_ns, outside_ns, idle_ns, wait_ns) "
                           "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)");
  const char *texts[] = {identity, r->name, r->program, r->command, r->directory, r->host, r->state};
  const uint64_t numbers[] = {r->start, r->threads, r->ranks, r->traced};
  if (!s)
    return false;
  for (int i = 0; i < 7; i++)
    bind_text(s, 1 + i, texts[i]);
  for (int i = 0; i < 4; i++)
    bind_number(s, 8 + i, numbers[i]);
  for (int i = 0; i < RUN_READY; i++) /* the order is that of enum run_total */
    bind_number(s, 12 + i, r->totals[i]);
  bool good = put(db, s);
  *id = sqlite3_last_insert_rowid(db->sqlite);
  sqlite3_finalize(s);
  return good;
}

static bool put_scheduling(const struct database *db, const struct run *r, int64_t id) {
  if (!r->ready_known)
    return true;
  sqlite3_stmt *s = database_prepare(db, "INSERT INTO scheduling VALUES(?1, ?2, ?3)");
  if (!s)
    return false;
  sqlite3_bind_int64(s, 1, id);
  bind_number(s, 2, r->lived);
  bind_number(s, 3, r->totals[RUN_READY]);
  bool good = put(db, s);
  sqlite3_finalize(s);
  return good;
}

static bool put_constructs(const struct database *db, const struct run *r, int64_t id) {
  sqlite3_stmt *s = database_prepare(db, "INSERT INTO construct VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)");
  bool good = s != NULL;
  for (uint32_t i = 0; good && i < r->construct_count; i++) {
    const struct run_construct *c = &r->constructs[i];
    sqlite3_bind_int64(s, 1, id);
    bind_number(s, 2, i);
    bind_text(s, 3, c->name);
    bind_text(s, 4, c->sub_name);
    bind_text(s, 5, c->function);
    bind_text(s, 6, c->file);
    sqlite3_bind_int64(s, 7, c->line);
    sqlite3_bind_int64(s, 8, c->last_line);
    bind_text(s, 9, c->where);
    bind_text(s, 10, c->clauses);
    bind_number(s, 11, c->address);
    good = put(db, s);
  }
  sqlite3_finalize(s);
  return good;
}

static bool put_regions(const struct database *db, const struct run *r, int64_t id) {
  sqlite3_stmt *s = database_prepare(db, "INSERT INTO region VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
  bool good = s != NULL;
  char name[1024];
  for (uint32_t i = 0; good && i < r->region_count; i++) {
    const struct run_region *from = &r->regions[i];
    run_region_name(from->construct == RUN_NONE ? NULL : &r->constructs[from->construct], from->role, name,
                    sizeof name);
    sqlite3_bind_int64(s, 1, id);
    bind_number(s, 2, i);
    bind_reference(s, 3, from->construct);
    bind_number(s, 4, from->role);
    bind_text(s, 5, name);
    bind_figures(s, 6, from->figures);
    good = put(db, s);
  }
  sqlite3_finalize(s);
  return good;
}

static bool put_paths(const struct database *db, const struct run *r, int64_t id) {
  sqlite3_stmt *s = database_prepare(db, "INSERT INTO callpath VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
  bool good = s != NULL;
  for (uint32_t i = 0; good && i < r->path_count; i++) {
    sqlite3_bind_int64(s, 1, id);
    bind_number(s, 2, i);
    bind_reference(s, 3, r->paths[i].parent);
    bind_number(s, 4, r->paths[i].region);
    bind_figures(s, 5, r->paths[i].figures);
    good = put(db, s);
  }
  sqlite3_finalize(s);
  return good;
}

bool database_store(struct database *db, const struct run *r, const char *identity, int64_t *id, bool *is_new) {
  *is_new = false;
  if (!database_do(db, "BEGIN IMMEDIATE"))
    return false;
  bool good = find(db, identity, id);
  if (good && !*id) {
    *is_new = true;
    good = put_run(db, r, identity, id) && put_scheduling(db, r, *id) && put_constructs(db, r, *id) &&
           put_regions(db, r, *id) && put_paths(db, r, *id);
  }
  good = good && database_do(db, "COMMIT");
  if (!good && !sqlite3_get_autocommit(db->sqlite)) /* a full disk may have undone it already */
    sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
  return good;
}
