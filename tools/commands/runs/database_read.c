/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* database_read.c - reads runs out of a database. Its authors may have written anything: numbers that lead anywhere
 * are checked, and texts are made fit for a terminal, but for the names that the user has given.
 * Not here: how it is opened (database.c). */
#include "base/user_error.h"
#include "commands/runs/schema.h"
#include "pomp_array.h"
#include "pomp_roles.h"
#include "pomp_text.h"

#include <stdlib.h>
#include <string.h>

/* This is a statement whose rows are read. */
struct reading {
  const struct database *db;
  sqlite3_stmt *statement;
  struct run *run;
  bool good;
};

static uint64_t number(struct reading *r, int at) {
  int64_t n = sqlite3_column_int64(r->statement, at);
  if (r->good && (sqlite3_column_type(r->statement, at) != SQLITE_INTEGER || n < 0))
    r->good = database_damaged(r->db, "there is something else where a number belongs");
  return n < 0 ? 0 : (uint64_t)n;
}

/* Returns the number of another row, which is below `limit`; RUN_NONE if there is none. */
static uint32_t reference(struct reading *r, int at, uint64_t limit) {
  if (sqlite3_column_type(r->statement, at) == SQLITE_NULL)
    return RUN_NONE;
  uint64_t n = number(r, at);
  if (r->good && n >= limit)
    r->good = database_damaged(r->db, "a row that is not there is referred to");
  return r->good ? (uint32_t)n : RUN_NONE;
}

static const char *text(struct reading *r, int at, bool as_it_is) {
  const char *from = (const char *)sqlite3_column_text(r->statement, at), *kept = NULL;
  if (r->good && !from)
    r->good = database_damaged(r->db, "a text is missing");
  if (r->good && !(kept = run_text(r->run, from)))
    r->good = user_error(r->db->path, "not enough memory");
  if (r->good && !as_it_is)
    pomp_text_clean(r->run->texts[r->run->text_count - 1], 0);
  return kept ? kept : "";
}

static void figures(struct reading *r, int at, uint64_t *to) {
  static const enum run_figure order[] = {RUN_SELF, RUN_INCLUSIVE, RUN_WAIT, RUN_VISITS};
  for (int i = 0; i < RUN_STORED; i++)
    to[order[i]] = number(r, at + i);
}

/* Goes to the next row. False: there is none, or it can't be read, which `good` tells. */
static bool next(struct reading *r) {
  int step = r->good && r->statement ? sqlite3_step(r->statement) : SQLITE_DONE;
  if (step != SQLITE_ROW && step != SQLITE_DONE)
    r->good = database_fail(r->db);
  return step == SQLITE_ROW;
}

/* --- the list --- */

static void take_head(struct reading *r, struct run *run) {
  r->run = run;
  run->name = text(r, 1, true);
  run->program = text(r, 2, false);
  run->command = text(r, 3, false);
  run->directory = text(r, 4, false);
  run->host = text(r, 5, false);
  run->state = text(r, 6, false);
  run->start = number(r, 7);
  run->threads = (uint32_t)(number(r, 8) & UINT32_MAX);
  run->ranks = (uint32_t)(number(r, 9) & UINT32_MAX);
  run->traced = number(r, 10) != 0;
  for (int i = 0; i < RUN_READY; i++)
    run->totals[i] = number(r, 11 + i);
  run->ready_known = sqlite3_column_type(r->statement, 11 + RUN_READY) != SQLITE_NULL;
  run->lived = run->ready_known ? number(r, 11 + RUN_READY) : 0;
  run->totals[RUN_READY] = run->ready_known ? number(r, 12 + RUN_READY) : 0;
}

#define LIST_RUNS(more)                                                                                                \
  "SELECT id, name, program, command, directory, host, state, started_ns, threads, ranks, from_trace, wall_ns, "       \
  "thread_wall_ns, in_regions_ns, outside_ns, idle_ns, wait_ns, " more " ORDER BY started_ns, id"

bool database_list(struct database *db, struct run_list *list) {
  *list = (struct run_list){.count = 0};
  struct reading r = {
      .db = db,
      .statement = database_prepare(
          db, db->has_scheduling
                  ? LIST_RUNS("lived_ns, ready_ns FROM run LEFT JOIN scheduling ON scheduling.run = run.id")
                  : LIST_RUNS("NULL, NULL FROM run"))};
  r.good = r.statement != NULL;
  while (next(&r)) {
    if (!POMP_ARRAY_ROOM(list->runs, list->run_room, list->count + 1ull) ||
        !POMP_ARRAY_ROOM(list->ids, list->id_room, list->count + 1ull)) {
      r.good = user_error(db->path, "not enough memory");
      break;
    }
    list->runs[list->count] = (struct run){.name = ""};
    list->ids[list->count] = sqlite3_column_int64(r.statement, 0);
    take_head(&r, &list->runs[list->count++]);
  }
  sqlite3_finalize(r.statement);
  return r.good;
}

