/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tree_view.c - the view of call paths: each is below the one that it was called from, and below them the functions in
 * which samples have found threads. Not here: the paths (tools/sums/paths.c), the columns (report_columns.def). */
#include "show/print_listing.h"
#include "show/report.h"
#include "show/row_values.h"
#include "show/sampled_rows.h"
#include "show/select_rows.h"

#include <stdlib.h>

static struct row row_of(const struct analysis *a, uint32_t p) {
  const struct path *path = &a->paths[p];
  return (struct row){.analysis = a,
                      .region = &a->regions[path->region],
                      .totals = &path->totals,
                      .depth = path->depth,
                      .path = p,
                      .subtree = path->subtree};
}

/* Sorts the children of each path as --sort asks, which is stable: the links are changed in `next`, and the first of
 * them in `first`, which both go by path. */
struct links {
  uint32_t *first, *next;
};

/* Merges two lists of siblings in their order. */
static uint32_t merge(const struct analysis *a, const struct sorter *sorter, uint32_t *next, uint32_t x, uint32_t y) {
  uint32_t head = NO_PATH, *end = &head;
  while (x != NO_PATH && y != NO_PATH) {
    struct row p = row_of(a, x), q = row_of(a, y);
    uint32_t *from = sorter_compare(sorter, &p, &q) <= 0 ? &x : &y;
    *end = *from;
    *from = next[*from];
    end = &next[*end];
  }
  *end = x != NO_PATH ? x : y;
  return head;
}

/* Sorts a list of `count` siblings, and cuts it off from what follows, which `*rest` is then. */
static uint32_t sort_list(const struct analysis *a, const struct sorter *sorter, uint32_t *next, uint32_t list,
                          uint32_t count, uint32_t *rest) {
  if (count == 1) {
    *rest = next[list];
    next[list] = NO_PATH;
    return list;
  }
  uint32_t second;
  uint32_t x = sort_list(a, sorter, next, list, count / 2, &second);
  uint32_t y = sort_list(a, sorter, next, second, count - count / 2, rest);
  return merge(a, sorter, next, x, y);
}

static bool make_links(struct links *links, const struct analysis *a, const struct sorter *sorter) {
  links->first = calloc(a->path_count + 1ull, sizeof *links->first);
  links->next = calloc(a->path_count + 1ull, sizeof *links->next);
  if (!links->first || !links->next)
    return false;
  for (uint32_t p = 0; p < a->path_count; p++) {
    links->first[p] = a->paths[p].first_child;
    links->next[p] = a->paths[p].next_sibling;
  }
  for (uint32_t p = 0; sorter && p < a->path_count; p++) {
    uint32_t count = 0, rest;
    for (uint32_t c = links->first[p]; c != NO_PATH; c = links->next[c])
      count++;
    if (count > 1)
      links->first[p] = sort_list(a, sorter, links->next, links->first[p], count, &rest);
  }
  return true;
}

static int by_self(const void *x, const void *y) {
  uint64_t a = (*(const struct row *const *)x)->totals->exclusive,
           b = (*(const struct row *const *)y)->totals->exclusive;
  return (a < b) - (a > b);
}

/* Finds how much time of its own a path must have to be among the first `top`. False: not enough memory. */
static bool find_least(const struct row *rows, size_t count, size_t top, uint64_t *least) {
  const struct row **order = calloc(count + 1, sizeof *order);
  *least = 0;
  for (size_t i = 0; order && i < count; i++)
    order[i] = &rows[i];
  if (order && top < count) {
    qsort(order, count, sizeof *order, by_self);
    *least = order[top - 1]->totals->exclusive;
  }
  free(order);
  return order != NULL;
}

/* Leaves the paths that the user wants, and those above them: the rest would be below what did not call it. */
static bool select_rows(const struct listing *l, struct row *rows, size_t *count) {
  size_t some = 0, wanted = 0, ties = l->wanted->top;
  uint64_t least = 0;
  bool *kept = calloc(*count + 1, sizeof *kept), few = l->wanted->has_top;
  struct row *matching = calloc(*count + 1, sizeof *matching);
  bool good = kept && matching;
  for (size_t i = 0; good && i < *count; i++)
    if ((kept[i] = listing_wants(l, &rows[i])))
      matching[wanted++] = rows[i];
  if (good)
    listing_tell_empty(l, *count, wanted);
  good = good && (!few || find_least(matching, wanted, l->wanted->top, &least));
  for (size_t i = 0; good && few && i < wanted; i++)
    ties -= matching[i].totals->exclusive > least;
  for (size_t i = 0; good && few && i < *count; i++) {
    bool tie = kept[i] && rows[i].totals->exclusive == least;
    kept[i] = kept[i] && (tie ? ties > 0 : rows[i].totals->exclusive > least);
    ties -= kept[i] && tie;
  }
  uint32_t depth = 0; /* of the nearest later row that is kept: an earlier row that is less deep is its ancestor */
  for (size_t i = *count; good && i-- > 0;) {
    kept[i] |= rows[i].depth < depth;
    depth = kept[i] ? rows[i].depth : depth;
  }
  for (size_t i = 0; good && i < *count; i++)
    if (kept[i])
      rows[some++] = rows[i];
  *count = some;
  free(kept);
  free(matching);
  return good;
}

