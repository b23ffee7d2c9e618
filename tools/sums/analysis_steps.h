/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis_steps.h - the steps of the analysis, in the order in which analyse() calls them.
 * Not here: what others may call (analysis.h). Each returns false if there is not enough memory. */
#ifndef SUMS_ANALYSIS_STEPS_H
#define SUMS_ANALYSIS_STEPS_H

#include "pomp_format.h"
#include "pomp_mpi_waits.h"
#include "sums/analysis.h"

/* These are in paths.c. The first finds the paths of all nodes, and the regions as well, whose keys are those of the
 * paths; it needs no times. The second adds the times up. */
bool paths_find(struct analysis *a);
bool paths_add_up(struct analysis *a);
/* Lists the nodes by location, the root of each first. */
bool nodes_by_location(const struct experiment *e, uint32_t *sorted);
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
/* These are parts of it. The third sorts the forks that were found, which come by location, and tells locations which
 * are theirs; the fourth makes the sums of processes and of all from those of locations. The last one tells that what a
 * process's locations have is not needed for now (paged_array.h). */
bool locations_room(struct analysis *a);
bool locations_find_order(struct analysis *a);
void locations_list_forks(struct analysis *a);
void locations_add_up_all(struct analysis *a);
void locations_leave(const struct analysis *a, uint32_t process);

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

/* These are in waits.c. The second lists the nodes of role blame, where there is room for as many as special nodes; of
 * each, `holder` is a construct. The result is how many they are. The third leaves, of each waiter and holder, those
 * with most time, and one for all others of a call path, which has no location; so `waiter` has to be set. The fourth
 * makes pairs of such a list, which is `blames` of the analysis, and leaves out of it what has no location; there is
 * room for as many. */
bool waits_find(struct analysis *a);
uint32_t waits_gather(const struct analysis *a, struct blame *to);
uint32_t waits_cut(struct blame *all, uint32_t count, uint32_t most);
void waits_take(struct analysis *a);

/* This is in open_visits.c. */
bool open_visits_find(struct analysis *a);
/* These are in threads_now.c, and need what is open. The second is the last part of the first: it groups the threads.
 */
bool now_find(struct analysis *a);
bool now_group(struct analysis *a);

/* These are in scheduling.c. The latter two add CPU time in teams up; times of nodes are ticks of the process. */
bool scheduling_find(struct analysis *a);
void team_cpu_add(struct team_cpu *to, const struct process *p, const struct cpu_time *from);
void team_cpu_join(struct team_cpu *to, const struct team_cpu *from);

/* These are in loops.c. */
bool loops_find(struct analysis *a);
void loop_counts_add(struct loop_counts *to, const struct loop_counts *from);

struct sampled_sums;
struct sampled_teams;
/* These are in sampled.c. The latter are parts of the first: whether threads were sampled, and what processes' headers
 * tell of that. */
bool sampled_find(struct analysis *a);
bool sampled_is_there(const struct experiment *e);
void sampled_add_processes(const struct experiment *e, struct sampled *s);
void sampled_add_sums(struct sampled_sums *to, const struct sampled_sums *from);
void sampled_free(struct sampled *s);
/* These are in sampled_balance.c. The second finds what follows from shares. */
bool sampled_work_find(const struct analysis *a, struct sampled *s);
bool sampled_teams_find(const struct analysis *a, const struct region *r, struct sampled_teams *t);
void sampled_teams_add(struct sampled_teams *to, const struct sampled_teams *from);

/* These are in idle.c. The second is the last part of the first: it sorts what was found. */
bool idle_find(struct analysis *a);
void idle_sort(struct analysis *a);

/* It is what the instances of a region add up to, whatever is made of that. */
struct balance_sums {
  bool in_teams; /* as in struct balance */
  bool recorded; /* some team's instances are known, or a barrier's arrivals */
#define FIGURES_DO DECLARED
#define FIGURES_OF_BALANCE_SUMS
#include "files/figures.def"
  wide means;
  wide waited; /* what latest.waited of locations adds up to that are in no list */
};

/* These are in balance.c. The second finds the sums of all regions, and lists the locations that were latest, in no
 * order, where there is room for as many as special nodes; the result is how many they are. The third makes of them
 * what follows from instances, `latest` of the analysis having that list. */
bool balance_find(struct analysis *a);
uint32_t balance_gather(const struct analysis *a, struct balance_sums *sums, struct latest *latest);
void balance_take(struct analysis *a, const struct balance_sums *sums);
/* Leaves of each region's list `most` locations, those that were latest most often, and adds what the others have to
 * `waited` of their regions. The result is how many are left. */
uint32_t balance_cut_latest(struct latest *all, uint32_t count, uint32_t most, wide *waited);

/* These visits of a region found a place in a process's histogram. */
struct histogram_row {
  uint32_t process, key;
  uint64_t visits[POMP_HISTOGRAM_BUCKETS];
};
/* These are in distribution.c. The others are parts of the first: the edges, a row after the other, and the sums. */
bool distributions_find(struct analysis *a);
void distributions_begin(struct analysis *a);
bool distributions_row(const struct analysis *a, uint32_t i, struct histogram_row *row); /* false: there is none */
void distribution_add(const struct analysis *a, struct distribution *d, const struct histogram_row *row);
void distributions_conclude(struct analysis *a);

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

/* These are FIGURES_DO of files/figures.def: they add figures to those to which `to` points, and copy them. */
#define ADD(member, sum) ADD_##sum(to->member, from->member);
#define ADD_SUM(to, from) (to) = plus((to), (from))
#define ADD_SUM_32(to, from) (to) = (to) + (from) < (to) ? UINT32_MAX : (to) + (from)
#define ADD_PEAK ADD_SUM
#define ADD_MOST(to, from) (to) = (from) > (to) ? (from) : (to)
#define ADD_LEAST(to, from) (to) = (from) < (to) ? (from) : (to)
#define ADD_LATER(to, from)

/* Returns how long a node's open visit has taken, in ns; 0 if it has none. */
uint64_t analysis_open_time(const struct experiment *e, const struct node *n);

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

/* These turn a time into an exact sum, and back. What is longer than a hundred years is no time. A cost may be less
 * than nothing (pomp_cost.h): then the sum wraps, and is a number with a sign. */
static inline wide exact_of(double ns) {
  const double size = ns < 0 ? -ns : ns;
  const wide sum = size >= 0x1p62 ? (wide)1 << 94 : size > 0 ? (wide)(size * 0x1p32) : 0;
  return ns < 0 ? -sum : sum;
}
/* Returns the exact sum of a mean of times in ns. */
static inline wide exact_mean(wide sum, uint32_t count) { return count ? (sum << 32) / count : 0; }
static inline double exact_ns(wide sum) { return sum >> 127 ? -(double)-sum * 0x1p-32 : (double)sum * 0x1p-32; }

/* It finds a spread. */
struct spreading {
  uint64_t min, max;
  wide sum;
};
static inline void spread_add(struct spreading *s, uint64_t value) {
  s->min = value < s->min ? value : s->min;
  s->max = value > s->max ? value : s->max;
  s->sum += value;
}
static inline void spreading_join(struct spreading *to, const struct spreading *from) {
  to->min = from->min < to->min ? from->min : to->min;
  to->max = from->max > to->max ? from->max : to->max;
  to->sum += from->sum;
}
/* This is in totals.c. */
struct spread spread_of(const struct spreading *s, uint32_t count);

/* These add and subtract metrics, which may be any number: they wrap instead of overflowing. */
static inline int64_t sum_of(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t difference_of(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }

#endif
