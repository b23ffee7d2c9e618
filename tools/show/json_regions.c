/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_regions.c - a region as JSON: its construct, totals, distribution, and how evenly it was shared.
 * Not here: the shares of locations (json_shares.c). */
#include "files/call_sites.h"
#include "pomp_names.h"
#include "show/json_rows.h"
#include "show/table_cells.h"
#include "sums/sampled.h"

static json_t *spread(const struct spread *s, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_SPREAD
#include "files/figures.def"
  return o;
}

static json_t *latest_of(const struct latest *l, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_LATEST
#include "files/figures.def"
  return o;
}

static json_t *balance(const struct analysis *a, const struct region *r, bool *good) {
  const struct balance *b = &r->balance;
  uint32_t teams = 0;
  if (!b->known)
    return json_null();
  *good &= balance_teams(a, r, &teams);
  json_t *o = json_object();
  json_t *latest = json_array();
  for (uint32_t i = 0; i < b->latest; i++)
    append(latest, latest_of(&a->latest[b->first_latest + i], good), good);
#define FIGURES_OF_BALANCE
#include "files/figures.def"
  return o;
}

/* Makes an object of how evenly members worked by samples of CPU time; null if they don't tell. */
static json_t *balance_by_cpu(const struct sampled_balance *b, bool *good) {
  if (!b->known)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_SAMPLED_BALANCE
#include "files/figures.def"
  return o;
}

static json_t *part(const struct sampled_count *c, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_SAMPLED_PART
#include "files/figures.def"
  return o;
}

/* Makes an object of what samples have found in a region itself; null if there are none. */
static json_t *sampled(const struct analysis *a, uint32_t region, bool *good) {
  struct sampled_sums sums;
  struct sampled_balance even;
  if (!sampled_region(a, region, NO_LOCATION, &sums))
    return json_null();
  *good &= sampled_balance(a, region, &even);
  json_t *o = json_object();
#define FIGURES_OF_SAMPLED_REGION
#include "files/figures.def"
  return o;
}

static json_t *level(const struct call_level *l, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_INLINED
#include "files/figures.def"
  return o;
}

/* Tells where a routine was called that has a region for each call. */
static json_t *call(const struct construct *c, bool *good) {
  if (!c || !c->is_site)
    return json_null();
  json_t *o = json_object();
  const struct call_site *site = call_site_of(c);
  json_t *inlined = json_array();
  for (uint32_t i = 0; site && i < site->inlined_count; i++)
    append(inlined, level(&site->inlined[i], good), good);
#define FIGURES_OF_CALL
#include "files/figures.def"
  return o;
}

static json_t *bucket(const struct analysis *a, const struct region *r, uint32_t i, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_BUCKET
#include "files/figures.def"
  return o;
}

/* Sets how long single visits took. Buckets without visits are left out. */
static void set_distribution(json_t *o, const struct analysis *a, const struct region *r, bool *good) {
  json_t *buckets = r->distribution ? json_array() : json_null();
  for (uint32_t i = 0; r->distribution && i < POMP_HISTOGRAM_BUCKETS; i++)
    if (r->distribution->visits[i])
      append(buckets, bucket(a, r, i, good), good);
  double mean, median, p95;
#define FIGURES_OF_DISTRIBUTION
#include "files/figures.def"
}

/* Returns what the compiler knows about the directive; null if the construct has none, or nothing is known. */
static json_t *directive(const struct construct *c, bool *good) {
  static const char *const schedules[] = {
      [POMP_SCHEDULE_STATIC] = "static", [POMP_SCHEDULE_DYNAMIC] = "dynamic", [POMP_SCHEDULE_GUIDED] = "guided",
      [POMP_SCHEDULE_AUTO] = "auto",     [POMP_SCHEDULE_RUNTIME] = "runtime",
  };
  if (!c || !c->clauses)
    return json_null();
  json_t *o = json_object();
  uint32_t schedule = POMP_FACTS_SCHEDULE(c->facts);
  const char *kind = schedule <= POMP_SCHEDULE_RUNTIME ? schedules[schedule] : NULL;
#define FIGURES_OF_DIRECTIVE
#include "files/figures.def"
  return o;
}

/* Returns what an instance of a loop has on average; null if it is no loop, or nothing is known. */
static json_t *loop(const struct region *r, bool *good) {
  const struct loop_shape shape = region_loop(r);
  if (!shape.known)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_LOOP
#include "files/figures.def"
  return o;
}

/* Makes an object of how what locations have of a region spreads. */
static json_t *shared(const struct region *r, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_SHARED
#include "files/figures.def"
  return o;
}

json_t *json_region(const struct analysis *a, uint32_t i, bool *good) {
  const struct region *r = &a->regions[i];
  const struct construct *c = r->construct;
  json_t *o = json_object();
  char where[4096];
  print_where(where, sizeof where, r);
  bool is_call = c && c->is_site;
#define FIGURES_OF_REGION
#include "files/figures.def"
  return o;
}
