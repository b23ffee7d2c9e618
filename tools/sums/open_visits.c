/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* open_visits.c - the open visits of the program's threads, the threads that they wait for, and deadlocks.
 * Not here: how long the visits took (tools/files/read_processes.c), output (open_table.c, report_json.c).
 *
 * Visits of a running program are copied one after the other. Two of them were certainly open at the same time if both
 * had begun before the copying did. So only such visits are used in statements about several threads. */
#include "files/processes.h"
#include "pomp_array.h"
#include "pomp_names.h"
#include "sums/analysis_steps.h"

#include <stdlib.h>
#include <string.h>

/* This is what is known while the visits are looked through. */
struct look {
  struct analysis *a;
  uint32_t *thread;    /* by location: the location that its thread comes from */
  uint32_t *innermost; /* by such a location: the innermost open visit of the thread, or NONE */
  bool *blocked;       /* by node */
  uint32_t awaited_room;
};
#define NONE UINT32_MAX

static uint32_t role_of(const struct look *l, const struct open_visit *v) {
  return POMP_KEY_ROLE(l->a->experiment->nodes[v->node].key);
}

static const struct construct *construct_of(const struct look *l, const struct open_visit *v) {
  const struct experiment *e = l->a->experiment;
  uint32_t construct = POMP_KEY_CONSTRUCT(e->nodes[v->node].key);
  return construct ? &e->constructs[construct - 1] : NULL;
}

/* --- which there are --- */

/* A parallel region whose member waits at its end is over; its time grows because the barrier's does. */
static bool is_open(const struct experiment *e, const struct node *n) {
  bool over = POMP_KEY_ROLE(n->key) == POMP_ROLE_TEAM && n->start == e->locations[n->location].arrived;
  return n->start && n->parent != NO_NODE && !over;
}

static void add(struct look *l, uint32_t node) {
  struct analysis *a = l->a;
  const struct experiment *e = a->experiment;
  const struct node *n = &e->nodes[node];
  const struct process *p = &e->processes[e->locations[n->location].process];
  struct open_visit *v = &a->open_visits[a->open_count++];
  uint64_t begin = p->header.sync[0].tick, start = n->start > begin ? n->start : begin;
  uint32_t construct = POMP_KEY_CONSTRUCT(n->key);
  *v = (struct open_visit){
      .node = node, .path = a->node_path[node], .location = n->location, .suspended = n->start == POMP_SUSPENDED};
  if (!v->suspended && start <= p->end_tick) {
    v->since = process_ns(p, start - begin);
    v->time = process_ns(p, p->end_tick - start);
  }
  v->waits =
      !v->suspended && (l->blocked[node] ||
                        (construct && pomp_region_may_wait(POMP_KEY_ROLE(n->key), e->constructs[construct - 1].name)));
}

static int by_start(const void *x, const void *y) {
  const struct open_visit *a = x, *b = y;
  if (a->suspended != b->suspended)
    return a->suspended ? -1 : 1;
  if (a->since != b->since)
    return a->since < b->since ? -1 : 1;
  return a->node < b->node ? -1 : a->node > b->node;
}

/* Lists the visits by location, in the order of the tree of teams. */
static bool list(struct look *l) {
  struct analysis *a = l->a;
  const struct experiment *e = a->experiment;
  uint32_t *first = malloc(e->location_count * sizeof *first), *next = malloc(e->node_count * sizeof *next), count = 0;
  bool *outer = calloc(e->node_count + 1ull, sizeof *outer), good = first && next && outer;
  if (good)
    memset(first, 0xff, e->location_count * sizeof *first); /* NONE */
  for (uint32_t k = a->special_count; good && k-- > 0;) {   /* open visits are among them */
    uint32_t i = a->special[k];
    const struct node *n = &e->nodes[i];
    if (!is_open(e, n))
      continue;
    next[i] = first[n->location];
    first[n->location] = i;
    outer[n->parent] |= e->nodes[n->parent].location == n->location;
    count++;
  }
  a->open_visits = calloc(count + 1ull, sizeof *a->open_visits);
  good = good && a->open_visits;
  for (uint32_t i = 0; good && i < e->location_count; i++) {
    uint32_t location = a->location_order[i], at = a->open_count;
    for (uint32_t n = first[location]; n != NONE; n = next[n])
      add(l, n);
    qsort(a->open_visits + at, a->open_count - at, sizeof *a->open_visits, by_start);
    for (; at < a->open_count; at++)
      a->open_visits[at].innermost = !outer[a->open_visits[at].node];
  }
  free(first);
  free(next);
  free(outer);
  return good;
}

