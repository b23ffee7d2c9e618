/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team_work.c - compares what the members of teams did in worksharing constructs, while locations come by.
 *
 * Members come before the location that forked their team. So what a team has done is known when that location has come
 * by, and takes no memory from then on. */
#include "sums/team_work.h"
#include "base/paged_array.h"
#include "pomp_array.h"
#include "sums/team_sums.h"

#include <stdlib.h>
#include <string.h>

bool team_work_begin(struct team_work *w, const struct experiment *e, struct region_locations *region_locations) {
  *w = (struct team_work){.e = e, .region_locations = region_locations};
  w->team_of = paged_calloc((size_t)e->location_count + e->process_count + 1, sizeof *w->team_of);
  return w->team_of != NULL;
}

bool team_work_room(struct team_work *w) {
  const uint32_t count = w->region_locations->region_count;
  if (!POMP_ARRAY_ROOM(w->regions, w->regions_room, count + 0ull) ||
      !POMP_ARRAY_ROOM(w->here, w->here_room, count + 0ull))
    return false;
  for (; w->region_count < count; w->region_count++)
    w->regions[w->region_count] = (struct work_region){.here = false};
  return true;
}

static uint32_t role_of(const struct team_work *w, uint32_t region) {
  return POMP_KEY_ROLE(w->region_locations->regions[region].key);
}

void team_work_record(struct team_work *w, uint32_t region, uint32_t location, const struct instances *i) {
  struct work_region *r = &w->regions[region];
  const struct node n = {.location = location};
  if (!is_shared(role_of(w, region)))
    return;
  r->by_instances |= i->count != 0;
  if (is_alone(w->e, &n))
    return;
  r->max = plus(r->max, i->max);
  r->means += (wide)(i->mean < i->max ? i->mean : i->max) << 32;
}

/* --- teams --- */

/* Returns the index of a team in team_of: by the location that forked it, or by the process. UINT32_MAX: the location
 * is a team by itself. */
static uint32_t place_of(const struct team_work *w, uint32_t location, uint32_t role) {
  const struct location *l = &w->e->locations[location];
  if (l->parent == NO_LOCATION && w->e->processes[l->process].header.nesting == POMP_NESTING_UNKNOWN)
    return w->e->location_count + l->process;
  return team_of(w->e, location, role) % 2 ? UINT32_MAX : l->parent;
}

/* Returns what members have done in a region, with room for it; NULL: there is not enough memory. */
static struct work_member_sums *sums_of(struct team_work *w, uint32_t place, uint32_t region) {
  uint32_t *number = &w->team_of[place];
  if (!*number && w->free_team) {
    *number = w->free_team;
    w->free_team = w->teams[*number - 1].next_free;
  } else if (!*number) {
    if (!POMP_ARRAY_ROOM(w->teams, w->teams_room, w->team_count + 1ull))
      return NULL;
    w->teams[w->team_count++] = (struct work_team){.sums = NULL};
    *number = w->team_count;
  }
  struct work_team *t = &w->teams[*number - 1];
  if (region >= t->count) {
    const uint32_t count = w->region_locations->region_count;
    struct work_member_sums *sums = realloc(t->sums, count * sizeof *sums);
    if (!sums)
      return NULL;
    memset(sums + t->count, 0, (count - t->count) * sizeof *sums);
    t->sums = sums;
    t->count = count;
  }
  return &t->sums[region];
}

/* Adds what a team has done in a region; its members that have met the construct are so many. */
static void add_team(struct team_work *w, uint32_t region, const struct work_member_sums *t, uint32_t members) {
  w->regions[region].sums_max = plus(w->regions[region].sums_max, t->max);
  w->regions[region].sums_means += exact_mean(t->sum, members > t->members ? members : t->members);
}

/* Returns how many members of a team have met the sections that a section is of; 0: it is no section. */
static uint32_t members_of_all(const struct team_work *w, const struct work_team *t, uint32_t region) {
  const uint32_t key = w->region_locations->regions[region].key;
  if (POMP_KEY_ROLE(key) != POMP_ROLE_SECTION)
    return 0;
  const uint32_t all =
      region_locations_find(w->region_locations, POMP_KEY(POMP_KEY_CONSTRUCT(key), POMP_ROLE_SECTIONS));
  return all < t->count ? t->sums[all].members : 0;
}

/* Ends a team, if there is one, and lets go of it. */
static void end_team(struct team_work *w, uint32_t place) {
  const uint32_t number = w->team_of[place];
  if (!number)
    return;
  struct work_team *t = &w->teams[number - 1];
  for (uint32_t i = 0; i < t->count; i++)
    if (t->sums[i].members)
      add_team(w, i, &t->sums[i], members_of_all(w, t, i));
  memset(t->sums, 0, t->count * sizeof *t->sums);
  t->next_free = w->free_team;
  w->free_team = number;
  w->team_of[place] = 0;
}

bool team_work_end(struct team_work *w, uint32_t location) {
  const uint32_t place = place_of(w, location, POMP_ROLE_NONE),
                 distributed = place_of(w, location, POMP_ROLE_DISTRIBUTE);
  for (uint32_t i = 0; i < w->here_count; i++) {
    const uint32_t region = w->here[i], team = role_of(w, region) == POMP_ROLE_DISTRIBUTE ? distributed : place;
    struct work_region *r = &w->regions[region];
    const uint64_t time = r->time;
    struct work_member_sums own = {0, 0, 0}, *to = team == UINT32_MAX ? &own : sums_of(w, team, region);
    r->here = false;
    r->time = 0;
    if (!to)
      return false;
    to->members++;
    to->max = time > to->max ? time : to->max;
    to->sum += time;
    if (to == &own)
      add_team(w, region, &own, 1);
  }
  w->here_count = 0;
  end_team(w, location);
  return true;
}

/* --- the whole --- */

void team_work_give(struct team_work *w, struct analysis *a) {
  const struct experiment *e = w->e;
  for (uint32_t i = 0; i < e->process_count; i++)
    end_team(w, e->location_count + i);
  for (uint32_t i = 0; i < a->region_count; i++) {
    struct region *to = &a->regions[i];
    const uint32_t number = region_locations_find(w->region_locations, to->key);
    to->balance.known = pomp_role_is(to->role, POMP_IS_SHARED) && to->shares;
    if (!to->balance.known || number >= w->region_count)
      continue;
    const struct work_region *r = &w->regions[number];
    to->balance.in_teams = r->in_teams;
    to->balance.by_instances = is_shared(to->role) && (r->by_instances || !r->in_teams);
    to->balance.max = to->balance.by_instances ? r->max : r->sums_max;
    to->balance.means = to->balance.by_instances ? r->means : r->sums_means;
    to->balance.mean = exact_ns(to->balance.means);
  }
}

void team_work_free(struct team_work *w) {
  for (uint32_t i = 0; i < w->team_count; i++)
    free(w->teams[i].sums);
  free(w->regions);
  free(w->here);
  paged_free(w->team_of);
  free(w->teams);
}
