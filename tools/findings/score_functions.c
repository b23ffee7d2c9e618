/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* score_functions.c - which functions the next compile should measure. A function is worth it if it has time, of its
 * own or in constructs, or samples of serial code in it, and its visits are long for what measuring them costs. What
 * another one that is left out takes counts for its caller, as it does when the program has been compiled so. Not here:
 * what measuring costs, the aim, the file (score.c). */
#include "findings/score.h"
#include "sums/function_regions.h"

#include <stdlib.h>

#define FINE_PART 0.1   /* of a function's time: if measuring it takes more, the function is too fine */
#define WORTH_PART 0.01 /* of the wall time, as of a finding */
#define NONE UINT32_MAX

/* The time of a call path, or of an entry: in the function and in constructs, but not in functions that it calls. */
struct took {
  double threads; /* of all threads */
  double one;     /* of a thread that is there, as a mean */
};

struct choice {
  struct score *s;
  struct took *paths, *entries;
  uint32_t *first, *next; /* the call paths of each entry: the first one, and the one behind each, or NONE */
  uint32_t *depth;        /* of the deepest one of each entry */
};

bool score_is_function(const struct score *s, const struct score_entry *e) {
  return construct_is_function(&s->analysis->experiment->constructs[e->construct]);
}

/* Returns the entry of the function that a call path ends in, or NULL if it is none. */
static struct score_entry *function_of(const struct score *s, uint32_t path) {
  const struct analysis *a = s->analysis;
  const struct construct *c = a->regions[a->paths[path].region].construct;
  return construct_is_function(c) ? &s->entries[s->of_construct[c - a->experiment->constructs]] : NULL;
}

static void add(struct took *to, struct took more) {
  to->threads += more.threads;
  to->one += more.one;
}

static struct took took(const struct path *p, uint64_t time) {
  return (struct took){(double)time, (double)time / (p->nodes ? p->nodes : 1)};
}

/* Gives each call path of a function its time, and each entry the sum of its call paths. */
static void add_up(struct choice *c) {
  const struct score *s = c->s;
  const struct analysis *a = s->analysis;
  for (size_t i = 0; i < s->count; i++)
    c->first[i] = NONE;
  for (uint32_t i = 1; i < a->path_count; i++) {
    const struct path *p = &a->paths[i];
    const struct score_entry *e = function_of(s, i);
    if (e) {
      c->paths[i] = took(p, p->totals.exclusive);
      c->next[i] = c->first[e - s->entries];
      c->first[e - s->entries] = i;
    } else if (p->parent != NO_PATH && function_of(s, p->parent)) {
      add(&c->paths[p->parent], took(p, p->totals.inclusive));
    }
  }
  for (uint32_t i = 1; i < a->path_count; i++) {
    const struct score_entry *e = function_of(s, i);
    uint32_t *depth = e ? &c->depth[e - s->entries] : NULL;
    if (!e)
      continue;
    add(&c->entries[e - s->entries], c->paths[i]);
    *depth = a->paths[i].depth > *depth ? a->paths[i].depth : *depth;
  }
}

/* Returns the call path around this one that is still measured: of a function that stays, or of something else. */
static uint32_t around(const struct choice *c, uint32_t path) {
  const struct score_entry *e;
  do
    path = c->s->analysis->paths[path].parent;
  while (path != NO_PATH && (e = function_of(c->s, path)) && e->chosen);
  return path;
}

/* Leaves a function out. */
static void leave_out(struct choice *c, struct score_entry *e) {
  const struct score *s = c->s;
  e->chosen = true;
  for (uint32_t i = c->first[e - s->entries], to; i != NONE; i = c->next[i]) {
    const struct score_entry *caller = (to = around(c, i)) == NO_PATH ? NULL : function_of(s, to);
    if (!caller)
      continue;
    add(&c->paths[to], c->paths[i]);
    add(&c->entries[caller - s->entries], c->paths[i]);
  }
}

static bool is_fine(const struct choice *c, size_t entry) {
  return c->s->entries[entry].measuring > FINE_PART * c->entries[entry].threads;
}
static bool is_short(const struct choice *c, size_t entry) {
  return !c->s->entries[entry].sampled && c->entries[entry].one < WORTH_PART * (double)c->s->analysis->all.wall;
}

/* Returns a function that is not worth measuring, or NULL. The time of one that is left out may make its caller worth
 * it: so too fine ones come first, from that which costs most on, and then the short ones, from the innermost on. */
static struct score_entry *not_worth(const struct choice *c) {
  struct score_entry *fine = NULL, *brief = NULL;
  for (size_t i = 0; i < c->s->count; i++) {
    struct score_entry *e = &c->s->entries[i];
    if (e->kept || e->chosen || !e->visits)
      continue;
    if (is_fine(c, i) && (!fine || e->measuring > fine->measuring))
      fine = e;
    if (is_short(c, i) && (!brief || c->depth[i] > c->depth[brief - c->s->entries]))
      brief = e;
  }
  return fine ? fine : brief;
}

bool score_functions(struct score *s) {
  const uint32_t paths = s->analysis->path_count + 1;
  struct choice c = {s,
                     calloc(paths, sizeof *c.paths),
                     calloc(s->count + 1, sizeof *c.entries),
                     calloc(s->count + 1, sizeof *c.first),
                     calloc(paths, sizeof *c.next),
                     calloc(s->count + 1, sizeof *c.depth)};
  bool good = c.paths && c.entries && c.first && c.next && c.depth;
  if (good) {
    struct score_entry *e;
    add_up(&c);
    while ((e = not_worth(&c)))
      leave_out(&c, e);
  }
  free(c.paths);
  free(c.entries);
  free(c.first);
  free(c.next);
  free(c.depth);
  return good;
}
