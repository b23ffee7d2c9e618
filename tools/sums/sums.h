/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sums.h - adds the call paths of all locations up while they are read, for views that need nothing but sums.
 * Not here: the analysis of an experiment that has its call paths (analysis.h). */
#ifndef SUMS_SUMS_H
#define SUMS_SUMS_H

#include "sums/analysis.h"

struct sums;

/* Prepares to add up what belongs to `a`. Unless `regions` is set, these have nothing but what their call paths add up
 * to: no inclusive time, no balance, nothing that is over locations. NULL: not enough memory. */
struct sums *sums_new(struct analysis *a, bool regions);
/* Returns who takes the call paths when the experiment is loaded. */
const struct node_taker *sums_taker(const struct sums *s);
/* A watcher sees each location when its call paths have been added up, with their exclusive times in ns, which last
 * until it returns. What it returns false for is not taken. */
typedef bool sums_watcher(void *context, const struct experiment *e, const struct taken_nodes *t,
                          const uint64_t *exclusive);
void sums_watch(struct sums *s, sums_watcher *watcher, void *context);
/* Makes the analysis of an experiment whose call paths were taken: the sums of call paths, regions, processes, and of
 * all are those that analyse() would find. It has nothing of single nodes, and not how something is spread over
 * locations. False if there is not enough memory. Either way analysis_free is to be called. */
bool sums_conclude(struct sums *s, const struct experiment *e);
void sums_free(struct sums *s);

#endif
