/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* take_nodes.c - reads the call paths of one location after the other for who takes them, so that they need no memory.
 * Not here: the checks of a call path (read_nodes.c), what becomes of it (tools/analysis/sums.c). */
#include "job_sums.h"
#include "parse.h"
#include "pomp_possible.h"
#include "processes.h"

#include <stdlib.h>
#include <string.h>

/* Runs by location, and room for the call paths of one. */
struct taking {
  struct reader *r;
  uint32_t *first_run, *next_run; /* of a location, and behind a run; NO_RUN: none */
  uint64_t *most;                 /* by process: the most ticks that a node may have */
  struct node *nodes;
  uint32_t *above;
  /* Of the location whose turn it is: where its nodes begin that are no roots, and the most ticks that one may have. */
  uint32_t location, first;
  uint64_t longest;
};
#define NO_RUN UINT32_MAX
#define AHEAD 16u /* so many nodes ahead memory is asked for */

/* True if nothing of the file needs all nodes at once. */
static bool is_plain(const struct reader *r) {
  const struct experiment *e = r->e;
  bool plain = !r->set_count && !r->value_count && !r->samples.count;
  for (uint32_t i = 0; i < e->process_count; i++)
    plain &= e->processes[i].state == RUN_COMPLETE && e->processes[i].header.end_tick != 0;
  for (uint32_t i = 0; i < e->location_count; i++)
    plain &= !e->locations[i].arrived;
  return plain;
}

/* Returns where the nodes of a location that are no roots begin, as node numbers of the experiment. */
static uint32_t first_of(const struct reader *r, uint32_t location) {
  return location ? r->room_end[location - 1] : r->e->location_count;
}

static bool make(struct taking *t) {
  const struct reader *r = t->r;
  uint32_t most = 0;
  for (uint32_t i = 0; i < r->e->location_count; i++)
    most = r->room_end[i] - first_of(r, i) > most ? r->room_end[i] - first_of(r, i) : most;
  t->first_run = malloc((r->e->location_count + 1ull) * sizeof *t->first_run);
  t->next_run = malloc((r->run_count + 1ull) * sizeof *t->next_run);
  t->most = calloc(r->e->process_count + 1ull, sizeof *t->most);
  t->nodes = malloc((most + 1ull) * sizeof *t->nodes);
  t->above = malloc((most + 1ull) * sizeof *t->above);
  if (!t->first_run || !t->next_run || !t->most || !t->nodes || !t->above)
    return false;
  memset(t->first_run, 0xff, r->e->location_count * sizeof *t->first_run); /* NO_RUN */
  for (uint32_t i = r->run_count; i-- > 0;) {
    t->next_run[i] = t->first_run[r->runs[i].location];
    t->first_run[r->runs[i].location] = i;
  }
  return true;
}

/* Reads a node whose parent is before it in the same block, as most are. */
static bool read_near(struct taking *t, const struct pomp_node *n, uint32_t place, uint32_t back) {
  const uint32_t location = t->location, parent = place - back;
  t->nodes[place] = node_of(n, location, parent);
  if (!nodes_check_one(t->r, n, false) || POMP_KEY_ROLE(t->nodes[parent].key) == POMP_ROLE_BLAME)
    return false;
  job_sums_add(t->r, n, location);
  return true;
}

/* Reads any node as the experiment would have it, and makes its parent one of the location's. */
static bool read_far(struct taking *t, const struct pomp_node *in_file, uint32_t place, uint32_t index) {
  const uint32_t location = t->location;
  struct node *n = &t->nodes[place];
  if (!nodes_read_one(t->r, in_file, location, index, n))
    return false;
  if (n->parent == location && place)
    n->parent = 0;
  else if (n->parent - t->first < t->r->room_end[location] - t->first)
    n->parent -= t->first - 1;
  else if (place) {
    t->above[place] = in_file->parent;
    n->parent = NO_NODE;
  }
  return n->parent == NO_NODE || n->parent < place;
}

static bool read_node(struct taking *t, const struct run *run, uint32_t i) {
  const uint32_t index = run->index + i, place = index == t->location ? 0 : index - t->first + 1;
  const uint64_t number = run->number + i, most = t->longest;
  struct pomp_node in_file;
  struct node *n = &t->nodes[place];
  memcpy(&in_file, t->r->bytes + number * sizeof in_file, sizeof in_file);
  t->above[place] = 0;
  const uint64_t back = number - in_file.parent;
  if (!(back - 1 < i ? read_near(t, &in_file, place, (uint32_t)back) : read_far(t, &in_file, place, index)))
    return false;
  if (n->start && place)
    return false;
  if (n->start) { /* an initial thread lives until the end */
    const struct process *p = &t->r->e->processes[t->r->e->locations[t->location].process];
    n->inclusive += experiment_open_time(n, p->header.sync[0].tick, p->end_tick, NULL);
  }
  return n->inclusive <= most && n->wait <= most && n->max <= most && (n->min <= most || n->min == UINT64_MAX);
}

