/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* take_nodes.c - reads the call paths location by location for a taker, so that they need no memory. Not here: the
 * checks of a call path (read_nodes.c), its use (tools/sums/sums.c). */
#include "files/finalize_sums.h"
#include "files/parse.h"
#include "files/processes.h"
#include "pomp_possible.h"

#include <stdlib.h>
#include <string.h>

/* Runs by location, and room for the call paths of one. */
struct taking {
  struct reader *r;
  uint32_t *first_run, *next_run;   /* of a location, and behind a run; NO_RUN: none */
  uint64_t *most;                   /* by process: the most ticks that a node may have */
  uint32_t *keys, *parents, *above; /* see struct taken_nodes */
  struct pomp_node *nodes;
  /* `location` is taken now: its nodes without the root begin at `first`, and a node has at most `longest` ticks. The
   * location before had `before` nodes; `alike`: both have equal call trees so far; `refused`: not 0 if a node has a
   * value that no node may have. */
  uint32_t location, first, before;
  uint64_t longest;
  bool alike;
  uint64_t refused;
};
#define NO_RUN UINT32_MAX
#define PIECE 64u /* records that are copied at once */

/* True if nothing of the file needs all nodes at once. */
static bool is_plain(const struct reader *r) {
  const struct experiment *e = r->e;
  bool plain =
      !r->set_count && !r->value_count && !r->samples.count && (uintptr_t)r->bytes % _Alignof(struct pomp_node) == 0;
  for (uint32_t i = 0; i < e->process_count; i++)
    plain &= e->processes[i].state == RUN_COMPLETE && e->processes[i].header.end_tick != 0;
  for (uint32_t i = 0; i < e->location_count; i++) {
    plain &= !e->locations[i].arrived;
    paged_leave(sizeof *e->locations);
  }
  return plain;
}

/* Returns where the nodes of a location that are no roots begin, as node numbers of the experiment. */
static uint32_t first_of(const struct reader *r, uint32_t location) {
  return location ? r->room_end[location - 1] : r->e->location_count;
}

static bool make(struct taking *t) {
  const struct reader *r = t->r;
  uint32_t most = 0;
  for (uint32_t i = 0; i < r->e->location_count; i++) {
    most = r->room_end[i] - first_of(r, i) > most ? r->room_end[i] - first_of(r, i) : most;
    paged_leave(sizeof *r->room_end);
  }
  t->first_run = paged_calloc(r->e->location_count + 1ull, sizeof *t->first_run);
  t->next_run = paged_calloc(r->run_count + 1ull, sizeof *t->next_run);
  t->most = calloc(r->e->process_count + 1ull, sizeof *t->most);
  t->nodes = calloc(most + 1ull, sizeof *t->nodes);
  t->keys = calloc(3 * (most + 1ull), sizeof *t->keys);
  if (!t->first_run || !t->next_run || !t->most || !t->nodes || !t->keys)
    return false;
  t->parents = t->keys + most + 1;
  t->above = t->parents + most + 1;
  memset(t->first_run, 0xff, r->e->location_count * sizeof *t->first_run); /* NO_RUN */
  for (uint32_t i = r->run_count; i-- > 0;) {
    t->next_run[i] = t->first_run[r->runs[i].location];
    t->first_run[r->runs[i].location] = i;
    paged_leave(sizeof *r->runs + sizeof *t->next_run + sizeof *t->first_run);
  }
  return true;
}

static uint32_t place_of(const struct taking *t, uint32_t index) {
  return index == t->location ? 0 : index - t->first + 1;
}

/* Finds the parent of a node that is not before it in the same block, as most are. It is one of the location's, or else
 * its number is in `above`. */
static bool find_far(const struct taking *t, const struct pomp_node *in_file, uint32_t place, uint32_t *parent,
                     uint32_t *above) {
  const struct run *run = reader_run(t->r, in_file->parent);
  const uint64_t at = run ? in_file->parent - run->number : 0;
  uint32_t any;
  *parent = NO_NODE;
  if (run && run->location == t->location && at < run->count) {
    *parent = place_of(t, run->index + (uint32_t)at);
    return *parent < place;
  }
  *above = in_file->parent;
  return in_file->parent && nodes_find_parent(t->r, in_file, t->location, &any);
}

