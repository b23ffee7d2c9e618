/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sums.c - the functions of sums.h.
 * Not here: what that header says.
 *
 * Locations come from the last one to the first, and the call paths of each are gone through from the last one to the
 * first. So what is a part of a call path comes before it, also what its thread did as member 0 of a team that is
 * forked there. Which call path a team or a task hangs below is looked up in the file. */
#include "sums.h"
#include "known_paths.h"
#include "measuring.h"
#include "met.h"
#include "path_table.h"
#include "pomp_array.h"
#include "pomp_run.h"
#include "team_work.h"

#include <stdlib.h>
#include <string.h>

/* It is what measuring has cost at locations with teams of one size, of processes in which a pair takes the same. */
struct measured {
  struct path_cost formula;
  double pair; /* ns */
  uint64_t nodes, visits, firsts;
};

/* It is what the nodes of a path add up to, in ns. */
struct summed {
  uint64_t visits, inclusive, exclusive, wait, min, max;
  uint64_t first; /* the number of its first node */
  uint32_t nodes, open;
  uint64_t waited;
  uint32_t region;          /* its number in struct met */
  bool nested;              /* some call path above is of the same region */
  struct measured measured; /* at the last locations; those before are in the next */
  double measuring, excluded;
};

/* This is what few paths have. */
struct rarely {
  uint64_t contended[2]; /* visits that were charged to anybody; to nobody alone */
  struct messages messages;
  struct team_cpu cpu;
};

/* This is the time of member 0 of a team, which is a part of the `place`th node of another location. */
struct part {
  uint32_t place, next; /* the number of the next one there, plus 1; 0: none */
  uint64_t time;
};

/* What is known of a node of the location that is added up. */
struct at_location {
  struct node_times times; /* until its turn comes, `exclusive` is the sum of its parts */
  uint64_t contended[2];
  uint64_t barrier; /* the time of the barrier at its end */
  uint32_t path;
};

struct sums {
  struct node_taker taker;
  struct analysis *a;
  const struct experiment *e;
  struct reader *reader;
  struct path_table paths;
  struct met *met;
  struct team_work work;
  struct summed *summed; /* by path, as the next */
  struct rarely *rarely;
  struct at_location *at;
  uint64_t *tasks;          /* by location: the time of tasks that its thread has executed */
  uint32_t *first;          /* by location: the one that its thread comes from */
  uint32_t *parts_of;       /* by location: the number of its first part, plus 1; 0: none */
  struct part *parts;       /* of the locations that have not come yet, and of others */
  struct known_paths known; /* of nodes of other locations */
  uint32_t summed_count, summed_room, rarely_room, at_room, part_count, part_room;
  sums_watcher *watcher; /* NULL: nobody watches */
  void *watching;        /* its context */
  uint64_t *exclusive;   /* what it sees */
  uint32_t exclusive_room;
  bool to_nobody; /* some wait was charged to nobody; see add_up_charges of analyse.c */
};

/* --- the paths of a location --- */

/* Makes room for what the paths add up to. */
static bool more_room(struct sums *s) {
  const uint32_t count = s->a->path_count;
  if (!POMP_ARRAY_ROOM(s->summed, s->summed_room, count + 0ull) ||
      !POMP_ARRAY_ROOM(s->rarely, s->rarely_room, count + 0ull))
    return false;
  for (; s->summed_count < count; s->summed_count++) {
    const uint32_t region = met_region(s->met, s->paths.keys[s->summed_count]);
    if (region == UINT32_MAX)
      return false;
    s->summed[s->summed_count] = (struct summed){.min = UINT64_MAX,
                                                 .first = UINT64_MAX,
                                                 .region = region,
                                                 .nested = path_table_is_nested(&s->paths, s->summed_count)};
    s->rarely[s->summed_count] = (struct rarely){.contended = {0, 0}};
  }
  return true;
}

/* Finds the paths of a location's nodes, and makes room for what they add up to. */
static bool find_paths(struct sums *s, const struct taken_nodes *t) {
  for (uint32_t i = 0; i < t->count; i++) {
    const struct node *n = &t->nodes[i];
    uint32_t above = n->parent == NO_NODE ? NO_PATH : s->at[n->parent].path;
    s->at[i] = (struct at_location){.path = NO_PATH};
    if (t->above[i] && (is_blame(n) || (above = known_path(&s->known, t->above[i])) == NO_PATH))
      return false;
    if (!is_blame(n) && (s->at[i].path = path_table_find(&s->paths, above, n->key)) == NO_PATH)
      return false;
  }
  return more_room(s);
}

