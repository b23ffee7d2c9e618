/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* paths.c - call paths: nodes of all locations that were reached through the same regions.
 * Not here: how a path is found (path_table.c), regions (regions.c), sums without nodes (sums.c). */
#include "base/huge_pages.h"
#include "base/two_threads.h"
#include "sums/path_table.h"
#include "sums/team_sums.h"

#include <stdlib.h>

/* Finds the paths of all nodes. */
static bool find_paths(struct analysis *a, struct path_table *t) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    a->node_path[i] = NO_PATH;
    if (is_blame(n))
      continue;
    const uint32_t at = path_table_find(t, n->parent == NO_NODE ? NO_PATH : a->node_path[n->parent], n->key);
    if (at == NO_PATH)
      return false;
    a->node_path[i] = at;
    a->paths[at].nodes++;
  }
  return true;
}

/* Numbers the paths level by level, in whatever order the nodes are. */
static bool sort_paths(struct analysis *a, struct path_table *t) {
  uint32_t *place = malloc((a->path_count + 1ull) * sizeof *place);
  const bool good = place && path_table_sort(t, NULL, place);
  for (uint32_t i = 0; good && i < a->experiment->node_count; i++)
    if (a->node_path[i] != NO_PATH)
      a->node_path[i] = place[a->node_path[i]];
  free(place);
  return good;
}

static bool make(struct analysis *a) {
  struct path_table t = {.a = a};
  const bool good = metrics_room(a, OF_PATHS, a->experiment->node_count) && find_paths(a, &t) && sort_paths(a, &t) &&
                    path_table_give_regions(&t);
  path_table_free(&t);
  return good;
}

/* Puts a node behind the others of its path that are listed already. */
static void list_node(struct analysis *a, uint32_t *end, uint32_t i) {
  if (a->node_path[i] != NO_PATH)
    a->path_nodes[end[a->node_path[i]]++] = i;
}

bool nodes_by_location(const struct experiment *e, uint32_t *sorted) {
  uint32_t *begin = calloc(e->location_count + 1ull, sizeof *begin);
  for (uint32_t i = 0; begin && i < e->node_count; i++)
    begin[e->nodes[i].location + 1]++;
  for (uint32_t i = 0; begin && i < e->location_count; i++)
    begin[i + 1] += begin[i];
  for (uint32_t i = 0; begin && i < e->node_count; i++)
    sorted[begin[e->nodes[i].location]++] = i;
  free(begin);
  return begin != NULL;
}

/* Lists each path's nodes in the order of their locations. */
static bool list_nodes(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t *end = malloc((a->path_count + 1ull) * sizeof *end), first = 0;
  uint32_t *sorted = e->by_location ? NULL : huge_pages_malloc(e->node_count, sizeof *sorted);
  bool good = end && (e->by_location || (sorted && nodes_by_location(e, sorted)));
  for (uint32_t p = 0; good && p < a->path_count; p++) {
    end[p] = a->paths[p].first_node = first;
    first += a->paths[p].nodes;
  }
  for (uint32_t i = 0; good && i < e->node_count; i++) /* roots have a path of their own, so they may come first */
    list_node(a, end, sorted ? sorted[i] : i);
  free(end);
  free(sorted);
  return good;
}

/* Adds up the time of all threads below each path. Unlike inclusive times, which end at forks and tasks, these never
 * grow on the way down. */
static void find_subtrees(struct analysis *a) {
  for (uint32_t i = a->path_count; i-- > 0;) {
    struct path *p = &a->paths[i];
    p->subtree = plus(p->subtree, p->totals.exclusive);
    if (p->parent != NO_PATH)
      a->paths[p->parent].subtree = plus(a->paths[p->parent].subtree, p->subtree);
  }
}

static const struct path *sorted_paths;
static int by_time(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  const struct path *p = &sorted_paths[a], *q = &sorted_paths[b];
  uint64_t s = p->subtree, t = q->subtree;
  if (s == t) {
    s = p->totals.inclusive;
    t = q->totals.inclusive;
  }
  return s != t ? (s < t ? 1 : -1) : (a < b ? -1 : a > b);
}

