/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cube_values.c - the numbers of a metric: an index of the call paths that have some, and a row of locations for each.
 * Not here: which metrics there are (cube_metrics.c).
 *
 * No more than a row is in memory; of inclusive values, a row for each level of the tree of calls. */
#include "base/progress.h"
#include "commands/convert/cube.h"

#include <errno.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char index_mark[] = "CUBEX.INDEX", data_mark[] = "CUBEX.DATA";
enum { INDEX_HEAD = sizeof index_mark - 1 + 4 + 2 + 1 + 4, DATA_HEAD = sizeof data_mark - 1, SPARSE = 1 };

/* Tells a metric of which a call path without visits has no 0. */
static bool is_extreme(const struct cube_metric *m) { return m->form == CUBE_SHORTEST || m->form == CUBE_LONGEST; }

/* Finds out which call paths have a row, and how many. Readers take a row that is missing for zeros. */
static uint32_t find_present(struct cube *c, const struct cube_metric *m) {
  const struct analysis *a = c->analysis;
  const bool all = m->form == CUBE_INCLUSIVE || is_extreme(m);
  uint32_t count = 0;
  for (uint32_t cnode = 0; cnode < a->path_count; cnode++) {
    c->present[cnode] = all;
    for (uint32_t k = 0, i; !c->present[cnode] && analysis_node(a, c->deep[cnode], k, &i); k++)
      c->present[cnode] = m->value(c, m, i) != 0;
    count += c->present[cnode];
  }
  return count;
}

static void put_member_name(char *name, size_t size, uint32_t number, const char *suffix) {
  snprintf(name, size, "%u.%s", number, suffix);
}

void cube_put_index(struct cube *c, const struct cube_metric *m, uint32_t number) {
  const uint32_t order = 1, rows = find_present(c, m);
  const uint64_t size = INDEX_HEAD + 4ull * rows;
  const unsigned char version_and_form[3] = {0, 0, SPARSE};
  char name[32];
  put_member_name(name, sizeof name, number, "index");
  cube_member_begin(c, name, size);
  output_bytes(&c->out, index_mark, sizeof index_mark - 1);
  output_bytes(&c->out, &order, sizeof order);
  output_bytes(&c->out, version_and_form, sizeof version_and_form);
  output_bytes(&c->out, &rows, sizeof rows);
  for (uint32_t cnode = 0; cnode < c->analysis->path_count; cnode++) /* of inclusive metrics, all are there */
    if (c->present[cnode])
      output_bytes(&c->out, &cnode, sizeof cnode);
  cube_member_end(c, size);
}

/* --- rows --- */

static uint64_t bits(double value) {
  uint64_t same;
  memcpy(&same, &value, sizeof same);
  return same;
}

static uint64_t none(const struct cube_metric *m) {
  return m->form == CUBE_SHORTEST ? bits(DBL_MAX) : m->form == CUBE_LONGEST ? bits(-DBL_MAX) : 0;
}

/* Adds a node's value to that of its location, which may have several nodes of a call path: those of tasks that were
 * created in several places. */
static void add(const struct cube_metric *m, uint64_t *to, uint64_t value) {
  double old, new = (double)value * 1e-9;
  if (!is_extreme(m)) {
    *to += value;
    return;
  }
  memcpy(&old, to, sizeof old);
  if (value != UINT64_MAX && (m->form == CUBE_SHORTEST ? new < old : new > old))
    *to = bits(new);
}

static void fill(struct cube *c, const struct cube_metric *m, uint32_t path) {
  const struct analysis *a = c->analysis;
  for (uint32_t i = 0; i < c->experiment->location_count; i++)
    c->row[i] = none(m);
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++)
    add(m, &c->row[c->experiment->nodes[i].location], m->value(c, m, i));
}

static void put_row(struct cube *c, const struct cube_metric *m) {
  for (uint32_t i = 0; i < c->experiment->location_count; i++) {
    uint64_t value = c->row[i];
    if (m->form == CUBE_TIME || m->form == CUBE_INCLUSIVE)
      value = bits((double)value * 1e-9);
    output_bytes(&c->out, &value, sizeof value);
  }
}

static void put_exclusive(struct cube *c, const struct cube_metric *m) {
  for (uint32_t cnode = 0; !c->out.error && cnode < c->analysis->path_count; cnode++) {
    progress_add(1);
    if (!c->present[cnode])
      continue;
    fill(c, m, c->deep[cnode]);
    put_row(c, m);
  }
}

/* Writes inclusive rows, from the last call path to the first in depth-first order: so all call paths below a call path
 * come right before it, and each level has the sum of the call paths that are not in a row above yet. */
static void put_inclusive(struct cube *c, const struct cube_metric *m) {
  const struct analysis *a = c->analysis;
  const size_t width = c->experiment->location_count;
  const uint64_t begin = cube_position(c), row_size = width * sizeof *c->row;
  uint64_t **below = calloc(c->depth + 2ull, sizeof *below);
  bool good = below;
  for (uint32_t cnode = a->path_count; good && !c->out.error && cnode-- > 0;) {
    const uint32_t path = c->deep[cnode], depth = a->paths[path].depth;
    fill(c, m, path);
    for (uint32_t i = 0; below[depth + 1] && i < width; i++)
      c->row[i] += below[depth + 1][i];
    free(below[depth + 1]);
    below[depth + 1] = NULL;
    if (!below[depth])
      good = (below[depth] = calloc(width, sizeof **below));
    for (uint32_t i = 0; good && i < width; i++)
      below[depth][i] += c->row[i];
    cube_seek(c, begin + c->wide[path] * row_size);
    put_row(c, m);
    progress_add(1);
  }
  for (uint32_t i = 0; below && i < c->depth + 2; i++)
    free(below[i]);
  free(below);
  if (!good && !c->out.error)
    c->out.error = ENOMEM;
  cube_seek(c, begin + a->path_count * row_size);
}

void cube_put_data(struct cube *c, const struct cube_metric *m, uint32_t number) {
  uint64_t rows = 0;
  char name[32];
  for (uint32_t cnode = 0; cnode < c->analysis->path_count; cnode++)
    rows += c->present[cnode];
  const uint64_t size = DATA_HEAD + rows * c->experiment->location_count * sizeof *c->row;
  if (size > CUBE_MEMBER_MAX) {
    c->missing = "too many call paths at too many locations: a metric would have more than 8 GB, which the format's "
                 "archive can't hold";
    return;
  }
  put_member_name(name, sizeof name, number, "data");
  cube_member_begin(c, name, size);
  output_bytes(&c->out, data_mark, sizeof data_mark - 1);
  if (m->form == CUBE_INCLUSIVE)
    put_inclusive(c, m);
  else
    put_exclusive(c, m);
  cube_member_end(c, size);
}
