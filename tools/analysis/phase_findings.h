/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_findings.h - which visits of a phase stand out, what grows from visit to visit, and where.
 * Not here: the series (phase_series.h). */
#ifndef ANALYSIS_PHASE_FINDINGS_H
#define ANALYSIS_PHASE_FINDINGS_H

#include "phase_series.h"

/* Finds the findings of a series whose points are known. False if there is not enough memory. */
bool series_conclude(const struct analysis *a, struct series *s);

/* Adds what a visit of a cluster has of each call path's exclusive time, in ns, as a mean. `weights` has room for the
 * phase's clusters. */
void series_profile(const struct analysis *a, uint32_t phase, uint32_t cluster, double *weights, double *paths);

/* Writes ns as a time that is easy to read. The result is the text. */
const char *series_time_text(char *text, size_t size, double ns);

#endif
