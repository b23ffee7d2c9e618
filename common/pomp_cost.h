/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_cost.h - what the measurement of a visit costs, by kind: for the table at the end of a run, and for the report.
 * Not here: the cost of a pair of events, which each process measures at its start (visit.c), and the sums.
 *
 * `bench/cost-fit` fits such a table to the CPU time that constructs take more when they are measured, in pairs of
 * events; `bench/overhead` checks it, by other programs. There is more to a task and to a team than their events, for
 * the OpenMP runtime calls back as well. */
#ifndef POMP_COST_H
#define POMP_COST_H

#include "pomp_format.h"

#include <stdbool.h>

/* A processor executes events beside the program's code and beside each other, as far as it can. How far that is
 * differs between processors: an atomic update with its two events took 14 ns more on an AMD EPYC and 41 ns on an Intel
 * Xeon, while pairs with nothing executed beside took 30 and 39. So each process measures three kinds of pairs at its
 * start, and a row of the table is in the kind that is most like what happens there. */
enum pomp_cost_unit {
  POMP_COST_APART,  /* nothing is executed beside: for the OpenMP runtime's code, which waits and calls back */
  POMP_COST_IN_ROW, /* pairs right after each other: for events whose begin and end have work between them */
  POMP_COST_AROUND, /* each pair around an atomic update: for locks and counters, which wait for what was written */
  POMP_COST_UNITS
};

/* The columns are a name; the unit of the next column; what one visit costs where times alone are measured; what it
 * costs more with a trace, in pairs that are apart, and what it costs with metrics, whose reading is most of what their
 * pair costs; and what it costs still if a filter excludes it, as the OpenMP runtime calls back all the same
 * (bench/overhead with POMP_FILTER). The block of a single or critical shares a reading of the clock with the construct
 * around it. What a team meets for the first time costs more than what it meets again: that much is in the rows FIRST.
 * A fork, a team and the barrier at its end always come together, so that only their sum can be fitted; the fork's part
 * is that of teams of several. Programs that do nothing but begin teams of one member have everything in the caches,
 * and those that go through data in between do not: the sum is within 20 % of both. */
#define POMP_COSTS(X)                                                                                                  \
  X(OTHER, IN_ROW, 1.28, 0.6, 1.03, 0.08)                                                                              \
  X(TASKWAIT, IN_ROW, 1.33, 0.6, 1.03, 0.42) /* taskgroup, taskyield */                                                \
  X(FORK, APART, 1.0, 4.1, 1.05, 1.0)                                                                                  \
  X(TEAM, APART, 3.25, 3.25, 1.33, 3.25)                                                                               \
  X(TEAM_ALONE, APART, 1.63, 0.5, 0.82, 1.26) /* a team of one member */                                               \
  X(BARRIER, APART, 2.4, 0.9, 1.50, 2.21)                                                                              \
  X(BARRIER_ALONE, IN_ROW, 1.67, 0.55, 0.59, 0.81)                                                                     \
  X(IMPLICIT, APART, 4.3, 3.7, 0.92, 2.99) /* the barrier of another construct */                                      \
  X(IMPLICIT_ALONE, IN_ROW, 2.45, 4.3, 0.64, 0.86)                                                                     \
  X(FIRST_IMPLICIT, APART, 0.8, 1.0, 0.30, 0.56)                                                                       \
  X(FIRST_IMPLICIT_ALONE, APART, 1.0, -1.0, 0.26, 1.02)                                                                \
  X(SHARED, AROUND, 2.2, 1.5, 1.07, 0.17) /* a loop, sections */                                                       \
  X(FIRST_SHARED, APART, 0.92, 1.3, 0.25, 0.42)                                                                        \
  X(FIRST_SHARED_ALONE, APART, 1.4, 0.7, 0.25, 0.96)                                                                   \
  X(SINGLE, AROUND, 1.0, 0.6, 0.97, 0.23)                                                                              \
  X(SINGLE_BLOCK, AROUND, 1.05, 0.4, 0.57, 0.07)                                                                       \
  X(HELD, AROUND, 1.05, 0.5, 1.18, 0.08) /* critical, ordered */                                                       \
  X(HELD_BLOCK, AROUND, 1.45, 0.5, 0.94, 0.1)                                                                          \
  X(ATOMIC, AROUND, 1.1, 0.62, 1.00, 0.04)                                                                             \
  X(LOCK, AROUND, 1.68, 1.2, 1.04, 0.14)                                                                               \
  X(CONTENDED, APART, -1.8, 0.9, -0.8, 0.0) /* that waited for a lock: some of its events fall into that time */       \
  X(TASK_CREATE, APART, 0.87, 0.0, 1.72, 0.87)                                                                         \
  X(TASK, APART, 3.0, 6.6, 1.69, 3.0)                                                                                  \
  X(TASK_ALONE, IN_ROW, 3.7, 5.1, 1.39, 2.2)

