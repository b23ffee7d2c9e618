/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_groups.c - the groups of locations that behave alike, as JSON.
 * Not here: how they are found (tools/sums/groups.c), all other arrays (report_json.c). */
#include "show/json_parts.h"
#include "show/json_shares.h"
#include "sums/groups.h"

static json_t *times(const struct groups *g, const struct group *of, bool *good) {
  json_t *array = json_array();
  for (uint32_t r = 0; r <= g->region_count; r++) {
    const struct group_time *t = &of->times[r];
    if (t->work < 0.5 && t->wait < 0.5)
      continue;
    json_t *o = json_object();
    set(o, "region", r < g->region_count ? json_integer(g->regions[r]) : json_null(), good);
    set(o, "work_ns", json_integer((json_int_t)(t->work + 0.5)), good);
    set(o, "wait_ns", json_integer((json_int_t)(t->wait + 0.5)), good);
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
  set(o, "id", json_integer(i), good);
  set(o, "name", json_string_nocheck(name), good);
  set(o, "kind", json_string_nocheck(analysis_location_kind(g->analysis, g->members[of->first])), good);
  set(o, "count", json_integer(of->count), good);
  set(o, "decided_by", is_decided ? json_integer(g->regions[decided]) : json_null(), good);
  set(o, "by", json_string_nocheck(g->by_parts ? "parts" : "times"), good);
  set(o, "radius", json_real(of->radius), good);
  set(o, "least", json_integer(of->least), good);
  set(o, "least_ns", integer(g->busy[of->least]), good);
  set(o, "most", json_integer(of->most), good);
  set(o, "most_ns", integer(g->busy[of->most]), good);
  set(o, "times", times(g, of, good), good);
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