/* Returns a number whose highest bit is set if one of the node's is more than it can be. `most` is below 2^63. */
static inline uint64_t refused(const struct pomp_node *n, uint64_t most) {
  const uint64_t inclusive = n->inclusive, wait = n->wait, max = n->max, min = n->min, visits = n->visits;
  return (most - inclusive) | inclusive | (most - wait) | wait | (most - max) | max | (most - min) |
         (min + 1) /* UINT64_MAX: there is none */ | (POMP_MAX_VISITS - visits) | visits;
}

/* Reads nodes that are no roots. */
static bool read_run(struct taking *t, const struct run *run) {
  const uint32_t first = place_of(t, run->index);
  const struct pomp_node *nodes = &t->nodes[first];
  const uint64_t most = t->longest;
  uint64_t bad = 0, open = 0, others = 0;
  for (uint32_t i = 0; i < run->count; i++) {
    const struct pomp_node *n = &nodes[i];
    const uint64_t back = run->number + i - n->parent;
    const uint32_t place = first + i, key = n->key;
    uint32_t parent = place - (uint32_t)back, above = 0;
    if (back - 1 >= i && !find_far(t, n, place, &parent, &above))
      return false;
    others |= (t->keys[place] ^ key) | (t->parents[place] ^ parent) | (t->above[place] ^ above);
    t->keys[place] = key;
    t->parents[place] = parent;
    t->above[place] = above;
    bad |= refused(n, most);
    open |= n->start;
  }
  t->alike &= others == 0;
  t->refused |= bad >> 63 | open;
  return true;
}

/* Reads the root. */
static bool read_root(struct taking *t, uint64_t *lifetime) {
  const struct pomp_node *n = t->nodes;
  struct node root = node_of(n, t->location, NO_NODE);
  if (!nodes_check_one(t->r, n, true))
    return false;
  if (root.start) { /* an initial thread lives until the end */
    const struct process *p = &t->r->e->processes[t->r->e->locations[t->location].process];
    root.inclusive += experiment_open_time(&root, p->header.sync[0].tick, p->end_tick, NULL);
  }
  t->keys[0] = t->above[0] = 0;
  t->parents[0] = NO_NODE;
  t->refused |= refused(n, t->longest) >> 63 | (root.inclusive > t->longest);
  *lifetime = root.inclusive;
  return true;
}

/* Checks the keys and parents of call paths, which locations with equal call trees share. */
static bool check_paths(const struct taking *t, uint32_t count) {
  bool good = true;
  for (uint32_t i = 1; good && i < count; i++) {
    const struct pomp_node n = {.key = t->keys[i], .parent = 1};
    good = nodes_check_one(t->r, &n, false) &&
           (t->parents[i] == NO_NODE || POMP_KEY_ROLE(t->keys[t->parents[i]]) != POMP_ROLE_BLAME);
  }
  return good;
}

/* Copies the location's nodes. The root and those behind it in its block are copied at once. */
static bool copy_runs(struct taking *t) {
  uint64_t from = 0, count = 0;
  uint32_t place = 0;
  bool good = true;
  for (uint32_t k = t->first_run[t->location]; good && k != NO_RUN; k = t->next_run[k]) {
    const struct run *run = &t->r->runs[k];
    const bool goes_on = run->number == from + count && place_of(t, run->index) == place + count;
    if (!goes_on) {
      good = reader_copy(t->r, &t->nodes[place], from * sizeof *t->nodes, count * sizeof *t->nodes);
      from = run->number;
      place = place_of(t, run->index);
      count = 0;
    }
    count += run->count;
  }
  return good && reader_copy(t->r, &t->nodes[place], from * sizeof *t->nodes, count * sizeof *t->nodes);
}

static bool take_location(struct taking *t, uint32_t location) {
  struct reader *r = t->r;
  t->location = location;
  t->first = first_of(r, location);
  t->longest = t->most[r->e->locations[location].process];
  const uint32_t count = r->room_end[location] - t->first + 1;
  struct taken_nodes taken = {.location = location,
                              .count = count,
                              .first = t->first - 1,
                              .keys = t->keys,
                              .parents = t->parents,
                              .above = t->above,
                              .nodes = t->nodes,
                              .reader = r};
  t->alike = count == t->before;
  t->before = count;
  t->refused = t->longest >> 63;
  if (!copy_runs(t))
    return false;
  for (uint32_t k = t->first_run[location]; k != NO_RUN; k = t->next_run[k]) {
    paged_leave(sizeof *r->runs + sizeof *t->next_run);
    if (!(r->runs[k].index == location ? read_root(t, &taken.lifetime) : read_run(t, &r->runs[k])))
      return false;
  }
  paged_leave(sizeof *r->e->locations + sizeof *t->first_run + sizeof *r->room_end);
  taken.alike = t->alike;
  if (t->refused || (!t->alike && !check_paths(t, count)))
    return false;
  for (uint32_t i = 0; r->counted && i < count; i++)
    finalize_sums_add(r, &t->nodes[i], location);
  return r->way->taker->take(r->way->taker->context, &taken);
}

