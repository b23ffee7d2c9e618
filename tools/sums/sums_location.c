/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sums_location.c - adds the call paths of one location to the sums.
 * Not here: what measuring has cost (sums_cost.c), records, and what is made of the sums (sums.c).
 *
 * Locations come from the last one to the first, and the call paths of each are gone through from the last one to the
 * first. So what is a part of a call path comes before it, also what its thread did as member 0 of a team that is
 * forked there. Which call path a team or a task hangs below is looked up in the file. Members of a team mostly have
 * the same call paths in the same order: so data that follows from the call paths is computed once for all such
 * members. */
#include "base/paged_array.h"
#include "pomp_array.h"
#include "pomp_run.h"
#include "sums/sums_state.h"

#include <string.h>

/* --- the places of a location --- */

/* Makes room for what the paths add up to. */
static bool more_room(struct sums *s) {
  const uint32_t count = s->a->path_count;
  if (!POMP_ARRAY_ROOM(s->summed, s->summed_room, count + 0ull) ||
      !POMP_ARRAY_ROOM(s->rarely, s->rarely_room, count + 0ull))
    return false;
  for (; s->summed_count < count; s->summed_count++) {
    const uint32_t region = region_locations_number(s->region_locations, s->paths.keys[s->summed_count]);
    if (region == UINT32_MAX)
      return false;
    s->summed[s->summed_count] =
        (struct summed){.min = UINT64_MAX, .nested = path_table_is_nested(&s->paths, s->summed_count)};
    s->rarely[s->summed_count] = (struct rarely){.region = region};
  }
  return team_work_room(&s->work);
}

/* Finds the paths of a location's nodes, and makes room for what they add up to. */
static bool find_paths(struct sums *s, const struct taken_nodes *t) {
  for (uint32_t i = 0; i < t->count; i++) {
    const bool blame = POMP_KEY_ROLE(t->keys[i]) == POMP_ROLE_BLAME;
    uint32_t above = t->parents[i] == NO_NODE ? NO_PATH : s->places[t->parents[i]].path;
    s->places[i] = (struct place){.path = NO_PATH, .parent = t->parents[i]};
    if (t->above[i] && (blame || (above = known_path(&s->known, t->above[i])) == NO_PATH))
      return false;
    if (!blame && (s->places[i].path = path_table_find(&s->paths, above, t->keys[i])) == NO_PATH)
      return false;
  }
  return more_room(s);
}

static uint32_t facts_of(const struct sums *s, const struct taken_nodes *t, uint32_t i) {
  const uint32_t key = t->keys[i], role = POMP_KEY_ROLE(key), parent = t->parents[i];
  const struct construct *c = POMP_KEY_CONSTRUCT(key) ? &s->e->constructs[POMP_KEY_CONSTRUCT(key) - 1] : NULL;
  uint32_t facts = 0;
  const struct {
    enum place_fact fact;
    bool holds;
  } all[] = {
      {PLACE_TASK, role == POMP_ROLE_TASK},
      {PLACE_TEAM, role == POMP_ROLE_TEAM},
      {PLACE_WAITS, pomp_role_is(role, POMP_IS_WAITING)},
      {PLACE_LOCK, role == POMP_ROLE_LOCK},
      {PLACE_BLOCKED, pomp_role_wait(role) == POMP_WAIT_BLOCKED},
      {PLACE_SHARED, s->regions && pomp_role_is(role, POMP_IS_SHARED)},
      {PLACE_INSTANCES, is_shared(role)},
      {PLACE_OWN_BARRIER, role == POMP_ROLE_BARRIER && parent != NO_NODE &&
                              POMP_KEY_CONSTRUCT(key) == POMP_KEY_CONSTRUCT(t->keys[parent])},
      {PLACE_NESTED, s->summed[s->places[i].path].nested},
      {PLACE_PART, parent != NO_NODE && pomp_run_is_part(role, true, false)},
      {PLACE_MPI_WAITS, role == POMP_ROLE_MPI && c && pomp_mpi_may_wait(c->name)},
      {PLACE_FOREIGN, t->above[i] != 0},
  };
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    facts |= all[k].holds ? all[k].fact : 0;
  return facts;
}

