/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team_serial.c - code that one member of a team executes while the others wait for it: single, master, masked.
 * Not here: code outside of teams (serial.c). */
#include "findings/finding.h"

#include <stdio.h>
#include <stdlib.h>

/* This is what was done, and waited, in the teams that one location forks. Times are in ns. */
struct team {
  double serial; /* in the block */
  double waited; /* by the other members, at the barrier after the block */
  double others; /* the number of other members */
};

struct blocks {
  struct property_search *s;
  struct team *teams; /* by the location that forks */
  bool *executes;     /* by location: it has executed the block */
  double serial;      /* of the region: the time in the blocks */
  uint64_t instances;
};

static struct team *team_of(struct blocks *b, uint32_t node) {
  return &b->teams[way_forker(b->s, b->s->a->experiment->nodes[node].location)];
}

/* True if tasks are made in there: then the others have these to execute. */
static bool makes_tasks(const struct analysis *a, uint32_t block) {
  for (uint32_t i = a->paths[block].first_child, above = block; above != NO_PATH;) {
    if (i == NO_PATH) { /* all that is below `above` has been seen */
      i = above == block ? NO_PATH : a->paths[above].next_sibling;
      above = above == block ? NO_PATH : a->paths[above].parent;
      continue;
    }
    uint32_t role = a->regions[a->paths[i].region].role;
    if (role == POMP_ROLE_TASK_CREATE || role == POMP_ROLE_TASKLOOP)
      return true;
    above = i;
    i = a->paths[i].first_child;
  }
  return false;
}

/* Members that wait at the end of an uneven loop do not wait for the block before it. */
static void leave_out_imbalance(struct blocks *b, uint32_t barrier) {
  const struct analysis *a = b->s->a;
  const struct balance *w = &a->regions[a->paths[a->paths[barrier].parent].region].balance;
  for (uint32_t i = w->first_latest; i < w->first_latest + w->latest; i++) {
    struct team *t = &b->teams[way_forker(b->s, a->latest[i].location)];
    double uneven = (double)a->latest[i].waited;
    t->waited = t->waited > uneven ? t->waited - uneven : 0;
  }
}

/* Adds up the blocks at a path, and the waiting at the barrier by those who don't execute it. In a single, each member
 * may be the one who does, and waits little then. */
static void add_up(struct blocks *b, uint32_t block, uint32_t barrier, bool in_turn) {
  const struct analysis *a = b->s->a;
  for (uint32_t k = 0, i; analysis_node(a, block, k, &i); k++) {
    const struct node_times *n = &a->nodes[i];
    team_of(b, i)->serial += (double)n->inclusive;
    b->executes[a->experiment->nodes[i].location] = true;
    b->serial += (double)n->inclusive;
    b->instances += a->experiment->nodes[i].visits;
  }
  for (uint32_t k = 0, i; analysis_node(a, barrier, k, &i); k++) {
    struct team *t = team_of(b, i);
    bool waits = in_turn || !b->executes[a->experiment->nodes[i].location];
    t->waited += waits ? (double)a->nodes[i].inclusive : 0;
    t->others += 1;
  }
  leave_out_imbalance(b, barrier);
}

/* Adds what the members of each team lose, and clears what was noted of them. */
static double collect(struct blocks *b, uint32_t block, uint32_t barrier) {
  const struct analysis *a = b->s->a;
  double severity = 0;
  for (uint32_t k = 0, i; analysis_node(a, block, k, &i); k++) {
    struct team *t = team_of(b, i);
    double size = t->others, all = t->serial * (size - 1), lost = all < t->waited ? all : t->waited;
    if (size > 1) {
      b->s->lost[way_forker(b->s, a->experiment->nodes[i].location)] += lost / size;
      severity += lost;
    }
    *t = (struct team){0};
    b->executes[a->experiment->nodes[i].location] = false;
  }
  for (uint32_t k = 0, i; analysis_node(a, barrier, k, &i); k++)
    *team_of(b, i) = (struct team){0};
  return severity;
}

/* Returns the path of the block that one member executes, below a single, or the path itself. */
static uint32_t block_of(const struct analysis *a, uint32_t path) {
  const struct region *r = &a->regions[a->paths[path].region];
  if (r->role != POMP_ROLE_SINGLE)
    return path;
  for (uint32_t i = a->paths[path].first_child; i != NO_PATH; i = a->paths[i].next_sibling) {
    const struct region *part = &a->regions[a->paths[i].region];
    if (part->role == POMP_ROLE_SINGLE_BLOCK && part->construct == r->construct)
      return i;
  }
  return NO_PATH;
}

static void find_in(struct blocks *b, uint32_t region) {
  struct property_search *s = b->s;
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  bool is_single = r->role == POMP_ROLE_SINGLE;
  double severity = 0;
  uint32_t awaited = NO_REGION; /* the barrier where the others wait */
  b->serial = 0;
  b->instances = 0;
  find_begin(s);
  for (uint32_t path = s->region_path[region]; path != NO_PATH; path = s->path_next[path]) {
    uint32_t block = block_of(a, path);
    uint32_t barrier = is_single ? sequence_own_barrier(a, path) : s->next_barrier[path];
    if (block == NO_PATH || barrier == NO_PATH || makes_tasks(a, block))
      continue;
    add_up(b, block, barrier, is_single);
    awaited = a->paths[barrier].region;
    severity += collect(b, block, barrier);
  }
  double saving = way_wall(s);
  struct finding *f = saving > 0 ? find_add(s, PROPERTY_SERIAL_TIME, region, severity, saving) : NULL;
  if (!f)
    return;
  f->also = awaited;
  f->variant = 1; /* the construct may be met outside of teams, too */
  find_evidence(f, "idle_ns", "ns", severity);
  find_evidence(f, "block_ns", "ns", b->serial);
  find_evidence(f, "instances", "", (double)b->instances);
  find_evidence(f, "serial_part", "%", a->all.wall ? 100 * b->serial / (double)a->all.wall : 0);
  find_advise(f,
              "One member does this while the others wait for it: divide it among them, do it while they have other "
              "work%s, or make it shorter.",
              is_single && find_may_nowait(a->regions[region].construct) ? " (nowait, if they don't need it yet)" : "");
}

void find_team_serial(struct property_search *s) {
  const struct analysis *a = s->a;
  size_t count = a->experiment->location_count + 1ull;
  struct blocks b = {.s = s, .teams = calloc(count, sizeof *b.teams), .executes = calloc(count, sizeof *b.executes)};
  s->failed |= !b.teams || !b.executes;
  for (uint32_t region = 0; !s->failed && region < a->region_count; region++) {
    uint32_t role = a->regions[region].role;
    if (role == POMP_ROLE_SINGLE || role == POMP_ROLE_MASTER || role == POMP_ROLE_MASKED)
      find_in(&b, region);
  }
  free(b.teams);
  free(b.executes);
}
