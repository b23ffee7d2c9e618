/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* comparison.c - puts the call paths of all runs into one tree, or their regions into one list, and adds up.
 * Not here: statistics (statistics.c), constructs (construct_matching.c). */
#include "findings/comparison.h"
#include "pomp_array.h"
#include "pomp_index.h"

#include <stdlib.h>
#include <string.h>

bool comparison_begin(struct comparison *c, bool by_region) {
  *c = (struct comparison){.by_region = by_region, .index = calloc(1, sizeof *c->index)};
  return c->index != NULL;
}

void comparison_free(struct comparison *c) {
  matching_free(&c->matching);
  free(c->rows);
  for (int s = 0; s < SIDES; s++)
    free(c->runs[s]);
  if (c->index)
    pomp_index_free(c->index);
  free(c->index);
  *c = (struct comparison){.by_region = false};
}

struct wanted {
  const struct compared *rows;
  uint32_t parent, construct, role;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  return w->rows[i].parent == w->parent && w->rows[i].construct == w->construct && w->rows[i].role == w->role;
}

/* Finds the row of a region below a parent, which is made if it is new. RUN_NONE: not enough memory. */
static uint32_t row_of(struct comparison *c, uint32_t parent, uint32_t construct, uint32_t role) {
  if (!pomp_index_room(c->index, c->row_count + 1ull) || !POMP_ARRAY_ROOM(c->rows, c->row_room, c->row_count + 1ull))
    return RUN_NONE;
  struct wanted w = {c->rows, parent, construct, role};
  uint32_t hash = pomp_hash(parent, (uint64_t)construct << 8 | (role & 255));
  struct pomp_slot *slot = pomp_index_find(c->index, hash, is_wanted, &w);
  if (!slot->number) {
    pomp_index_put(c->index, slot, hash, c->row_count);
    c->rows[c->row_count] = (struct compared){.parent = parent,
                                              .construct = construct,
                                              .role = role,
                                              .depth = parent == RUN_NONE ? 0 : c->rows[parent].depth + 1};
    c->row_count++;
  }
  return slot->number - 1;
}

/* Adds the figures of a run to a row. Two call paths of a run are never one row, but two regions might be, if a file
 * says so that was not made by the runtime: then the second one is left out. */
static void add_figures(struct comparison *c, enum side side, uint32_t row, const uint64_t *figures) {
  struct compared *to = &c->rows[row];
  if (to->figures[side][RUN_SELF].count >= c->run_count[side])
    return;
  to->present[side]++;
  for (int f = 0; f < RUN_FIGURES; f++) {
    statistics_fill(&to->figures[side][f], c->run_count[side] - 1);
    statistics_add(&to->figures[side][f], (double)figures[f]);
  }
}

static bool add_regions(struct comparison *c, enum side side, const struct run *r, const uint32_t *numbers) {
  for (uint32_t i = 0; i < r->region_count; i++) {
    const struct run_region *from = &r->regions[i];
    uint32_t row = row_of(c, RUN_NONE, from->construct == RUN_NONE ? RUN_NONE : numbers[from->construct], from->role);
    if (row == RUN_NONE)
      return false;
    c->rows[row].as[side] = from->construct == RUN_NONE ? NULL : &r->constructs[from->construct];
    add_figures(c, side, row, from->figures);
  }
  return true;
}

static bool add_paths(struct comparison *c, enum side side, const struct run *r, const uint32_t *numbers) {
  uint32_t *rows = malloc((r->path_count + 1ull) * sizeof *rows);
  bool good = rows != NULL;
  for (uint32_t i = 0; good && i < r->path_count; i++) {
    const struct run_path *from = &r->paths[i];
    const struct run_region *region = &r->regions[from->region];
    rows[i] = row_of(c, from->parent == RUN_NONE ? RUN_NONE : rows[from->parent],
                     region->construct == RUN_NONE ? RUN_NONE : numbers[region->construct], region->role);
    good = rows[i] != RUN_NONE;
    if (!good)
      break;
    c->rows[rows[i]].as[side] = region->construct == RUN_NONE ? NULL : &r->constructs[region->construct];
    add_figures(c, side, rows[i], from->figures);
  }
  free(rows);
  return good;
}

bool comparison_add(struct comparison *c, enum side side, const struct run *r) {
  uint32_t *numbers = malloc((r->construct_count + 1ull) * sizeof *numbers);
  bool good = numbers && matching_add(&c->matching, r, numbers) &&
              POMP_ARRAY_ROOM(c->runs[side], c->run_room[side], c->run_count[side] + 1ull);
  if (good) {
    c->runs[side][c->run_count[side]++] = r;
    for (int t = 0; t < RUN_TOTALS; t++)
      statistics_add(&c->totals[side][t], (double)r->totals[t]);
    good = c->by_region ? add_regions(c, side, r, numbers) : add_paths(c, side, r, numbers);
  }
  free(numbers);
  return good;
}

void comparison_end(struct comparison *c) {
  for (uint32_t i = 0; i < c->row_count; i++)
    for (int s = 0; s < SIDES; s++)
      for (int f = 0; f < RUN_FIGURES; f++)
        statistics_fill(&c->rows[i].figures[s][f], c->run_count[s]);
}

struct change comparison_change(const struct compared *row, enum run_figure figure) {
  return statistics_change(&row->figures[SIDE_A][figure], &row->figures[SIDE_B][figure]);
}

struct change comparison_total(const struct comparison *c, enum run_total total) {
  return statistics_change(&c->totals[SIDE_A][total], &c->totals[SIDE_B][total]);
}

double comparison_part(const struct comparison *c, const struct compared *row, enum run_figure figure) {
  double most = 0;
  for (int s = 0; s < SIDES; s++) {
    double whole = c->totals[s][RUN_THREAD_WALL].mean;
    double part = whole > 0 ? row->figures[s][figure].mean / whole : 0;
    most = part > most ? part : most;
  }
  return most;
}

const struct run_construct *compared_construct(const struct compared *row) {
  return row->as[SIDE_B] ? row->as[SIDE_B] : row->as[SIDE_A];
}

const char *compared_state(const struct compared *row) {
  return !row->present[SIDE_A] ? "new" : !row->present[SIDE_B] ? "gone" : "";
}
