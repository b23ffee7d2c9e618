/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled.h - how often threads were sampled (POMP_SAMPLE), and in which state, by call path and location.
 * Not here: the functions and lines that were found (tools/sums). It is a part of every analysis. */
#ifndef SUMS_SAMPLED_H
#define SUMS_SAMPLED_H

#include "sums/analysis.h"

#include <math.h>

/* The activity of a sampled thread, by OMPT's state. */
enum sampled_kind {
  SAMPLED_WORK,     /* the program's own code */
  SAMPLED_WAIT,     /* it was in a barrier, taskwait, lock, … and used its processor to wait */
  SAMPLED_IDLE,     /* it was in no team, and looked for work */
  SAMPLED_OVERHEAD, /* the OpenMP runtime's own work */
  SAMPLED_UNTOLD,   /* the OpenMP runtime does not tell */
  SAMPLED_KINDS
};

/* So many states can be told apart at most. */
enum { SAMPLED_STATES = 32 };

/* This is a state, as OMPT numbers it. */
struct sampled_state {
  uint32_t number;
  enum sampled_kind kind;
  const char *name; /* "work, parallel", "wait, lock" */
  const char *key;  /* the same in JSON: OMPT's name without ompt_state_, as "wait_lock" */
};

/* So many samples, and the ns that they stand for: the time from each thread's sample before. */
struct sampled_count {
  uint64_t count, time;
};

/* These are the samples that have the same innermost call path at the same location: a node of the experiment. */
struct sampled_sums {
  struct sampled_count all, by[SAMPLED_KINDS];
  struct sampled_count early; /* of `by`, without waiting and idleness: before the process forked its first team */
};

/* These are the samples of a location in a call path in which the thread was in the same state. */
struct sampled_found {
  uint32_t location, path; /* NO_LOCATION: of threads that have none; then the path is the root */
  const struct sampled_state *state;
  struct sampled_count samples;
};

/* This is what the members of all teams worked in a region, as struct sampled_balance has it; sums are exact. Those of
 * processes that were not sampled are left out. */
struct sampled_teams {
  bool forked; /* a location has forked teams in it, so that nothing is known */
  uint32_t teams;
  uint32_t most;
  double most_more;
  uint64_t count;
  wide time, max, mean;  /* ns; of all members, of those with most, and the teams' means */
  wide variance, chance; /* where a sample stands for 1 ns */
};

struct sampled {
  bool on_cpu; /* all samples are of CPU time: `time` is CPU time. Else (=wall) threads that sleep were sampled, too */
  struct sampled_count all; /* of which some may have no node */
  struct sampled_sums none; /* the samples of threads that have no location */
  uint64_t lost, unseen;    /* samples that were due and are in no record; threads that could not be sampled */
  uint64_t period;          /* ns; of several processes, the longest */
  /* By node of the experiment. Either is exclusive: the node was the innermost open region. The times that are a part
   * of a parent's (experiment_is_part) are also in the parent's `inclusive`, as in node.inclusive. */
  struct sampled_sums *nodes;
  struct sampled_sums *paths; /* by call path: the sums of its nodes */
  struct sampled_count *inclusive;
  /* By location, path and state; where there are no nodes (job_sums.h), it is kept elsewhere: see sampled_found_row. */
  struct sampled_found *found;
  uint32_t found_count;
  /* Inclusive as well, and without waiting: neither the samples of barriers nor those in a state of waiting count. */
  struct sampled_count *work;
  bool *forks;                 /* teams were forked in the node: the members' work there is not in its own work */
  struct sampled_teams *teams; /* by region, where shares don't tell; NULL: they do */
};

/* Returns the row of a state; for a state that is not listed, the row of kind SAMPLED_UNTOLD. */
const struct sampled_state *sampled_state(uint32_t number);
/* Returns the states in the order in which they are shown; the last one has kind SAMPLED_UNTOLD. */
const struct sampled_state *sampled_states(uint32_t *count);

/* Return how many rows of samples by location, path and state there are, and a row. Where processes were analysed one
 * by one, the rows have to be kept (ROWS_FOUND of location_rows.h). */
uint32_t sampled_found_count(const struct analysis *a);
struct sampled_found sampled_found_row(const struct analysis *a, uint32_t i);

/* Returns the samples at a location (NO_LOCATION: at all locations) in which the region was the innermost one. False if
 * nothing was sampled. */
bool sampled_region(const struct analysis *a, uint32_t region, uint32_t location, struct sampled_sums *sums);
/* The same for a call path. */
bool sampled_path(const struct analysis *a, uint32_t path, uint32_t location, struct sampled_sums *sums);

/* Returns the variance of how many of `all` samples find something that `count` of them have found: n p (1 - p), and no
 * less than that of a single one. */
static inline double sampled_variance(uint64_t count, uint64_t all) {
  double n = (double)all, p = n > 0 ? (double)count / n : 0, variance = n * p * (1 - p);
  return variance > 1 ? variance : 1;
}
/* Returns the standard deviation. A count that is less than twice that is noise. Who is linked without libm, as the
 * runtime's own diagnosis is, asks for the latter alone. */
static inline double sampled_error(uint64_t count, uint64_t all) { return sqrt(sampled_variance(count, all)); }
static inline bool sampled_is_noise(struct sampled_count found, struct sampled_count all) {
  return (double)found.count * (double)found.count < 4 * sampled_variance(found.count, all.count);
}

/* Adds up how much CPU time a location worked in a region, of which `share` is what it has. False if that is not known:
 * what was sampled is not CPU time, or the location forked teams in it. */
bool sampled_work(const struct analysis *a, const struct share *share, struct sampled_count *work);

/* It says how evenly the members of teams shared a region, by the CPU time that they worked in it over the run. A team
 * is as in struct balance. Sums don't tell of members that have more to do in turn. Times are in ns. */
struct sampled_balance {
  bool known;
  uint64_t count; /* samples of work */
  uint32_t teams;
  uint32_t most;    /* the member that has most more than its team's mean, */
  double most_more; /* and how much that is */
  double max, mean; /* of the member that has most, and of all: sums over teams */
  double error;     /* of max - mean, as samples are random: a standard deviation */
  double chance;    /* so much is max - mean where all have the same to do, as samples are random */
};
/* False if there is not enough memory. It asks for the shares of the region. */
bool sampled_balance(const struct analysis *a, uint32_t region, struct sampled_balance *b);
/* Returns which part of its CPU time the member with the most could have been spared, as balance_imbalance. */
double sampled_imbalance(const struct sampled_balance *b);
/* True if a difference of so many ns is no chance. */
bool sampled_is_uneven(const struct sampled_balance *b, double ns);

#endif
