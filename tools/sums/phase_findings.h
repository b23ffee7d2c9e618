/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_findings.h - which visits of a phase stand out, and what grows from visit to visit.
 * Not here: the series (phase_series.h), where that comes from (phase_places.h). */
#ifndef SUMS_PHASE_FINDINGS_H
#define SUMS_PHASE_FINDINGS_H

#include "sums/phase_series.h"

/* Finds the findings of a series whose points are known, but for their places. False if there is not enough memory. */
bool series_judge(struct series *s);

/* Writes ns as a time that is easy to read. The result is the text. */
const char *series_time_text(char *text, size_t size, double ns);

#endif
