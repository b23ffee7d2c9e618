/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* group_names.c - the locations of a group as ranges of their names.
 * Not here: which locations they are (groups.c), the name of one (locations.c). */
#include "groups.h"

#include <stdio.h>
#include <string.h>

/* True if `b` is the next one after `a`: the next member of the same teams, the next thread of a process, or the same
 * thread of the next rank. */
static bool follows(const struct analysis *a, uint32_t before, uint32_t after) {
  const struct experiment *e = a->experiment;
  const struct location *x = &e->locations[before], *y = &e->locations[after];
  if (x->parent != NO_LOCATION || y->parent != NO_LOCATION)
    return x->parent == y->parent && y->thread_num == x->thread_num + 1;
  uint32_t i = a->locations[before].number, k = a->locations[after].number;
  uint32_t rank = e->processes[x->process].header.rank, next = e->processes[y->process].header.rank;
  return x->process == y->process ? k == i + 1 : k == i && next == rank + 1;
}

/* Returns how many members from the `i`th on are one range. A range of ranks begins where the thread before is none of
 * the same rank. */
static uint32_t range_from(const struct groups *g, const struct group *of, uint32_t i) {
  uint32_t count = 1;
  while (i + count < of->count &&
         follows(g->analysis, g->members[of->first + i + count - 1], g->members[of->first + i + count]))
    count++;
  return count;
}

void groups_name(const struct groups *g, uint32_t group, const char *arrow, char *text, size_t size) {
  enum { NAME = 512, MORE = 32 };
  const struct group *of = &g->groups[group];
  size_t used = 0;
  *text = 0;
  for (uint32_t i = 0, count; i < of->count; i += count) {
    char first[NAME], last[NAME], range[2 * NAME + 8];
    count = range_from(g, of, i);
    analysis_location_name(g->analysis, g->members[of->first + i], arrow, first, sizeof first);
    analysis_location_name(g->analysis, g->members[of->first + i + count - 1], arrow, last, sizeof last);
    int length = snprintf(range, sizeof range, count > 1 ? "%s%s..%s" : "%s%s", i ? ", " : "", first, last);
    if (length < 0 || used + (size_t)length + MORE >= size) {
      snprintf(text + used, size - used, "%s%u more", i ? " and " : "", of->count - i);
      return;
    }
    memcpy(text + used, range, (size_t)length + 1);
    used += (size_t)length;
  }
}
