/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_profile.c - the critical path of a run without a trace, where its profile tells it.
 * Not here: the path from traces (tools/findings).
 *
 * It is known of one process whose first thread forks teams that do nothing but share loops, sections and singles, and
 * meet at a barrier after each of them. Then the path is in that thread outside of teams, and in the member that took
 * longest in each instance of a construct: the runtime has compared them (struct balance). What else the members do,
 * and waiting for each other in between, could have decided who came last. Its time is added up, as an upper bound of
 * what the figures may be off. */
#include "sums/analysis.h"
#include "sums/critical.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOSE_MOST 0.01 /* of the wall time */

struct finder {
  const struct analysis *a;
  struct critical_path *c;
  uint32_t loosest; /* the region that has most of the time that may be off */
  uint64_t loosest_time;
};

static const struct region *region_of(const struct finder *f, uint32_t path) {
  return &f->a->regions[f->a->paths[path].region];
}

static void add_loose(struct finder *f, uint32_t path, uint64_t time) {
  f->c->loose += time;
  if (time > f->loosest_time) {
    f->loosest_time = time;
    f->loosest = f->a->paths[path].region;
  }
}

static void add(struct finder *f, uint32_t path, struct critical_time t) {
  struct critical_time *to[2] = {&f->c->paths[path], &f->c->regions[f->a->paths[path].region]};
  for (int i = 0; i < 2; i++) {
    to[i]->path += t.path;
    to[i]->all += t.all;
    to[i]->waited += t.waited;
  }
}

/* Returns the path of the barrier at a construct's own end, or NO_PATH. */
static uint32_t own_barrier(const struct finder *f, uint32_t path) {
  uint32_t i = f->a->paths[path].first_child;
  while (i != NO_PATH &&
         (region_of(f, i)->role != POMP_ROLE_BARRIER || region_of(f, i)->construct != region_of(f, path)->construct))
    i = f->a->paths[i].next_sibling;
  return i;
}

/* Adds up what was waited in locks, and all tasks and teams, at a path. False: what is below it does not count. */
static bool add_waits_at(struct finder *f, uint32_t path) {
  const struct path *p = &f->a->paths[path];
  const uint32_t role = region_of(f, path)->role;
  if (role == POMP_ROLE_FORK || role == POMP_ROLE_TEAMS || role == POMP_ROLE_TASK || role == POMP_ROLE_TARGET) {
    add_loose(f, path, p->totals.inclusive);
    return false;
  }
  if (role == POMP_ROLE_BARRIER) { /* there all wait for the longest */
    add_loose(f, path, p->totals.tasks);
    return false;
  }
  if (role != POMP_ROLE_LOCK)
    add_loose(f, path, p->totals.wait);
  if (role == POMP_ROLE_CONDITION || role == POMP_ROLE_LOCK || role == POMP_ROLE_TASKWAIT)
    add_loose(f, path, p->totals.exclusive);
  return true;
}

/* Adds them up below a path: the longest member had perhaps to wait for them. */
static void add_waits(struct finder *f, uint32_t path) {
  for (uint32_t i = analysis_next_below(f->a, path, path, true); i != NO_PATH;)
    i = analysis_next_below(f->a, path, i, add_waits_at(f, i));
}

static uint32_t worksharing_below(const struct finder *f, uint32_t path) {
  uint32_t count = 0;
  for (uint32_t i = f->a->paths[path].first_child; i != NO_PATH; i = f->a->paths[i].next_sibling)
    count += pomp_role_is(region_of(f, i)->role, POMP_IS_WORKSHARING);
  return count;
}

/* Adds a construct that the members share, and returns how long the path was there. */
static uint64_t add_shared(struct finder *f, uint32_t path, bool alone) {
  const struct region *r = region_of(f, path);
  const struct path *p = &f->a->paths[path];
  uint32_t barrier = own_barrier(f, path);
  uint64_t all = p->totals.inclusive - (barrier == NO_PATH ? 0 : f->a->paths[barrier].totals.inclusive);
  struct critical_time t = {.path = r->balance.max, .all = all};
  bool known = r->balance.by_instances && !r->balance.missing && r->paths == 1 && (barrier != NO_PATH || alone);
  add_waits(f, path);
  if (!known) {
    add_loose(f, path, all);
    return 0;
  }
  for (uint32_t i = 0; i < r->balance.latest; i++)
    t.waited += f->a->latest[r->balance.first_latest + i].waited;
  add(f, path, t);
  return t.path;
}

/* Adds what one member does while the others wait at the barrier of the construct. */
static uint64_t add_single(struct finder *f, uint32_t path, bool alone) {
  uint64_t time = 0;
  for (uint32_t i = f->a->paths[path].first_child; i != NO_PATH; i = f->a->paths[i].next_sibling) {
    if (region_of(f, i)->role != POMP_ROLE_SINGLE_BLOCK)
      continue;
    time = f->a->paths[i].totals.inclusive;
    add_waits(f, i);
    if (own_barrier(f, path) == NO_PATH && !alone)
      add_loose(f, i, time);
    add(f, i, (struct critical_time){.path = time, .all = time});
  }
  add_loose(f, path, f->a->paths[path].exclusive.max);
  return time;
}