static bool link_children(struct analysis *a) {
  uint32_t *order = malloc(a->path_count * sizeof *order);
  if (!order)
    return false;
  for (uint32_t i = 0; i < a->path_count; i++)
    order[i] = i;
  sorted_paths = a->paths;
  qsort(order, a->path_count, sizeof *order, by_time);
  for (uint32_t i = a->path_count; i-- > 0;) {
    struct path *p = &a->paths[order[i]];
    if (p->parent == NO_PATH)
      continue;
    p->next_sibling = a->paths[p->parent].first_child;
    a->paths[p->parent].first_child = order[i];
  }
  free(order);
  return true;
}

bool paths_find(struct analysis *a) { return make(a) && list_nodes(a); }

static bool find_barriers(struct analysis *a) {
  const struct experiment *e = a->experiment;
  a->barriers = calloc(e->node_count, sizeof *a->barriers); /* mostly not touched */
  for (uint32_t k = 0; a->barriers && k < a->special_count; k++) {
    uint32_t i = a->special[k];
    const struct node *n = &e->nodes[i];
    if (POMP_KEY_ROLE(n->key) == POMP_ROLE_BARRIER && a->node_is_part[i] &&
        POMP_KEY_CONSTRUCT(n->key) == POMP_KEY_CONSTRUCT(e->nodes[n->parent].key))
      a->barriers[n->parent] = plus(a->barriers[n->parent], a->nodes[i].inclusive);
  }
  return a->barriers != NULL;
}

/* It is what the nodes of a path add up to. All of them have the role of the path, so that their waiting means the
 * same, and the shortest and the longest visit can be given in ticks. */
struct path_sum {
  uint64_t visits, inclusive, exclusive, wait, waited, contended, min, max;
  uint32_t open;
  uint64_t open_time;
  uint64_t pushed_off, asleep;
  struct totals rest; /* messages and metrics */
  /* These are of use while nodes are by location. */
  uint32_t first_location, last_location;
  bool twice; /* some location has two nodes, and the spreads are not those over locations */
  struct spreading inclusives, exclusives, waits;
  struct team_sums teams; /* if members share the work */
};

struct path_sums {
  const struct analysis *a;
  struct path_sum *half[2];
};

static void add_node(const struct analysis *a, struct path_sum *to, uint32_t i) {
  const struct experiment *e = a->experiment;
  const struct node *n = &e->nodes[i];
  const struct node_times *t = &a->nodes[i];
  to->visits += n->visits;
  to->inclusive = plus(to->inclusive, t->inclusive);
  to->exclusive = plus(to->exclusive, t->exclusive);
  to->wait = plus(to->wait, t->wait);
  to->contended += t->contended;
  to->min = n->min < to->min ? n->min : to->min;
  to->max = n->max > to->max ? n->max : to->max;
  to->open += n->start != 0;
  to->open_time = plus(to->open_time, analysis_open_time(e, n));
  if (n->wait)
    to->waited = plus(to->waited, experiment_ns(e, n->wait));
  if (n->extra) {
    const struct off_time *off = &experiment_extra(e, n)->off;
    to->pushed_off = plus(to->pushed_off, off->pushed_off ? experiment_ns(e, off->pushed_off) : 0);
    to->asleep = plus(to->asleep, off->asleep ? experiment_ns(e, off->asleep) : 0);
  }
  to->twice |= to->last_location == n->location;
  to->last_location = n->location;
  to->first_location = to->first_location == NO_LOCATION ? n->location : to->first_location;
  spread_add(&to->inclusives, t->inclusive);
  spread_add(&to->exclusives, t->exclusive);
  spread_add(&to->waits, t->wait);
  if (pomp_role_is(POMP_KEY_ROLE(n->key), POMP_IS_SHARED))
    team_sums_add(&to->teams, team_of(e, n->location, POMP_KEY_ROLE(n->key)), t->inclusive - a->barriers[i]);
  if (n->extra || e->metric_count) {
    struct totals rest = analysis_node_totals(a, i);
    totals_add(&to->rest, &rest);
  }
}

