/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* timeline_counters.c - by how much metrics went up, in bins of the run's time.
 * Not here: what a metric is (tools/files), bins of what threads do (timeline_levels.c). */
#include "sums/timeline_steps.h"

#include <stdlib.h>

#define BINS 2048u
#define VALUES_MAX (1u << 22) /* of all metrics and lanes */

bool counters_make(struct timeline *t, uint32_t metrics) {
  uint64_t rows = (uint64_t)metrics * t->lane_count;
  if (!rows)
    return true;
  t->counter_bins = BINS;
  while (t->counter_bins > 16 && rows * t->counter_bins > VALUES_MAX)
    t->counter_bins /= 2;
  t->counters = calloc(rows * t->counter_bins + 1, sizeof *t->counters);
  return t->counters != NULL;
}

/* Between two values a metric is taken to go up evenly. What a damaged trace has after the end is left out. */
void counters_add(struct timeline *t, struct counting *c, uint32_t metric, uint32_t lane, uint64_t ns, int64_t value) {
  float *row = t->counters + ((size_t)metric * t->lane_count + lane) * t->counter_bins;
  double width = ((double)t->end + 1) / t->counter_bins, begin = (double)c->ns / width, end = (double)ns / width;
  double all = (double)(int64_t)((uint64_t)value - (uint64_t)c->value);
  bool known = c->known;
  *c = (struct counting){ns, value, true};
  if (!known || begin >= t->counter_bins)
    return;
  uint32_t last = end < t->counter_bins ? (uint32_t)end : t->counter_bins - 1;
  for (uint32_t i = (uint32_t)begin; i <= last; i++) {
    double from = begin > i ? begin : i, to = end < i + 1.0 ? end : i + 1.0;
    row[i] += (float)(end > begin ? all * (to - from) / (end - begin) : all);
  }
}
