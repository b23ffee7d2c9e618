/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_cells.c - what each location has of each call path, as arrays: from these a page sums up what the user selects.
 * Not here: the sums over all locations, which --json has, too.
 *
 * Of a path the cells follow each other by location; `cell_count` says how many they are, and `cell_step` how far each
 * one's location is behind the last one's, the first one's from -1. Where there are few, times and visits are as they
 * are. Where there are many, a time is one byte, on a scale of octaves below the path's longest: 2.2 % off at most at
 * 16 steps an octave; waiting is the part of that, in 255ths; and there are no visits. */
#include "show/json_parts.h"
#include "show/report_page.h"
#include "sums/location_rows.h"

#include <math.h>
#include <stdlib.h>

#define EXACT_CELLS 50000u
enum { STEPS = 16, CODES = 255 };

/* It says where cells come from: `of_few`, or, if `first` is NULL, the analysis. */
struct source {
  const struct analysis *analysis;
  struct page_share *of_few;
  size_t *first; /* of each path, and the end */
};

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

/* Gives what the next location has of a path, as analysis_path_share does. */
static bool next_share(const struct source *s, uint32_t path, uint32_t *at, struct page_share *share) {
  struct metric_sum sums[METRICS];
  struct totals t;
  if (s->first) {
    const size_t i = s->first[path] + (*at)++;
    if (i < s->first[path + 1])
      *share = s->of_few[i];
    return i < s->first[path + 1];
  }
  if (!analysis_path_share(s->analysis, path, at, &share->location, &t, sums))
    return false;
  share->self = t.exclusive;
  share->wait = t.wait;
  share->visits = t.visits;
  return true;
}

static void add_rounded(struct cells *c, const struct source *s, uint32_t path) {
  struct page_share share;
  int64_t last = -1;
  for (uint32_t at = 0; next_share(s, path, &at, &share);)
    if ((double)share.self > c->longest[path])
      c->longest[path] = (double)share.self;
  for (uint32_t at = 0; next_share(s, path, &at, &share); c->count++) {
    add_step(c, path, share.location, &last);
    c->self_code[c->count] = code_of(share.self, c->longest[path]);
    c->wait_code[c->count] = share.self ? (uint8_t)lround((double)CODES * (double)share.wait / (double)share.self) : 0;
  }
}

static void add_exact(struct cells *c, const struct source *s, uint32_t path) {
  struct page_share share;
  int64_t last = -1;
  for (uint32_t at = 0; next_share(s, path, &at, &share); c->count++) {
    add_step(c, path, share.location, &last);
    c->self[c->count] = (double)share.self;
    c->wait[c->count] = (double)share.wait;
    c->visits[c->count] = (double)share.visits;
  }
}

/* Finds where the shares of each path begin, of few locations. */
static bool index_shares(struct source *s, size_t count) {
  const uint32_t paths = s->analysis->path_count;
  s->first = calloc(paths + 1ull, sizeof *s->first);
  for (size_t i = 0; s->first && i < count; i++)
    s->first[s->of_few[i].path + 1]++;
  for (uint32_t i = 0; s->first && i < paths; i++)
    s->first[i + 1] += s->first[i];
  return s->first != NULL;
}

/* Adds the cells, of which there are `most` at most. */
static bool add_cells(html_block_t *b, const struct source *s, size_t most, bool exact) {
  const uint32_t paths = s->analysis->path_count;
  struct cells c;
  const bool room = make_room(&c, paths, most, exact);
  for (uint32_t i = 0; room && i < paths; i++)
    (exact ? add_exact : add_rounded)(&c, s, i);
  if (room) {
    html_block_array(b, "cell_count", HTML_U32, c.counts, paths);
    html_block_array(b, "cell_step", HTML_U16, c.steps, c.count);
  }
  if (room && exact) {
    html_block_array(b, "cell_self", HTML_F64, c.self, c.count);
    html_block_array(b, "cell_wait", HTML_F64, c.wait, c.count);
    html_block_array(b, "cell_visits", HTML_F64, c.visits, c.count);
  } else if (room) {
    html_block_array(b, "cell_self", HTML_U8, c.self_code, c.count);
    html_block_array(b, "cell_wait", HTML_U8, c.wait_code, c.count);
    html_block_array(b, "path_longest", HTML_F64, c.longest, paths);
  }
  free_cells(&c);
  return room;
}

json_t *page_cells(html_block_t *b, const struct view_input *shown, const struct page_locations *f, bool *good) {
  const struct analysis *a = &shown->experiments->analysis;
  struct source s = {.analysis = a};
  size_t most = 0;
  json_t *o = json_object();
  bool known = true;
  for (uint32_t i = 0; f->all && i < a->path_count; i++)
    most += a->paths[i].nodes;
  if (!f->all) {
    known = page_shares_find(shown, f, &s.of_few, &most);
    *good = index_shares(&s, most) && *good;
  }
  const bool exact = most <= EXACT_CELLS;
  if (known && *good)
    *good = add_cells(b, &s, most, exact);
  set(o, "exact", known ? json_boolean(exact) : json_null(), good);
  set(o, "steps", json_integer(STEPS), good);
  set(o, "off", json_real(exact ? 0 : exp2(0.5 / STEPS) - 1), good);
  free(s.of_few);
  free(s.first);
  *good = *good && !location_rows_failed(a);
  return o;
}