/* --- times --- */

/* Adds what was charged to a holder to what its parent has waited. */
static void add_charge(struct sums *s, const struct node *n, uint64_t time) {
  struct at_location *waiting = &s->at[n->parent];
  waiting->times.wait = plus(waiting->times.wait, time);
  waiting->contended[0] += n->visits;
  waiting->contended[1] += is_blame_of_nobody(n) ? n->visits : 0;
  s->to_nobody |= is_blame_of_nobody(n);
}

/* Gives the parts that other locations have to the nodes that they are parts of. */
static void give_parts(const struct sums *s, uint32_t location) {
  for (uint32_t k = s->parts_of[location]; k; k = s->parts[k - 1].next) {
    const struct part *p = &s->parts[k - 1];
    s->at[p->place].times.exclusive = plus(s->at[p->place].times.exclusive, p->time);
  }
}

/* Notes that a node is a part of one of another location, if it is. */
static bool note_part(struct sums *s, const struct taken_nodes *t, uint32_t i, uint64_t time) {
  const struct location *l = &s->e->locations[t->location];
  struct node_above n;
  if (!experiment_above(s->reader, t->above[i], &n))
    return false;
  if (!pomp_run_is_part(POMP_KEY_ROLE(t->nodes[i].key), false, l->parent == n.location && l->thread_num == 0))
    return true;
  if (!POMP_ARRAY_ROOM(s->parts, s->part_room, s->part_count + 1ull))
    return false;
  s->parts[s->part_count++] = (struct part){n.place, s->parts_of[n.location], time};
  s->parts_of[n.location] = s->part_count;
  return true;
}

/* --- what measuring has cost --- */

/* Returns how many teams the visits of a call path were in. */
static uint64_t teams_above(const struct sums *s, const struct taken_nodes *t, uint32_t i) {
  int steps = 0;
  for (; steps <= POMP_COST_ABOVE && t->nodes[i].parent != NO_NODE; steps++) {
    i = t->nodes[i].parent;
    if (POMP_KEY_ROLE(t->nodes[i].key) == POMP_ROLE_TEAM)
      return t->nodes[i].visits;
  }
  struct node_above n;
  for (uint32_t at = t->above[i]; steps <= POMP_COST_ABOVE && at && experiment_above(s->reader, at, &n); at = n.above) {
    if (POMP_KEY_ROLE(n.key) == POMP_ROLE_TEAM)
      return n.visits;
    steps++;
  }
  return 0;
}

/* What the nodes of a location have in common, and the last node whose teams were asked for. */
struct common {
  const struct process *process;
  const struct location *location;
  double pair; /* what a pair takes, in ns */
  enum pomp_cost_way way;
  uint32_t parent;
  uint64_t teams;
};

/* Adds what was measured with one formula. */
static void settle(struct summed *to) {
  const struct measured *m = &to->measured;
  const struct path_cost *f = &m->formula;
  to->measuring += m->pair * (f->made * (double)m->nodes + f->each * (double)m->visits + f->first * (double)m->firsts);
  to->excluded += m->pair * (f->each_excluded * (double)m->visits + f->first_excluded * (double)m->firsts);
  to->measured = (struct measured){.pair = 0};
}

/* Adds what measuring a node has cost to its path, or, of what is blamed on others, to the path that waited. */
static void add_cost(struct sums *s, const struct taken_nodes *t, uint32_t i, struct common *c) {
  const struct node *n = &t->nodes[i];
  const uint32_t path = s->at[is_blame(n) ? n->parent : i].path;
  struct summed *to = &s->summed[path];
  struct measured *m = &to->measured, blame = {.pair = c->pair};
  if (is_blame(n))
    m = &blame;
  else if (!m->formula.known || m->formula.team_size != c->location->team_size || m->formula.way != c->way ||
           m->pair != c->pair)
    settle(to);
  if (!m->formula.known) {
    const uint32_t above = is_blame(n) ? path : s->paths.parents[path];
    measuring_formula(&m->formula, n->key, s->paths.keys[above], c->location->team_size, c->way);
    m->pair = c->pair;
  }
  m->nodes++;
  m->visits += n->visits;
  if (measuring_has_first(&m->formula)) {
    if (n->parent == NO_NODE || n->parent != c->parent)
      c->teams = teams_above(s, t, i);
    c->parent = n->parent;
    m->firsts += n->visits < c->teams ? n->visits : c->teams;
  }
  if (POMP_KEY_ROLE(n->key) == POMP_ROLE_TEAM) { /* others wait for no lines; see pomp_cost_lines */
    const double lines = measuring_lines(s->e, t->location, n->key, n->visits);
    to->measuring += lines;
    to->excluded += lines;
  }
  if (is_blame(n))
    to->measuring += blame.pair * (blame.formula.made + blame.formula.each * (double)n->visits);
}

