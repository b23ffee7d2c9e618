/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* samples_tree.c - makes trees of the stacks of all samples: stacks that begin alike are the same that far.
 * Not here: what is on a stack (samples.c). */
#include "pomp_index.h"
#include "sums/samples_steps.h"

#include <stdlib.h>

/* It is a tree that is being made. */
struct tree {
  struct sample_step *steps;
  uint32_t count, room;
  struct pomp_index index; /* finds a step by its parent, path and function */
};

struct wanted {
  const struct sample_step *steps;
  uint32_t parent, path, function;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  const struct sample_step *s = &w->steps[i];
  return s->parent == w->parent && s->path == w->path && s->function == w->function;
}

/* Finds the step below another one, and makes it if it is new. The step that was made last below the other one is
 * looked at first (until samples_link, it is the first child), as stacks that are a million functions deep go one way.
 */
static bool go_down(struct tree *t, uint32_t parent, uint32_t path, uint32_t function, uint32_t *step) {
  const uint32_t latest = parent == NO_STEP ? NO_STEP : t->steps[parent].first_child;
  if (latest != NO_STEP && t->steps[latest].path == path && t->steps[latest].function == function) {
    *step = latest;
    return true;
  }
  if (!POMP_ARRAY_ROOM(t->steps, t->room, t->count + 1ull) || !pomp_index_room(&t->index, t->count + 1ull))
    return false;
  struct wanted w = {t->steps, parent, path, function};
  uint32_t hash = pomp_hash(pomp_hash(parent, path), function);
  struct pomp_slot *slot = pomp_index_find(&t->index, hash, is_wanted, &w);
  if (!slot->number) {
    t->steps[t->count] = (struct sample_step){.parent = parent,
                                              .depth = parent == NO_STEP ? 0 : t->steps[parent].depth + 1,
                                              .first_child = NO_STEP,
                                              .next_sibling = NO_STEP,
                                              .path = path,
                                              .function = function};
    if (parent != NO_STEP)
      t->steps[parent].first_child = t->count;
    pomp_index_put(&t->index, slot, hash, t->count++);
  }
  *step = slot->number - 1;
  return true;
}

static void add(struct sampled_count *to, struct sampled_count from) {
  to->count += from.count;
  to->time += from.time;
}

static int by_total(const void *x, const void *y, void *context) {
  const struct sample_step *steps = context;
  const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  if (steps[a].total.count != steps[b].total.count)
    return steps[a].total.count > steps[b].total.count ? -1 : 1;
  return a < b ? -1 : a > b;
}

/* Children are in descending order of their totals. */
bool samples_link(struct sample_step *steps, uint32_t count) {
  uint32_t *last = malloc((count + 1ull) * sizeof *last), *order = malloc((count + 1ull) * sizeof *order);
  bool good = last && order;
  for (uint32_t i = count; good && i-- > 1;)
    add(&steps[steps[i].parent].total, steps[i].total);
  for (uint32_t i = 0; good && i < count; i++)
    order[i] = i, last[i] = NO_STEP;
  if (good)
    qsort_r(order, count, sizeof *order, by_total, steps);
  for (uint32_t k = 0; good && k < count; k++) {
    uint32_t i = order[k], parent = steps[i].parent;
    if (parent == NO_STEP)
      continue;
    *(last[parent] == NO_STEP ? &steps[parent].first_child : &steps[last[parent]].next_sibling) = i;
    last[parent] = i;
  }
  free(last);
  free(order);
  return good;
}

static bool count_at(struct tree *t, uint32_t step, struct sampled_count found) {
  add(&t->steps[step].self, found);
  add(&t->steps[step].total, found);
  return true;
}

static uint32_t function_of(const struct samples *s, const struct sample_frame *f) {
  return f->place == NO_PLACE ? NO_PLACE : s->places[f->place].function;
}

/* Makes the tree of whole stacks, and tells each row its step there. */
static bool make_steps(struct samples *s, const uint32_t *order, struct tree *t) {
  uint32_t step;
  bool good = go_down(t, NO_STEP, 0, NO_PLACE, &step);
  for (uint32_t i = 0; good && i < s->row_count; i++) {
    struct sample_row *r = &s->rows[order[i]];
    const struct sample_frame *f = r->length ? s->stack + r->first : NULL;
    step = 0;
    for (uint32_t k = 0; good && k < r->length; k++)
      good = go_down(t, step, f[k].path, function_of(s, &f[k]), &step);
    r->step = step;
    good = good && count_at(t, step, r->samples);
  }
  return good && samples_link(t->steps, t->count);
}

/* Makes the tree of call paths, and of the functions below each. Path i becomes step i, as each has another key. */
static bool make_below(struct samples *s, const uint32_t *order, struct tree *t) {
  const struct analysis *a = s->analysis;
  uint32_t step;
  bool good = go_down(t, NO_STEP, 0, NO_PLACE, &step);
  for (uint32_t i = 1; good && i < a->path_count; i++)
    good = go_down(t, a->paths[i].parent, i, NO_PLACE, &step);
  for (uint32_t i = 0; good && i < s->row_count; i++) {
    const struct sample_row *r = &s->rows[order[i]];
    const struct sample_frame *f = r->length ? s->stack + r->first : NULL;
    uint32_t k = r->length;
    while (k && f[k - 1].place != NO_PLACE)
      k--;
    for (step = r->path; good && k < r->length; k++)
      good = go_down(t, step, r->path, s->places[f[k].place].function, &step);
    good = good && count_at(t, step, r->samples);
  }
  return good && samples_link(t->steps, t->count);
}

bool samples_make_trees(struct samples *s, const uint32_t *order) {
  struct tree whole = {.count = 0}, below = {.count = 0};
  bool good = make_steps(s, order, &whole) && make_below(s, order, &below);
  s->steps = whole.steps;
  s->step_count = whole.count;
  s->below = below.steps;
  s->below_count = below.count;
  pomp_index_free(&whole.index);
  pomp_index_free(&below.index);
  return good;
}
