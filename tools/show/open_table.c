/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* open_table.c - what the program's threads are in, or were when the measurement ended, and whom they wait for.
 * Not here: how that is found (tools/sums/open_visits.c). */
#include "show/report.h"
#include "show/table_cells.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 40u  /* rows of the table */
#define BRIEF 4u   /* the same where there is room for a few */
#define AWAITED 4u /* threads that a cell names */
#define LINKS 8u   /* threads of a cycle that a line names */

static const struct region *region_at(const struct analysis *a, const struct open_visit *v) {
  return &a->regions[a->paths[v->path].region];
}

static void name_of(const struct analysis *a, const struct open_visit *v, char *text, size_t size) {
  const struct row row = {.analysis = a, .location = v->location};
  const struct column none = {.head = ""};
  cell_location(text, size, &row, &none);
}

static void print_region(FILE *out, const struct analysis *a, const struct open_visit *v) {
  char where[256];
  const struct region *r = region_at(a, v);
  print_where(where, sizeof where, r);
  fprintf(out, *where ? "%s (%s)" : "%s%s", r->name, where);
}

/* A holder is in the block of what the other one waits for; else it has not come to a barrier. */
static bool holds(const struct analysis *a, const struct awaited *w) {
  return region_at(a, &a->open_visits[w->visit])->role != POMP_ROLE_BARRIER;
}

void report_deadlock(FILE *out, const struct analysis *a) {
  char name[512];
  for (uint32_t i = 0; i < a->cycle_length && i < LINKS; i++) {
    const struct awaited *w = &a->awaited[a->cycle[i]];
    const struct open_visit *v = &a->open_visits[w->visit];
    if (i == 0) {
      name_of(a, v, name, sizeof name);
      fprintf(out, "Deadlock: %s waits for ", name);
    } else
      fputs(", which waits for ", out);
    print_region(out, a, v);
    name_of(a, &a->open_visits[w->by], name, sizeof name);
    fprintf(out, holds(a, w) ? ", held by %s" : ", to which %s has not come", name);
  }
  if (a->cycle_length > LINKS)
    fprintf(out, ", and so on: %u threads wait for each other", a->cycle_length);
  if (a->cycle_length)
    fputs(".\n", out);
}

/* --- the table --- */

static CELL(cell_time) {
  *text = 0;
  if (!row->open->suspended)
    print_seconds(text, size, (double)row->open->time);
}
static CELL(cell_since) {
  *text = 0;
  if (!row->open->suspended)
    print_seconds(text, size, (double)row->open->since);
}
static CELL(cell_state) {
  snprintf(text, size, "%s", row->open->suspended ? "executes a task" : row->open->waits ? "waits" : "");
}
static CELL(cell_nested) {
  const struct path *p = &row->analysis->paths[row->open->path];
  snprintf(text, size, "%*s%s", row->depth < 20 ? (int)row->depth * 2 : 40, "", row->analysis->regions[p->region].name);
}
static CELL(cell_awaited) {
  const struct analysis *a = row->analysis;
  uint32_t count;
  const struct awaited *w = analysis_awaited(a, (uint32_t)(row->open - a->open_visits), &count);
  size_t at = 0;
  *text = 0;
  for (uint32_t i = 0; i < count && i < AWAITED && at < size; i++) {
    char name[256];
    name_of(a, &a->open_visits[w[i].by], name, sizeof name);
    int n = snprintf(text + at, size - at, "%s%s", i ? ", " : "", name);
    at += n > 0 ? (size_t)n : 0;
  }
  if (count > AWAITED && at < size)
    snprintf(text + at, size - at, " and %u more", count - AWAITED);
}

static const struct column columns[] = {
    {"thread", true, cell_location},   {"since s", false, cell_since},    {"for s", false, cell_time},
    {"state", true, cell_state},       {"waits for", true, cell_awaited}, {"region", true, cell_nested},
    {"function", true, cell_function}, {"where", true, cell_where},
};

/* True if this needs no explanation: the functions of the first thread that call MPI_Finalize or exit. */
static bool is_expected(const struct loaded *l, const struct analysis *a, const struct open_visit *v) {
  const struct region *r = region_at(a, v);
  bool function = r->role == POMP_ROLE_USER && r->construct && strcmp(r->construct->name, "function") == 0;
  return l->state == RUN_COMPLETE && (function || r->role == POMP_ROLE_MPI) && a->locations[v->location].number == 0;
}

bool report_open_is_expected(const struct loaded *l, const struct analysis *a) {
  for (uint32_t i = 0; i < a->open_count; i++)
    if (!is_expected(l, a, &a->open_visits[i]))
      return false;
  return true;
}

bool report_open(FILE *out, const struct loaded *l, const struct analysis *a, enum report_open how) {
  const uint32_t most = how == OPEN_BRIEF ? BRIEF : SHOWN;
  struct row *rows = calloc(a->open_count + 1ull, sizeof *rows);
  uint32_t count = 0, depth = 0;
  bool all = a->open_count <= most;
  if (!rows)
    return false;
  for (uint32_t i = 0; i < a->open_count; i++) {
    const struct open_visit *v = &a->open_visits[i];
    depth = i && v[-1].location == v->location ? depth + 1 : 0;
    if ((all || v->innermost) && count < most)
      rows[count++] = (struct row){
          .analysis = a, .open = v, .region = region_at(a, v), .location = v->location, .depth = all ? depth : 0};
  }
  if (count && !report_open_is_expected(l, a)) {
    fputs(l->state == RUN_RUNNING    ? "Where the threads are now\n"
          : l->state == RUN_COMPLETE ? "Where the threads were when the measurement ended\n"
                                     : "Where the threads were last\n",
          out);
    table_print(out, columns, COUNT(columns), rows, count);
    if (a->open_count > count)
      fprintf(out, "  and %u more, which --%s has\n", a->open_count - count, how == OPEN_BRIEF ? "all" : "json");
    fputc('\n', out);
  }
  free(rows);
  return true;
}
