/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_visits.c - notes visits in their records and in those of clusters, joins clusters, and halves the records when
 * they are full. */
#include "records/phase_visits.h"
#include "base/atomics.h"

#include <string.h>

void pomp_phase_cluster_note(struct pomp_phase_cluster *c, uint64_t visit, uint64_t time) {
  if (!c->count || time < c->shortest) {
    POMP_STORE(c->shortest, time);
    POMP_STORE(c->shortest_at, visit);
  }
  if (!c->count || time > c->longest) {
    POMP_STORE(c->longest, time);
    POMP_STORE(c->longest_at, visit);
  }
  if (!c->count)
    POMP_STORE(c->first, visit);
  POMP_STORE(c->last, visit);
  POMP_ADD(c->time, time);
  POMP_ADD(c->count, 1);
}

void pomp_phase_visit_note(struct pomp_phase_visit *v, uint64_t visit, uint64_t time) {
  POMP_ADD(v->time, time);
  if (time > v->longest || !v->count) {
    POMP_STORE(v->longest, time);
    POMP_STORE(v->longest_at, visit);
  }
  POMP_ADD(v->count, 1);
}

void pomp_phase_cluster_join(struct pomp_phase_cluster *to, struct pomp_phase_cluster *from) {
  to->count += from->count;
  to->time += from->time;
  to->first = to->first < from->first ? to->first : from->first;
  to->last = to->last > from->last ? to->last : from->last;
  if (from->shortest < to->shortest) {
    to->shortest = from->shortest;
    to->shortest_at = from->shortest_at;
  }
  if (from->longest > to->longest) {
    to->longest = from->longest;
    to->longest_at = from->longest_at;
  }
  *from = (struct pomp_phase_cluster){.count = 0};
}

static void add_record(struct pomp_phase_visit *to, const struct pomp_phase_visit *more, uint32_t metrics) {
  if (more->longest > to->longest) {
    to->longest = more->longest;
    to->longest_at = more->longest_at;
  }
  to->time += more->time;
  to->wait += more->wait;
  to->busy += more->busy;
  to->most += more->most;
  to->count += more->count;
  to->members += more->members;
  to->cluster = more->cluster ? more->cluster : to->cluster;
  int64_t *of = (int64_t *)(void *)(to + 1);
  const int64_t *values = (const int64_t *)(const void *)(more + 1);
  for (uint32_t i = 0; i < metrics; i++)
    of[i] = (int64_t)((uint64_t)of[i] + (uint64_t)values[i]);
}

void pomp_phase_visits_halve(char *first, size_t size, uint32_t count, uint32_t metrics) {
  for (uint32_t i = 0; i < count / 2; i++) {
    if (i)
      memcpy(first + i * size, first + 2 * i * size, size);
    add_record((struct pomp_phase_visit *)(void *)(first + i * size),
               (const struct pomp_phase_visit *)(const void *)(first + (2 * i + 1) * size), metrics);
  }
  memset(first + count / 2 * size, 0, count / 2 * size);
}