static void add_up_half(void *context, int half, uint32_t from, uint32_t to) {
  const struct path_sums *s = context;
  for (uint32_t i = from; i < to; i++)
    if (s->a->node_path[i] != NO_PATH)
      add_node(s->a, &s->half[half][s->a->node_path[i]], i);
}

static void take_sum(const struct analysis *a, struct path *p, const struct path_sum *s) {
  const struct experiment *e = a->experiment;
  enum pomp_wait kind = pomp_role_wait(a->regions[p->region].role);
  const struct totals sum = {.visits = s->visits,
                             .inclusive = s->inclusive,
                             .exclusive = s->exclusive,
                             .wait = s->wait,
                             .tasks = kind == POMP_WAIT_TASKS ? s->waited : 0,
                             .delay = kind == POMP_WAIT_DELAY ? s->waited : 0,
                             .held = kind == POMP_WAIT_HELD ? s->waited : 0,
                             .contended = s->contended,
                             .pushed_off = s->pushed_off,
                             .asleep = s->asleep,
                             .min = s->min == UINT64_MAX ? UINT64_MAX : experiment_ns(e, s->min),
                             .max = experiment_ns(e, s->max),
                             .open = s->open,
                             .open_time = s->open_time,
                             .messages = s->rest.messages,
                             .metric_count = s->rest.metric_count,
                             .metrics = s->rest.metrics};
  totals_add(&p->totals, &sum);
}

/* The halves of the nodes are those of locations in ascending order, one of which may be in both. */
static void take_spreads(const struct analysis *a, struct path *p, struct path_sum *first,
                         const struct path_sum *second) {
  team_sums_finish(&first->teams, &second->teams);
  p->once = a->experiment->by_location && !first->twice && !second->twice &&
            (first->last_location == NO_LOCATION || first->last_location != second->first_location);
  spreading_join(&first->inclusives, &second->inclusives);
  spreading_join(&first->exclusives, &second->exclusives);
  spreading_join(&first->waits, &second->waits);
  p->inclusive = spread_of(&first->inclusives, p->nodes);
  p->exclusive = spread_of(&first->exclusives, p->nodes);
  p->wait = spread_of(&first->waits, p->nodes);
  p->teams_known = p->once && !first->teams.out_of_order;
  p->teams = first->teams.teams;
  p->teams_max = first->teams.max;
  p->teams_mean = first->teams.mean;
}

/* There is room for one thread's metrics. */
static bool add_up_nodes(struct analysis *a) {
  const uint32_t paths = a->path_count, metrics = a->experiment->metric_count;
  struct path_sums s = {.a = a};
  struct path_sum *sums = calloc(2ull * paths, sizeof *sums);
  struct metric_sum *of_metrics = calloc((size_t)paths * metrics + 1, sizeof *of_metrics);
  bool good = sums && of_metrics;
  for (uint32_t i = 0; good && i < 2 * paths; i++) {
    sums[i].min = sums[i].inclusives.min = sums[i].exclusives.min = sums[i].waits.min = UINT64_MAX;
    sums[i].first_location = sums[i].last_location = NO_LOCATION;
    sums[i].rest.metric_count = i < paths ? metrics : 0;
    sums[i].rest.metrics = i < paths ? of_metrics + (size_t)i * metrics : NULL;
  }
  s.half[0] = sums;
  s.half[1] = sums + paths;
  if (good && metrics)
    add_up_half(&s, 0, 0, a->experiment->node_count);
  else if (good)
    two_threads_halves(a->experiment->node_count, add_up_half, &s);
  for (uint32_t i = 0; good && i < paths; i++) {
    take_sum(a, &a->paths[i], &s.half[0][i]);
    if (!metrics)
      take_sum(a, &a->paths[i], &s.half[1][i]);
    take_spreads(a, &a->paths[i], &s.half[0][i], &s.half[1][i]);
  }
  free(sums);
  free(of_metrics);
  return good;
}

bool paths_link(struct analysis *a) {
  find_subtrees(a);
  return link_children(a);
}

bool paths_add_up(struct analysis *a) { return find_barriers(a) && add_up_nodes(a) && paths_link(a); }