/* Finds all that follows from the keys. */
static bool find_places(struct sums *s, const struct taken_nodes *t) {
  if (!POMP_ARRAY_ROOM(s->places, s->places_room, t->count + 0ull) ||
      !POMP_ARRAY_ROOM(s->at, s->at_room, t->count + 0ull) ||
      !POMP_ARRAY_ROOM(s->charged, s->charged_room, t->count + 0ull) || !find_paths(s, t))
    return false;
  s->some_blame = false;
  for (uint32_t i = 0; i < t->count; i++) {
    struct place *p = &s->places[i];
    if (POMP_KEY_ROLE(t->keys[i]) == POMP_ROLE_BLAME) {
      p->facts = PLACE_BLAME;
      s->places[p->parent].facts |= PLACE_CHARGED;
      s->some_blame = true;
      continue;
    }
    p->facts = facts_of(s, t, i);
    p->region = s->rarely[p->path].region;
    if (POMP_KEY_ROLE(t->keys[i]) == POMP_ROLE_BARRIER && p->parent == NO_NODE)
      return false; /* no thread waits where another one works */
  }
  return true;
}

/* --- what other locations have --- */

/* Gives the parts that other locations have to the nodes that they are parts of. */
static void give_parts(const struct sums *s, uint32_t location) {
  for (uint32_t k = s->parts_of[location]; k; k = s->parts[k - 1].next) {
    const struct part *p = &s->parts[k - 1];
    s->at[p->place].exclusive = plus(s->at[p->place].exclusive, p->time);
  }
}

/* Notes that a node is a part of one of another location, if it is. */
static bool note_part(struct sums *s, const struct taken_nodes *t, uint32_t i, uint64_t time) {
  const struct location *l = &s->e->locations[t->location];
  struct node_above n;
  if (!experiment_above(s->reader, t->above[i], &n))
    return false;
  if (!pomp_run_is_part(POMP_KEY_ROLE(t->keys[i]), false, l->parent == n.location && l->thread_num == 0))
    return true;
  if (!POMP_ARRAY_ROOM(s->parts, s->part_room, s->part_count + 1ull))
    return false;
  s->parts[s->part_count++] = (struct part){n.place, s->parts_of[n.location], time};
  s->parts_of[n.location] = s->part_count;
  return true;
}

/* --- a node --- */

/* Adds what was charged to a holder to what its parent has waited. */
static void add_charge(struct sums *s, const struct taken_nodes *t, uint32_t i, const struct adding *c) {
  const struct pomp_node *n = &t->nodes[i];
  struct charged *waiting = &s->charged[t->parents[i]];
  const bool to_nobody = t->keys[i] == POMP_KEY(0, POMP_ROLE_BLAME);
  waiting->time = plus(waiting->time, process_ns(c->process, n->inclusive));
  waiting->visits[0] += n->visits;
  waiting->visits[1] += to_nobody ? n->visits : 0;
  s->to_nobody |= to_nobody;
  sums_add_blame(s, t, i, c);
}

/* True if a node's visits are inside of others of its region, in what the same thread does there. */
static bool is_inside(const struct sums *s, const struct taken_nodes *t, uint32_t i) {
  const uint32_t key = t->keys[i];
  for (; t->parents[i] != NO_NODE; i = t->parents[i]) {
    if (!pomp_run_is_part(POMP_KEY_ROLE(t->keys[i]), true, false))
      return false;
    if (t->keys[t->parents[i]] == key)
      return true;
  }
  uint32_t below = t->keys[i], location = t->location;
  struct node_above n;
  for (uint32_t at = t->above[i]; at && experiment_above(s->reader, at, &n); at = n.above) {
    const struct location *l = &s->e->locations[location];
    if (!pomp_run_is_part(POMP_KEY_ROLE(below), n.location == location, l->parent == n.location && l->thread_num == 0))
      return false;
    if (n.key == key)
      return true;
    below = n.key;
    location = n.location;
  }
  return false;
}

