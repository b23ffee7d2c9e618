/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_analysis.h - what the analysis of a process consists of when it is sent to who makes that of the whole.
 * Not here: who makes it (rank_analysis.c), who adds it up (job_sums.c). Call paths, regions and locations are numbered
 * as in the analysis of the process. */
#ifndef SUMS_RANK_ANALYSIS_H
#define SUMS_RANK_ANALYSIS_H

#include "pomp_bytes.h"
#include "sums/analysis_steps.h"
#include "sums/phase_points.h"
#include "sums/sampled.h"

/* It comes first; all the rest follows in the order of these members. */
struct rank_head {
  uint32_t paths, regions, locations, forks, idle, latest, blames, histograms, sets, open, awaited, cycle, now, phases;
  uint64_t quiet;
  bool by_location, to_nobody, idle_at_mean, idle_nested, idle_shared, sampled;
};

/* Orders of call paths below the same parent: the order of their first nodes location by location, or level by level.
 * The whole experiment decides which one is used; see struct experiment. */
enum { ORDER_LOCATIONS, ORDER_LEVELS, ORDERS };

/* The metrics of the totals follow. */
struct rank_path {
  uint32_t parent, key, nodes, teams;
  uint64_t first[ORDERS];
  uint64_t contended[2]; /* by whether some wait was charged to nobody anywhere; see add_up_charges of analyse.c */
  struct totals totals;
  struct spreading inclusive, exclusive, wait;
  bool once, teams_known;
  uint64_t teams_max;
  wide teams_mean;
};

/* The inclusive metrics follow. */
struct rank_region {
  uint32_t key, shares, teams;
  uint64_t all; /* totals.inclusive */
  struct spreading inclusive, exclusive, wait;
  wide measuring_sum, excluded_sum;
  struct team_cpu cpu;
  struct loop_counts loop;
  struct balance_sums balance;
  uint64_t teams_max; /* as struct balance has them, of a region that no instances tell of */
  wide teams_means;
};

/* These follow if something was sampled: after the head of them, the sums of each call path, then what members of teams
 * worked in each region. */
struct rank_samples {
  struct sampled_count all;
  struct sampled_sums none;
};

/* The clusters of the location follow, then the points, and their metrics; pointers in the struct are not valid. */
struct rank_phase {
  uint32_t path;
  struct series_location of;
  struct phase_points points;
};
/* These are in job_sums_phases.c. The number is that of the phases that have a call path. False: not enough memory. */
uint32_t rank_phases_count(const struct analysis *rank);
bool rank_phases_put(const struct analysis *rank, struct pomp_bytes *to);

/* So many locations have met `count` regions, whose numbers follow. */
struct rank_set {
  uint32_t locations, count;
};

#endif
