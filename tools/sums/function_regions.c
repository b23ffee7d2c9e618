/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* function_regions.c - tells whether functions of the program were measured, beside those that only have constructs. */
#include "sums/function_regions.h"

#include <stdlib.h>
#include <string.h>

bool construct_is_function(const struct construct *c) { return c && strcmp(c->name, "function") == 0; }

bool analysis_has_functions(const struct analysis *a) {
  bool *with = calloc(a->region_count + 1u, sizeof *with), has = false;
  for (uint32_t i = 1; with && i < a->path_count; i++)
    if (a->paths[i].parent != NO_PATH && !construct_is_function(a->regions[a->paths[i].region].construct))
      with[a->paths[a->paths[i].parent].region] = true;
  for (uint32_t i = 1; with && i < a->region_count; i++)
    has |= construct_is_function(a->regions[i].construct) && a->regions[i].totals.visits &&
           (a->regions[i].construct->is_of_all || !with[i]);
  free(with);
  return has;
}