/* Adds what a node has to its path. `time` is its time in the file, in ns. */
static inline void add_to_path(struct sums *s, uint32_t path, const struct pomp_node *n, uint64_t reported,
                               uint64_t time, const struct adding *c) {
  struct summed *to = &s->summed[path];
  to->nodes++;
  to->visits += n->visits;
  if (n->wait)
    s->rarely[path].waited = plus(s->rarely[path].waited, process_ns_inline(c->process, n->wait));
  if (n->min != UINT64_MAX) {
    const uint64_t min = n->min == reported ? time : process_ns_inline(c->process, n->min);
    to->min = min < to->min ? min : to->min;
  }
  const uint64_t max = n->max == reported ? time : process_ns_inline(c->process, n->max);
  to->max = max > to->max ? max : to->max;
}

static void add_contended(struct sums *s, uint32_t i) {
  struct rarely *r = &s->rarely[s->places[i].path];
  for (int k = 0; k < 2; k++)
    r->contended[k] += s->charged[i].visits[k];
}

/* Adds how long a node's visits have waited. */
static void add_wait(struct sums *s, uint32_t i, const struct pomp_node *n, struct adding *c) {
  const struct place *p = &s->places[i];
  struct rarely *r = &s->rarely[p->path];
  uint64_t wait = 0;
  if (p->facts & PLACE_WAITS)
    wait = s->at[i].exclusive;
  else if (!(p->facts & PLACE_LOCK))
    wait = process_ns(c->process, n->wait);
  else if (p->facts & PLACE_CHARGED)
    wait = s->charged[i].time;
  r->wait = plus(r->wait, wait);
  c->totals->wait = plus(c->totals->wait, wait);
}

/* Adds what few nodes have. */
static bool add_rare(struct sums *s, const struct taken_nodes *t, uint32_t i, struct adding *c, uint64_t inclusive,
                     uint64_t time) {
  const struct place *p = &s->places[i];
  if (p->facts & PLACE_TASK)
    s->tasks[s->first[t->location]] = plus(s->tasks[s->first[t->location]], time);
  if (p->facts & (PLACE_TEAM | PLACE_TASK)) /* others wait for no lines, but who is blamed; see pomp_cost_lines */
    sums_add_lines(s, t, i);
  if (p->facts & PLACE_CHARGED)
    add_contended(s, i);
  if (p->facts & (PLACE_WAITS | PLACE_LOCK | PLACE_BLOCKED))
    add_wait(s, i, &t->nodes[i], c);
  if (p->facts & PLACE_MPI_WAITS)
    c->totals->mpi = plus(c->totals->mpi, s->at[i].exclusive);
  return !(p->facts & PLACE_FOREIGN) || note_part(s, t, i, inclusive);
}
#define PLACE_RARE                                                                                                     \
  (PLACE_TASK | PLACE_TEAM | PLACE_CHARGED | PLACE_WAITS | PLACE_LOCK | PLACE_BLOCKED | PLACE_MPI_WAITS | PLACE_FOREIGN)