/* --- a location --- */

static void add_to_path(struct sums *s, const struct taken_nodes *t, uint32_t i, uint64_t time,
                        const struct common *c) {
  const struct node *n = &t->nodes[i];
  const struct at_location *at = &s->at[i];
  struct summed *to = &s->summed[at->path];
  const uint64_t number = i ? (uint64_t)t->first + i : t->location;
  to->nodes++;
  to->open += n->start != 0;
  to->first = number < to->first ? number : to->first;
  to->visits += n->visits;
  to->inclusive = plus(to->inclusive, at->times.inclusive);
  to->exclusive = plus(to->exclusive, at->times.exclusive);
  to->wait = plus(to->wait, at->times.wait);
  if (at->contended[0]) {
    s->rarely[at->path].contended[0] += at->contended[0];
    s->rarely[at->path].contended[1] += at->contended[1];
  }
  if (n->wait)
    to->waited = plus(to->waited, process_ns(c->process, n->wait));
  if (n->min != UINT64_MAX) {
    const uint64_t min = n->min == n->inclusive ? time : process_ns(c->process, n->min);
    to->min = min < to->min ? min : to->min;
  }
  const uint64_t max = n->max == n->inclusive ? time : process_ns(c->process, n->max);
  to->max = max > to->max ? max : to->max;
}

/* Returns how long a node's visits have waited, of which `charged` is what was charged to holders. */
static uint64_t wait_of(const struct node *n, const struct process *p, uint64_t exclusive, uint64_t charged) {
  const uint32_t role = POMP_KEY_ROLE(n->key);
  if (pomp_role_is(role, POMP_IS_WAITING))
    return exclusive;
  if (role == POMP_ROLE_LOCK)
    return charged;
  return pomp_role_wait(role) == POMP_WAIT_BLOCKED ? process_ns(p, n->wait) : 0;
}

