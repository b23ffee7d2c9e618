/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_times.c - adds up the time of all threads by what they did in it.
 * Not here: what was idle below a fork (tools/sums/forks.c). */
#include "findings/thread_times.h"
#include "findings/machine_time.h"
#include "sums/forks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct adding {
  const struct analysis *a;
  const bool *inside;
  struct forks forks;
  struct thread_times *times; /* of the process */
  double *barrier;            /* by region: what a visit of a barrier costs itself; NAN: not computed yet */
  uint32_t *size;             /* by region: for teams of so many members */
};

/* The time of a node of these roles is neither the program's own work nor waiting for members that come later. In a
 * critical section, an ordered block and a single it is what is left without the block. */
static bool is_scheduling(uint32_t role) {
  switch (role) {
  case POMP_ROLE_FORK:
  case POMP_ROLE_TEAMS:
  case POMP_ROLE_SECTIONS:
  case POMP_ROLE_SINGLE:
  case POMP_ROLE_CRITICAL:
  case POMP_ROLE_ORDERED:
  case POMP_ROLE_LOCK:
  case POMP_ROLE_CONDITION:
  case POMP_ROLE_REDUCTION:
  case POMP_ROLE_TASK_CREATE:
  case POMP_ROLE_TASKLOOP:
  case POMP_ROLE_TASKWAIT:
  case POMP_ROLE_TASKYIELD:
  case POMP_ROLE_CANCEL:
    return true;
  default:
    return false;
  }
}

/* Returns the cost of a visit of a barrier without waiting. In each instance one member comes last and does not wait.
 * So the shortest visits, one in as many as the team has members, are of members that came last. Their median is the
 * quantile at half that part of all visits. */
static double barrier_cost(struct adding *s, uint32_t region, uint32_t members) {
  const struct region *r = &s->a->regions[region];
  if (isnan(s->barrier[region]) || s->size[region] != members) {
    double cost = 0;
    if (!region_quantile(s->a, r, 0.5 / members, &cost))
      cost = r->totals.min == UINT64_MAX ? 0 : (double)r->totals.min;
    s->barrier[region] = cost;
    s->size[region] = members;
  }
  return s->barrier[region];
}

static uint32_t members_at(const struct analysis *a, uint32_t location) {
  const struct location *l = &a->experiment->locations[location];
  uint32_t threads = a->processes[l->process].threads, size = l->team_size;
  if (l->parent == NO_LOCATION || size == POMP_NOT_KNOWN || !size)
    size = threads;
  return size ? size : 1;
}

/* Adds what a node has itself. */
static enum time_kind add_own(struct adding *s, struct thread_times *t, uint32_t i) {
  const struct node *n = &s->a->experiment->nodes[i];
  const double time = (double)s->a->nodes[i].exclusive;
  const uint32_t role = POMP_KEY_ROLE(n->key);
  enum time_kind kind = role == POMP_ROLE_MPI       ? TIME_MPI
                        : role == POMP_ROLE_BARRIER ? TIME_BALANCE
                        : is_scheduling(role)       ? TIME_SCHEDULING
                                                    : TIME_USEFUL;
  const double machine = machine_at_work(s->a, i);
  double own = machine < time ? machine : time;
  t->time[TIME_MACHINE] += own;
  if (kind == TIME_BALANCE) {
    uint32_t region = s->a->paths[s->a->node_path[i]].region;
    own = (double)n->visits * barrier_cost(s, region, members_at(s->a, n->location));
    own = own < time ? own : time;
    t->time[TIME_SCHEDULING] += own;
  }
  t->time[kind] += time - own;
  if (kind == TIME_MPI)
    t->in_mpi += time;
  return kind;
}

/* `machine`: the part of a time in which the thread that the others are idle for had no processor. */
static void add_serial(double *idle, enum time_kind kind, double time, double machine, double others) {
  machine = kind == TIME_MPI || machine > time ? 0 : machine;
  idle[kind == TIME_MPI ? TIME_MPI : TIME_SERIAL] += (time - machine) * others;
  idle[TIME_MACHINE] += machine * others;
}

/* Of the waiting in barriers that is not for members that had more to do, so much is the machine's as threads had no
 * processor while all others may have waited for them, at most. */
static void settle_waiting(struct thread_times *t, const struct analysis *a) {
  double uneven = 0, most = machine_waited(a);
  for (uint32_t i = 0; i < a->region_count; i++)
    for (uint32_t k = a->regions[i].balance.first_latest, n = 0; n < a->regions[i].balance.latest; k++, n++)
      uneven += (double)a->latest[k].waited;
  const double rest = fmax(0, t->time[TIME_BALANCE] - uneven), machine = fmin(rest, most);
  t->time[TIME_BALANCE] -= machine;
  t->time[TIME_MACHINE] += machine;
}