/* Finds each thread's innermost visit. A thread that forks is member 0 of the team below, whose visits come later in
 * the list. */
static void find_innermost(struct look *l) {
  const struct analysis *a = l->a;
  for (uint32_t i = 0; i < a->experiment->location_count; i++)
    l->innermost[i] = NONE;
  for (uint32_t i = 0; i < a->open_count; i++)
    if (!a->open_visits[i].suspended)
      l->innermost[l->thread[a->open_visits[i].location]] = i;
}

/* --- whom they wait for --- */

static bool await(struct look *l, uint32_t visit, uint32_t by) {
  struct analysis *a = l->a;
  if (!POMP_ARRAY_ROOM(a->awaited, l->awaited_room, a->awaited_count + 1ull))
    return false;
  a->awaited[a->awaited_count++] = (struct awaited){.visit = visit, .by = by};
  return true;
}

/* True if the visit was open before the experiment was copied. */
static bool is_certain(const struct look *l, const struct open_visit *v) {
  const struct experiment *e = l->a->experiment;
  const struct node *n = &e->nodes[v->node];
  return v->suspended || n->start <= e->processes[e->locations[n->location].process].copied_tick;
}

static bool same_process(const struct look *l, const struct open_visit *v, const struct open_visit *w) {
  const struct location *locations = l->a->experiment->locations;
  return locations[v->location].process == locations[w->location].process;
}

/* True if `w` is a visit inside the construct that `v` waits to enter. Critical constructs with equal names exclude
 * each other. */
static bool keeps_out(const struct look *l, const struct open_visit *v, const struct open_visit *w) {
  uint32_t role = role_of(l, v);
  if (pomp_role_block(role) == POMP_ROLE_NONE || pomp_role_block(role) != (enum pomp_role)role_of(l, w))
    return false;
  return role == POMP_ROLE_CRITICAL ? strcmp(construct_of(l, v)->sub_name, construct_of(l, w)->sub_name) == 0
                                    : construct_of(l, v) == construct_of(l, w);
}

/* Finds the threads that hold the lock that a routine waits for. The regions that these threads are in keep them from
 * freeing it. */
static bool find_lock_holder(struct look *l, uint32_t visit) {
  const struct analysis *a = l->a;
  const struct experiment *e = a->experiment;
  const struct location *waiter = &e->locations[a->open_visits[visit].location];
  for (uint32_t i = 0; waiter->wants && i < e->held_count; i++) {
    const struct held_lock *h = &e->held[i];
    if (h->address != waiter->wants || e->locations[h->holder].process != waiter->process ||
        h->since > e->processes[waiter->process].copied_tick)
      continue;
    uint32_t by = l->innermost[l->thread[h->holder]];
    if (by != NONE && is_certain(l, &a->open_visits[by]) && !await(l, visit, by))
      return false;
  }
  return true;
}

/* True if the visit is the waiting of a member that has ended its parallel region: no other barrier ends with it. */
static bool is_at_end(const struct look *l, const struct open_visit *v) {
  const struct experiment *e = l->a->experiment;
  uint64_t arrived = e->locations[v->location].arrived;
  return arrived && e->nodes[v->node].start == arrived;
}

/* True if `w` is the visit of a member's parallel region in the same team as `v`, another member's; or the waiting at
 * its end, as the parallel region is over then. */
