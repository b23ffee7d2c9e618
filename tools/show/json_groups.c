/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_groups.c - the groups of locations that behave alike, as JSON.
 * Not here: how they are found (tools/sums/groups.c), all other arrays (report_json.c). */
#include "show/json_rows.h"
#include "show/json_shares.h"
#include "sums/groups.h"

static json_t *times(const struct groups *g, const struct group *of, bool *good) {
  json_t *array = json_array();
  for (uint32_t r = 0; r <= g->region_count; r++) {
    const struct group_time *t = &of->times[r];
    if (t->work < 0.5 && t->wait < 0.5)
      continue;
    json_t *o = json_object();
#define FIGURES_OF_GROUP_TIME
#include "files/figures.def"
    append(array, o, good);
  }
  return array;
}

json_t *json_group(const struct groups *g, uint32_t i, bool summary, bool *good) {
  const struct group *of = &g->groups[i];
  const uint32_t decided = groups_decided_by(g, i);
  const bool is_decided = g->count > 1 && decided < g->region_count;
  json_t *o = json_object(), *members = summary ? NULL : json_array();
  char name[4096];
  groups_name(g, i, "\xe2\x86\x92", name, sizeof name);
#define FIGURES_OF_GROUP
#include "files/figures.def"
  for (uint32_t k = 0; members && k < of->count; k++)
    append(members, json_integer(g->members[of->first + k]), good);
  if (members)
    set(o, "locations", members, good);
  return o;
}

json_t *json_groups_array(const struct analysis *a, bool summary, bool *good) {
  struct groups g;
  json_t *array = json_array();
  *good = groups_find(&g, a) && *good;
  for (uint32_t i = 0; i < g.count && *good; i++)
    append(array, json_group(&g, i, summary, good), good);
  groups_free(&g);
  return array;
}

void json_groups(struct json_out *o, const struct analysis *a, bool summary) {
  bool good = true;
  json_t *array = json_groups_array(a, summary, &good), *one;
  size_t i;
  json_out_text(o, ",\n \"groups\": [");
  json_array_foreach(array, i, one) {
    json_out_text(o, i ? ",\n  " : "\n  ");
    json_out_value(o, json_incref(one));
  }
  json_out_text(o, "\n ]");
  json_decref(array);
  o->failed |= !good;
}
