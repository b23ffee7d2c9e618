/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_regions.c - a region as JSON: its construct, totals, distribution, and how evenly it was shared.
 * Not here: the shares of locations (json_shares.c). */
#include "files/call_sites.h"
#include "pomp_names.h"
#include "show/json_parts.h"
#include "show/table_cells.h"
#include "sums/sampled.h"

static json_t *spread(const struct spread *s, bool *good) {
  json_t *o = json_object();
  set(o, "min", integer(s->min), good);
  set(o, "mean", json_real(s->mean), good);
  set(o, "max", integer(s->max), good);
  return o;
}

static json_t *balance(const struct analysis *a, const struct region *r, bool *good) {
  const struct balance *b = &r->balance;
  uint32_t teams = 0;
  if (!b->known)
    return json_null();
  *good &= balance_teams(a, r, &teams);
  json_t *o = json_object();
  set(o, "teams", integer(teams), good);
  set(o, "max_ns", integer(b->max), good);
  set(o, "mean_ns", json_real(b->mean), good);
  set(o, "imbalance", json_real(balance_imbalance(b)), good);
  set(o, "by", json_string_nocheck(b->by_instances ? "instances" : "sums"), good);
  set(o, "instances", b->by_instances ? integer(b->instances) : json_null(), good);
  set(o, "visits_missing", b->by_instances ? integer(b->missing) : json_null(), good);
  json_t *latest = json_array();
  for (uint32_t i = 0; i < b->latest; i++) {
    const struct latest *l = &a->latest[b->first_latest + i];
    json_t *one = json_object();
    set(one, "location", integer(l->location), good);
    set(one, "instances", integer(l->instances), good);
    set(one, "cost_ns", integer(l->cost), good);
    append(latest, one, good);
  }
  set(o, "latest", latest, good);
  return o;
}

/* Makes an object of how evenly members worked by samples of CPU time; null if they don't tell. */
static json_t *balance_by_cpu(const struct sampled_balance *b, bool *good) {
  if (!b->known)
    return json_null();
  json_t *o = json_object();
  set(o, "samples", integer(b->count), good);
  set(o, "teams", integer(b->teams), good);
  set(o, "max_ns", json_real(b->max), good);
  set(o, "mean_ns", json_real(b->mean), good);
  set(o, "imbalance", json_real(sampled_imbalance(b)), good);
  set(o, "saving_ns", json_real(b->max - b->mean), good);
  set(o, "error_ns", json_real(b->error), good);
  set(o, "chance_ns", json_real(b->chance), good);
  set(o, "longest", integer(b->most), good);
  return o;
}

/* Makes an object of what samples have found in a region itself; null if there are none. */
static json_t *sampled(const struct analysis *a, uint32_t region, bool *good) {
  static const char *const kinds[SAMPLED_KINDS] = {
      [SAMPLED_WORK] = "work",         [SAMPLED_WAIT] = "wait",     [SAMPLED_IDLE] = "idle",
      [SAMPLED_OVERHEAD] = "overhead", [SAMPLED_UNTOLD] = "untold",
  };
  struct sampled_sums sums;
  struct sampled_balance even;
  if (!sampled_region(a, region, NO_LOCATION, &sums))
    return json_null();
  *good &= sampled_balance(a, region, &even);
  json_t *o = json_object();
  set(o, "on_cpu", json_boolean(a->sampled->on_cpu), good);
  set(o, "samples", integer(sums.all.count), good);
  set(o, "time_ns", integer(sums.all.time), good);
  for (int kind = 0; kind < SAMPLED_KINDS; kind++) {
    json_t *of = json_object();
    set(of, "samples", integer(sums.by[kind].count), good);
    set(of, "time_ns", integer(sums.by[kind].time), good);
    set(o, kinds[kind], of, good);
  }
  set(o, "balance", balance_by_cpu(&even, good), good);
  return o;
}

/* Tells where a routine was called that has a region for each call. */
static json_t *call(const struct construct *c, bool *good) {
  if (!c || !c->is_site)
    return json_null();
  json_t *o = json_object();
  set(o, "module", json_string_nocheck(c->module), good);
  set(o, "build", json_string_nocheck(c->build), good);
  set(o, "address", integer(c->address), good);
  const struct call_site *site = call_site_of(c);
  json_t *inlined = json_array();
  for (uint32_t i = 0; site && i < site->inlined_count; i++) {
    json_t *level = json_object();
    set(level, "function", json_string_nocheck(site->inlined[i].function), good);
    set(level, "file", json_string_nocheck(site->inlined[i].file), good);
    set(level, "line", json_integer(site->inlined[i].line), good);
    append(inlined, level, good);
  }
  set(o, "known", json_string_nocheck(site ? call_known_name(site->known) : "address"), good);
  set(o, "inlined", inlined, good);
  return o;
}

/* Sets how long single visits took. Buckets without visits are left out. */
static void set_distribution(json_t *o, const struct analysis *a, const struct region *r, bool *good) {
  json_t *buckets = r->distribution ? json_array() : json_null();
  for (uint32_t i = 0; r->distribution && i < POMP_HISTOGRAM_BUCKETS; i++) {
    if (!r->distribution->visits[i])
      continue;
    json_t *bucket = json_object();
    bool last = i == POMP_HISTOGRAM_BUCKETS - 1;
    set(bucket, "from_ns", json_real(a->edges[i]), good);
    set(bucket, "to_ns", last ? json_null() : json_real(a->edges[i + 1]), good);
    set(bucket, "visits", integer(r->distribution->visits[i]), good);
    append(buckets, bucket, good);
  }
  double mean, median, p95;
  set(o, "mean_visit_ns", region_mean_visit(r, &mean) ? json_real(mean) : json_null(), good);
  set(o, "median_visit_ns", region_quantile(a, r, 0.5, &median) ? json_real(median) : json_null(), good);
  set(o, "p95_visit_ns", region_quantile(a, r, 0.95, &p95) ? json_real(p95) : json_null(), good);
  set(o, "histogram", buckets, good);
}

