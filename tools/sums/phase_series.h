/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_series.h - the visits of phases in their order: how long each took, which stand out, and what grows.
 * Not here: the profile of one of them (phases.h of tools/files), output. */
#ifndef SUMS_PHASE_SERIES_H
#define SUMS_PHASE_SERIES_H

#include "files/phases.h"
#include "sums/analysis.h"

/* Consecutive visits of a phase. Times are sums in ns: if several locations execute the phase, `time`, `longest` and
 * `most` are of the location with the largest value; other times are of all locations. */
struct series_point {
  uint64_t first;
  uint64_t count; /* how many are over */
  uint64_t begin; /* ns from the begin of the process; UINT64_MAX: not known */
  uint64_t time, longest, longest_at, wait, busy, most, members;
  uint32_t cluster; /* of the last one at the first location, from 1 on; 0: not known */
  bool out;         /* one of them stands out */
  bool line;        /* it is near to the line of a drift */
};

enum series_kind { SERIES_OUTLIER, SERIES_DRIFT };
struct series_finding {
  enum series_kind kind;
  uint64_t visit;       /* OUTLIER */
  double time, typical; /* ns: of the visit, and the median of all; DRIFT: at the end and at the begin */
  double growth;        /* DRIFT: a visit, as a part of `typical` */
  double lost; /* ns: so much longer all visits took than the first one by the line; or this one than `typical` */
  double middle, squares; /* DRIFT: of the numbers of the visits that the line goes through, the mean, and the sum of
                             their squared distances from it; the latter is negative if visits shrink */
  double least;           /* ns: what has less of it is no place where it comes from */
  /* The call path that took more of the visit, or takes more from visit to visit, and by how many ns; and the one that
   * threads waited in. NO_PATH: there is none. */
  uint32_t path, waits;
  double more, waited;
};

#define SERIES_FINDINGS 8

/* A location that executes the phase, and the profiles that its visits share. Times are in ns. */
struct series_location {
  uint32_t location, process;
  uint32_t phase; /* its number in experiment.phases, where that has nodes */
  uint32_t factor, flags, most;
  struct phase_cluster *clusters; /* `most` of them */
  uint64_t begun;                 /* visits */
  uint32_t shift, records;        /* each record is of 2^shift of them */
  uint64_t first_record, first_cell,
      cells; /* where what is kept of them is, if the analysis has no nodes (location_row_layout.h) */
};

struct phase_points; /* phase_points.h */
struct series_levels;

struct series {
  uint32_t region, path; /* of the phase */
  struct series_location *locations;
  uint32_t location_count, locations_room;
  uint64_t visits; /* that have begun */
  uint32_t shift;  /* each point is of so many visits: 2^shift */
  struct series_point *points;
  uint32_t point_count;
  int64_t *metrics; /* a row for each point, as long as experiment.metric_count */
  double typical;   /* ns: the median */
  struct series_finding findings[SERIES_FINDINGS + 1];
  uint32_t finding_count;
  uint32_t outliers;            /* how many there are: the first SERIES_FINDINGS, by their times, are findings */
  double outlying;              /* ns: the time by which all outliers together exceed `typical` */
  struct series_levels *levels; /* while locations are added */
  double *places;               /* what processes have told of call paths (phase_places.h); else NULL */
};

/* Finds the series of an experiment that has been analysed, but for where the time of findings went. False if there is
 * not enough memory. */
bool series_find(struct analysis *a);
/* Adds a location to the series of the phase with this call path. Its clusters belong to the series from now on, also
 * if the result is false: there is not enough memory. */
bool series_add(struct analysis *a, uint32_t path, const struct series_location *l, const struct phase_points *visits);
/* Makes what a phase tells to series_add; the points are in phase_points.h. False: not enough memory. */
bool series_location_of(const struct analysis *a, uint32_t phase, struct series_location *l);
/* Returns the call path of a phase of the analysed experiment, or NO_PATH. */
uint32_t series_path(const struct analysis *a, uint32_t phase);
/* Concludes what follows from the locations that were added, but for where the time of findings went. */
bool series_conclude(struct analysis *a);
void series_free(struct analysis *a);

/* True if threads were ready without a processor, in the phase with that call path or somewhere that is not known, for
 * so long that visits may have taken so many ns longer for that. */
bool series_is_delayed(const struct analysis *a, uint32_t path, double longer);
/* True if what was found may be the machine's doing, whose processors had other work: the visits that stand out count
 * together. */
bool series_is_doubtful(const struct analysis *a, const struct series *s, const struct series_finding *f);

/* Returns how evenly members were busy: mean / maximum; a negative number: there were no teams. */
double series_balance(const struct series_point *p);

#endif
