/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_phases.c - what the page draws when a visit of a phase is chosen: the call paths of each profile.
 * Not here: how the visits went, which --json has, too. */
#include "json_parts.h"
#include "page.h"
#include "phase_findings.h"

#include <stdlib.h>
#include <string.h>

static json_t *profile(const struct analysis *a, uint32_t phase, uint32_t cluster, double *weights, double *paths,
                       bool *good) {
  json_t *array = json_array();
  memset(paths, 0, a->path_count * sizeof *paths);
  series_profile(a, phase, cluster, weights, paths);
  for (uint32_t i = 0; i < a->path_count; i++)
    if (paths[i] >= 0.5) {
      append(array, json_integer(i), good);
      append(array, json_integer((json_int_t)(paths[i] + 0.5)), good);
    }
  return array;
}

json_t *page_phases(const struct analysis *a, bool *good) {
  json_t *all = json_array();
  double *paths = calloc(a->path_count + 1ull, sizeof *paths);
  for (uint32_t i = 0; i < a->series_count && paths; i++) {
    const uint32_t phase = a->series[i].phases[0];
    const struct phase *p = &a->experiment->phases[phase];
    json_t *profiles = json_array();
    double *weights = calloc(p->most + 1ull, sizeof *weights);
    *good &= weights != NULL;
    for (uint32_t k = 0; weights && k < p->most; k++)
      append(profiles, p->clusters[k].count ? profile(a, phase, k, weights, paths, good) : json_null(), good);
    append(all, profiles, good);
    free(weights);
  }
  *good &= paths != NULL;
  free(paths);
  return all;
}
