/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* teams.c - which node belongs to which team, and what members of teams did in all.
 * Not here: what a team loses, and why (fork_findings.c, task_findings.c, member_findings.c, nesting.c), and findings
 * of that (team_findings.c).
 *
 * A team is here all teams that one call path of one location forks. At the end of each, every member has come to the
 * barrier, and all but the last one have waited there. So the waiting of all members, divided by their number, is how
 * much sooner the team would have ended if all had had the same to do: this holds for sums over instances as well. */
#include "findings/teams.h"

#include "base/huge_pages.h"
#include "pomp_array.h"
#include "pomp_names.h"

#include <math.h>
#include <stdlib.h>

static uint32_t role_of(const struct experiment *e, uint32_t node) { return POMP_KEY_ROLE(e->nodes[node].key); }

static bool is_own_barrier(const struct experiment *e, uint32_t node) {
  const struct node *n = &e->nodes[node];
  return POMP_KEY_ROLE(n->key) == POMP_ROLE_BARRIER && experiment_is_part(e, node) &&
         POMP_KEY_CONSTRUCT(n->key) == POMP_KEY_CONSTRUCT(e->nodes[n->parent].key);
}

/* --- which node belongs to which team --- */

static void append(uint32_t *first, uint32_t *last, uint32_t *next, uint32_t node) {
  if (*first == NO_NODE)
    *first = node;
  else
    next[*last] = node;
  *last = node;
  next[node] = NO_NODE;
}

static void join(struct teams *t, uint32_t fork, uint32_t node, uint32_t role) {
  struct team_list *list = &t->lists[t->index[fork]];
  append(&list->first, &list->last, t->next, node);
  if (role == POMP_ROLE_TEAM || role == POMP_ROLE_FORK)
    append(&list->first_turn, &list->last_turn, t->next_turn, node);
}

/* Makes a list for a fork of which a member is found. False if there is no memory. */
static bool add_list(struct teams *t, uint32_t fork) {
  if (t->count && t->lists[t->index[fork]].fork == fork)
    return true;
  if (!POMP_ARRAY_ROOM(t->lists, t->list_room, t->count + 1ull))
    return false;
  t->index[fork] = t->count;
  t->lists[t->count++] = (struct team_list){fork, NO_NODE, NO_NODE, NO_NODE, NO_NODE};
  return true;
}

static void find_members(struct teams *t) {
  const struct experiment *e = t->s->a->experiment;
  for (uint32_t i = 0; i < e->location_count; i++)
    t->first_member[i] = NO_LOCATION;
  for (uint32_t i = e->location_count; i-- > 0;)
    if (e->locations[i].parent != NO_LOCATION) {
      t->next_member[i] = t->first_member[e->locations[i].parent];
      t->first_member[e->locations[i].parent] = i;
    }
}

static bool find_nodes(struct teams *t) {
  const struct experiment *e = t->s->a->experiment;
  for (uint32_t i = 0; i < e->node_count; i++) { /* parents come before their children */
    const struct node *n = &e->nodes[i];
    const uint32_t role = POMP_KEY_ROLE(n->key), parent = n->parent;
    bool begins = role == POMP_ROLE_TEAM && parent != NO_NODE && role_of(e, parent) == POMP_ROLE_FORK;
    if (begins && !add_list(t, parent))
      return false;
    t->fork_of[i] = begins ? parent : parent == NO_NODE ? NO_NODE : t->fork_of[parent];
    t->in_task[i] = !begins && (role == POMP_ROLE_TASK || (parent != NO_NODE && t->in_task[parent]));
    t->has_blocks |= role == POMP_ROLE_SINGLE_BLOCK;
    if (t->fork_of[i] != NO_NODE && role != POMP_ROLE_BLAME)
      join(t, t->fork_of[i], i, role);
    if (parent != NO_NODE && is_own_barrier(e, i))
      t->barrier[t->s->a->node_path[parent]] = t->s->a->node_path[i];
  }
  return true;
}

/* Returns the block of a `single` that the node is in, or NO_NODE. */
static uint32_t block_of(const struct teams *t, uint32_t node) {
  const struct experiment *e = t->s->a->experiment;
  while (t->has_blocks && node != NO_NODE && role_of(e, node) != POMP_ROLE_SINGLE_BLOCK)
    node = role_of(e, node) == POMP_ROLE_TEAM || role_of(e, node) == POMP_ROLE_TASK ? NO_NODE : e->nodes[node].parent;
  return t->has_blocks ? node : NO_NODE;
}