static bool same_team(const struct look *l, const struct open_visit *v, const struct open_visit *w) {
  const struct experiment *e = l->a->experiment;
  return (role_of(l, w) == POMP_ROLE_TEAM || is_at_end(l, w)) && w->location != v->location &&
         e->locations[v->location].parent != NO_LOCATION &&
         e->locations[w->location].parent == e->locations[v->location].parent;
}

/* Returns how often a location has come to a barrier, on all call paths. */
static uint64_t times_at(const struct look *l, uint32_t location, const struct open_visit *barrier) {
  const struct analysis *a = l->a;
  const struct region *r = &a->regions[a->paths[a->node_path[barrier->node]].region];
  uint64_t visits = 0;
  for (uint32_t p = 0, node; p < r->paths; p++)
    for (uint32_t i = 0; analysis_node(a, a->region_paths[r->first_path + p], i, &node); i++)
      visits += a->experiment->nodes[node].location == location ? a->experiment->nodes[node].visits : 0;
  return visits;
}

/* True if two members wait in barriers of which neither will end: one has left the parallel region, and the other has
 * not. A member that has been released, and has not noticed it yet, does not count: then the other member has visited
 * its barrier as often. So each member has to lack a visit of the other's barrier. */
static bool miss_each_other(const struct look *l, const struct open_visit *v, const struct open_visit *w) {
  return is_at_end(l, v) != is_at_end(l, w) && times_at(l, w->location, v) < times_at(l, v->location, v) &&
         times_at(l, v->location, w) < times_at(l, w->location, w);
}

/* True if the thread of `w` waits in a barrier of the same team as `v`, and it is, or may be, the same one. */
static bool has_come(const struct look *l, const struct open_visit *v, const struct open_visit *w) {
  uint32_t at = l->innermost[l->thread[w->location]];
  if (at == NONE)
    return false;
  const struct open_visit *innermost = &l->a->open_visits[at];
  return innermost->location == w->location && role_of(l, innermost) == role_of(l, v) &&
         !miss_each_other(l, v, innermost);
}

/* Looks through the visits of the same process: those from `begin` to `end`. */
static bool find_awaited_by(struct look *l, uint32_t visit, uint32_t begin, uint32_t end) {
  const struct analysis *a = l->a;
  const struct open_visit *v = &a->open_visits[visit];
  if (role_of(l, v) == POMP_ROLE_LOCK)
    return find_lock_holder(l, visit);
  for (uint32_t i = begin; i < end; i++) {
    const struct open_visit *w = &a->open_visits[i];
    bool barrier = role_of(l, v) == POMP_ROLE_BARRIER;
    bool awaited = barrier ? same_team(l, v, w) && !has_come(l, v, w) : keeps_out(l, v, w);
    if (awaited && is_certain(l, w) && !await(l, visit, i))
      return false;
  }
  return true;
}

static bool find_awaited(struct look *l) {
  const struct analysis *a = l->a;
  for (uint32_t i = 0, begin = 0, end = 0; i < a->open_count; i++) {
    const struct open_visit *v = &a->open_visits[i];
    if (i == end)
      for (begin = i; end < a->open_count && same_process(l, v, &a->open_visits[end]); end++)
        ;
    bool waits = v->waits && l->innermost[l->thread[v->location]] == i && is_certain(l, v);
    if (waits && !find_awaited_by(l, i, begin, end))
      return false;
  }
  return true;
}

/* --- whether they wait for each other --- */

static uint32_t first_awaited(const struct analysis *a, uint32_t visit) {
  uint32_t low = 0, high = a->awaited_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a->awaited[middle].visit < visit)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const struct awaited *analysis_awaited(const struct analysis *a, uint32_t visit, uint32_t *count) {
  uint32_t first = first_awaited(a, visit), end = first;
  while (end < a->awaited_count && a->awaited[end].visit == visit)
    end++;
  *count = end - first;
  return *count ? &a->awaited[first] : NULL; /* no place is some way into an array that there may not be */
}