/* True if a node's visits are inside of others of its region, in what the same thread does there. */
static bool is_inside(const struct sums *s, const struct taken_nodes *t, uint32_t i) {
  const uint32_t key = t->nodes[i].key;
  for (; t->nodes[i].parent != NO_NODE; i = t->nodes[i].parent) {
    if (!pomp_run_is_part(POMP_KEY_ROLE(t->nodes[i].key), true, false))
      return false;
    if (t->nodes[t->nodes[i].parent].key == key)
      return true;
  }
  uint32_t below = t->nodes[i].key, location = t->location;
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

/* Adds a node to its region. */
static bool add_to_region(struct sums *s, const struct taken_nodes *t, uint32_t i) {
  const struct at_location *at = &s->at[i];
  const struct summed *path = &s->summed[at->path];
  const struct node *n = &t->nodes[i];
  const uint32_t role = POMP_KEY_ROLE(n->key);
  if (role == POMP_ROLE_BARRIER && n->parent == NO_NODE)
    return false; /* no thread waits where another one works */
  if (role == POMP_ROLE_BARRIER && POMP_KEY_CONSTRUCT(n->key) == POMP_KEY_CONSTRUCT(t->nodes[n->parent].key))
    s->at[n->parent].barrier = plus(s->at[n->parent].barrier, at->times.inclusive);
  if (pomp_role_is(role, POMP_IS_SHARED) &&
      !team_work_add(&s->work, path->region, n, at->times.inclusive - at->barrier))
    return false;
  return met_add(s->met, path->region, path->nested && is_inside(s, t, i) ? 0 : at->times.inclusive,
                 at->times.exclusive);
}

/* Adds a node whose parts have all been added. */
static bool add_node(struct sums *s, const struct taken_nodes *t, uint32_t i, struct common *c) {
  const struct node *n = &t->nodes[i];
  struct node_times *times = &s->at[i].times;
  const bool has_time = i || root_has_time(s->e, n);
  uint64_t time = has_time ? process_ns(c->process, n->inclusive) : 0;
  if (is_blame(n)) {
    add_charge(s, n, time);
    add_cost(s, t, i, c);
    return true;
  }
  if (POMP_KEY_ROLE(n->key) == POMP_ROLE_TASK)
    s->tasks[s->first[t->location]] = plus(s->tasks[s->first[t->location]], time);
  const uint64_t parts = times->exclusive, own = i ? time : pomp_run_root(time, s->tasks[t->location]);
  times->inclusive = pomp_run_inclusive(own, parts);
  times->exclusive = times->inclusive - parts;
  times->wait = wait_of(n, c->process, times->exclusive, times->wait);
  add_to_path(s, t, i, i || has_time ? time : process_ns(c->process, n->inclusive), c);
  if (!add_to_region(s, t, i))
    return false;
  struct location_totals *l = &s->a->locations[t->location];
  if (i == 0) {
    l->lifetime = c->location->parent == NO_LOCATION ? process_ns(c->process, n->inclusive) : 0;
    l->outside = times->exclusive;
    return true;
  }
  location_add(s->e, l, n, times);
  add_cost(s, t, i, c);
  if (t->above[i])
    return note_part(s, t, i, times->inclusive);
  struct node_times *above = &s->at[n->parent].times;
  if (pomp_run_is_part(POMP_KEY_ROLE(n->key), true, false))
    above->exclusive = plus(above->exclusive, times->inclusive);
  return true;
}

/* Shows the location to who watches. */
static bool show(struct sums *s, const struct taken_nodes *t) {
  if (!s->watcher)
    return true;
  if (!POMP_ARRAY_ROOM(s->exclusive, s->exclusive_room, t->count + 0ull))
    return false;
  for (uint32_t i = 0; i < t->count; i++)
    s->exclusive[i] = s->at[i].times.exclusive;
  return s->watcher(s->watching, s->e, t, s->exclusive);
}

static bool take(void *context, const struct taken_nodes *t) {
  struct sums *s = context;
  const struct location *l = &s->e->locations[t->location];
  const struct process *p = &s->e->processes[l->process];
  struct common c = {.process = p,
                     .location = l,
                     .pair = pomp_run_measuring(measuring_units(p).pair, 1, 0, 0),
                     .way = pomp_cost_way(p->header.traced != 0, false),
                     .parent = NO_NODE};
  if (!POMP_ARRAY_ROOM(s->at, s->at_room, t->count + 0ull) || !find_paths(s, t))
    return false;
  give_parts(s, t->location);
  bool good = true;
  for (uint32_t i = t->count; good && i-- > 0;)
    good = add_node(s, t, i, &c);
  return good && met_end(s->met) && team_work_end(&s->work, t->location) && show(s, t);
}

/* --- records --- */

/* Finds a node that a record belongs to, and its path. */
static bool find_node(struct sums *s, uint32_t node, struct node_above *n, uint32_t *path) {
  *path = known_path(&s->known, node);
  return *path != NO_PATH && *path < s->summed_count && experiment_above(s->reader, node, n);
}

static bool take_cpu(void *context, uint32_t node, const struct cpu_time *cpu) {
  struct sums *s = context;
  struct node_above n;
  uint32_t path;
  if (!find_node(s, node, &n, &path) || POMP_KEY_ROLE(n.key) != POMP_ROLE_TEAM)
    return false;
  const struct unit_costs unit = measuring_units(&s->e->processes[s->e->locations[n.location].process]);
  const double cost = pomp_run_measuring(0, 0, unit.cpu, (double)cpu->visits);
  s->summed[path].measuring += cost;
  s->summed[path].excluded += cost;
  team_cpu_add(&s->rarely[path].cpu, &s->e->processes[s->e->locations[n.location].process], cpu);
  return true;
}

static bool take_messages(void *context, uint32_t node, const struct messages *m) {
  struct sums *s = context;
  struct node_above n;
  uint32_t path;
  if (!find_node(s, node, &n, &path) || POMP_KEY_ROLE(n.key) != POMP_ROLE_MPI)
    return false;
  messages_add(&s->rarely[path].messages, m);
  return true;
}

/* Those of barriers tell who came last. */
static bool take_instances(void *context, uint32_t node, struct instances i) {
  struct sums *s = context;
  struct node_above n;
  uint32_t path;
  if (!find_node(s, node, &n, &path))
    return false;
  const struct process *p = &s->e->processes[s->e->locations[n.location].process];
  i.max = process_ns(p, i.max);
  i.mean = process_ns(p, i.mean);
  if (POMP_KEY_ROLE(n.key) == POMP_ROLE_BARRIER)
    return true;
  return pomp_role_is(POMP_KEY_ROLE(n.key), POMP_IS_SHARED) &&
         team_work_record(&s->work, s->summed[path].region, n.location, &i);
}

/* --- the whole --- */

static bool begin(void *context, const struct experiment *e, struct reader *r) {
  struct sums *s = context;
  s->a->experiment = s->e = e;
  s->reader = r;
  s->known = (struct known_paths){.table = &s->paths, .reader = r, .node_count = e->node_count};
  s->tasks = calloc(e->location_count + 1ull, sizeof *s->tasks);
  s->first = calloc(e->location_count + 1ull, sizeof *s->first);
  s->parts_of = calloc(e->location_count + 1ull, sizeof *s->parts_of);
  if (!team_work_begin(&s->work, e, s->met) || !s->tasks || !s->first || !s->parts_of || !locations_room(s->a))
    return false;
  locations_first(e, s->first);
  return true;
}

struct sums *sums_new(struct analysis *a) {
  struct sums *s = calloc(1, sizeof *s);
  *a = (struct analysis){.experiment = NULL};
  if (!s || !(s->met = calloc(1, sizeof *s->met))) {
    free(s);
    return NULL;
  }
  s->a = s->paths.a = a;
  s->taker = (struct node_taker){s, begin, take, take_cpu, take_messages, take_instances};
  return s;
}

const struct node_taker *sums_taker(const struct sums *s) { return &s->taker; }

void sums_watch(struct sums *s, sums_watcher *watcher, void *context) {
  s->watcher = watcher;
  s->watching = context;
}

/* Sorts the paths as if their nodes had been gone through from the first one to the last. */
static bool sort_paths(struct sums *s, uint32_t *place) {
  uint64_t *first = malloc((s->a->path_count + 1ull) * sizeof *first);
  for (uint32_t i = 0; first && i < s->a->path_count; i++)
    first[i] = s->summed[i].first;
  const bool good = first && path_table_sort(&s->paths, first, place);
  free(first);
  return good;
}

static void give_totals(const struct sums *s, struct path *p, uint32_t path) {
  const struct summed *from = &s->summed[path];
  const struct rarely *rarely = &s->rarely[path];
  struct region *r = &s->a->regions[p->region];
  const enum pomp_wait kind = pomp_role_wait(r->role);
  p->nodes = from->nodes;
  p->totals = (struct totals){.visits = from->visits,
                              .inclusive = from->inclusive,
                              .exclusive = from->exclusive,
                              .wait = from->wait,
                              .tasks = kind == POMP_WAIT_TASKS ? from->waited : 0,
                              .delay = kind == POMP_WAIT_DELAY ? from->waited : 0,
                              .held = kind == POMP_WAIT_HELD ? from->waited : 0,
                              .contended = rarely->contended[s->to_nobody],
                              .min = from->min,
                              .max = from->max,
                              .open = from->open,
                              .messages = rarely->messages};
  r->measuring += from->measuring;
  r->excluded += from->excluded;
  team_cpu_join(&r->cpu, &rarely->cpu);
}

bool sums_conclude(struct sums *s, const struct experiment *e) {
  struct analysis *a = s->a;
  a->experiment = e;
  uint32_t *place = malloc((a->path_count + 1ull) * sizeof *place);
  bool good = place && sort_paths(s, place) && path_table_give_regions(&s->paths);
  for (uint32_t i = 0; good && i < a->path_count; i++) {
    settle(&s->summed[i]);
    give_totals(s, &a->paths[place[i]], i);
  }
  free(place);
  if (!good || !paths_link(a) || !regions_list_paths(a))
    return false;
  met_give(s->met, a);
  team_work_give(&s->work, a);
  a->met = s->met;
  s->met = NULL;
  if (!regions_sort(a))
    return false;
  locations_add_up_all(a);
  for (uint32_t i = 0; i < a->region_count; i++)
    a->measuring += a->regions[i].measuring;
  return scheduling_find(a);
}

void sums_free(struct sums *s) {
  if (!s)
    return;
  path_table_free(&s->paths);
  team_work_free(&s->work);
  met_free(s->met);
  known_paths_free(&s->known);
  free(s->summed);
  free(s->rarely);
  free(s->at);
  free(s->tasks);
  free(s->first);
  free(s->parts_of);
  free(s->parts);
  free(s->exclusive);
  free(s);
}
