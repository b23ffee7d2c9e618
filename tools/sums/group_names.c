/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* group_names.c - locations as ranges of their names.
 * Not here: which locations they are (groups.c), the name of one (locations.c). */
#include "base/paged_array.h"
#include "sums/groups.h"

#include <stdio.h>
#include <string.h>

/* True if `b` is the next one after `a`: the next member of the same teams, the next thread of a process, or the same
 * thread of the next rank. */
static bool follows(const struct analysis *a, uint32_t before, uint32_t after) {
  const struct experiment *e = a->experiment;
  const struct location *x = &e->locations[before], *y = &e->locations[after];
  paged_leave(after - before < PAGED_ONE / sizeof *y ? (after - before) * sizeof *y : PAGED_ONE);
  if (x->parent != NO_LOCATION || y->parent != NO_LOCATION)
    return x->parent == y->parent && y->thread_num == x->thread_num + 1;
  uint32_t i = a->locations[before].number, k = a->locations[after].number;
  paged_leave(PAGED_ONE);
  uint32_t rank = e->processes[x->process].header.rank, next = e->processes[y->process].header.rank;
  return x->process == y->process ? k == i + 1 : k == i && next == rank + 1;
}

/* Returns how many locations from the first on are one range. */
static uint32_t range_from(const struct analysis *a, const uint32_t *locations, uint32_t count) {
  uint32_t length = 1;
  while (length < count && follows(a, locations[length - 1], locations[length]))
    length++;
  return length;
}

void locations_name(const struct analysis *a, const uint32_t *locations, uint32_t count, const char *arrow, char *text,
                    size_t size) {
  enum { NAME = 512, MORE = 32 };
  size_t used = 0;
  *text = 0;
  for (uint32_t i = 0, range; i < count; i += range) {
    char first[NAME], last[NAME], name[2 * NAME + 8];
    range = range_from(a, locations + i, count - i);
    analysis_location_name(a, locations[i], arrow, first, sizeof first);
    analysis_location_name(a, locations[i + range - 1], arrow, last, sizeof last);
    int length = snprintf(name, sizeof name, range > 1 ? "%s%s..%s" : "%s%s", i ? ", " : "", first, last);
    if (length < 0 || used + (size_t)length + MORE >= size) {
      snprintf(text + used, size - used, "%s%u more", i ? " and " : "", count - i);
      return;
    }
    memcpy(text + used, name, (size_t)length + 1);
    used += (size_t)length;
  }
}

void groups_name(const struct groups *g, uint32_t group, const char *arrow, char *text, size_t size) {
  const struct group *of = &g->groups[group];
  locations_name(g->analysis, g->members + of->first, of->count, arrow, text, size);
}
