/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_json.c - the critical path for programs.
 * Not here: text (critical_view.c). */
#include "show/json_parts.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "sums/critical.h"

static void set_time(json_t *o, const struct critical_time *t, bool *good) {
  set(o, "path_ns", integer(t->path), good);
  set(o, "self_ns", integer(t->all), good);
  set(o, "waited_ns", integer(t->waited), good);
  set(o, "waited_off_ns", integer(t->waited_off), good);
}

static json_t *regions(const struct analysis *a, bool *good) {
  const struct critical_path *c = a->critical;
  json_t *array = json_array();
  char where[4096];
  for (uint32_t i = 0; i < a->region_count && *good; i++) {
    if (!c->regions[i].path && !c->regions[i].waited && !c->regions[i].waited_off)
      continue;
    json_t *o = json_object();
    print_where(where, sizeof where, &a->regions[i]);
    set(o, "region", integer(i), good);
    set(o, "name", json_string_nocheck(a->regions[i].name), good);
    set(o, "where", json_string_nocheck(where), good);
    set_time(o, &c->regions[i], good);
    append(array, o, good);
  }
  return array;
}

static json_t *callpaths(const struct analysis *a, bool *good) {
  const struct critical_path *c = a->critical;
  json_t *array = json_array();
  for (uint32_t i = 0; i < a->path_count && *good; i++) {
    if (!c->paths[i].path && !c->paths[i].waited && !c->paths[i].waited_off)
      continue;
    json_t *o = json_object();
    set(o, "callpath", integer(i), good);
    set_time(o, &c->paths[i], good);
    append(array, o, good);
  }
  return array;
}

/* Returns the threads on the critical path, each by its first location. */
static json_t *locations(const struct analysis *a, bool *good) {
  const struct critical_path *c = a->critical;
  json_t *array = json_array();
  char name[512];
  for (uint32_t i = 0; !c->of_profile && i < a->experiment->location_count && *good; i++) {
    uint64_t shares[CRITICAL_PARTS];
    if (!c->locations[i])
      continue;
    json_t *o = json_object(), *parts = json_array();
    critical_shares(c, i, shares);
    for (int k = 0; k < CRITICAL_PARTS; k++)
      append(parts, integer(shares[k]), good);
    analysis_location_name(a, i, "\xe2\x86\x92", name, sizeof name);
    set(o, "location", integer(i), good);
    set(o, "name", json_string_nocheck(name), good);
    set(o, "path_ns", integer(c->locations[i]), good);
    set(o, "parts_ns", parts, good);
    append(array, o, good);
  }
  return array;
}

static json_t *parts(const struct critical_path *c, bool *good) {
  json_t *array = json_array();
  for (int i = 0; !c->of_profile && i < CRITICAL_PARTS; i++) {
    const struct critical_part *p = &c->parts[i];
    json_t *o = json_object();
    set(o, "location", integer(p->location), good);
    set(o, "location_ns", integer(p->on_location), good);
    set(o, "region", integer(p->region), good);
    set(o, "region_ns", integer(p->in_region), good);
    append(array, o, good);
  }
  return array;
}

static json_t *changes(const struct critical_path *c, bool *good) {
  json_t *array = json_array();
  for (int i = 0; i < CRITICAL_KINDS; i++) {
    if (!c->jumps[i])
      continue;
    json_t *o = json_object();
    set(o, "by", json_string(critical_kinds[i]), good);
    set(o, "times", integer(c->jumps[i]), good);
    set(o, "delay_ns", integer(c->delays[i]), good);
    append(array, o, good);
  }
  return array;
}

static void set_all(json_t *o, const struct analysis *a, bool *good) {
  const struct critical_path *c = a->critical;
  set(o, "source", json_string(c->of_profile ? "profile" : "trace"), good);
  set(o, "wall_ns", integer(c->wall), good);
  set(o, "off_at_most_ns", c->of_profile ? integer(c->loose) : json_null(), good);
  set(o, "not_traced_ns", integer(c->gaps), good);
  set(o, "pieces", integer(c->segment_count), good);
  set(o, "contradicted", integer(c->contradicted), good);
  set(o, "messages_unknown", json_boolean(c->messages_unknown), good);
  set(o, "regions", regions(a, good), good);
  set(o, "callpaths", callpaths(a, good), good);
  set(o, "locations", locations(a, good), good);
  set(o, "parts", parts(c, good), good);
  set(o, "changes", changes(c, good), good);
}

bool report_critical_json(FILE *out, const struct analysis *a) {
  bool good = true;
  json_t *o = json_object();
  set(o, "schema", json_string("pomp-critical-path"), &good);
  set(o, "version", json_integer(1), &good);
  set_all(o, a, &good);
  if (good && (json_dumpf(o, out, JSON_INDENT(2) | JSON_PRESERVE_ORDER) != 0 || fputc('\n', out) == EOF))
    good = true; /* main says that it can't write */
  json_decref(o);
  return good;
}
