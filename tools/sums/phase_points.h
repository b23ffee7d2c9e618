/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_points.h - the durations of a phase's visits, point by point: at one location, and over all locations that
 * execute it.
 * Not here: the list of phases (phase_series.h). */
#ifndef SUMS_PHASE_POINTS_H
#define SUMS_PHASE_POINTS_H

#include "sums/phase_series.h"

/* The visits of one location; times are in ns. */
struct phase_points {
  uint64_t begun; /* so many visits have begun */
  uint32_t shift; /* each point is of so many visits: 2^shift */
  uint32_t count;
  struct series_point *at;
  int64_t *metrics; /* a row for each, as long as experiment.metric_count */
};

/* Makes room for that number of points. False: not enough memory. Either way phase_points_free is to be called. */
bool phase_points_room(struct phase_points *p, uint32_t count, uint32_t metrics);
/* The same with the points of a phase of an experiment. */
bool phase_points_of(struct phase_points *p, const struct experiment *e, const struct phase *from);
void phase_points_free(struct phase_points *p);

/* The locations' figures are joined for the same visits, by sum or maximum. A location with more visits than others has
 * more of them in a point, and the most visits are not known before all locations have come. So there are levels: in
 * each level, a point has twice as many visits as in the level before, and the last level has one point. */
enum { SERIES_LEVELS = 64 };
struct points_level {
  struct series_point *at;
  int64_t *metrics;
  uint32_t count, at_room, metrics_room;
};
struct series_levels {
  struct points_level at[SERIES_LEVELS];
  uint32_t shift, count; /* of the first level; the number of levels */
  struct series_point *sums;
  uint32_t sums_room;
};

/* Adds a location; of the first one the numbers of profiles are taken. `metrics` is experiment.metric_count. False: not
 * enough memory. */
bool series_levels_add(struct series_levels *l, const struct phase_points *from, uint32_t metrics, bool first);
/* Gives the first level, which is then the caller's, and frees all else; NULL has none. */
struct points_level series_levels_take(struct series_levels *l);

#endif
