/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* construct_alignment.c - a weighted longest common subsequence, by dynamic programming.
 * Not here: what is done with the pairs (construct_matching.c). */
#include "findings/construct_alignment.h"

#include <stdlib.h>
#include <string.h>

/* A pair counts most. Then it counts, in this order, that the clauses are the same, that the pair has moved by as many
 * lines as one shortly before it, that the construct is as long as it was, and that it has not moved far. */
enum { PAIR = 1000, SAME_CLAUSES = 200, SAME_MOVE = 100, SAME_LENGTH = 60, SAME_LINE = 40 };
enum { NEAR = 8 };            /* so many constructs before are looked at for the same move */
#define MOST_CELLS (1u << 22) /* above, constructs are taken in their order */

struct table {
  const struct run_construct *const *before, *after;
  uint32_t rows, columns;
  struct cell {
    uint32_t last;          /* the weight of the best pairs up to here whose last one is this */
    uint32_t from;          /* the cell of the one before it, plus 1 */
    uint32_t best, best_at; /* the best `last` of all cells up to this row and this column, and its cell plus 1 */
  } *cells;
};

static bool is_same_kind(const struct run_construct *a, const struct run_construct *b) {
  return strcmp(a->name, b->name) == 0 && strcmp(a->sub_name, b->sub_name) == 0;
}

static uint32_t weigh(const struct run_construct *a, const struct run_construct *b) {
  uint32_t weight = PAIR;
  int moved = abs(a->line - b->line);
  if (a->clauses && b->clauses && strcmp(a->clauses, b->clauses) == 0)
    weight += SAME_CLAUSES;
  if (a->last_line && b->last_line && a->last_line - a->line == b->last_line - b->line)
    weight += SAME_LENGTH;
  return weight + (moved < SAME_LINE ? SAME_LINE - (uint32_t)moved : 0);
}

static struct cell *cell_at(const struct table *t, uint32_t i, uint32_t k) {
  return &t->cells[(size_t)i * t->columns + k];
}

/* Looks for a better pair before this one, which has moved as far. */
static void follow_move(const struct table *t, uint32_t i, uint32_t k, uint32_t *best, uint32_t *from) {
  int move = t->after[k].line - t->before[i]->line;
  for (uint32_t p = i; p-- > 0 && i - p <= NEAR;)
    for (uint32_t q = k; q-- > 0 && k - q <= NEAR;) {
      const struct cell *c = cell_at(t, p, q);
      if (c->last && t->after[q].line - t->before[p]->line == move && c->last + SAME_MOVE > *best) {
        *best = c->last + SAME_MOVE;
        *from = p * t->columns + q + 1;
      }
    }
}

static void fill(const struct table *t) {
  for (uint32_t i = 0; i < t->rows; i++)
    for (uint32_t k = 0; k < t->columns; k++) {
      struct cell *c = cell_at(t, i, k);
      const struct cell *up = i ? cell_at(t, i - 1, k) : NULL, *left = k ? cell_at(t, i, k - 1) : NULL;
      const struct cell *more = up && (!left || up->best >= left->best) ? up : left;
      *c = (struct cell){.best = more ? more->best : 0, .best_at = more ? more->best_at : 0};
      if (!is_same_kind(t->before[i], &t->after[k]))
        continue;
      uint32_t best = 0, from = 0;
      if (i && k) {
        best = cell_at(t, i - 1, k - 1)->best;
        from = cell_at(t, i - 1, k - 1)->best_at;
        follow_move(t, i, k, &best, &from);
      }
      c->last = best + weigh(t->before[i], &t->after[k]);
      c->from = from;
      if (c->last > c->best) {
        c->best = c->last;
        c->best_at = i * t->columns + k + 1;
      }
    }
}

/* Matches each construct with the next construct of its kind. */
static uint64_t take_in_order(const struct table *t, uint32_t *found) {
  uint64_t weight = 0;
  for (uint32_t k = 0, next = 0; k < t->columns; k++) {
    uint32_t i = next;
    while (i < t->rows && !is_same_kind(t->before[i], &t->after[k]))
      i++;
    if (i == t->rows)
      continue;
    found[k] = i;
    weight += PAIR;
    next = i + 1;
  }
  return weight;
}

static bool is_unchanged(const struct table *t) {
  bool same = t->rows == t->columns;
  for (uint32_t i = 0; same && i < t->rows; i++)
    same = is_same_kind(t->before[i], &t->after[i]) && t->before[i]->line == t->after[i].line;
  return same;
}

bool align(const struct run_construct *const *before, uint32_t before_count, const struct run_construct *after,
           uint32_t after_count, uint32_t *found, uint64_t *weight) {
  struct table t = {before, after, before_count, after_count, NULL};
  uint64_t cells = (uint64_t)before_count * after_count;
  *weight = 0;
  for (uint32_t k = 0; k < after_count; k++)
    found[k] = RUN_NONE;
  if (!cells)
    return true;
  if (is_unchanged(&t) || cells > MOST_CELLS) {
    *weight = take_in_order(&t, found);
    return true;
  }
  t.cells = malloc((size_t)cells * sizeof *t.cells);
  if (!t.cells)
    return false;
  fill(&t);
  *weight = t.cells[cells - 1].best;
  for (uint32_t at = t.cells[cells - 1].best_at; at; at = t.cells[at - 1].from)
    found[(at - 1) % t.columns] = (at - 1) / t.columns;
  free(t.cells);
  return true;
}