/* --- what the members of one team did --- */

/* True if somebody executed tasks at this barrier. */
static bool has_tasks(const struct teams *t, uint32_t path) {
  return path != NO_PATH && t->s->a->paths[path].totals.tasks > 0;
}

static void add_wait(const struct teams *t, struct member *m, uint32_t i) {
  const struct analysis *a = t->s->a;
  const struct experiment *e = a->experiment;
  const struct totals all = analysis_node_totals(a, i), *n = &all;
  const bool for_tasks = role_of(e, i) == POMP_ROLE_TASKWAIT || has_tasks(t, a->node_path[i]);
  /* A thread that waits for tasks and has no processor waits for that. */
  double wait = fmax(0, (double)n->wait - (for_tasks ? analysis_pushed_off(a, i) : 0));
  m->wait += wait;
  if (for_tasks) {
    m->task_wait += wait;
    if (!t->in_task[i])
      m->task_stay += wait + (double)n->tasks;
  } else if (is_own_barrier(e, i) && role_of(e, e->nodes[i].parent) == POMP_ROLE_TEAM)
    m->end_wait += wait;
}

/* Adds what the instances of a worksharing construct made others wait for. */
static void add_late(const struct teams *t, struct team *team, uint32_t i) {
  const struct experiment *e = t->s->a->experiment;
  const struct instances *n = &experiment_extra(e, &e->nodes[i])->instances;
  uint32_t barrier = t->barrier[t->s->a->node_path[i]];
  if (!n->count || n->max <= n->mean)
    return;
  double late = (double)experiment_ns(e, n->max - n->mean) * (double)n->visits / (double)n->count;
  if (barrier == NO_PATH)
    team->late_at_end += late;
  else if (has_tasks(t, barrier))
    team->late_with_tasks += late;
}

static void add_task(struct teams *t, struct team *team, uint32_t i) {
  const struct analysis *a = t->s->a;
  const struct node *n = &a->experiment->nodes[i];
  const uint32_t made_at = n->parent, region = a->paths[a->node_path[i]].region;
  double visits = (double)n->visits;
  team->executed += visits;
  t->region_time[region] += (double)a->nodes[i].inclusive;
  if (team->task == NO_REGION || t->region_time[region] > t->region_time[team->task])
    team->task = region;
  if (made_at == NO_NODE)
    team->made_in_tasks += visits; /* nothing tells where it was made */
  if (made_at == NO_NODE || t->in_task[made_at])
    return;
  t->members[a->experiment->nodes[made_at].location].made += visits;
  t->region_made[region] += visits;
  if (team->made_most == NO_REGION || t->region_made[region] > t->region_made[team->made_most])
    team->made_most = region;
}

/* True if it is a construct `single` at whose end tasks were executed. */
static bool is_single(const struct teams *t, uint32_t node) {
  return node != NO_NODE && role_of(t->s->a->experiment, node) == POMP_ROLE_SINGLE &&
         has_tasks(t, t->barrier[t->s->a->node_path[node]]);
}

/* Adds the time of those: in the block, tasks that the member executes there are no part of it, nor is waiting. */
static void add_single(const struct teams *t, struct team *team, uint32_t i) {
  const struct experiment *e = t->s->a->experiment;
  const uint32_t block = block_of(t, i), role = role_of(e, i);
  bool at_single = is_single(t, i), at_end = role == POMP_ROLE_BARRIER && is_single(t, e->nodes[i].parent);
  bool inside = block != NO_NODE && is_single(t, e->nodes[block].parent);
  if (!at_single && !at_end && !inside)
    return; /* as it is with most nodes */
  const struct totals at = analysis_node_totals(t->s->a, i);
  if (at_single)
    team->single_stay += (double)at.inclusive;
  else if (at_end)
    team->single_stay += (double)at.tasks;
  if (!inside)
    return;
  if (i == block)
    team->single_block += (double)at.inclusive;
  else if (role == POMP_ROLE_TASKWAIT)
    team->single_block -= (double)at.wait;
  team->single_stay += (double)at.tasks;
}

static void add_serial(struct team *team, uint32_t role, double time) {
  team->serial += time;
  team->alone += role == POMP_ROLE_SINGLE_BLOCK ? 0 : time;
}