enum pomp_cost_of {
#define POMP_ROW(name, ...) POMP_COST_##name,
  POMP_COSTS(POMP_ROW)
#undef POMP_ROW
};
enum pomp_cost_way { POMP_COST_TIMES, POMP_COST_TRACED, POMP_COST_METRICS };
static const struct pomp_cost_row {
  enum pomp_cost_unit unit;
  double times, traced, metrics, excluded;
} pomp_costs[] = {
#define POMP_ROW(name, unit, ...) {POMP_COST_##unit, __VA_ARGS__},
    POMP_COSTS(POMP_ROW)
#undef POMP_ROW
};

/* It is what a process measures, and what its units are, in pairs that are apart. */
struct pomp_cost_model {
  enum pomp_cost_way way;
  double unit[POMP_COST_UNITS];
};

/* These are the units of files that have none, which lie between those of two kinds of processors. */
#define POMP_COST_USUAL_IN_ROW 0.75
#define POMP_COST_USUAL_AROUND 0.65

static inline struct pomp_cost_model pomp_cost_model(const struct pomp_header *h, bool traced, bool metrics) {
  const bool known = h->pair_cost && h->pair_cost_in_row && h->pair_cost_around;
  const double pair = (double)h->pair_cost;
  return (struct pomp_cost_model){metrics  ? POMP_COST_METRICS
                                  : traced ? POMP_COST_TRACED
                                           : POMP_COST_TIMES,
                                  {1, known ? (double)h->pair_cost_in_row / pair : POMP_COST_USUAL_IN_ROW,
                                   known ? (double)h->pair_cost_around / pair : POMP_COST_USUAL_AROUND}};
}

static inline bool pomp_cost_is_model(const struct pomp_cost_model *a, const struct pomp_cost_model *b) {
  bool same = a->way == b->way;
  for (int i = 0; i < POMP_COST_UNITS; i++)
    same &= a->unit[i] == b->unit[i];
  return same;
}

/* Returns what a visit costs that is in this row, in pairs that are apart, as all that follows. */
static inline double pomp_cost_of_row(enum pomp_cost_of of, const struct pomp_cost_model *m) {
  const struct pomp_cost_row *row = &pomp_costs[of];
  if (m->way == POMP_COST_METRICS)
    return row->metrics;
  return row->times * m->unit[row->unit] + (m->way == POMP_COST_TRACED ? row->traced : 0);
}

/* A call path is made at its first visit: memory is found, and touched for the first time. In pairs, whose cost with
 * metrics says nothing of it. */
#define POMP_COST_PATH 32.0
#define POMP_COST_PATH_TRACED 46.0

/* Where the members of a team have processors of their own, events move cache lines between them, ours and what the
 * OpenMP runtime keeps for a tool: for each new team all members wait for so many; a task goes to another member now
 * and then, with its record; and who waited for a lock waited for what its holder's events add, too. How long a line
 * takes depends on where the processors are, by a factor of ten on one machine; members measure it (struct
 * pomp_location). By bench/share, between near processors and far ones. */
#define POMP_COST_LINES 1.8
#define POMP_COST_LINES_OF_TASK 0.3
#define POMP_COST_LINES_OF_WAIT 1.7

/* The `team` of a call path is looked for among so many call paths above it, as they are many where functions recur. */
#define POMP_COST_ABOVE 64

/* This is what the cost of a call path depends on. */
struct pomp_cost_path {
  uint32_t key, parent; /* its own, and its parent's */
  uint32_t team_size;   /* of the location; POMP_NOT_KNOWN: it is in no team that is known, where OMPT tells nothing of
                           teams, and their begin and end are events like others */
  uint64_t visits;
  uint64_t teams; /* how many teams of the location these visits were in: the visits of the `team` that it is below */
};

static inline bool pomp_cost_is_implicit(const struct pomp_cost_path *p) {
  return POMP_KEY_ROLE(p->key) == POMP_ROLE_BARRIER && POMP_KEY_CONSTRUCT(p->key) == POMP_KEY_CONSTRUCT(p->parent);
}

