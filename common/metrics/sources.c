/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sources.c - which sources of metrics there are.
 * Not here: the sources (papi.c, perf.c, rusage.c). */
#include "pomp_metrics.h"

const struct pomp_metrics_source *const pomp_metrics_sources[POMP_METRICS_SOURCES] = {
    &pomp_metrics_papi, &pomp_metrics_perf, &pomp_metrics_rusage};

const struct pomp_metrics_source *pomp_metrics_source_of(const char *name) {
  for (int i = 0; i < POMP_METRICS_SOURCES; i++)
    if (pomp_metrics_sources[i]->owns(name))
      return pomp_metrics_sources[i];
  return NULL;
}