/* Adds for how long other threads were idle: during serial code, and below a fork. */
static void add_idle(struct adding *s, double *idle, uint32_t i, enum time_kind kind) {
  const struct analysis *a = s->a;
  const struct node *n = &a->experiment->nodes[i];
  uint32_t process = a->experiment->locations[n->location].process, top = s->forks.top[i];
  double share = forks_share(a, process);
  if (top == NO_NODE && forks_is_initial(a->experiment, n->location) && share > 1)
    add_serial(idle, kind, (double)a->nodes[i].exclusive, machine_at_work(a, i), share - 1);
  if (top != i || a->experiment->processes[process].header.nesting == POMP_NESTING_UNKNOWN)
    return;
  const struct forked *f = &s->forks.forked[i];
  double without_place = forks_without_place(f, share, n->visits);
  idle[TIME_SERIAL] += without_place;
  idle[TIME_SCHEDULING] += forks_idle(f, share) - without_place;
}

/* Adds the idle time of a process. Of the whole run it is known how much there is: where the threads that the program
 * started had not equal shares of the others, what was found may be too much, and what was not found is the ends of
 * teams, and threads that did not live all the time. */
static void settle(const struct adding *s, const double *idle) {
  double found = 0, fits = 1, rest = 0;
  for (int k = 0; k < TIME_KINDS; k++)
    found += idle[k];
  if (!s->inside) {
    double all = (double)s->a->all.idle;
    fits = found > all ? all / found : 1;
    rest = found < all ? all - found : 0;
  }
  for (int k = 0; k < TIME_KINDS; k++)
    s->times->time[k] += idle[k] * fits;
  s->times->time[TIME_SCHEDULING] += rest;
}

/* --- instructions and cycles of the useful time --- */

static void find_counters(const struct experiment *e, uint32_t *instructions, uint32_t *cycles) {
  struct derived d;
  *instructions = *cycles = NO_METRIC;
  for (uint32_t i = 0; derived_at(e, i, &d); i++)
    if (strcmp(d.name, "IPC") == 0) {
      *instructions = d.part[0];
      *cycles = d.whole[0];
    }
}

static bool is_thread_metric(const struct experiment *e, uint32_t metric) {
  return metric != NO_METRIC && !(e->metrics[metric].flags & POMP_METRIC_PROCESS);
}

/* Adds the nodes of the process, those that are marked, if there are marks. */
static void add_nodes(struct adding *s) {
  const struct analysis *a = s->a;
  const struct experiment *e = a->experiment;
  struct thread_times *t = s->times;
  double idle[TIME_KINDS] = {0};
  uint32_t instructions, cycles;
  find_counters(e, &instructions, &cycles);
  t->counted = is_thread_metric(e, instructions) && is_thread_metric(e, cycles);
  for (uint32_t i = 0; i < e->node_count; i++) {
    if (POMP_KEY_ROLE(e->nodes[i].key) == POMP_ROLE_BLAME || (s->inside && !s->inside[i]))
      continue;
    t->entered = true;
    const enum time_kind kind = add_own(s, t, i);
    add_idle(s, idle, i, kind);
    if (!t->counted || kind != TIME_USEFUL)
      continue;
    const struct metric_sum *of = &a->sums[OF_NODES][(size_t)i * e->metric_count];
    t->instructions = (int64_t)((uint64_t)t->instructions + (uint64_t)of[instructions].exclusive);
    t->cycles = (int64_t)((uint64_t)t->cycles + (uint64_t)of[cycles].exclusive);
  }
  settle(s, idle);
  if (!s->inside)
    settle_waiting(t, a);
}

bool thread_times_find(struct thread_times *t, const struct analysis *a, const char *region) {
  bool *inside = region ? calloc(a->experiment->node_count + 1ull, sizeof *inside) : NULL;
  struct adding s = {.a = a,
                     .inside = inside,
                     .times = t,
                     .barrier = malloc((a->region_count + 1ull) * sizeof *s.barrier),
                     .size = calloc(a->region_count + 1ull, sizeof *s.size)};
  const bool good = forks_find(&s.forks, a) && s.barrier && s.size && (inside || !region);
  *t = (struct thread_times){.visits = good && region ? interest_mark(a, region, inside) : 0};
  for (uint32_t i = 0; good && i < a->region_count; i++)
    s.barrier[i] = (double)NAN;
  if (good)
    add_nodes(&s);
  forks_free(&s.forks);
  free(s.barrier);
  free(s.size);
  free(inside);
  return good;
}
