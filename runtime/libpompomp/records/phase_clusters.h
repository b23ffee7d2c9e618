/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_clusters.h - which visits of a phase are alike.
 * Not here: how their times are found (phase_part.h), what becomes of their profiles (phases.c).
 *
 * As Z. Szebenyi, F. Wolf, B. Wylie describe it ("Space-Efficient Time-Series Call-Path Profiling of Parallel
 * Applications", SC 2009), a visit joins a cluster if it has had the same call paths, and each has an exclusive time
 * that differs by no more than a factor. It is compared with the cluster's first visit, so that clusters don't drift. A
 * time of less than 1/128 of the longer visit counts as that. When there would be more clusters than there may be, the
 * factor grows until some of those that there are have become alike; so visits that have nothing of their kind keep
 * clusters of their own. */
#ifndef POMP_PHASE_CLUSTERS_H
#define POMP_PHASE_CLUSTERS_H

#include <stdbool.h>
#include <stdint.h>

#define POMP_PHASE_FACTOR 80u /* 1.25 in 64ths */
#define POMP_PHASE_FACTOR_MAX 0x10000u
#define POMP_PHASE_NO_CLUSTER UINT32_MAX

/* A visit's exclusive times, at the places from 1 to `count` - 1, each plus 1; 0: the visit did not have that. */
struct pomp_phase_times {
  uint64_t *at;
  uint32_t count;
  uint64_t total; /* how long the visit took */
};

struct pomp_phase_clusters {
  struct pomp_phase_times *first; /* by cluster: the times of its first visit; `at` is NULL where there is no cluster */
  uint32_t most;
  uint32_t last; /* the cluster that was found last */
  uint32_t factor;
  bool any_paths;
};

bool pomp_phase_alike(const struct pomp_phase_clusters *c, const struct pomp_phase_times *a,
                      const struct pomp_phase_times *b);

/* Finds a cluster that the visit belongs to; or POMP_PHASE_NO_CLUSTER. */
uint32_t pomp_phase_find(struct pomp_phase_clusters *c, const struct pomp_phase_times *visit);

/* Finds a cluster that is not in use; or POMP_PHASE_NO_CLUSTER. */
uint32_t pomp_phase_unused(const struct pomp_phase_clusters *c);

/* Finds two clusters that are alike, the later one in `*from`. False: no two are. */
bool pomp_phase_find_pair(const struct pomp_phase_clusters *c, uint32_t *to, uint32_t *from);

/* Lets the factor grow by a quarter. False: it can't grow any more. */
bool pomp_phase_loosen(struct pomp_phase_clusters *c);

#endif
