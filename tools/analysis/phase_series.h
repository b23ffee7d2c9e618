/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_series.h - the visits of phases in their order: how long each took, which stand out, and what grows.
 * Not here: the profile of one of them (phases.h of tools/reader), output. */
#ifndef ANALYSIS_PHASE_SERIES_H
#define ANALYSIS_PHASE_SERIES_H

#include "analysis.h"
#include "phases.h"

/* Visits one after the other, of a phase. Times are sums in ns: of several locations that execute the phase, `time`,
 * `longest` and `most` are those of the one that had most; the others are of all. */
struct series_point {
  uint64_t first;
  uint64_t count; /* how many are over */
  uint64_t begin; /* ns from the begin of the process; UINT64_MAX: not known */
  uint64_t time, longest, longest_at, wait, busy, most, members;
  uint32_t cluster; /* of the last one at the first location, from 1 on; 0: not known */
};

enum series_kind { SERIES_OUTLIER, SERIES_DRIFT };
struct series_finding {
  enum series_kind kind;
  uint64_t visit;       /* OUTLIER */
  double time, typical; /* ns: of the visit, and the median of all; DRIFT: at the end and at the begin */
  double growth;        /* DRIFT: a visit, as a part of `typical` */
  double lost; /* ns: so much longer all visits took than the first one by the line; or this one than `typical` */
  /* The call path that took more of the visit, or takes more from visit to visit, and by how many ns; and the one that
   * threads waited in. NO_PATH: there is none. */
  uint32_t path, waits;
  double more, waited;
};

#define SERIES_FINDINGS 8

struct series {
  uint32_t region, path; /* of the phase */
  uint32_t *phases;      /* their numbers in experiment.phases, one for each location that executes it */
  uint32_t phase_count;
  uint64_t visits; /* that have begun */
  uint32_t shift;  /* each point is of so many visits: 2^shift */
  struct series_point *points;
  uint32_t point_count;
  int64_t *metrics; /* a row for each point, as long as experiment.metric_count */
  double typical;   /* ns: the median */
  struct series_finding findings[SERIES_FINDINGS + 1];
  uint32_t finding_count;
  uint32_t outliers; /* how many there are: the first SERIES_FINDINGS, by their times, are findings */
  double outlying;   /* ns: what all of them took longer than `typical` */
};

/* Finds the series of an experiment that has been analysed. False if there is not enough memory. */
bool series_find(struct analysis *a);
void series_free(struct analysis *a);

/* Returns how evenly members were busy: mean / maximum; a negative number: there were no teams. */
double series_balance(const struct series_point *p);

#endif