/* True if each member gets iterations of the loop, each time. */
static bool is_dealt_to_all(const struct region *r) {
  const struct loop_shape shape = region_loop(r);
  return shape.known && shape.iterations > 0 && shape.few <= 0 && shape.large <= 0;
}

static void add_node(struct teams *t, struct team *team, uint32_t i) {
  const struct analysis *a = t->s->a;
  const struct node *n = &a->experiment->nodes[i];
  const struct node_times *at = &a->nodes[i];
  const uint32_t role = POMP_KEY_ROLE(n->key);
  struct member *m = &t->members[n->location];
  /* The time of a fork includes the member's work in the team that it forked. */
  double busy = (double)(role == POMP_ROLE_FORK ? at->inclusive : at->exclusive) - analysis_pushed_off(a, i);
  busy = busy > 0 ? busy : 0;
  if (a->experiment->locations[n->location].parent != team->forker)
    return;
  if (role == POMP_ROLE_BARRIER || role == POMP_ROLE_TASKWAIT) {
    busy = 0;
    add_wait(t, m, i);
  }
  m->busy += busy;
  if (!t->in_task[i])
    m->outside += busy;
  if (role == POMP_ROLE_TEAM) {
    team->size += (double)n->visits;
    team->late_begin += a->experiment->locations[n->location].thread_num ? (double)analysis_delay(a->experiment, n) : 0;
  } else if (role == POMP_ROLE_TASK)
    add_task(t, team, i);
  else if (role == POMP_ROLE_TASK_CREATE) {
    team->creating += busy;
    team->created += (double)n->visits;
    /* This is counted here, as tasks of a recursion all stand below the first one that was made. */
    team->made_in_tasks += t->in_task[i] ? (double)n->visits : 0;
  } else if (n->extra && pomp_role_is(role, POMP_IS_SHARED) && role != POMP_ROLE_SECTION)
    add_late(t, team, i);
  else if (role == POMP_ROLE_SINGLE_BLOCK || role == POMP_ROLE_MASTER || role == POMP_ROLE_MASKED)
    add_serial(team, role, (double)at->inclusive);
  if (role == POMP_ROLE_TASK || (pomp_role_is(role, POMP_IS_SHARED) && role != POMP_ROLE_SECTION))
    team->divided += (double)at->inclusive;
  if (role == POMP_ROLE_FOR && is_dealt_to_all(&a->regions[a->paths[a->node_path[i]].region]))
    team->dealt += (double)at->inclusive;
  add_single(t, team, i);
}

static void add_member(struct member *to, const struct member *m) {
  to->busy += m->busy;
  to->outside += m->outside;
  to->wait += m->wait;
  to->task_wait += m->task_wait;
  to->task_stay += m->task_stay;
  to->end_wait += m->end_wait;
  to->made += m->made;
}

/* Where threads were pushed off their processors, a member waits for the busiest one as long as that had a processor
 * for longer. For what else it waits is the machine's. */
static void leave_out_machine(struct teams *t, struct team *team) {
  const struct process_totals *all = &t->s->a->all;
  double wait = 0;
  for (uint32_t m = t->first_member[team->forker]; m != NO_LOCATION; m = t->next_member[m])
    wait += t->members[m].end_wait;
  team->by_work = all->scheduled.switches_known && wait > 0 && analysis_is_doubtful(all, wait);
  for (uint32_t m = t->first_member[team->forker]; team->by_work && m != NO_LOCATION; m = t->next_member[m]) {
    struct member *one = &t->members[m];
    one->end_wait = fmin(one->end_wait, team->busiest - one->busy);
  }
}

void teams_add_up(struct teams *t, struct team *team) {
  const struct analysis *a = t->s->a;
  const struct node *fork = &a->experiment->nodes[team->fork];
  *team = (struct team){
      .fork = team->fork, .forker = fork->location, .task = NO_REGION, .made_most = NO_REGION, .below = team->below};
  for (uint32_t m = t->first_member[team->forker]; m != NO_LOCATION; m = t->next_member[m])
    t->members[m] = (struct member){.busy = 0};
  const uint32_t first = t->lists[t->index[team->fork]].first;
  for (uint32_t i = first; i != NO_NODE; i = t->next[i])
    add_node(t, team, i);
  for (uint32_t i = first; team->task != NO_REGION && i != NO_NODE; i = t->next[i])
    t->region_time[a->paths[a->node_path[i]].region] = t->region_made[a->paths[a->node_path[i]].region] = 0;
  for (uint32_t m = t->first_member[team->forker]; m != NO_LOCATION; m = t->next_member[m])
    team->busiest = fmax(team->busiest, t->members[m].busy);
  leave_out_machine(t, team);
  for (uint32_t m = t->first_member[team->forker]; m != NO_LOCATION; m = t->next_member[m])
    add_member(&team->all, &t->members[m]);
  team->teams = fork->visits ? (double)fork->visits : 1;
  team->size /= team->teams;
}