static inline enum pomp_cost_of pomp_cost_row(const struct pomp_cost_path *p) {
  bool alone = p->team_size <= 1;
  switch (POMP_KEY_ROLE(p->key)) {
  case POMP_ROLE_FORK:
    return POMP_COST_FORK;
  case POMP_ROLE_TEAM:
    return p->team_size == POMP_NOT_KNOWN ? POMP_COST_OTHER : alone ? POMP_COST_TEAM_ALONE : POMP_COST_TEAM;
  case POMP_ROLE_BARRIER:
    if (pomp_cost_is_implicit(p))
      return alone ? POMP_COST_IMPLICIT_ALONE : POMP_COST_IMPLICIT;
    return alone ? POMP_COST_BARRIER_ALONE : POMP_COST_BARRIER;
  case POMP_ROLE_SINGLE:
    return POMP_COST_SINGLE;
  case POMP_ROLE_SINGLE_BLOCK:
    return POMP_COST_SINGLE_BLOCK;
  case POMP_ROLE_CRITICAL:
  case POMP_ROLE_ORDERED:
    return POMP_COST_HELD;
  case POMP_ROLE_CRITICAL_BLOCK:
  case POMP_ROLE_ORDERED_BLOCK:
    return POMP_COST_HELD_BLOCK;
  case POMP_ROLE_ATOMIC:
    return POMP_COST_ATOMIC;
  case POMP_ROLE_LOCK:
  case POMP_ROLE_CONDITION:
    return POMP_COST_LOCK;
  case POMP_ROLE_BLAME:
    return POMP_KEY_CONSTRUCT(p->key) ? POMP_COST_OTHER : POMP_COST_CONTENDED; /* nobody has each visit that waited */
  case POMP_ROLE_TASK_CREATE:
    return POMP_COST_TASK_CREATE;
  case POMP_ROLE_TASKWAIT:
  case POMP_ROLE_TASKGROUP:
  case POMP_ROLE_TASKYIELD:
    return POMP_COST_TASKWAIT;
  case POMP_ROLE_TASK:
    return alone ? POMP_COST_TASK_ALONE : POMP_COST_TASK;
  default:
    return pomp_role_is(POMP_KEY_ROLE(p->key), POMP_IS_SHARED) ? POMP_COST_SHARED : POMP_COST_OTHER;
  }
}

/* Returns the row of what the visits that were the first ones in their team cost beside that, or -1. The barrier at the
 * end of a team is in its own row. */
static inline int pomp_cost_first_row(const struct pomp_cost_path *p) {
  if (pomp_cost_row(p) == POMP_COST_SHARED)
    return p->team_size <= 1 ? POMP_COST_FIRST_SHARED_ALONE : POMP_COST_FIRST_SHARED;
  if (pomp_cost_is_implicit(p) && POMP_KEY_ROLE(p->parent) != POMP_ROLE_TEAM)
    return p->team_size <= 1 ? POMP_COST_FIRST_IMPLICIT_ALONE : POMP_COST_FIRST_IMPLICIT;
  return -1;
}

static inline double pomp_cost_firsts(const struct pomp_cost_path *p) {
  return (double)(p->visits < p->teams ? p->visits : p->teams);
}

static inline double pomp_cost_of_first(const struct pomp_cost_path *p, const struct pomp_cost_model *m) {
  int first = pomp_cost_first_row(p);
  return first < 0 ? 0 : pomp_cost_firsts(p) * pomp_cost_of_row((enum pomp_cost_of)first, m);
}

/* Returns what measuring a call path has cost. */
static inline double pomp_cost_of_path(const struct pomp_cost_path *p, const struct pomp_cost_model *m) {
  double made = m->way == POMP_COST_TIMES ? POMP_COST_PATH : m->way == POMP_COST_TRACED ? POMP_COST_PATH_TRACED : 0;
  return made + (double)p->visits * pomp_cost_of_row(pomp_cost_row(p), m) + pomp_cost_of_first(p, m);
}

/* Returns for how many cache lines the member has waited in these visits. Of what waited for a lock, nobody is charged
 * with each visit. A filter changes nothing of that. */
static inline double pomp_cost_lines(uint32_t key, uint32_t team_size, uint64_t visits) {
  if (team_size <= 1 || team_size == POMP_NOT_KNOWN)
    return 0;
  if (key == POMP_KEY(0, POMP_ROLE_BLAME))
    return (double)visits * POMP_COST_LINES_OF_WAIT;
  switch (POMP_KEY_ROLE(key)) {
  case POMP_ROLE_TEAM:
    return (double)visits * POMP_COST_LINES;
  case POMP_ROLE_TASK:
    return (double)visits * POMP_COST_LINES_OF_TASK;
  default:
    return 0;
  }
}

/* Returns what the same visits would cost if a filter excluded them. In a pair with metrics, what is no reading of
 * them is a small part. */
#define POMP_COST_PART_OF_METRICS 0.1
static inline double pomp_cost_excluded(const struct pomp_cost_path *p, const struct pomp_cost_model *m) {
  int first = pomp_cost_first_row(p);
  double pairs = (double)p->visits * pomp_costs[pomp_cost_row(p)].excluded +
                 (first < 0 ? 0 : pomp_cost_firsts(p) * pomp_costs[first].excluded);
  return m->way == POMP_COST_METRICS ? POMP_COST_PART_OF_METRICS * pairs : pairs;
}

#endif /* POMP_COST_H */