static bool take_location(struct taking *t, uint32_t location) {
  struct reader *r = t->r;
  t->location = location;
  t->first = first_of(r, location);
  t->longest = t->most[r->e->locations[location].process];
  const struct taken_nodes taken = {.location = location,
                                    .count = r->room_end[location] - t->first + 1,
                                    .first = t->first - 1,
                                    .nodes = t->nodes,
                                    .above = t->above,
                                    .reader = r};
  for (uint32_t k = t->first_run[location]; k != NO_RUN; k = t->next_run[k]) {
    const struct run *run = &r->runs[k];
    for (uint32_t i = 0; i < run->count; i++) {
      if (i + AHEAD < run->count)
        __builtin_prefetch(r->bytes + (run->number + i + AHEAD) * sizeof(struct pomp_node));
      if (!read_node(t, run, i))
        return false;
    }
    reader_leave(r, run->count * sizeof(struct pomp_node));
  }
  return r->way->taker->take(r->way->taker->context, &taken);
}

bool experiment_above(struct reader *r, uint32_t number, struct node_above *n) {
  const struct run *run = reader_run(r, number);
  struct pomp_node in_file;
  if (!run || number - run->number >= run->count)
    return false;
  const uint32_t index = run->index + (uint32_t)(number - run->number);
  memcpy(&in_file, r->bytes + (uint64_t)number * sizeof in_file, sizeof in_file);
  *n = (struct node_above){.key = in_file.key,
                           .location = run->location,
                           .place = index == run->location ? 0 : index - first_of(r, run->location) + 1,
                           .above = in_file.parent,
                           .visits = in_file.visits};
  return true;
}

/* Finds a node that a record belongs to, and what bounds its times. */
static bool find_owner(const struct taking *t, uint32_t number, struct node_above *n, const struct process **p,
                       uint64_t *most) {
  const struct experiment *e = t->r->e;
  if (!experiment_above(t->r, number, n))
    return false;
  *p = &e->processes[e->locations[n->location].process];
  *most = t->most[e->locations[n->location].process];
  return true;
}

static bool is_possible_cpu(const struct taking *t, uint32_t number, const struct cpu_time *c) {
  struct node_above n;
  const struct process *p;
  uint64_t most;
  if (!find_owner(t, number, &n, &p, &most))
    return false;
  const uint64_t ns = process_ns(p, most);
  return pomp_cpu_time_is_possible(c->visits, c->span, most, c->on_cpu, ns) &&
         pomp_cpu_time_is_possible(c->teams, c->mean, ns, c->max, ns);
}

static bool is_possible_balance(const struct taking *t, uint32_t number, const struct instances *i) {
  struct node_above n;
  const struct process *p;
  uint64_t most;
  return find_owner(t, number, &n, &p, &most) &&
         (POMP_KEY_ROLE(n.key) == POMP_ROLE_BARRIER ||
          pomp_instances_are_possible(i->count, i->visits, i->max, i->mean, most));
}

/* In most records of balance, the member was never the one that took longest. */
static bool take_balances(const struct taking *t) {
  struct reader *r = t->r;
  const struct node_taker *taker = r->way->taker;
  bool good = true;
  for (uint32_t k = 0; good && k < r->balances.count; k++) {
    for (uint32_t i = 0; good && i < r->balances.blocks[k].count; i++) {
      struct pomp_balance b;
      memcpy(&b, r->bytes + r->balances.blocks[k].at + i * sizeof b, sizeof b);
      const struct instances in = {b.instances, b.visits, b.max, b.mean, 0, 0};
      if (b.node && (b.instances || b.visits || b.max || b.mean))
        good = is_possible_balance(t, b.node, &in) && taker->take_instances(taker->context, b.node, in);
    }
    reader_leave(r, r->balances.blocks[k].count * sizeof(struct pomp_balance));
  }
  return good;
}

/* Records of which some are being made have no node. */
static bool take_records(const struct taking *t) {
  struct reader *r = t->r;
  const struct node_taker *taker = r->way->taker;
  bool good = true;
  for (uint32_t i = 0; good && i < r->cpu_count; i++)
    if (r->cpu_times[i].node && r->cpu_times[i].visits) {
      const struct cpu_time c = nodes_cpu_time_of(&r->cpu_times[i]);
      good = is_possible_cpu(t, r->cpu_times[i].node, &c) && taker->take_cpu(taker->context, r->cpu_times[i].node, &c);
    }
  for (uint32_t i = 0; good && i < r->messages_count; i++)
    if (r->messages[i].node) {
      const struct messages m = nodes_messages_of(&r->messages[i]);
      good = m.kind && experiment_messages_are_possible(&m) &&
             taker->take_messages(taker->context, r->messages[i].node, &m);
    }
  return good && take_balances(t);
}

bool nodes_take(struct reader *r) {
  struct taking t = {.r = r};
  const struct node_taker *taker = r->way->taker;
  bool good = is_plain(r) && make(&t) && processes_end(r, t.most) && taker->begin(taker->context, r->e, r);
  for (uint32_t i = r->e->location_count; good && i-- > 0;)
    good = take_location(&t, i);
  good = good && take_records(&t);
  free(t.first_run);
  free(t.next_run);
  free(t.most);
  free(t.nodes);
  free(t.above);
  return good;
}
