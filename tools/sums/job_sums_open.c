/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_sums_open.c - puts the visits that were open in processes one behind the other, and what their threads do.
 * Not here: how that is found (open_visits.c, threads_now.c). */
#include "pomp_array.h"
#include "sums/job_sums_internal.h"

static uint32_t location_of(const struct adding *by, uint32_t location) {
  return location == NO_LOCATION ? NO_LOCATION : by->first_location + location;
}
static uint32_t path_of(const struct adding *by, uint32_t path) {
  return path < by->head.paths ? by->paths[path] : NO_PATH;
}

static bool more_room(struct job_sums *m, const struct rank_head *head) {
  struct analysis *a = m->a;
  return POMP_ARRAY_ROOM(a->open_visits, m->open_room, a->open_count + 0ull + head->open) &&
         POMP_ARRAY_ROOM(a->awaited, m->awaited_room, a->awaited_count + 0ull + head->awaited) &&
         POMP_ARRAY_ROOM(a->cycle, m->cycle_room, a->cycle_length + 0ull + head->cycle) &&
         POMP_ARRAY_ROOM(a->now, m->now_room, a->now_count + 0ull + head->now);
}

static void add_visits(const struct adding *by) {
  struct analysis *a = by->m->a;
  for (uint32_t i = 0; i < by->head.open; i++) {
    struct open_visit *v = &a->open_visits[a->open_count++];
    POMP_BYTES_TAKE(by->from, *v);
    v->node = NO_NODE;
    v->path = path_of(by, v->path);
    v->location = location_of(by, v->location);
  }
}

/* The cycle of the first process that has one is told. */
static void add_awaited(const struct adding *by, uint32_t first_visit, bool other_cycle) {
  struct analysis *a = by->m->a;
  const uint32_t first = a->awaited_count;
  for (uint32_t i = 0; i < by->head.awaited; i++) {
    struct awaited *w = &a->awaited[a->awaited_count++];
    POMP_BYTES_TAKE(by->from, *w);
    w->visit += first_visit;
    w->by += first_visit;
    w->stuck &= !other_cycle;
  }
  for (uint32_t i = 0; i < by->head.cycle; i++) {
    uint32_t awaited;
    POMP_BYTES_TAKE(by->from, awaited);
    if (!other_cycle)
      a->cycle[a->cycle_length++] = first + awaited;
  }
}

static void add_now(const struct adding *by, uint32_t first_visit, bool other_cycle) {
  struct analysis *a = by->m->a;
  for (uint32_t i = 0; i < by->head.now; i++) {
    struct thread_now *t = &a->now[a->now_count++];
    POMP_BYTES_TAKE(by->from, *t);
    t->location = location_of(by, t->location);
    t->visit = t->visit == NO_VISIT ? NO_VISIT : first_visit + t->visit;
    t->task = path_of(by, t->task);
    t->creator = location_of(by, t->creator);
    t->stuck &= !other_cycle;
    t->in_cycle &= !other_cycle;
  }
}

bool job_sums_open_add(const struct adding *by) {
  struct job_sums *m = by->m;
  struct analysis *a = m->a;
  const uint32_t first_visit = a->open_count;
  const bool other_cycle = a->cycle_length != 0;
  if (!more_room(m, &by->head))
    return false;
  add_visits(by);
  add_awaited(by, first_visit, other_cycle);
  add_now(by, first_visit, other_cycle);
  if (m->e->processes[by->process].state != RUN_COMPLETE) {
    a->quiet = !m->has_quiet || by->head.quiet < a->quiet ? by->head.quiet : a->quiet;
    m->has_quiet = true;
  }
  return !by->from->failed;
}

bool job_sums_open_conclude(struct job_sums *m, const uint32_t *place) {
  struct analysis *a = m->a;
  for (uint32_t i = 0; i < a->open_count; i++)
    a->open_visits[i].path = place[a->open_visits[i].path];
  for (uint32_t i = 0; i < a->now_count; i++)
    a->now[i].task = a->now[i].task == NO_PATH ? NO_PATH : place[a->now[i].task];
  return now_group(a);
}
