/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_groups.c - the groups of locations that behave alike, as JSON.
 * Not here: how they are found (tools/analysis/groups.c), all other arrays (json.c). */
#include "groups.h"
#include "json_shares.h"

static void write_times(struct json_out *o, const struct groups *g, const struct group *of) {
  bool first = true;
  json_out_text(o, ",\"times\":[");
  for (uint32_t r = 0; r <= g->region_count; r++) {
    const struct group_time *t = &of->times[r];
    if (t->work < 0.5 && t->wait < 0.5)
      continue;
    json_out_text(o, first ? "{\"region\":" : ",{\"region\":");
    if (r < g->region_count)
      json_out_integer(o, g->regions[r]);
    else
      json_out_text(o, "null");
    JSON_OUT_MEMBER(o, "work_ns", t->work + 0.5);
    JSON_OUT_MEMBER(o, "wait_ns", t->wait + 0.5);
    json_out_text(o, "}");
    first = false;
  }
  json_out_text(o, "]");
}

static void write_group(struct json_out *o, const struct groups *g, uint32_t i, bool summary) {
  const struct group *of = &g->groups[i];
  uint32_t decided = groups_decided_by(g, i);
  char name[4096];
  groups_name(g, i, "\xe2\x86\x92", name, sizeof name);
  json_out_text(o, "{\"id\":");
  json_out_integer(o, i);
  json_out_text(o, ",\"name\":");
  json_out_value(o, json_string_nocheck(name));
  json_out_text(o, ",\"kind\":");
  json_out_value(o, json_string_nocheck(analysis_location_kind(g->analysis, g->members[of->first])));
  JSON_OUT_MEMBER(o, "count", of->count);
  if (g->count > 1 && decided < g->region_count)
    JSON_OUT_MEMBER(o, "decided_by", g->regions[decided]);
  else
    json_out_text(o, ",\"decided_by\":null");
  json_out_text(o, g->by_parts ? ",\"by\":\"parts\"" : ",\"by\":\"times\"");
  json_out_text(o, ",\"radius\":");
  json_out_value(o, json_real(of->radius));
  JSON_OUT_MEMBER(o, "least", of->least);
  JSON_OUT_MEMBER(o, "least_ns", g->busy[of->least]);
  JSON_OUT_MEMBER(o, "most", of->most);
  JSON_OUT_MEMBER(o, "most_ns", g->busy[of->most]);
  write_times(o, g, of);
  if (!summary) {
    json_out_text(o, ",\"locations\":[");
    for (uint32_t k = 0; k < of->count; k++) {
      json_out_text(o, k ? "," : "");
      json_out_integer(o, g->members[of->first + k]);
    }
    json_out_text(o, "]");
  }
  json_out_text(o, "}");
}

void json_groups(struct json_out *o, const struct analysis *a, bool summary) {
  struct groups g;
  o->failed |= !groups_find(&g, a);
  json_out_text(o, ",\n \"groups\": [");
  for (uint32_t i = 0; i < g.count && !o->failed; i++) {
    json_out_text(o, i ? ",\n  " : "\n  ");
    write_group(o, &g, i, summary);
  }
  json_out_text(o, "\n ]");
  groups_free(&g);
}
