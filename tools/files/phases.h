/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phases.h - the phases of an experiment: what single visits of a call path had below them.
 * Not here: the layout of the file (pomp_format.h), what follows from the visits (tools/sums). */
#ifndef FILES_PHASES_H
#define FILES_PHASES_H

#include "files/experiment.h"

/* Visits that are alike, as in the file. Times are as those of nodes. */
struct phase_cluster {
  uint64_t count; /* 0: there is no such cluster */
  uint64_t first, last, time, shortest, shortest_at, longest, longest_at;
};

/* 2^shift visits, one after the other. Times are as those of nodes, and sums. */
struct phase_visits {
  uint64_t first;
  uint64_t begin; /* a tick of the process's clock; 0: not known */
  uint64_t time, longest, longest_at, wait, busy, most;
  uint32_t count, members;
  uint32_t cluster; /* of the last one, from 1 on; 0: it is not over */
};

struct phase {
  uint32_t node;    /* NO_NODE: it is left out, as its process is */
  uint32_t process; /* NO_PROCESS: likewise */
  uint32_t factor, flags, shift;
  uint64_t begun; /* visits */
  uint32_t most;
  struct phase_cluster *clusters; /* `most` of them */
  struct phase_visits *visits;
  uint32_t visit_count;
  uint32_t metric_count;
  uint32_t metric[METRICS]; /* which metrics of the experiment they are; METRICS: none */
  int64_t *metrics;         /* a row of `metric_count` for each element of `visits` */
};

/* The numbers of some call paths of a location, by cluster of visits. */
struct phase_cells {
  uint32_t phase; /* its number */
  uint32_t count, values, metric_count;
  bool has_messages;
  uint32_t *nodes; /* NO_NODE: it is left out */
  uint32_t *
      row; /* by cluster of the phase: the number of its row, from 1 on; 0: its visits did not enter these call paths */
  uint32_t row_count;
  uint64_t *at; /* row by row, `values` numbers for each node, as struct pomp_phase_cells has them */
};

/* Returns what the visits of a cluster had of the i-th node; NULL: nothing. */
static inline uint64_t *phase_cell(const struct phase_cells *c, uint32_t cluster, uint32_t i) {
  return c->row[cluster] ? &c->at[((size_t)(c->row[cluster] - 1) * c->count + i) * c->values] : NULL;
}

/* Lets phases refer to call paths by their new numbers; `number` says which a call path has now, or NO_NODE. */
void phases_renumber(struct experiment *e, const uint32_t *number);

/* Puts phases in the order of their processes; those of each stay in their order. False: not enough memory. */
bool phases_order(struct experiment *e);

/* Turns times of processes into ns. */
void phases_to_ns(struct experiment *e);

/* The wanted part of a phase: a cluster from 0 on, or one of these values. OPEN: the counts of visits that are not
 * over, or were not taken. */
#define PHASE_NONE UINT32_MAX
#define PHASE_OPEN (UINT32_MAX - 1)

/* Leaves nothing of the experiment but what is wanted; `wanted` has an element for each phase. A process has the wall
 * time of the visits of the one of its phases that took longest. What no cluster has is not known: single visits' times
 * of call paths, how work was shared, CPU time, samples. False if there is not enough memory: then the experiment is of
 * no use but to experiment_free. */
bool experiment_of_phases(struct experiment *e, const uint32_t *wanted);
/* Forgets of processes and locations what is not known of single visits; the former does that, too. */
void phases_forget(struct experiment *e);

/* Returns the cluster that a visit belongs to, or PHASE_OPEN, as far as that is known: clusters may have visits between
 * their first and last that are others'. PHASE_NONE: there was no such visit. */
uint32_t phase_cluster_of(const struct phase *p, uint64_t visit);

void phases_free(struct experiment *e);

#endif