/* Sets under a key whether the directive has such a clause, and under another one its value, if that is constant. */
static void set_clause(json_t *o, const char *has, uint32_t fact, const char *key, uint32_t facts, int value,
                       bool *good) {
  set(o, has, json_boolean(facts & fact), good);
  set(o, key, facts & fact && value ? json_integer(value) : json_null(), good);
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
  set(o, "schedule", kind ? json_string(kind) : json_null(), good);
  set_clause(o, "has_chunk", POMP_FACT_CHUNK, "chunk", c->facts, c->chunk, good);
  set_clause(o, "has_num_threads", POMP_FACT_NUM_THREADS, "num_threads", c->facts, c->num_threads, good);
  set_clause(o, "has_grainsize", POMP_FACT_GRAINSIZE, "grainsize", c->facts, c->chunk, good);
  set_clause(o, "has_num_tasks", POMP_FACT_NUM_TASKS, "num_tasks", c->facts, c->chunk, good);
  set(o, "nowait", json_boolean(c->facts & POMP_FACT_NOWAIT), good);
  set(o, "ordered", json_boolean(c->facts & POMP_FACT_ORDERED), good);
  set(o, "if", json_boolean(c->facts & POMP_FACT_IF), good);
  set(o, "final", json_boolean(c->facts & POMP_FACT_FINAL), good);
  set(o, "untied", json_boolean(c->facts & POMP_FACT_UNTIED), good);
  set(o, "iterations", c->iterations ? integer(c->iterations) : json_null(), good);
  set(o, "in_loop", json_boolean(c->facts & POMP_FACT_IN_LOOP), good);
  set(o, "shortened", json_boolean(c->facts & POMP_FACT_SHORTENED), good);
  return o;
}

/* Returns what an instance of a loop has on average; null if it is no loop, or nothing is known. */
static json_t *loop(const struct region *r, bool *good) {
  const struct loop_shape shape = region_loop(r);
  if (!shape.known)
    return json_null();
  json_t *o = json_object();
  set(o, "counted", integer(r->loop.visits), good);
  set(o, "iterations", json_real(shape.iterations), good);
  set(o, "chunks", shape.dealt ? json_real(shape.chunks) : json_null(), good);
  set(o, "chunk_iterations", shape.dealt ? json_real(shape.dealt_iterations / shape.chunks) : json_null(), good);
  set(o, "large_percent", shape.dealt ? json_real(100 * shape.large) : json_null(), good);
  set(o, "few_percent", json_real(100 * shape.few), good);
  return o;
}

json_t *json_region(const struct analysis *a, uint32_t i, bool *good) {
  const struct region *r = &a->regions[i];
  const struct construct *c = r->construct;
  json_t *o = json_object(), *threads = json_object();
  char where[4096];
  print_where(where, sizeof where, r);
  set(o, "id", integer(i), good);
  set(o, "name", json_string_nocheck(r->name), good);
  set(o, "role", json_string_nocheck(pomp_role_names[r->role].id), good);
  set(o, "construct", json_string_nocheck(c ? c->name : ""), good);
  set(o, "sub_name", json_string_nocheck(c ? c->sub_name : ""), good);
  set(o, "function", json_string_nocheck(call_function(c)), good);
  set(o, "file", json_string_nocheck(call_file(c)), good);
  set(o, "begin_line1", json_integer(call_line(c)), good);
  bool is_call = c && c->is_site;
  set(o, "begin_lineN", json_integer(is_call ? call_line(c) : c ? c->begin_lineN : 0), good);
  set(o, "end_line1", json_integer(is_call ? call_line(c) : c ? c->end_line1 : 0), good);
  set(o, "end_lineN", json_integer(is_call ? call_line(c) : c ? c->end_lineN : 0), good);
  set(o, "num_sections", json_integer(c ? c->num_sections : 0), good);
  set(o, "where", json_string_nocheck(where), good);
  set(o, "clauses", c && c->clauses ? json_string_nocheck(c->clauses) : json_null(), good);
  set(o, "directive", directive(c, good), good);
  set(o, "call", call(c, good), good);
  json_set_totals(o, &r->totals, good);
  json_set_metrics(o, &r->totals, a->experiment, good);
  set_distribution(o, a, r, good);
  set(o, "measuring_ns", json_real(r->measuring), good);
  set(o, "caused_waits", integer(r->caused_waits), good);
  set(o, "caused_wait_ns", integer(r->caused_wait), good);
  set(o, "balance", balance(a, r, good), good);
  set(o, "loop", loop(r, good), good);
  set(o, "cpu", json_team_cpu(&r->cpu, good), good);
  set(o, "sampled", sampled(a, i, good), good);
  set(threads, "count", integer(r->shares), good);
  set(threads, "inclusive_ns", spread(&r->inclusive, good), good);
  set(threads, "exclusive_ns", spread(&r->exclusive, good), good);
  set(threads, "wait_ns", spread(&r->wait, good), good);
  set(o, "threads", threads, good);
  return o;
}
