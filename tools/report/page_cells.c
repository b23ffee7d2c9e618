/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_cells.c - what each location has of each call path, as arrays: from these a page sums up what the user selects.
 * Not here: the sums over all locations, which --json has, too.
 *
 * Of a path the cells follow each other by location; `cell_count` says how many they are, and `cell_step` how far each
 * one's location is behind the last one's, the first one's from -1. Where there are few, times and visits are as they
 * are. Where there are many, a time is one byte, on a scale of octaves below the path's longest: 2.2 % off at most at
 * 16 steps an octave; waiting is the part of that, in 255ths; and there are no visits. */
#include "json_parts.h"
#include "kept.h"
#include "page.h"

#include <math.h>
#include <stdlib.h>

#define EXACT_CELLS 50000u
enum { STEPS = 16, CODES = 255 };

struct cells {
  uint32_t *counts, count;
  uint16_t *steps;
  double *self, *wait, *visits; /* where there are few */
  uint8_t *self_code, *wait_code;
  double *longest; /* of each path */
};

static bool make_room(struct cells *c, uint32_t paths, size_t most, bool exact) {
  *c = (struct cells){.counts = calloc(paths + 1u, sizeof *c->counts), .steps = malloc((most + 1) * sizeof *c->steps)};
  if (exact) {
    c->self = malloc((most + 1) * sizeof *c->self);
    c->wait = malloc((most + 1) * sizeof *c->wait);
    c->visits = malloc((most + 1) * sizeof *c->visits);
    return c->counts && c->steps && c->self && c->wait && c->visits;
  }
  c->self_code = malloc(most + 1);
  c->wait_code = malloc(most + 1);
  c->longest = calloc(paths + 1u, sizeof *c->longest);
  return c->counts && c->steps && c->self_code && c->wait_code && c->longest;
}

static void free_cells(struct cells *c) {
  free(c->counts);
  free(c->steps);
  free(c->self);
  free(c->wait);
  free(c->visits);
  free(c->self_code);
  free(c->wait_code);
  free(c->longest);
}

/* Returns the code of a part of the longest; 0 is no time at all. */
static uint8_t code_of(uint64_t time, double longest) {
  if (!time || longest <= 0)
    return 0;
  double code = CODES + STEPS * log2((double)time / longest);
  return (uint8_t)(code < 1 ? 1 : code > CODES ? CODES : lround(code));
}

/* Begins a cell of the path, which is one of this location. */
static void add_step(struct cells *c, uint32_t path, uint32_t location, int64_t *last) {
  c->steps[c->count] = (uint16_t)(location - *last);
  *last = location;
  c->counts[path]++;
}

static void add_rounded(struct cells *c, const struct analysis *a, uint32_t path) {
  struct metric_sum sums[METRICS];
  struct totals t;
  int64_t last = -1;
  for (uint32_t at = 0, location; analysis_path_share(a, path, &at, &location, &t, sums);)
    if ((double)t.exclusive > c->longest[path])
      c->longest[path] = (double)t.exclusive;
  for (uint32_t at = 0, location; analysis_path_share(a, path, &at, &location, &t, sums); c->count++) {
    add_step(c, path, location, &last);
    c->self_code[c->count] = code_of(t.exclusive, c->longest[path]);
    c->wait_code[c->count] = t.exclusive ? (uint8_t)lround((double)CODES * (double)t.wait / (double)t.exclusive) : 0;
  }
}

static void add_exact(struct cells *c, const struct analysis *a, uint32_t path) {
  struct metric_sum sums[METRICS];
  struct totals t;
  int64_t last = -1;
  for (uint32_t at = 0, location; analysis_path_share(a, path, &at, &location, &t, sums); c->count++) {
    add_step(c, path, location, &last);
    c->self[c->count] = (double)t.exclusive;
    c->wait[c->count] = (double)t.wait;
    c->visits[c->count] = (double)t.visits;
  }
}

bool page_has_cells(const struct experiment *e) { return e->location_count <= UINT16_MAX; }

json_t *page_cells(html_block_t *b, const struct analysis *a, bool *good) {
  size_t most = 0;
  for (uint32_t i = 0; i < a->path_count; i++)
    most += a->paths[i].nodes;
  const bool exact = most <= EXACT_CELLS;
  struct cells c;
  json_t *o = json_object();
  if (!page_has_cells(a->experiment)) {
    set(o, "exact", json_null(), good);
    return o;
  }
  bool room = make_room(&c, a->path_count, most, exact);
  for (uint32_t i = 0; room && i < a->path_count; i++)
    (exact ? add_exact : add_rounded)(&c, a, i);
  if (room) {
    html_block_array(b, "cell_count", HTML_U32, c.counts, a->path_count);
    html_block_array(b, "cell_step", HTML_U16, c.steps, c.count);
  }
  if (room && exact) {
    html_block_array(b, "cell_self", HTML_F64, c.self, c.count);
    html_block_array(b, "cell_wait", HTML_F64, c.wait, c.count);
    html_block_array(b, "cell_visits", HTML_F64, c.visits, c.count);
  } else if (room) {
    html_block_array(b, "cell_self", HTML_U8, c.self_code, c.count);
    html_block_array(b, "cell_wait", HTML_U8, c.wait_code, c.count);
    html_block_array(b, "path_longest", HTML_F64, c.longest, a->path_count);
  }
  set(o, "exact", json_boolean(exact), good);
  set(o, "steps", json_integer(STEPS), good);
  set(o, "off", json_real(exact ? 0 : exp2(0.5 / STEPS) - 1), good);
  free_cells(&c);
  *good = *good && room && !kept_failed(a);
  return o;
}
