/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* affected_threads.c - whom findings cost, as groups of threads that behave alike and as a text.
 * Not here: how groups are found (tools/sums/groups.c), which locations a finding has (the files that look for
 * properties). */
#include "base/paged_array.h"
#include "findings/diagnosis.h"
#include "sums/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Gives a finding the groups that its locations are, if they are whole groups. `members` is scratch: a number for each
 * group. False: no memory. */
static bool find_groups_of(struct finding *f, const struct groups *g, uint32_t *members) {
  uint32_t count = 0, whole = 0;
  memset(members, 0, g->count * sizeof *members);
  for (uint32_t i = 0; i < f->location_count; i++) {
    count += members[g->group_of[f->locations[i]]]++ == 0;
    paged_leave(sizeof *f->locations + sizeof *g->group_of);
  }
  for (uint32_t i = 0; i < g->count; i++)
    whole += members[i] && members[i] == g->groups[i].count;
  if (!count || whole != count)
    return true;
  f->groups = malloc(count * sizeof *f->groups);
  for (uint32_t i = 0; f->groups && i < g->count; i++)
    if (members[i])
      f->groups[f->group_count++] = i;
  return f->groups != NULL;
}

bool diagnosis_find_groups(struct diagnosis *d) {
  struct groups g;
  bool good = groups_find(&g, d->analysis);
  uint32_t *members = good ? malloc((g.count + 1ull) * sizeof *members) : NULL;
  good = members != NULL;
  for (uint32_t i = 0; good && i < d->count; i++)
    good = find_groups_of(&d->findings[i], &g, members);
  free(members);
  groups_free(&g);
  return good;
}

void finding_who(const struct diagnosis *d, const struct finding *f, const char *arrow, char *text, size_t size) {
  size_t used = 0;
  if (f->location_count > 1 && f->group_count == 1)
    used = (size_t)snprintf(text, size, "%u threads that behave alike: ", f->location_count);
  else if (f->location_count > 1 && f->group_count)
    used =
        (size_t)snprintf(text, size, "%u threads in %u groups that behave alike: ", f->location_count, f->group_count);
  if (used < size)
    locations_name(d->analysis, f->locations, f->location_count, arrow, text + used, size - used);
}
