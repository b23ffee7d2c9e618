/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_points.c - makes the points of a series of visits, at one location and of all that execute the phase, and joins
 * neighbours where there are too many. */
#include "sums/phase_points.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

/* --- one location --- */

bool phase_points_room(struct phase_points *p, uint32_t count, uint32_t metrics) {
  p->count = count;
  p->at = calloc(count + 1ull, sizeof *p->at);
  p->metrics = calloc((size_t)(count + 1ull) * (metrics + 1ull), sizeof *p->metrics);
  return p->at && p->metrics;
}

void phase_points_free(struct phase_points *p) {
  free(p->at);
  free(p->metrics);
}

bool phase_points_of(struct phase_points *p, const struct experiment *e, const struct phase *from) {
  const struct process *process = &e->processes[from->process];
  const uint64_t since = process->header.sync[0].tick;
  *p = (struct phase_points){.begun = from->begun, .shift = from->shift};
  if (!phase_points_room(p, from->visit_count, e->metric_count))
    return false;
  for (uint32_t i = 0; i < p->count; i++) {
    const struct phase_visits *v = &from->visits[i];
    p->at[i] = (struct series_point){.first = v->first,
                                     .count = v->count,
                                     .begin = !v->begin          ? UINT64_MAX
                                              : v->begin > since ? process_ns(process, v->begin - since)
                                                                 : 0,
                                     .time = experiment_ns(e, v->time),
                                     .longest = experiment_ns(e, v->longest),
                                     .longest_at = v->longest_at,
                                     .wait = experiment_ns(e, v->wait),
                                     .busy = experiment_ns(e, v->busy),
                                     .most = experiment_ns(e, v->most),
                                     .members = v->members,
                                     .cluster = v->cluster};
    for (uint32_t k = 0; k < from->metric_count; k++)
      if (from->metric[k] < e->metric_count)
        p->metrics[(size_t)i * e->metric_count + from->metric[k]] = from->metrics[(size_t)i * from->metric_count + k];
  }
  return true;
}

/* --- all of them --- */

static void clear(struct series_point *points, uint32_t from, uint32_t to, uint32_t shift) {
  for (uint32_t i = from; i < to; i++)
    points[i] = (struct series_point){.first = ((uint64_t)i << shift) + 1, .begin = UINT64_MAX};
}

/* Adds visits of one location that follow those that the point has. */
static void follow(struct series_point *to, const struct series_point *from) {
  if (to->begin == UINT64_MAX)
    to->begin = from->begin;
  if (from->longest > to->longest) {
    to->longest = from->longest;
    to->longest_at = from->longest_at;
  }
  to->time += from->time;
  to->count += from->count;
  to->wait += from->wait;
  to->busy += from->busy;
  to->most += from->most;
  to->members += from->members;
  to->cluster = from->cluster ? from->cluster : to->cluster;
}

static uint64_t more(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Adds the same visits of a location that executes the phase as well. */
static void join(struct series_point *to, const struct series_point *from, bool first) {
  if (from->longest > to->longest) {
    to->longest = from->longest;
    to->longest_at = from->longest_at;
  }
  to->begin = from->begin < to->begin ? from->begin : to->begin;
  to->count = more(to->count, from->count);
  to->time = more(to->time, from->time);
  to->most = more(to->most, from->most);
  to->wait += from->wait;
  to->busy += from->busy;
  to->members += from->members;
  if (first)
    to->cluster = from->cluster;
}

static bool level_room(struct points_level *l, uint32_t count, uint32_t metrics, uint32_t shift) {
  if (!POMP_ARRAY_ROOM(l->at, l->at_room, count + 0ull) ||
      !POMP_ARRAY_ROOM(l->metrics, l->metrics_room, (uint64_t)count * metrics))
    return false;
  if (count <= l->count)
    return true;
  clear(l->at, l->count, count, shift);
  memset(l->metrics + (size_t)l->count * metrics, 0, (size_t)(count - l->count) * metrics * sizeof *l->metrics);
  l->count = count;
  return true;
}

static void level_free(struct points_level *l) {
  free(l->at);
  free(l->metrics);
}

static bool level_add(struct series_levels *l, uint32_t level, const struct phase_points *from, uint32_t metrics,
                      bool first) {
  struct points_level *to = &l->at[level];
  const uint32_t shift = l->shift + level;
  const uint32_t count = from->count ? (uint32_t)((from->at[from->count - 1].first - 1) >> shift) + 1 : 0;
  if (!level_room(to, count, metrics, shift) || !POMP_ARRAY_ROOM(l->sums, l->sums_room, count + 0ull))
    return false;
  clear(l->sums, 0, count, shift);
  for (uint32_t i = 0; i < from->count; i++) {
    const uint32_t at = (uint32_t)((from->at[i].first - 1) >> shift);
    follow(&l->sums[at], &from->at[i]);
    for (uint32_t k = 0; k < metrics; k++)
      to->metrics[(size_t)at * metrics + k] += from->metrics[(size_t)i * metrics + k];
  }
  for (uint32_t i = 0; i < count; i++)
    join(&to->at[i], &l->sums[i], first);
  return true;
}

/* Leaves out the levels in which a point has less visits than a location can tell of. */
static void leave_out(struct series_levels *l, uint32_t shift) {
  for (; l->shift < shift; l->shift++)
    if (l->count > 1) {
      level_free(&l->at[0]);
      memmove(l->at, l->at + 1, --l->count * sizeof *l->at);
    }
}

/* Adds a level. All visits so far are in one point of the last level, and so they are in the new level. */
static bool add_level(struct series_levels *l, uint32_t metrics) {
  const struct points_level *last = &l->at[l->count - 1];
  if (l->count == SERIES_LEVELS)
    return false;
  struct points_level *to = &l->at[l->count++];
  *to = (struct points_level){.count = 0};
  if (!level_room(to, last->count, metrics, l->shift + l->count - 1))
    return false;
  memcpy(to->at, last->at, last->count * sizeof *to->at);
  memcpy(to->metrics, last->metrics, (size_t)last->count * metrics * sizeof *to->metrics);
  return true;
}

bool series_levels_add(struct series_levels *l, const struct phase_points *from, uint32_t metrics, bool first) {
  const uint64_t last = from->count ? from->at[from->count - 1].first - 1 : 0;
  bool good = true;
  if (!l->count) {
    l->count = 1;
    l->shift = from->shift;
    good = level_room(&l->at[0], 0, metrics, l->shift);
  }
  leave_out(l, from->shift);
  while (good && last >> (l->shift + l->count - 1))
    good = add_level(l, metrics);
  for (uint32_t i = 0; good && i < l->count; i++)
    good = level_add(l, i, from, metrics, first);
  return good;
}

struct points_level series_levels_take(struct series_levels *l) {
  struct points_level taken = {.count = 0};
  if (!l)
    return taken;
  if (l->count)
    taken = l->at[0];
  for (uint32_t i = 1; i < l->count; i++)
    level_free(&l->at[i]);
  free(l->sums);
  free(l);
  return taken;
}
