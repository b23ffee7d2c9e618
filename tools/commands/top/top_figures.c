/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* top_figures.c - takes from a snapshot what is shown of it: bars, the rows of regions, who waits.
 * Not here: how it is shown (draw.c). */
#include "commands/top/top.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- values --- */

/* Returns a value of the whole time or of the interval, as it was chosen. */
static int64_t value_of(const struct pomp_read *r, bool since_start, const char *key, uint32_t of, uint32_t row) {
  int64_t value = 0;
  const uint32_t column = pomp_read_find_column(r, key);
  (since_start ? pomp_read_value : pomp_read_change)(r, column, of, row, POMP_READ_NONE, &value);
  return value > 0 ? value : 0;
}

static void take_bar(struct top_bar *b, const struct pomp_read *r, bool since_start, uint32_t of, uint32_t row) {
  b->work = value_of(r, since_start, "work_ns", of, row);
  b->wait = value_of(r, since_start, "wait_ns", of, row);
  b->idle = value_of(r, since_start, "idle_ns", of, row);
}

static void describe_region(const struct pomp_read *r, uint32_t region, char *name, char *where) {
  struct pomp_read_region g = {.name = ""};
  *name = *where = 0;
  if (region == POMP_READ_NONE || pomp_read_region(r, region, &g, sizeof g) != 0)
    return;
  snprintf(name, TOP_TEXT, "%s", g.name);
  if (g.line)
    snprintf(where, TOP_TEXT, "%s:%u", g.file, g.line);
  else
    snprintf(where, TOP_TEXT, "%s", *g.place ? g.place : g.file);
}

static void name_location(const struct pomp_read *r, uint32_t location, char *name, size_t size) {
  struct pomp_read_location l = {.name = ""};
  pomp_read_location(r, location, &l, sizeof l);
  snprintf(name, size, "%s", l.name);
}

/* --- locations --- */

/* A location that has done nothing has no bar. */
static void take_bars(struct top_figures *f, const struct pomp_read *r, bool since_start) {
  for (uint32_t i = 0; i < f->run.locations; i++) {
    struct top_bar *b = &f->bars[f->bar_count];
    take_bar(b, r, since_start, POMP_READ_OF_LOCATION, i);
    name_location(r, i, b->name, sizeof b->name);
    f->bar_count += b->work || b->wait || b->idle;
  }
}

/* --- regions --- */

static enum top_sort sorted_by;

static int by_figure(const void *x, const void *y) {
  const struct top_row *a = x, *b = y;
  for (int i = 0; i < SORTS; i++) {
    int64_t p = a->figures[(sorted_by + i) % SORTS], q = b->figures[(sorted_by + i) % SORTS];
    if (p != q)
      return p > q ? -1 : 1;
  }
  int order = strcmp(a->region, b->region);
  return order ? order : strcmp(a->where, b->where);
}

/* The first region is what is outside of all. */
static void take_rows(struct top_figures *f, const struct pomp_read *r, bool since_start, enum top_sort sort) {
  static const char *const keys[SORTS] = {
      [SORT_SELF] = "exclusive_ns", [SORT_WAIT] = "wait_ns", [SORT_VISITS] = "visits"};
  for (uint32_t i = 1; i < f->run.regions; i++) {
    struct top_row *row = &f->rows[f->row_count];
    bool some = false;
    for (int k = 0; k < SORTS; k++)
      some |= (row->figures[k] = value_of(r, since_start, keys[k], POMP_READ_OF_REGION, i)) != 0;
    if (!some)
      continue;
    describe_region(r, i, row->region, row->where);
    f->row_count++;
  }
  sorted_by = sort;
  qsort(f->rows, f->row_count, sizeof *f->rows, by_figure);
}

/* --- who waits --- */

static int by_time(const void *x, const void *y) {
  const struct top_wait *a = x, *b = y;
  if (a->stuck != b->stuck)
    return a->stuck ? -1 : 1;
  if (a->for_ns != b->for_ns)
    return a->for_ns > b->for_ns ? -1 : 1;
  return strcmp(a->who, b->who);
}

