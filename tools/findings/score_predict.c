/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* score_predict.c - how many bytes a trace would have that there is not, by the visits and how long they are in the
 * mean. Not here: the bytes of a trace that is there (score_trace.c).
 *
 * Where the call paths are not in memory, the experiment is read again, one location after the other. The record of an
 * enter has the time since the record before it, and so depends on the call path around it, which may be at a location
 * that is read later: so a call path whose parent is at another location is noted for that location. If a location was
 * read before another one that executes its tasks, it did not know of them; then all locations are read once more. */
#include "base/user_error.h"
#include "findings/score.h"
#include "findings/score_bytes.h"
#include "pomp_array.h"
#include "pomp_trace_format.h"
#include "sums/sums.h"

#include <stdlib.h>
#include <string.h>

/* This is a call path whose parent is the `place`th call path of another location. */
struct below {
  uint32_t place, next; /* the number of the next one that is below that location, plus 1; 0: none */
  uint32_t construct, location;
  uint64_t visits;
};

struct prediction {
  const struct analysis *analysis;
  const struct loaded *loaded;
  bool *left_out; /* by construct */
  double *by_construct, *by_location;
  uint32_t *below_of; /* by location: the number of the first one below it, plus 1; 0: none */
  struct below *below;
  double *gaps; /* by node of a location: the mean ticks between two records while it is the one that is open */
  uint32_t below_count, below_room, gaps_room;
  bool noted; /* all call paths with parents at other locations are noted */
  bool known; /* the experiment was read */
  bool late;  /* a call path was noted after its parent's location had been read */
};

/* --- a call path --- */

static double ticks_of(const struct process *p) { return p->base_ns ? (double)p->base_tick / (double)p->base_ns : 1; }
static double gap_of(double records, uint64_t exclusive, double ticks) {
  return records > 0 ? (double)exclusive * ticks / records : 0;
}

/* True if records belong to the node. */
static bool is_recorded(uint32_t key) { return POMP_KEY_CONSTRUCT(key) && POMP_KEY_ROLE(key) != POMP_ROLE_BLAME; }

/* Returns the bytes of all records of one visit but its enter and its exit. */
static double more_bytes(uint32_t role, uint32_t team_size) {
  switch (role) {
  case POMP_ROLE_FORK:
    return 8; /* FORK, TEAM_JOIN */
  case POMP_ROLE_TEAM:
    return 15; /* TEAM_ENTER, TEAM_END, and TEAM_LEAVE of one member */
  case POMP_ROLE_TASK_CREATE:
    return 2; /* TASK_CREATE */
  case POMP_ROLE_TASK:
    return 8.5; /* TASK_TAKE, TASK_BACK */
  case POMP_ROLE_LOCK:
    return 5; /* LOCK_ACQUIRE or LOCK_RELEASE */
  case POMP_ROLE_CONDITION:
    return 10; /* LOCK_RELEASE, LOCK_ACQUIRE */
  default:     /* INSTANCE or MEETING, written by one member */
    return (role == POMP_ROLE_BARRIER || pomp_role_is(role, POMP_IS_SHARED)) && team_size &&
                   team_size <= POMP_MAX_CONSTRUCTS
               ? 10.0 / team_size
               : 0;
  }
}

/* Returns the bytes of a visit without its enter. Where a thread executes tasks or a block in between, their records
 * are the ones before the exit. */
static double inner_bytes(uint32_t key, uint64_t wait, double gap, uint32_t team_size) {
  const uint32_t role = POMP_KEY_ROLE(key);
  const bool other = (pomp_role_runs_tasks(role) && wait) || pomp_role_block(role) != POMP_ROLE_NONE;
  return score_head_bytes(TRACE_EXIT, other ? 0 : (uint64_t)gap) + more_bytes(role, team_size);
}
static double enter_bytes(double gap_above) { return score_head_bytes(TRACE_ENTER, (uint64_t)gap_above); }