bool experiment_above(struct reader *r, uint32_t number, struct node_above *n) {
  const struct run *run = reader_run(r, number);
  struct pomp_node in_file;
  if (!run || number - run->number >= run->count || !reader_node(r, number, &in_file))
    return false;
  const uint32_t index = run->index + (uint32_t)(number - run->number);
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

static bool take_cpu(const struct taking *t, const struct pomp_cpu_time *record) {
  const struct node_taker *taker = t->r->way->taker;
  struct node_above n;
  const struct process *p;
  uint64_t most;
  if (!find_owner(t, record->node, &n, &p, &most))
    return false;
  const uint64_t ns = process_ns(p, most);
  const struct cpu_time c = nodes_cpu_time_of(p, record);
  return pomp_cpu_time_is_possible(c.visits, c.span, most, c.on_cpu, ns) &&
         pomp_cpu_time_is_possible(c.teams, c.mean, ns, c.max, ns) && taker->take_cpu(taker->context, record->node, &c);
}

static bool take_off_time(const struct taking *t, const struct pomp_off_time *record) {
  const struct node_taker *taker = t->r->way->taker;
  struct node_above n;
  const struct process *p;
  uint64_t most;
  if (!pomp_off_time_is_possible(record) || !find_owner(t, record->node, &n, &p, &most))
    return false;
  struct off_time o = nodes_off_time_of(record);
  o.pushed_off = process_ns(p, o.pushed_off);
  o.asleep = process_ns(p, o.asleep);
  return taker->take_off_time(taker->context, record->node, &o);
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
static bool take_balance(const struct taking *t, const struct pomp_balance *b) {
  const struct node_taker *taker = t->r->way->taker;
  const struct instances in = {b->instances, b->visits, b->max, b->mean, 0, 0};
  if (!b->node || !(b->instances | b->visits | b->max | b->mean))
    return true;
  return is_possible_balance(t, b->node, &in) && taker->take_instances(taker->context, b->node, in);
}

static bool take_balances(const struct taking *t) {
  struct pomp_balance some[PIECE];
  bool good = true;
  for (uint32_t k = 0; good && k < t->r->balances.count; k++) {
    const struct records_at *block = &t->r->balances.blocks[k];
    for (uint32_t i = 0, count; good && i < block->count; i += count) {
      count = block->count - i < PIECE ? block->count - i : PIECE;
      good = reader_copy(t->r, some, block->at + i * sizeof *some, count * sizeof *some);
      for (uint32_t n = 0; good && n < count; n++)
        good = take_balance(t, &some[n]);
    }
  }
  return good;
}

/* Records of which some are being made have no node. */
static bool take_records(const struct taking *t) {
  struct reader *r = t->r;
  const struct node_taker *taker = r->way->taker;
  bool good = true;
  for (uint32_t i = 0; good && i < r->cpu_count; i++)
    if (r->cpu_times[i].node && r->cpu_times[i].visits)
      good = take_cpu(t, &r->cpu_times[i]);
  for (uint32_t i = 0; good && i < r->messages_count; i++)
    if (r->messages[i].node) {
      const struct messages m = nodes_messages_of(&r->messages[i]);
      good = m.kind && experiment_messages_are_possible(&m) &&
             taker->take_messages(taker->context, r->messages[i].node, &m);
    }
  for (uint32_t i = 0; good && i < r->off_count; i++)
    if (r->off_times[i].node)
      good = take_off_time(t, &r->off_times[i]);
  return good && (!taker->take_instances || take_balances(t));
}

bool nodes_take(struct reader *r) {
  struct taking t = {.r = r};
  const struct node_taker *taker = r->way->taker;
  bool good = is_plain(r) && make(&t) && processes_end(r, t.most) && taker->begin(taker->context, r->e, r);
  for (uint32_t i = r->e->location_count; good && i-- > 0;)
    good = take_location(&t, i);
  good = good && take_records(&t);
  paged_free(t.first_run);
  paged_free(t.next_run);
  free(t.most);
  free(t.nodes);
  free(t.keys);
  return good;
}