/* --- the lists of teams and losses --- */

void teams_lose(struct teams *t, struct loss loss) {
  if (!(loss.severity > 0))
    return;
  if (t->loss_count == t->loss_room) {
    uint32_t room = t->loss_room ? 2 * t->loss_room : 32;
    struct loss *more = realloc(t->losses, room * sizeof *more);
    if (!more) {
      t->s->failed = true;
      return;
    }
    t->losses = more;
    t->loss_room = room;
  }
  t->losses[t->loss_count++] = loss;
}

struct totals_of_place teams_place(const struct teams *t, uint32_t place) {
  const struct analysis *a = t->s->a;
  struct totals_of_place of = {.visits = 0};
  for (uint32_t i = 0; i < a->region_count; i++)
    if (t->places[i] == place) {
      of.visits += (double)a->regions[i].totals.visits;
      of.visit_time += (double)a->regions[i].visit_time;
      of.inclusive += (double)a->regions[i].totals.inclusive;
    }
  return of;
}

static int by_fork(const void *x, const void *y) {
  const struct team_list *a = x, *b = y;
  return a->fork < b->fork ? -1 : a->fork > b->fork;
}

/* Puts the teams in the order of their forks. */
static void sort(struct teams *t) {
  if (t->count)
    qsort(t->lists, t->count, sizeof *t->lists, by_fork);
  for (uint32_t i = 0; i < t->count; i++) {
    t->all[i].fork = t->lists[i].fork;
    t->index[t->lists[i].fork] = i;
  }
}

bool teams_make(struct teams *t, struct property_search *s) {
  const struct experiment *e = s->a->experiment;
  const size_t nodes = e->node_count + 1ull, locations = e->location_count + 1ull;
  uint32_t *words = calloc(2 * locations + s->a->path_count, sizeof *words);
  double *numbers = calloc(2 * (s->a->region_count + 1ull), sizeof *numbers);
  *t =
      (struct teams){.s = s,
                     .fork_of = huge_pages_malloc(nodes, sizeof *t->fork_of),
                     .next = huge_pages_malloc(nodes, sizeof *t->next),
                     .next_turn = calloc(nodes, sizeof *t->next_turn), /* most of it, and of the next, is not touched */
                     .index = calloc(nodes, sizeof *t->index),
                     .in_task = huge_pages_malloc(nodes, 1),
                     .fine = calloc(s->a->region_count + 1ull, sizeof *t->fine),
                     .fine_work = calloc(s->a->region_count + 1ull, sizeof *t->fine_work),
                     .finest = calloc(s->a->region_count + 1ull, sizeof *t->finest),
                     .members = calloc(locations, sizeof *t->members),
                     .first_member = words,
                     .region_time = numbers};
  if (!words || !numbers || !t->fork_of || !t->next || !t->next_turn || !t->index || !t->in_task || !t->members ||
      !t->fine || !t->fine_work || !t->finest)
    return false;
  t->next_member = t->first_member + locations;
  t->barrier = t->next_member + locations;
  t->region_made = numbers + s->a->region_count;
  for (uint32_t i = 0; i < s->a->path_count; i++)
    t->barrier[i] = NO_PATH;
  find_members(t);
  t->all = find_nodes(t) ? calloc(t->count + 1ull, sizeof *t->all) : NULL;
  if (t->all)
    sort(t);
  return t->all != NULL;
}

void teams_free(struct teams *t) {
  free(t->first_member);
  free(t->region_time);
  free(t->places);
  free(t->fork_of);
  free(t->next);
  free(t->next_turn);
  free(t->index);
  free(t->lists);
  free(t->in_task);
  free(t->fine);
  free(t->fine_work);
  free(t->finest);
  free(t->members);
  free(t->all);
  free(t->losses);
}