void run_list_free(struct run_list *list) {
  for (uint32_t i = 0; i < list->count; i++)
    run_free(&list->runs[i]);
  free(list->runs);
  free(list->ids);
  *list = (struct run_list){.count = 0};
}

/* --- one run --- */

static bool begin(struct reading *r, const struct database *db, struct run *run, int64_t id, const char *sql) {
  *r = (struct reading){.db = db, .run = run, .statement = database_prepare(db, sql)};
  r->good = r->statement != NULL;
  if (r->good)
    sqlite3_bind_int64(r->statement, 1, id);
  return r->good;
}

/* Makes room for one row more, whose number has to be the next one. */
static void *room_for(struct reading *r, void *array, uint32_t *room, uint32_t count, size_t size) {
  void *at;
  if (number(r, 0) != count && r->good)
    r->good = database_damaged(r->db, "the rows of a run are not numbered from 0 on");
  if (r->good && !pomp_array_room(array, room, count + 1ull, size))
    r->good = user_error(r->db->path, "not enough memory");
  memcpy(&at, array, sizeof at);
  return r->good ? (char *)at + (size_t)count * size : NULL;
}

static bool fill_constructs(const struct database *db, int64_t id, struct run *run) {
  struct reading r;
  uint32_t room = 0;
  begin(&r, db, run, id,
        "SELECT number, name, sub_name, function, file, line, last_line, place, clauses, address FROM "
        "construct WHERE run = ?1 ORDER BY number");
  while (next(&r)) {
    struct run_construct *c = room_for(&r, (void *)&run->constructs, &room, run->construct_count, sizeof *c);
    if (!c)
      break;
    run->construct_count++;
    *c = (struct run_construct){.name = text(&r, 1, false),
                                .sub_name = text(&r, 2, false),
                                .function = text(&r, 3, false),
                                .file = text(&r, 4, false),
                                .line = (int)(number(&r, 5) & INT32_MAX),
                                .last_line = (int)(number(&r, 6) & INT32_MAX),
                                .where = text(&r, 7, false),
                                .address = number(&r, 9)};
    if (sqlite3_column_type(r.statement, 8) != SQLITE_NULL)
      c->clauses = text(&r, 8, false);
  }
  sqlite3_finalize(r.statement);
  return r.good;
}

static bool fill_regions(const struct database *db, int64_t id, struct run *run) {
  struct reading r;
  uint32_t room = 0;
  begin(&r, db, run, id,
        "SELECT number, construct, role, self_ns, incl_ns, wait_ns, visits FROM region WHERE run = ?1 "
        "ORDER BY number");
  while (next(&r)) {
    struct run_region *to = room_for(&r, (void *)&run->regions, &room, run->region_count, sizeof *to);
    if (!to)
      break;
    run->region_count++;
    *to = (struct run_region){.construct = reference(&r, 1, run->construct_count),
                              .role = reference(&r, 2, POMP_ROLE_COUNT)};
    figures(&r, 3, to->figures);
    if (r.good && to->role == RUN_NONE)
      r.good = database_damaged(db, "a region has no role");
  }
  sqlite3_finalize(r.statement);
  return r.good;
}

static bool fill_paths(const struct database *db, int64_t id, struct run *run) {
  struct reading r;
  uint32_t room = 0;
  begin(&r, db, run, id,
        "SELECT number, parent, region, self_ns, incl_ns, wait_ns, visits FROM callpath WHERE run = ?1 "
        "ORDER BY number");
  while (next(&r)) {
    struct run_path *to = room_for(&r, (void *)&run->paths, &room, run->path_count, sizeof *to);
    if (!to)
      break;
    uint32_t at = run->path_count++;
    *to = (struct run_path){.parent = reference(&r, 1, at), .region = reference(&r, 2, run->region_count)};
    figures(&r, 3, to->figures);
    if (r.good && (to->region == RUN_NONE || (to->parent == RUN_NONE) != (at == 0)))
      r.good = database_damaged(db, "a call path hangs in the air");
  }
  sqlite3_finalize(r.statement);
  return r.good;
}

bool database_fill(struct database *db, int64_t id, bool paths, struct run *r) {
  return fill_constructs(db, id, r) && fill_regions(db, id, r) && (!paths || fill_paths(db, id, r)) &&
         (run_sort(r) || user_error(db->path, "not enough memory"));
}
