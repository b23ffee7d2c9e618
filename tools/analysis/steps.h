/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* steps.h - the steps of the analysis, in the order in which analyse() calls them.
 * Not here: what others may call (analysis.h). Each returns false if there is not enough memory. */
#ifndef ANALYSIS_STEPS_H
#define ANALYSIS_STEPS_H

#include "analysis.h"
#include "pomp_format.h"
#include "pomp_mpi_waits.h"

/* These are in paths.c. The first finds the paths of all nodes, and the regions as well, whose keys are those of the
 * paths; it needs no times. The second adds the times up. */
bool paths_find(struct analysis *a);
bool paths_add_up(struct analysis *a);
/* This is a part of the second: it adds up the times below each path, and links the children by them. */
bool paths_link(struct analysis *a);

/* These are in regions.c. While paths are made, regions are in the order of their keys, which are among those here. */
bool regions_find(struct analysis *a, const uint32_t *keys, uint32_t count);
uint32_t regions_at(const struct analysis *a, uint32_t key);
bool regions_add_up(struct analysis *a);
/* These are parts of the latter: the first adds the totals of paths to those of their regions. */
bool regions_list_paths(struct analysis *a);
bool regions_sort(struct analysis *a);

/* Returns the call path of a region that has but one; NULL if it has several. */
static inline const struct path *only_path(const struct analysis *a, const struct region *r) {
  return r->paths == 1 ? &a->paths[a->region_paths[r->first_path]] : NULL;
}

/* These are in shares.c. The first makes room for what analysis_shares returns; regions have their paths then. */
bool shares_room(struct analysis *a);
uint32_t shares_find(const struct analysis *a, const struct region *r); /* the result is how many they are */
void shares_free(struct shares *s);

/* This is in locations.c. */
bool locations_add_up(struct analysis *a);
/* These are parts of it. The second makes the sums of processes and of all from those of locations. */
bool locations_room(struct analysis *a);
void locations_add_up_all(struct analysis *a);

/* These are in totals.c. The first finds, for each location, the one that its thread comes from: it goes up while
 * the location is member 0 of a team. */
void locations_first(const struct experiment *e, uint32_t *first);
/* True if the node is a root whose time is some thread's. */
bool root_has_time(const struct experiment *e, const struct node *n);
/* Gives a row of the sums of metrics to totals. */
void metrics_give(const struct analysis *a, struct totals *t, enum metric_kind kind, size_t row);

/* These are in metrics.c. They make room for sums, and compute those of nodes, and those of locations when the nodes
 * are in order. */
bool metrics_room(struct analysis *a, enum metric_kind kind, size_t rows);
bool metrics_of_nodes(struct analysis *a);
bool metrics_of_locations(struct analysis *a);

/* This is in waits.c. */
bool waits_find(struct analysis *a);

/* This is in open_visits.c. */
bool open_visits_find(struct analysis *a);
/* This is in now.c, and needs what is open. */
bool now_find(struct analysis *a);

/* These are in scheduling.c. The latter two add CPU time in teams up; times of nodes are ticks of the process. */
bool scheduling_find(struct analysis *a);
void team_cpu_add(struct team_cpu *to, const struct process *p, const struct cpu_time *from);
void team_cpu_join(struct team_cpu *to, const struct team_cpu *from);

/* These are in loops.c. */
bool loops_find(struct analysis *a);
void loop_counts_add(struct loop_counts *to, const struct loop_counts *from);

/* These are in sampled.c. */
bool sampled_find(struct analysis *a);
void sampled_free(struct sampled *s);
/* This is in sampled_balance.c. */
bool sampled_work_find(const struct analysis *a, struct sampled *s);

/* This is in idle.c. */
bool idle_find(struct analysis *a);

/* This is in balance.c. */
bool balance_find(struct analysis *a);

/* This is in distribution.c. */
bool distributions_find(struct analysis *a);

/* This is in totals.c. */
extern const struct totals totals_of_nothing;
void messages_add(struct messages *to, const struct messages *from);

/* True if an instance of a worksharing construct has members to compare. */
static inline bool is_shared(uint32_t role) { return pomp_role_is(role, POMP_IS_SHARED) && role != POMP_ROLE_SECTION; }
/* A thread outside of all teams is a team of one: each visit is an instance. */
static inline bool is_alone(const struct experiment *e, const struct node *n) {
  const struct location *l = &e->locations[n->location];
  return l->parent == NO_LOCATION && e->processes[l->process].header.nesting != POMP_NESTING_UNKNOWN;
}

static inline bool is_blame(const struct node *n) { return POMP_KEY_ROLE(n->key) == POMP_ROLE_BLAME; }
/* True if it has the waits that nobody is charged with. */
static inline bool is_blame_of_nobody(const struct node *n) { return n->key == POMP_KEY(0, POMP_ROLE_BLAME); }

/* Returns the sum, or the greatest number if that is less. */
static inline uint64_t plus(uint64_t a, uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }

/* This is what a node adds to the sums of its location. */
static inline void location_add(const struct experiment *e, struct location_totals *l, const struct node *n,
                                const struct node_times *t) {
  l->in_regions = plus(l->in_regions, t->exclusive);
  l->visits += n->visits;
  l->wait = plus(l->wait, t->wait);
  if (POMP_KEY_ROLE(n->key) == POMP_ROLE_MPI && pomp_mpi_may_wait(e->constructs[POMP_KEY_CONSTRUCT(n->key) - 1].name))
    l->mpi = plus(l->mpi, t->exclusive);
  l->open += n->start != 0;
}

/* It finds a spread. Sums are exact, as long as none is divided. */
__extension__ typedef unsigned __int128 wide;
struct spreading {
  uint64_t min, max;
  wide sum;
};
static inline void spread_add(struct spreading *s, uint64_t value) {
  s->min = value < s->min ? value : s->min;
  s->max = value > s->max ? value : s->max;
  s->sum += value;
}
/* This is in totals.c. */
struct spread spread_of(const struct spreading *s, uint32_t count);

/* These add and subtract metrics, which may be any number: they wrap instead of overflowing. */
static inline int64_t sum_of(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t difference_of(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }

#endif
