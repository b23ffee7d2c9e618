/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_locations.c - chooses the locations that a page shows one by one. Of what may name many locations, the first
 * ones are taken, which are those with most. */
#include "show/page_locations.h"
#include "base/paged_array.h"
#include "sums/critical.h"

#include <stdlib.h>
#include <string.h>

/* So many are taken: of each extreme, and of the ranks; of each of so many findings; of each of so many groups; and of
 * all else that names locations. They add up to less than PAGE_LOCATIONS_MOST. */
enum { OF_EXTREME = 16, FINDINGS = 16, OF_FINDING = 6, GROUPS = 48, OF_GROUP = 6, OTHERS = 64 };

static void add(struct page_locations *f, uint32_t location) {
  if (f->count < PAGE_LOCATIONS_MOST && location != NO_LOCATION)
    f->locations[f->count++] = location;
}

static void add_first(struct page_locations *f, const uint32_t *locations, uint32_t count, uint32_t most) {
  for (uint32_t i = 0; i < count && i < most; i++)
    add(f, locations[i]);
}

/* --- extremes --- */

typedef double value_of(const struct location_totals *t); /* less than 0: it is not known */

static double waiting_of(const struct location_totals *t) { return (double)t->wait; }
static double idle_of(const struct location_totals *t) { return (double)t->idle; }
static double busy_of(const struct location_totals *t) { return (double)t->in_regions; }
static double cpu_of(const struct location_totals *t) { return t->scheduled.known ? (double)t->scheduled.on_cpu : -1; }

static const struct {
  value_of *value;
  bool least;
} extremes[] = {{waiting_of, false}, {idle_of, false}, {busy_of, false},
                {busy_of, true},     {cpu_of, false},  {cpu_of, true}};
enum { EXTREMES = sizeof extremes / sizeof *extremes };

struct ranking {
  uint32_t count, locations[OF_EXTREME];
  double values[OF_EXTREME]; /* in descending order */
};

/* Puts a location where it belongs, behind those of the same value. */
static void rank(struct ranking *r, uint32_t location, double value) {
  if (r->count == OF_EXTREME && value <= r->values[OF_EXTREME - 1])
    return;
  uint32_t at = r->count < OF_EXTREME ? r->count++ : OF_EXTREME - 1;
  for (; at && r->values[at - 1] < value; at--) {
    r->values[at] = r->values[at - 1];
    r->locations[at] = r->locations[at - 1];
  }
  r->values[at] = value;
  r->locations[at] = location;
}

static void add_extremes(struct page_locations *f, const struct analysis *a) {
  struct ranking rankings[EXTREMES] = {{0}};
  for (uint32_t i = 0; i < a->experiment->location_count; i++) {
    for (int k = 0; k < EXTREMES; k++) {
      const double value = extremes[k].value(&a->locations[i]);
      if (value >= 0)
        rank(&rankings[k], i, extremes[k].least ? -value : value);
    }
    paged_leave(sizeof *a->locations);
  }
  for (int k = 0; k < EXTREMES; k++)
    add_first(f, rankings[k].locations, rankings[k].count, OF_EXTREME);
}

/* --- what names locations --- */

static void add_findings(struct page_locations *f, const struct diagnosis *d) {
  for (uint32_t i = 0; i < d->count && i < FINDINGS; i++)
    add_first(f, d->findings[i].locations, d->findings[i].location_count, OF_FINDING);
}

/* Adds of each group the members with the least and the most time, and some others, evenly. */
static void add_groups(struct page_locations *f) {
  for (uint32_t i = 0; i < f->groups.count && i < GROUPS; i++) {
    const struct group *g = &f->groups.groups[i];
    add(f, g->least);
    add(f, g->most);
    for (uint32_t k = 0; k < OF_GROUP - 2; k++)
      add(f, f->groups.members[g->first + (uint32_t)((uint64_t)g->count * k / (OF_GROUP - 2))]);
  }
}

/* Adds those that are in a deadlock, and of threads that do the same the first one, and whom that waits for. */
static void add_open(struct page_locations *f, const struct analysis *a) {
  for (uint32_t i = 0; i < a->cycle_length && i < OTHERS; i++)
    add(f, a->open_visits[a->awaited[a->cycle[i]].visit].location);
  for (uint32_t i = 0; i < a->now_group_count && i < OTHERS; i++) {
    const struct thread_now *t = &a->now[a->now_groups[i].first];
    uint32_t count = 0;
    const struct awaited *w = t->visit == NO_VISIT ? NULL : analysis_awaited(a, t->visit, &count);
    add(f, t->location);
    add(f, count ? a->open_visits[w->by].location : NO_LOCATION);
  }
}

static void add_others(struct page_locations *f, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = 0; i < e->process_count && i < OF_EXTREME; i++)
    add(f, e->processes[i].location_count ? e->processes[i].first_location : NO_LOCATION);
  for (uint32_t i = 0; i < a->idle_count && i < OTHERS; i++)
    add(f, a->idle[i].location);
  for (uint32_t i = 0; i < a->region_count && i < OTHERS; i++)
    if (a->regions[i].balance.latest)
      add(f, a->latest[a->regions[i].balance.first_latest].location);
  for (int i = 0; a->critical && !a->critical->of_profile && i < CRITICAL_PARTS; i++)
    add(f, a->critical->parts[i].on_location ? a->critical->parts[i].location : NO_LOCATION);
}

static int by_number(const void *x, const void *y) {
  const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

bool page_locations_find(struct page_locations *f, const struct diagnosis *d) {
  const struct analysis *a = d->analysis;
  uint32_t count = 0;
  memset(f, 0, sizeof *f);
  f->all = page_has_all(a->experiment);
  if (f->all)
    return true;
  const bool good = groups_find(&f->groups, a);
  if (good)
    add_groups(f);
  add_extremes(f, a);
  add_findings(f, d);
  add_open(f, a);
  add_others(f, a);
  qsort(f->locations, f->count, sizeof *f->locations, by_number);
  for (uint32_t i = 0; i < f->count; i++)
    if (!count || f->locations[i] != f->locations[count - 1])
      f->locations[count++] = f->locations[i];
  f->count = count;
  return good;
}

void page_locations_free(struct page_locations *f) {
  if (!f->all)
    groups_free(&f->groups);
}

uint32_t page_number(const struct page_locations *f, uint32_t location) {
  if (f->all)
    return location;
  const uint32_t *found = bsearch(&location, f->locations, f->count, sizeof location, by_number);
  return found ? (uint32_t)(found - f->locations) : NO_LOCATION;
}
