/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* next_barrier.c - which barrier the members of a team come to after a construct, as the lines of the source tell it.
 * Not here: what is waited there (barrier_findings.c, team_serial.c). */
#include "findings/finding.h"

#include <stdlib.h>
#include <string.h>

static const struct region *region_of(const struct analysis *a, uint32_t path) {
  return &a->regions[a->paths[path].region];
}

uint32_t sequence_own_barrier(const struct analysis *a, uint32_t path) {
  const struct region *r = region_of(a, path);
  for (uint32_t i = a->paths[path].first_child; i != NO_PATH; i = a->paths[i].next_sibling) {
    const struct region *part = region_of(a, i);
    if (part->role == POMP_ROLE_BARRIER && part->construct == r->construct)
      return i;
  }
  return NO_PATH;
}

/* Returns the barrier of a construct at this path, which the whole team comes to; NO_PATH if it has none. */
static uint32_t barrier_at(const struct analysis *a, uint32_t path) {
  uint32_t role = region_of(a, path)->role;
  if (role == POMP_ROLE_BARRIER)
    return path;
  return pomp_role_is(role, POMP_IS_WORKSHARING) ? sequence_own_barrier(a, path) : NO_PATH;
}

/* This is a child of a call path. */
struct child {
  const struct construct *construct;
  uint32_t barrier; /* see barrier_at */
  uint32_t path, order;
};

/* These are the children of one path, in the order in which they are looked up. */
struct children {
  struct child *by_begin, *by_end;
  uint32_t with_barrier, count; /* lengths of these two */
  bool in_one_file;             /* it is known of each child where it is */
};

static int compare(int a, int b) { return (a > b) - (a < b); }

static int compare_files(const char *a, const char *b) { return a == b ? 0 : strcmp(a, b); }

static int by_line(const struct child *a, const struct child *b) {
  int order = compare(a->construct->begin_line1, b->construct->begin_line1);
  return order ? order : a->order < b->order ? -1 : 1;
}

static int by_begin(const void *left, const void *right) {
  const struct child *a = left, *b = right;
  int order = compare_files(a->construct->file, b->construct->file);
  return order ? order : by_line(a, b);
}

static int by_end(const void *left, const void *right) {
  const struct child *a = left, *b = right;
  int order = compare(a->construct->end_lineN, b->construct->end_lineN);
  return order ? order : by_line(a, b);
}

static void collect(struct children *to, const struct analysis *a, uint32_t parent) {
  to->count = to->with_barrier = 0;
  to->in_one_file = true;
  uint32_t order = 0;
  for (uint32_t i = a->paths[parent].first_child; i != NO_PATH; i = a->paths[i].next_sibling, order++) {
    const struct child c = {region_of(a, i)->construct, barrier_at(a, i), i, order};
    to->in_one_file &= c.construct && (!to->count || !compare_files(c.construct->file, to->by_end->construct->file));
    if (!c.construct)
      continue;
    to->by_end[to->count++] = c;
    if (c.barrier != NO_PATH)
      to->by_begin[to->with_barrier++] = c;
  }
  qsort(to->by_begin, to->with_barrier, sizeof *to->by_begin, by_begin);
  qsort(to->by_end, to->count, sizeof *to->by_end, by_end);
}

/* Returns the barrier of the first construct that begins where another one ends, or later; NO_PATH if there is none. */
static uint32_t barrier_after(const struct children *in, const struct construct *c) {
  uint32_t low = 0, high = in->with_barrier;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const struct construct *other = in->by_begin[middle].construct;
    int order = compare_files(other->file, c->file);
    if (order < 0 || (order == 0 && other->begin_line1 < c->end_line1))
      low = middle + 1;
    else
      high = middle;
  }
  while (low < in->with_barrier && in->by_begin[low].construct == c)
    low++;
  bool is_there = low < in->with_barrier && !compare_files(in->by_begin[low].construct->file, c->file);
  return is_there ? in->by_begin[low].barrier : NO_PATH;
}

/* Returns the path of the construct that ends last before another one begins, if a barrier is at its end. */
static uint32_t barrier_before(const struct children *in, const struct construct *c) {
  uint32_t low = 0, high = in->in_one_file ? in->count : 0;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const struct construct *other = in->by_end[middle].construct;
    if (other->end_lineN < c->begin_line1 ||
        (other->end_lineN == c->begin_line1 && other->begin_line1 < c->begin_line1))
      low = middle + 1;
    else
      high = middle;
  }
  return low && in->by_end[low - 1].barrier != NO_PATH ? in->by_end[low - 1].path : NO_PATH;
}

/* A region may have a hundred thousand constructs one after another: each is looked up among the others in order. */
bool sequence_find(struct property_search *s) {
  const struct analysis *a = s->a;
  struct children in = {.by_begin = malloc((a->path_count + 1ull) * sizeof *in.by_begin),
                        .by_end = malloc((a->path_count + 1ull) * sizeof *in.by_end)};
  s->next_barrier = malloc((a->path_count + 1ull) * sizeof *s->next_barrier);
  s->barrier_before = malloc((a->path_count + 1ull) * sizeof *s->barrier_before);
  bool good = in.by_begin && in.by_end && s->next_barrier && s->barrier_before;
  for (uint32_t i = 0; good && i < a->path_count; i++)
    s->next_barrier[i] = s->barrier_before[i] = NO_PATH;
  for (uint32_t parent = 0; good && parent < a->path_count; parent++) {
    collect(&in, a, parent);
    uint32_t last = region_of(a, parent)->role == POMP_ROLE_TEAM ? sequence_own_barrier(a, parent) : NO_PATH;
    for (uint32_t i = a->paths[parent].first_child; i != NO_PATH; i = a->paths[i].next_sibling) {
      const struct construct *c = region_of(a, i)->construct;
      uint32_t next = c ? barrier_after(&in, c) : NO_PATH;
      s->next_barrier[i] = next == NO_PATH ? last : next;
      s->barrier_before[i] = c ? barrier_before(&in, c) : NO_PATH;
    }
  }
  free(in.by_begin);
  free(in.by_end);
  return good;
}
