/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_sums.h - the analysis of an experiment of several processes, made of those of its processes one after the other:
 * so the call paths of one process at a time are in memory. Not here: the analysis of a process (analysis.h), its
 * experiment (rank_experiment.h of tools/files), views.
 *
 * What has no single call path of a location in it is the same, to the digit, as analyse() makes of the whole. */
#ifndef SUMS_JOB_SUMS_H
#define SUMS_JOB_SUMS_H

#include "sums/analysis.h"

struct job_sums;
struct pomp_bytes; /* pomp_bytes.h */

/* Puts what the analysis of one process adds to that of the whole, and what its locations have that the whole is to
 * keep (enum location_rows_what of location_rows.h; 0: nothing); `to` has not failed if there was enough memory. */
void rank_analysis_put(const struct analysis *rank, unsigned keep, struct pomp_bytes *to);

/* Prepares the analysis `a` of the whole. `frame` is its experiment, of which only the processes, the locations, the
 * constructs and the metrics are asked for; it has to live as long as `a`. NULL: there is not enough memory. */
struct job_sums *job_sums_begin(struct analysis *a, const struct experiment *frame);
/* Takes what rank_analysis_put has put for a process; processes come in their order. False if that is not whole, or
 * there is not enough memory. */
bool job_sums_add(struct job_sums *m, uint32_t process, struct pomp_bytes *from);
#define LATEST_MOST 1024u
#define BLAMES_MOST 1024u
/* Makes the analysis, which has no nodes, no shares, and nothing that goes by these, and series of phases only if
 * these are kept. Of the
 * locations that were latest in a region it has those that were so most often (LATEST_MOST), and of who waited in a
 * region for another one, where and on which thread, that with most time (BLAMES_MOST); sums have all. False if there
 * is not enough memory. Either way job_sums_free and analysis_free are to be called. */
bool job_sums_conclude(struct job_sums *m);
void job_sums_free(struct job_sums *m);

#endif
