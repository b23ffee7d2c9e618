/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_phases.c - what the page draws when a visit of a phase is chosen: the call paths of each profile.
 * Not here: how the visits went, which --json has, too. */
#include "show/json_parts.h"
#include "show/report_page.h"
#include "sums/phase_places.h"

#include <stdlib.h>
#include <string.h>

static json_t *profile(const struct analysis *a, const struct series *s, uint32_t cluster, double *paths, bool *good) {
  json_t *array = json_array();
  memset(paths, 0, a->path_count * sizeof *paths);
  series_profile(a, s, cluster, paths);
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
    const struct series *s = &a->series[i];
    const struct series_location *l = &s->locations[0];
    json_t *profiles = json_array();
    for (uint32_t k = 0; k < l->most; k++)
      append(profiles, l->clusters[k].count ? profile(a, s, k, paths, good) : json_null(), good);
    append(all, profiles, good);
  }
  *good &= paths != NULL;
  free(paths);
  return all;
}