static void add(struct prediction *p, uint32_t construct, uint32_t location, double bytes) {
  p->by_construct[construct] += bytes;
  if (!p->left_out[construct])
    p->by_location[location] += bytes;
}

/* --- call paths that are in memory --- */

static bool add_all(struct prediction *p) {
  const struct analysis *a = p->analysis;
  const struct experiment *e = a->experiment;
  if (!POMP_ARRAY_ROOM(p->gaps, p->gaps_room, e->node_count + 1ull))
    return false;
  memset(p->gaps, 0, e->node_count * sizeof *p->gaps);
  for (uint32_t i = 0; i < e->node_count; i++) {
    p->gaps[i] += (double)e->nodes[i].visits;
    if (e->nodes[i].parent != NO_NODE)
      p->gaps[e->nodes[i].parent] += (double)e->nodes[i].visits;
  }
  for (uint32_t i = 0; i < e->node_count; i++)
    p->gaps[i] =
        gap_of(p->gaps[i], a->nodes[i].exclusive, ticks_of(&e->processes[e->locations[e->nodes[i].location].process]));
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    if (n->parent != NO_NODE && is_recorded(n->key))
      add(p, POMP_KEY_CONSTRUCT(n->key) - 1, n->location,
          (double)n->visits * (enter_bytes(p->gaps[n->parent]) +
                               inner_bytes(n->key, n->wait, p->gaps[i], e->locations[n->location].team_size)));
  }
  return true;
}

/* --- call paths that come location by location --- */

/* Notes a node whose parent is at another location. */
static bool note(struct prediction *p, const struct taken_nodes *t, uint32_t i) {
  struct node_above above;
  if (!experiment_above(t->reader, t->above[i], &above) ||
      !POMP_ARRAY_ROOM(p->below, p->below_room, p->below_count + 1ull))
    return false;
  p->late |= above.location > t->location;
  p->below[p->below_count++] = (struct below){.place = above.place,
                                              .next = p->below_of[above.location],
                                              .construct = POMP_KEY_CONSTRUCT(t->keys[i]) - 1,
                                              .location = t->location,
                                              .visits = t->nodes[i].visits};
  p->below_of[above.location] = p->below_count;
  return true;
}

/* Counts the records of each node of a location. */
static bool count_records(struct prediction *p, const struct taken_nodes *t) {
  memset(p->gaps, 0, t->count * sizeof *p->gaps);
  for (uint32_t i = 0; i < t->count; i++) {
    const double visits = (double)t->nodes[i].visits;
    p->gaps[i] += visits;
    if (t->parents[i] != NO_NODE)
      p->gaps[t->parents[i]] += visits;
    else if (t->above[i] && !p->noted && is_recorded(t->keys[i]) && !note(p, t, i))
      return false;
  }
  for (uint32_t k = p->below_of[t->location]; k; k = p->below[k - 1].next) {
    const struct below *b = &p->below[k - 1];
    if (b->place >= t->count)
      return false; /* the file has changed */
    p->gaps[b->place] += (double)b->visits;
  }
  return true;
}

static bool add_location(void *context, const struct experiment *e, const struct taken_nodes *t,
                         const uint64_t *exclusive) {
  struct prediction *p = context;
  const struct experiment *before = p->analysis->experiment;
  const struct location *l = &e->locations[t->location];
  const double ticks = ticks_of(&e->processes[l->process]);
  if (e->location_count != before->location_count || e->construct_count != before->construct_count ||
      !POMP_ARRAY_ROOM(p->gaps, p->gaps_room, t->count + 0ull) || !count_records(p, t))
    return false;
  for (uint32_t i = 0; i < t->count; i++)
    p->gaps[i] = gap_of(p->gaps[i], exclusive[i], ticks);
  for (uint32_t i = 1; i < t->count; i++) {
    const struct pomp_node *n = &t->nodes[i];
    const uint32_t key = t->keys[i], parent = t->parents[i];
    if (!is_recorded(key))
      continue;
    const double enter = parent == NO_NODE ? 0 : enter_bytes(p->gaps[parent]);
    add(p, POMP_KEY_CONSTRUCT(key) - 1, t->location,
        (double)n->visits * (enter + inner_bytes(key, n->wait, p->gaps[i], l->team_size)));
  }
  for (uint32_t k = p->below_of[t->location]; k; k = p->below[k - 1].next) {
    const struct below *b = &p->below[k - 1];
    add(p, b->construct, b->location, (double)b->visits * enter_bytes(p->gaps[b->place]));
  }
  return true;
}