static void take_waits(struct top_figures *f, const struct pomp_read *r) {
  struct pomp_read_doing d;
  for (uint32_t i = 0; pomp_read_doing(r, i, &d, sizeof d) == 0; i++) {
    uint32_t whom;
    if (d.does != POMP_READ_WAITS)
      continue;
    struct top_wait *w = &f->waits[f->wait_count++];
    *w = (struct top_wait){.for_ns = d.for_ns, .stuck = d.stuck, .in_cycle = d.deadlocked};
    name_location(r, d.location, w->who, sizeof w->who);
    describe_region(r, d.region, w->region, w->where);
    if (pomp_read_awaited(r, i, 0, &whom) == 0) {
      name_location(r, whom, w->whom, sizeof w->whom);
      w->others = d.awaited - 1;
    }
  }
  qsort(f->waits, f->wait_count, sizeof *f->waits, by_time);
}

/* --- what costs time --- */

static void take_findings(struct top_figures *f, const struct pomp_read *r) {
  struct pomp_read_finding g;
  for (uint32_t i = 0; i < TOP_FINDINGS && pomp_read_finding(r, i, &g, sizeof g) == 0; i++) {
    struct top_finding *t = &f->findings[f->finding_count++];
    *t = (struct top_finding){.saving_ns = g.saving_ns, .of_ns = g.of_ns, .judged = g.judged};
    describe_region(r, g.region, t->region, t->where);
    snprintf(t->text, sizeof t->text, "%s", g.text);
    snprintf(t->advice, sizeof t->advice, "%s", g.advice);
    snprintf(t->why_not, sizeof t->why_not, "%s", g.why_not);
  }
}

static void take_lines(struct top_figures *f, const struct pomp_read *r) {
  struct pomp_read_line l;
  for (uint32_t i = 0; i < TOP_LINES && pomp_read_line(r, i, &l, sizeof l) == 0; i++) {
    struct top_line *t = &f->lines[f->line_count++];
    char where[TOP_TEXT];
    *t = (struct top_line){.samples = l.samples, .of_all = l.of_all};
    describe_region(r, l.region, t->region, where);
    snprintf(t->function, sizeof t->function, "%s", l.function);
    if (l.line)
      snprintf(t->where, sizeof t->where, "%s:%u", l.file, l.line);
    else
      snprintf(t->where, sizeof t->where, "%s", l.file);
  }
}

/* --- all --- */

/* Where nothing has been read before, or no time has gone by, as the program has ended, the figures are those since its
 * begin. */
static bool is_off(const struct pomp_read *r, uint32_t processes) {
  struct pomp_read_control c;
  for (uint32_t i = 0; i < processes; i++)
    if (pomp_read_control(r, i, &c, sizeof c) == 0 && !c.recording)
      return true;
  return false;
}

static bool is_stopped(const struct pomp_read *r) {
  struct pomp_read_process p;
  for (uint32_t i = 0; pomp_read_process(r, i, &p, sizeof p) == 0; i++)
    if (p.state == POMP_READ_RUNNING && !p.stopped)
      return false;
  return true;
}

bool figures_take(struct top_figures *f, const struct pomp_read *r, const struct top_chosen *chosen) {
  struct pomp_read_process p = {.pid = 0};
  *f = (struct top_figures){.pid = 0};
  pomp_read_run(r, &f->run, sizeof f->run);
  if (f->run.processes == 1 && pomp_read_process(r, 0, &p, sizeof p) == 0)
    f->pid = p.pid;
  f->is_off = f->run.state == POMP_READ_RUNNING && is_off(r, f->run.processes);
  f->is_stopped = f->run.state == POMP_READ_RUNNING && is_stopped(r);
  f->bars = calloc(f->run.locations + 1ull, sizeof *f->bars);
  f->rows = calloc(f->run.regions + 1ull, sizeof *f->rows);
  f->waits = calloc(f->run.doings + 1ull, sizeof *f->waits);
  f->findings = calloc(TOP_FINDINGS, sizeof *f->findings);
  f->lines = calloc(TOP_LINES, sizeof *f->lines);
  if (!f->bars || !f->rows || !f->waits || !f->findings || !f->lines)
    return false;
  f->since_start = chosen->since_start || !f->run.interval_ns;
  f->span = f->since_start ? f->run.wall_ns : f->run.interval_ns;
  take_bar(&f->all, r, f->since_start, POMP_READ_OF_RUN, 0);
  take_bars(f, r, f->since_start);
  take_rows(f, r, f->since_start, chosen->sort);
  take_waits(f, r);
  take_findings(f, r);
  if (chosen->view == VIEW_LINES)
    take_lines(f, r);
  return true;
}

void figures_free(struct top_figures *f) {
  free(f->bars);
  free(f->rows);
  free(f->waits);
  free(f->findings);
  free(f->lines);
  *f = (struct top_figures){.pid = 0};
}
