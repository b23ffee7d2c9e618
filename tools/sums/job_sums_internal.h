/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_sums_internal.h - what the analyses of processes add up to, until that of the whole is made.
 * Not here: who adds it up (job_sums.c), and what is made of it (job_sums_conclude.c). */
#ifndef SUMS_JOB_SUMS_INTERNAL_H
#define SUMS_JOB_SUMS_INTERNAL_H

#include "sums/job_sums.h"
#include "sums/path_table.h"
#include "sums/rank_analysis.h"
#include "sums/region_locations.h"

/* Call paths are numbered as they were found, and regions as struct region_locations has them: so they are also in the
 * lists that the analysis has already, until they are sorted. */
struct job_sums {
  struct analysis *a;
  const struct experiment *e;
  struct path_table paths;
  struct region_locations *region_locations;
  struct rank_path *of_paths;
  struct rank_region *of_regions;
  struct metric_sum *path_metrics;     /* a row for each call path */
  int64_t *region_metrics;             /* inclusive: a row for each region */
  struct distribution *distributions;  /* by region */
  struct sampled_sums *of_samples;     /* by call path */
  struct sampled_teams *sampled_teams; /* by region */
  uint32_t path_count, region_count;
  uint32_t latest_most, blames_most;       /* when there are so many, some are left out */
  uint32_t sampled_paths, sampled_regions; /* how many call paths and regions have room for samples */
  uint32_t of_paths_room, of_regions_room, path_metrics_room, region_metrics_room, distributions_room, of_samples_room,
      sampled_teams_room, forks_room, open_room, awaited_room, cycle_room, now_room, idle_room, latest_room,
      blames_room;
  bool in_order; /* the nodes of the whole are location by location */
  bool to_nobody, has_distributions, has_quiet;
};

/* The part that is added now. */
struct adding {
  struct job_sums *m;
  struct pomp_bytes *from;
  struct rank_head head;
  uint32_t process, first_location;
  uint32_t *paths, *regions; /* by those of the rank: their numbers in what is added up */
  struct metric_sum metrics[METRICS];
};

/* Leaves the locations that were latest most often, as many as may be kept. */
bool job_sums_cut_latest(struct job_sums *m);
/* These are in job_sums_samples.c. The first takes what a process has; the second makes what the analysis has, where
 * `place` and `regions` are the new numbers of call paths and regions. */
bool job_sums_samples_add(const struct adding *by);
bool job_sums_samples_conclude(struct job_sums *m, const uint32_t *place, const uint32_t *regions);
/* The same is in job_sums_open.c for visits that were open. */
bool job_sums_open_add(const struct adding *by);
bool job_sums_open_conclude(struct job_sums *m, const uint32_t *place);
/* And in location_rows_add.c for what is kept of locations, and in location_rows_put.c for what is to be kept. */
void location_rows_put(const struct analysis *rank, unsigned what, struct pomp_bytes *to);
bool location_rows_add(const struct adding *by);
bool location_rows_conclude(const struct job_sums *m, const uint32_t *place, const uint32_t *regions);
/* And in job_sums_phases.c for phases. */
bool job_sums_phases_add(const struct adding *by);
bool job_sums_phases_conclude(struct job_sums *m, const uint32_t *place);

#endif