/* Forgets what one reading has found. */
static void forget(struct prediction *p) {
  const struct experiment *e = p->analysis->experiment;
  memset(p->by_construct, 0, e->construct_count * sizeof *p->by_construct);
  memset(p->by_location, 0, e->location_count * sizeof *p->by_location);
}

/* Reads the experiment again. It may be another one by now. */
static bool read_again(struct prediction *p) {
  struct analysis a;
  struct sums *s = sums_new(&a, false);
  struct loaded *again = malloc(sizeof *again);
  bool good = s && again;
  if (good) {
    sums_watch(s, add_location, p);
    p->known = load_taken(again, p->loaded->path, sums_taker(s));
    if (p->known && !again->experiment.taken)
      p->known = user_error(p->loaded->path, "it has changed since it was read");
    analysis_free(&a);
    experiment_free(&again->experiment);
  }
  sums_free(s);
  free(again);
  return good;
}

static bool add_locations(struct prediction *p) {
  if (!read_again(p))
    return false;
  const bool once_more = p->known && p->late && !p->noted;
  p->noted = true;
  if (!once_more)
    return true;
  forget(p);
  return read_again(p);
}

/* --- the whole --- */

bool prediction_make(struct prediction *p, struct score *s, bool filtered, uint64_t *file) {
  const struct experiment *e = s->analysis->experiment;
  const uint64_t room = POMP_TRACE_CHUNK_SIZE - SCORE_SLACK - sizeof(struct pomp_trace_chunk);
  uint64_t chunks =
      1; /* each location has its own chunks, of which the last is partly filled, and so do the definitions */
  for (uint32_t i = 0; i < e->construct_count; i++)
    p->left_out[i] = filtered && s->entries[s->of_construct[i]].chosen;
  forget(p);
  p->known = true;
  if (!(e->taken ? add_locations : add_all)(p))
    return false;
  s->bytes_known = p->known;
  for (uint32_t i = 0; !filtered && i < e->construct_count; i++)
    s->entries[s->of_construct[i]].bytes += p->by_construct[i];
  for (uint32_t i = 0; i < e->location_count; i++)
    chunks += (uint64_t)p->by_location[i] / room + 1;
  *file = POMP_TRACE_HEADER_SIZE + chunks * POMP_TRACE_CHUNK_SIZE;
  return true;
}

struct prediction *prediction_new(const struct score *s, const struct loaded *l) {
  const struct experiment *e = s->analysis->experiment;
  struct prediction *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->analysis = s->analysis;
  p->loaded = l;
  p->left_out = calloc(e->construct_count + 1ull, sizeof *p->left_out);
  p->by_construct = calloc(e->construct_count + 1ull, sizeof *p->by_construct);
  p->by_location = calloc(e->location_count + 1ull, sizeof *p->by_location);
  p->below_of = calloc(e->location_count + 1ull, sizeof *p->below_of);
  if (p->left_out && p->by_construct && p->by_location && p->below_of)
    return p;
  prediction_free(p);
  return NULL;
}

void prediction_free(struct prediction *p) {
  if (!p)
    return;
  free(p->left_out);
  free(p->by_construct);
  free(p->by_location);
  free(p->below_of);
  free(p->below);
  free(p->gaps);
  free(p);
}
