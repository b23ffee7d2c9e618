/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_json.c - the critical path for programs.
 * Not here: text (critical_view.c). */
#include "show/json_rows.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "sums/critical.h"

static void set_time(json_t *o, const struct critical_time *t, bool *good) {
#define FIGURES_OF_CRITICAL_TIME
#include "files/figures.def"
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
#define FIGURES_OF_CRITICAL_REGION
#include "files/figures.def"
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
#define FIGURES_OF_CRITICAL_CALLPATH
#include "files/figures.def"
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
#define FIGURES_OF_CRITICAL_LOCATION
#include "files/figures.def"
    append(array, o, good);
  }
  return array;
}

static json_t *parts(const struct critical_path *c, bool *good) {
  json_t *array = json_array();
  for (int i = 0; !c->of_profile && i < CRITICAL_PARTS; i++) {
    const struct critical_part *p = &c->parts[i];
    json_t *o = json_object();
#define FIGURES_OF_CRITICAL_PART
#include "files/figures.def"
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
#define FIGURES_OF_CRITICAL_CHANGE
#include "files/figures.def"
    append(array, o, good);
  }
  return array;
}

static void set_all(json_t *o, const struct analysis *a, bool *good) {
  const struct critical_path *c = a->critical;
#define FIGURES_OF_CRITICAL_PATH
#include "files/figures.def"
}

bool report_critical_json(FILE *out, const struct analysis *a) {
  bool good = true;
  json_t *o = json_object();
  set_all(o, a, &good);
  if (good && (json_dumpf(o, out, JSON_INDENT(2) | JSON_PRESERVE_ORDER) != 0 || fputc('\n', out) == EOF))
    good = true; /* main says that it can't write */
  json_decref(o);
  return good;
}
