/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_samples.h - adds up the samples of a job's processes one by one, so that the samples of only one process are in
 * memory. Not here: the numbers of samples by call path and state (job_sums.h).
 *
 * What has no single sample in it is the same as samples_find makes of the whole. */
#ifndef SUMS_JOB_SAMPLES_H
#define SUMS_JOB_SAMPLES_H

#include "sums/samples.h"

struct job_samples;
struct pomp_bytes; /* pomp_bytes.h */

/* Puts what the samples of one process have found. False: there is not enough memory. */
bool job_samples_put(const struct analysis *rank, struct pomp_bytes *to);

/* NULL: there is not enough memory. */
struct job_samples *job_samples_begin(void);
/* Takes what job_samples_put has put; processes come in their order. False if that is not whole, or there is not
 * enough memory. */
bool job_samples_add(struct job_samples *g, struct pomp_bytes *from);
/* Makes what the whole has, whose analysis is concluded: without rows and their stacks, and the tree of whole stacks.
 * NULL if nothing was sampled, or `*failed`: there is not enough memory. */
struct samples *job_samples_conclude(struct job_samples *g, const struct analysis *whole, bool *failed);
void job_samples_free(struct job_samples *g);

#endif