/* --- the functions below constructs, in which samples have found threads --- */

#define LEAST_PERCENT 1.0 /* of all samples: a function with less is not shown */

/* These are the rows that are printed, and what samples have found in the call path of each and below it. */
struct found {
  struct row *rows;
  struct sampled_row *sampled; /* by step */
  size_t count;
};

static void add_found(struct found *f, const struct row *row, uint32_t step) {
  const struct analysis *a = row->analysis;
  f->sampled[step] = (struct sampled_row){.found = a->samples->below[step].total, .all = a->sampled->all};
  f->rows[f->count] = *row;
  f->rows[f->count++].sampled = &f->sampled[step];
}

static bool is_shown(const struct analysis *a, uint32_t step) {
  const struct sample_step *s = &a->samples->below[step];
  return s->function != NO_PLACE && !sampled_is_noise(s->total, a->sampled->all) &&
         percent((double)s->total.count, (double)a->sampled->all.count) >= LEAST_PERCENT;
}

/* Returns the step after `step` of those below `root`; `within`: it has some that come next. */
static uint32_t next_step(const struct sample_step *steps, uint32_t root, uint32_t step, bool within) {
  if (within && steps[step].first_child != NO_STEP)
    return steps[step].first_child;
  while (step != root && steps[step].next_sibling == NO_STEP)
    step = steps[step].parent;
  return step == root ? NO_STEP : steps[step].next_sibling;
}

/* Adds the functions below a step, those with most samples first. */
static void add_functions(struct found *f, const struct row *above, uint32_t step) {
  static const struct totals none;
  const struct sample_step *steps = above->analysis->samples->below;
  bool within = true;
  for (uint32_t i = step; (i = next_step(steps, step, i, within)) != NO_STEP;) {
    within = is_shown(above->analysis, i);
    if (!within)
      continue;
    struct row row = *above;
    row.totals = &none;
    row.depth = above->depth + steps[i].depth - steps[step].depth;
    row.step = i;
    row.function = "";
    row.lacks = HAS_TOTALS | HAS_PATH;
    add_found(f, &row, i);
  }
}

/* Prints the rows, and below each what samples have found there: before its call paths, as `self s` is theirs. */
static bool print_found(FILE *out, const struct listing *l, const struct analysis *a, const struct row *rows,
                        size_t count) {
  struct found f = {calloc(count + a->samples->below_count + 1ull, sizeof *f.rows),
                    calloc(a->samples->below_count + 1ull, sizeof *f.sampled), 0};
  bool good = f.rows && f.sampled;
  for (size_t i = 0; good && i < count; i++) {
    add_found(&f, &rows[i], rows[i].path);
    add_functions(&f, &rows[i], rows[i].path);
  }
  if (good)
    listing_print(out, l, f.rows, f.count);
  free(f.rows);
  free(f.sampled);
  return good;
}

/* True if the listing has a column of what samples have found. */
static bool has_samples(const struct listing *l, const struct analysis *a) {
  static struct column columns[LISTING_COLUMNS];
  size_t count = a->samples ? listing_columns(l, columns) : 0;
  while (count && !(columns[count - 1].of & HAS_SAMPLES))
    count--;
  return count != 0;
}

bool report_tree(FILE *out, const struct listing *l, const struct analysis *a) {
  struct row *rows = calloc(a->path_count + 1ull, sizeof *rows);
  struct links links = {NULL, NULL};
  struct sorter sorter;
  bool sorted = sorter_make(l, &sorter);
  bool good = rows && make_links(&links, a, sorted ? &sorter : NULL);
  size_t count = 0;
  for (uint32_t p = 0; good && p != NO_PATH;) {
    rows[count++] = row_of(a, p);
    if (links.first[p] != NO_PATH) {
      p = links.first[p];
      continue;
    }
    while (p != NO_PATH && links.next[p] == NO_PATH)
      p = a->paths[p].parent;
    p = p == NO_PATH ? NO_PATH : links.next[p];
  }
  good = good && select_rows(l, rows, &count);
  if (good && has_samples(l, a))
    good = print_found(out, l, a, rows, count);
  else if (good)
    listing_print(out, l, rows, count);
  free(links.first);
  free(links.next);
  free(rows);
  return good;
}