/* The threads are gone through depth first: `at` has what each thread on the way waits for, as a number of `awaited`;
 * `state` says of a thread whether it has been met, and whether it is on the way. */
enum state { NEW, ON_THE_WAY, LEADS_NOWHERE };
struct way {
  uint32_t *at, length;
  unsigned char *state;
};

static uint32_t thread_of(const struct look *l, uint32_t visit) { return l->thread[l->a->open_visits[visit].location]; }

static void step(const struct look *l, struct way *w, uint32_t awaited) {
  w->state[thread_of(l, l->a->awaited[awaited].visit)] = ON_THE_WAY;
  w->at[w->length++] = awaited;
}

/* Goes on with what else the last thread waits for, or with what the one before it does. */
static void turn(const struct look *l, struct way *w) {
  const struct analysis *a = l->a;
  for (; w->length; w->length--) {
    uint32_t last = w->at[w->length - 1], visit = a->awaited[last].visit;
    if (last + 1 < a->awaited_count && a->awaited[last + 1].visit == visit) {
      w->at[w->length - 1]++;
      return;
    }
    w->state[thread_of(l, visit)] = LEADS_NOWHERE;
  }
}

/* Follows the way from its end until it meets itself, which is true, or until nothing is left. */
static bool follow(const struct look *l, struct way *w) {
  const struct analysis *a = l->a;
  while (w->length) {
    uint32_t to = thread_of(l, a->awaited[w->at[w->length - 1]].by), next = l->innermost[to];
    uint32_t further = next != NONE ? first_awaited(a, next) : a->awaited_count;
    if (w->state[to] == ON_THE_WAY)
      return true;
    if (w->state[to] == NEW && further < a->awaited_count && a->awaited[further].visit == next)
      step(l, w, further);
    else
      turn(l, w);
  }
  return false;
}

/* Keeps that part of the way that is a cycle. */
static void keep_cycle(const struct look *l, const struct way *w) {
  struct analysis *a = l->a;
  uint32_t to = thread_of(l, a->awaited[w->at[w->length - 1]].by), first = 0;
  while (thread_of(l, a->awaited[w->at[first]].visit) != to)
    first++;
  a->cycle_length = w->length - first;
  memcpy(a->cycle, w->at + first, a->cycle_length * sizeof *a->cycle);
}

static bool find_cycle(const struct look *l) {
  struct analysis *a = l->a;
  uint64_t threads = a->experiment->location_count + 1ull;
  struct way w = {calloc(threads, sizeof *w.at), 0, calloc(threads, 1)};
  a->cycle = malloc(threads * sizeof *a->cycle);
  bool good = w.at && w.state && a->cycle;
  for (uint32_t i = 0; good && !a->cycle_length && i < a->awaited_count; i++) {
    if (w.state[thread_of(l, a->awaited[i].visit)] != NEW)
      continue;
    step(l, &w, i);
    if (follow(l, &w))
      keep_cycle(l, &w);
  }
  free(w.at);
  free(w.state);
  return good;
}

/* True if there is none, which is usual where the measurement has ended. */
static bool all_are_over(const struct analysis *a) {
  for (uint32_t k = 0; k < a->special_count; k++)
    if (a->experiment->nodes[a->special[k]].start)
      return false;
  return true;
}

bool open_visits_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  if (all_are_over(a)) {
    a->open_visits = calloc(1, sizeof *a->open_visits);
    return a->open_visits != NULL;
  }
  struct look l = {.a = a,
                   .thread = malloc((e->location_count + 1ull) * sizeof *l.thread),
                   .innermost = malloc((e->location_count + 1ull) * sizeof *l.innermost),
                   .blocked = experiment_blocked(e)};
  bool good = l.thread && l.innermost && l.blocked;
  if (good) {
    locations_first(e, l.thread);
    good = list(&l);
  }
  if (good) {
    find_innermost(&l);
    good = find_awaited(&l) && find_cycle(&l);
  }
  free(l.thread);
  free(l.innermost);
  free(l.blocked);
  return good;
}
