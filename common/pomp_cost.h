/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_cost.h - what the measurement of a visit costs, by kind: for the table at the end of a run, and for the report.
 * Not here: the cost of a pair of events, which each process measures at its start (visit.c), and the sums.
 *
 * `bench/overhead` prints the CPU time that each construct takes more when it is measured, in pairs: the table comes
 * from that. There is more to a task and to a team than their events, for the OpenMP runtime calls back as well. */
#ifndef POMP_COST_H
#define POMP_COST_H

#include "pomp_format.h"

#include <stdbool.h>

/* The columns are a name, and what one visit costs, in pairs: where times alone are measured, with a trace, and with
 * metrics, whose reading is most of what their pair costs. A visit costs less than the pair that is measured at the
 * start, where nothing stands between the events that could be executed meanwhile. The block of a single or critical
 * shares a reading of the clock with the construct around it. */
#define POMP_COSTS(X)                                                                                                  \
  X(OTHER, 0.8, 1.3, 1.0)                                                                                              \
  X(FORK, 1.9, 4.0, 1.0)                                                                                               \
  X(TEAM, 3.3, 5.6, 1.2)                                                                                               \
  X(TEAM_ALONE, 0.8, 3.7, 0.8) /* a team of one member */                                                              \
  X(BARRIER, 2.1, 3.4, 1.0)                                                                                            \
  X(BARRIER_ALONE, 0.95, 1.4, 0.7)                                                                                     \
  X(IMPLICIT, 3.0, 8.2, 1.2) /* the barrier of another construct */                                                    \
  X(IMPLICIT_ALONE, 1.4, 3.8, 0.7)                                                                                     \
  X(SINGLE_BLOCK, 0.55, 0.8, 0.6)                                                                                      \
  X(HELD_BLOCK, 0.5, 1.0, 0.6)                                                                                         \
  X(LOCK, 0.95, 1.5, 1.0)                                                                                              \
  X(TASK_CREATE, 0.9, 2.1, 1.0)                                                                                        \
  X(TASK, 2.3, 6.3, 2.2)

enum pomp_cost_of {
#define POMP_ROW(name, ...) POMP_COST_##name,
  POMP_COSTS(POMP_ROW)
#undef POMP_ROW
};
enum pomp_cost_way { POMP_COST_TIMES, POMP_COST_TRACED, POMP_COST_METRICS, POMP_COST_WAYS };
static const double pomp_costs[][POMP_COST_WAYS] = {
#define POMP_ROW(name, times, traced, metrics) {times, traced, metrics},
    POMP_COSTS(POMP_ROW)
#undef POMP_ROW
};

/* A call path is made at its first visit: memory is found, and touched for the first time. In pairs, whose cost with
 * metrics says nothing of it. */
#define POMP_COST_PATH 35.0
#define POMP_COST_PATH_TRACED 50.0

/* Returns the row of a call path, by its key and its parent's. `team_size`: of the location; POMP_NOT_KNOWN: it is in
 * no team that is known, where OMPT tells nothing of teams, and their begin and end are events like others. */
static inline enum pomp_cost_of pomp_cost_row(uint32_t key, uint32_t parent, uint32_t team_size) {
  bool implicit = POMP_KEY_CONSTRUCT(key) == POMP_KEY_CONSTRUCT(parent), alone = team_size <= 1;
  switch (POMP_KEY_ROLE(key)) {
  case POMP_ROLE_FORK:
    return POMP_COST_FORK;
  case POMP_ROLE_TEAM:
    return team_size == POMP_NOT_KNOWN ? POMP_COST_OTHER : alone ? POMP_COST_TEAM_ALONE : POMP_COST_TEAM;
  case POMP_ROLE_BARRIER:
    if (implicit)
      return alone ? POMP_COST_IMPLICIT_ALONE : POMP_COST_IMPLICIT;
    return alone ? POMP_COST_BARRIER_ALONE : POMP_COST_BARRIER;
  case POMP_ROLE_SINGLE_BLOCK:
    return POMP_COST_SINGLE_BLOCK;
  case POMP_ROLE_CRITICAL_BLOCK:
  case POMP_ROLE_ORDERED_BLOCK:
    return POMP_COST_HELD_BLOCK;
  case POMP_ROLE_LOCK:
    return POMP_COST_LOCK;
  case POMP_ROLE_TASK_CREATE:
    return POMP_COST_TASK_CREATE;
  case POMP_ROLE_TASK:
    return POMP_COST_TASK;
  default:
    return POMP_COST_OTHER;
  }
}

static inline enum pomp_cost_way pomp_cost_way(bool traced, bool metrics) {
  return metrics ? POMP_COST_METRICS : traced ? POMP_COST_TRACED : POMP_COST_TIMES;
}

/* Returns what a call path with so many visits has cost, in pairs. */
static inline double pomp_cost_of_path(enum pomp_cost_of row, enum pomp_cost_way way, uint64_t visits) {
  double path = way == POMP_COST_TIMES ? POMP_COST_PATH : way == POMP_COST_TRACED ? POMP_COST_PATH_TRACED : 0;
  return path + (double)visits * pomp_costs[row][way];
}

#endif /* POMP_COST_H */