/* Adds a node whose parts have all been added, and that is no root. */
static bool add_node(struct sums *s, const struct taken_nodes *t, uint32_t i, struct adding *c) {
  const struct pomp_node *n = &t->nodes[i];
  const struct place *p = &s->places[i];
  if (p->facts & PLACE_BLAME) {
    add_charge(s, t, i, c);
    return true;
  }
  struct at_location *at = &s->at[i];
  struct summed *to = &s->summed[p->path];
  const uint64_t reported = n->inclusive, time = process_ns_inline(c->process, reported);
  const uint64_t inclusive = pomp_run_inclusive(time, at->exclusive), exclusive = inclusive - at->exclusive;
  at->exclusive = exclusive;
  if (to->group != c->group)
    sums_begin_group(s, p->path, c);
  to->first = t->first + i; /* locations come from the last one to the first, and their nodes, too */
  to->inclusive = plus(to->inclusive, inclusive);
  to->exclusive = plus(to->exclusive, exclusive);
  add_to_path(s, p->path, n, reported, time, c);
  if (to->has_first)
    sums_add_firsts(s, t, i, c);
  if (p->facts & PLACE_OWN_BARRIER)
    s->at[p->parent].barrier = plus(s->at[p->parent].barrier, inclusive);
  if (p->facts & PLACE_SHARED)
    team_work_add(&s->work, p->region, p->facts & PLACE_INSTANCES, c->alone, inclusive - at->barrier);
  if (s->regions)
    region_locations_add(s->region_locations, p->region, p->facts & PLACE_NESTED && is_inside(s, t, i) ? 0 : inclusive,
                         exclusive);
  c->in_regions = plus(c->in_regions, exclusive);
  c->visits += n->visits;
  if (p->facts & PLACE_PART)
    s->at[p->parent].exclusive = plus(s->at[p->parent].exclusive, inclusive);
  return !(p->facts & PLACE_RARE) || add_rare(s, t, i, c, inclusive, time);
}

/* Adds the root. */
static void add_root(struct sums *s, const struct taken_nodes *t, const struct adding *c) {
  const struct pomp_node *n = t->nodes;
  const uint32_t path = s->places[0].path;
  struct summed *to = &s->summed[path];
  const struct node root = {.key = 0, .parent = NO_NODE, .location = t->location};
  const uint64_t time = process_ns(c->process, t->lifetime), parts = s->at[0].exclusive,
                 own = pomp_run_root(root_has_time(s->e, &root) ? time : 0, s->tasks[t->location]);
  const uint64_t inclusive = pomp_run_inclusive(own, parts), exclusive = inclusive - parts;
  s->at[0].exclusive = exclusive;
  to->first = t->location;
  to->inclusive = plus(to->inclusive, inclusive);
  to->exclusive = plus(to->exclusive, exclusive);
  s->rarely[path].open += n->start != 0;
  add_to_path(s, path, n, t->lifetime, time, c);
  if (s->regions)
    region_locations_add(s->region_locations, s->places[0].region, inclusive, exclusive);
  if (s->places[0].facts & PLACE_CHARGED)
    add_contended(s, 0);
  c->totals->lifetime = c->location->parent == NO_LOCATION ? time : 0;
  c->totals->outside = exclusive;
  c->totals->in_regions = c->in_regions;
  c->totals->visits = c->visits;
}

/* --- a location --- */

/* Shows the location to who watches. */
static bool show(struct sums *s, const struct taken_nodes *t) {
  if (!s->watcher)
    return true;
  if (!POMP_ARRAY_ROOM(s->exclusive, s->exclusive_room, t->count + 0ull))
    return false;
  for (uint32_t i = 0; i < t->count; i++)
    s->exclusive[i] = s->at[i].exclusive;
  return s->watcher(s->watching, s->e, t, s->exclusive);
}

bool sums_take(void *context, const struct taken_nodes *t) {
  struct sums *s = context;
  const struct location *l = &s->e->locations[t->location];
  const struct node any = {.location = t->location};
  struct adding c = {.process = &s->e->processes[l->process],
                     .location = l,
                     .alone = is_alone(s->e, &any),
                     .totals = &s->a->locations[t->location],
                     .parent = NO_NODE};
  if (!sums_group(s, &c) || (!t->alike && !find_places(s, t)))
    return false;
  memset(s->at, 0, t->count * sizeof *s->at);
  if (s->some_blame)
    memset(s->charged, 0, t->count * sizeof *s->charged);
  give_parts(s, t->location);
  bool good = true;
  for (uint32_t i = t->count; good && --i > 0;)
    good = add_node(s, t, i, &c);
  if (!good)
    return false;
  add_root(s, t, &c);
  paged_leave(sizeof *c.totals + sizeof *s->tasks + sizeof *s->first + sizeof *s->parts_of + sizeof *s->work.team_of);
  return region_locations_end(s->region_locations) && team_work_end(&s->work, t->location) && show(s, t);
}