/* Adds what a team does, and returns how long the path was in what its members share. */
static uint64_t add_team(struct finder *f, uint32_t team) {
  const struct path *t = &f->a->paths[team];
  const bool alone = worksharing_below(f, team) == 1;
  uint64_t time = 0;
  add_loose(f, team, t->once ? t->exclusive.max : t->totals.exclusive);
  for (uint32_t i = t->first_child; i != NO_PATH; i = f->a->paths[i].next_sibling) {
    const struct region *r = region_of(f, i);
    if (pomp_role_is(r->role, POMP_IS_SHARED))
      time += add_shared(f, i, alone);
    else if (r->role == POMP_ROLE_SINGLE)
      time += add_single(f, i, alone);
    else if (r->role == POMP_ROLE_BARRIER)
      add_loose(f, i, f->a->paths[i].totals.tasks);
    else
      add_loose(f, i, f->a->paths[i].totals.inclusive);
  }
  return time;
}

/* Adds what the first thread does outside of teams at a path. False: what is below it does not count. */
static bool add_serial_at(struct finder *f, uint32_t path) {
  const struct path *p = &f->a->paths[path];
  const bool forks = region_of(f, path)->role == POMP_ROLE_FORK;
  uint64_t inside = 0;
  for (uint32_t i = forks ? p->first_child : NO_PATH; i != NO_PATH; i = f->a->paths[i].next_sibling)
    if (region_of(f, i)->role == POMP_ROLE_TEAM)
      inside += add_team(f, i);
  uint64_t own =
      forks ? p->totals.inclusive - (inside < p->totals.inclusive ? inside : p->totals.inclusive) : p->totals.exclusive;
  add(f, path, (struct critical_time){.path = own, .all = forks ? own : p->totals.exclusive});
  return true;
}

/* The same at a path below another one, whose teams are done. */
static bool add_serial_below(struct finder *f, uint32_t path) {
  const uint32_t role = region_of(f, path)->role, above = region_of(f, f->a->paths[path].parent)->role;
  if (above == POMP_ROLE_FORK && role == POMP_ROLE_TEAM)
    return false;
  if (role != POMP_ROLE_TASK && role != POMP_ROLE_TEAMS && role != POMP_ROLE_TARGET)
    return add_serial_at(f, path);
  add_loose(f, path, f->a->paths[path].totals.inclusive);
  return false;
}

/* Adds it from this path on. */
static void add_serial(struct finder *f, uint32_t path) {
  bool within = add_serial_at(f, path);
  for (uint32_t i = path; (i = analysis_next_below(f->a, path, i, within)) != NO_PATH;)
    within = add_serial_below(f, i);
}

/* Says what makes it inexact, before anything is added up. */
static const char *reason(const struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t initial = 0;
  for (uint32_t i = 0; i < e->location_count; i++)
    initial += e->locations[i].parent == NO_LOCATION;
  return e->process_count > 1 || e->header.ranks                              ? "it is of several processes"
         : e->header.nesting == POMP_NESTING_UNKNOWN && e->location_count > 1 ? "its teams are not known"
         : initial > 1                                                        ? "the program has started threads itself"
         : a->open || a->lost ? "regions have not ended, or events were lost"
                              : NULL;
}

static uint64_t sum_of(const struct critical_path *c, uint32_t regions) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < regions; i++)
    sum += c->regions[i].path;
  return sum;
}

bool critical_of_profile(struct critical_path *c, const struct analysis *a, char *why, size_t size) {
  struct finder f = {.a = a, .c = c};
  memset(c, 0, sizeof *c);
  *why = 0;
  c->of_profile = true;
  c->wall = a->all.wall;
  c->regions = calloc(a->region_count + 1ull, sizeof *c->regions);
  c->paths = calloc(a->path_count + 1ull, sizeof *c->paths);
  if (!c->regions || !c->paths)
    return false;
  const char *known = reason(a);
  if (known) {
    snprintf(why, size, "%s", known);
    return false;
  }
  add_serial(&f, 0);
  uint64_t sum = sum_of(c, a->region_count);
  if (sum < c->wall) /* before the first event, and after the last */
    add(&f, 0, (struct critical_time){.path = c->wall - sum, .all = c->wall - sum});
  if ((double)c->loose <= LOOSE_MOST * (double)c->wall && (double)sum <= (1 + LOOSE_MOST) * (double)c->wall)
    return true;
  snprintf(why, size, "%.100s takes part in it, and the profile does not tell who waited for whom each time",
           a->regions[f.loosest].name);
  return false;
}
