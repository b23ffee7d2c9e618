/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json.c - everything in the experiment as JSON. docs/report-json.md is the contract; a test compares.
 * Not here: the numbers (analysis.c), what each location has of them (json_shares.c; json_arrays.c for --arrays). */
#include "call_sites.h"
#include "json_arrays.h"
#include "json_shares.h"
#include "json_values.h"
#include "pomp_names.h"
#include "pomp_text.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SCHEMA_VERSION 2

static json_t *integer(uint64_t n) { return json_integer((json_int_t)n); }

static json_t *messages(const struct messages *m, bool *good) {
  if (!m->kind)
    return json_null();
  json_t *o = json_object();
  set(o, "kind", json_string_nocheck(pomp_mpi_kind_names[m->kind]), good);
  set(o, "sent", integer(m->sent), good);
  set(o, "sent_bytes", integer(m->sent_bytes), good);
  set(o, "received", integer(m->received), good);
  set(o, "received_bytes", integer(m->received_bytes), good);
  set(o, "partners", integer(m->partners), good);
  set(o, "ranks", integer(m->ranks), good);
  return o;
}

static void set_totals(json_t *o, const struct totals *t, bool *good) {
  bool finished = t->min != UINT64_MAX;
  set(o, "visits", integer(t->visits), good);
  set(o, "inclusive_ns", integer(t->inclusive), good);
  set(o, "exclusive_ns", integer(t->exclusive), good);
  set(o, "wait_ns", integer(t->wait), good);
  set(o, "tasks_ns", integer(t->tasks), good);
  set(o, "delay_ns", integer(t->delay), good);
  set(o, "held_ns", integer(t->held), good);
  set(o, "contended", integer(t->contended), good);
  set(o, "min_visit_ns", finished ? integer(t->min) : json_null(), good);
  set(o, "max_visit_ns", finished ? integer(t->max) : json_null(), good);
  set(o, "unfinished", integer(t->open), good);
  set(o, "messages", messages(&t->messages, good), good);
}

static void set_metrics(json_t *o, const struct totals *t, const struct experiment *e, bool *good) {
  json_t *metrics = json_object(), *derived = json_object();
  struct derived d;
  double value;
  for (uint32_t i = 0; i < t->metric_count; i++) {
    json_t *m = json_object();
    set(m, "inclusive", json_integer(t->metrics[i].inclusive), good);
    set(m, "exclusive", json_integer(t->metrics[i].exclusive), good);
    set(metrics, e->metrics[i].name, m, good);
  }
  for (uint32_t i = 0; t->metric_count && derived_at(e, i, &d); i++) {
    json_t *m = json_object();
    set(m, "inclusive", derived_value(&d, t, true, &value) ? json_real(value) : json_null(), good);
    set(m, "exclusive", derived_value(&d, t, false, &value) ? json_real(value) : json_null(), good);
    set(derived, d.name, m, good);
  }
  set(o, "metrics", metrics, good);
  set(o, "derived", derived, good);
}

/* Makes an element of `metrics`: what was counted, in all. */
static json_t *metric(const struct analysis *a, uint32_t i, bool *good) {
  const struct experiment *e = a->experiment;
  const struct metric *m = &e->metrics[i];
  json_t *o = json_object();
  uint64_t in_regions = 0, all = 0;
  for (uint32_t k = 0; k < e->location_count; k++) {
    in_regions += (uint64_t)a->locations[k].metrics[i].exclusive;
    all += (uint64_t)a->locations[k].metrics[i].inclusive;
  }
  set(o, "id", integer(i), good);
  set(o, "name", json_string_nocheck(m->name), good);
  set(o, "source", json_string_nocheck(m->source), good);
  set(o, "unit", json_string_nocheck(m->unit), good);
  set(o, "description", json_string_nocheck(m->text), good);
  set(o, "estimate", json_boolean(m->flags & POMP_METRIC_ESTIMATE), good);
  set(o, "user_space_only", json_boolean(m->flags & POMP_METRIC_USER), good);
  set(o, "of_process", json_boolean(m->flags & POMP_METRIC_PROCESS), good);
  set(o, "incomplete", json_boolean(m->flags & POMP_METRIC_INCOMPLETE), good);
  set(o, "in_regions", integer(in_regions), good);
  set(o, "outside", integer(all - in_regions), good);
  return o;
}

static json_t *location_metrics(const struct analysis *a, uint32_t location, bool *good) {
  json_t *o = json_object();
  for (uint32_t i = 0; i < a->experiment->metric_count; i++) {
    const struct metric_sum *m = &a->locations[location].metrics[i];
    json_t *of = json_object();
    set(of, "in_regions", json_integer(m->exclusive), good);
    set(of, "outside", integer((uint64_t)m->inclusive - (uint64_t)m->exclusive), good);
    set(o, a->experiment->metrics[i].name, of, good);
  }
  return o;
}

static json_t *settings(const struct experiment *e, bool *good) {
  json_t *o = json_object();
  for (const char *line = e->settings; *line;) {
    const char *end = strchrnul(line, '\n'), *equals = memchr(line, '=', (size_t)(end - line));
    char name[64];
    if (equals && (size_t)(equals - line) < sizeof name) {
      memcpy(name, line, (size_t)(equals - line));
      name[equals - line] = 0;
      set(o, name, json_stringn_nocheck(equals + 1, (size_t)(end - equals - 1)), good);
    }
    line = *end ? end + 1 : end;
  }
  return o;
}

static json_t *start_time(const struct pomp_header *h) {
  char text[64];
  time_t seconds = (time_t)(h->epoch_ns / 1000000000u);
  struct tm utc;
  if (!gmtime_r(&seconds, &utc) || !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc))
    return json_null();
  return json_string_nocheck(text);
}

static const char *stop_of(const struct pomp_header *h) {
  static const char *const stops[] = {"none", "limit", "space", "file"};
  return h->stop_reason < 4 ? stops[h->stop_reason] : "unknown";
}

/* Returns how it is known until when the process was measured. */
static const char *end_of(const struct process *p) {
  static const char *const names[] = {
      [END_TOLD] = "end", [END_CLOCK] = "clock", [END_DEATH] = "death", [END_FILE] = "file", [END_EVENT] = "event"};
  return names[p->end_known];
}

static const char *nesting_of(const struct pomp_header *h) {
  return h->nesting == POMP_NESTING_UNKNOWN ? "unknown" : "ompt";
}

static json_t *clock_of(const struct process *p, bool *good) {
  json_t *o = json_object();
  set(o, "name", json_string_nocheck(p->header.clock == POMP_CLOCK_TSC ? "tsc" : "monotonic"), good);
  set(o, "hz", json_real((double)p->base_tick / (double)p->base_ns * 1e9), good);
  set(o, "error", json_real(process_clock_error(p)), good);
  return o;
}

/* Sets what was run, where, and by which clock it was measured. */
static void set_program(json_t *o, const struct process *p, bool *good) {
  set(o, "program", json_string_nocheck(p->program), good);
  set(o, "command", json_string_nocheck(p->command), good);
  set(o, "working_directory", json_string_nocheck(p->directory), good);
  set(o, "host", json_string_nocheck(p->host), good);
  set(o, "pid", integer(p->header.pid), good);
  set(o, "start", start_time(&p->header), good);
  set(o, "clock", clock_of(p, good), good);
  set(o, "nesting", json_string_nocheck(nesting_of(&p->header)), good);
  set(o, "end_known_by", json_string_nocheck(end_of(p)), good);
}

/* Makes an object of what the system told of threads; null if it told nothing. */
static json_t *scheduled(const struct scheduled *s, bool *good) {
  if (!s->known)
    return json_null();
  json_t *o = json_object();
  set(o, "lived_ns", integer(s->lived), good);
  set(o, "on_cpu_ns", integer(s->on_cpu), good);
  set(o, "ready_ns", s->ready_known ? integer(s->ready) : json_null(), good);
  set(o, "asleep_ns", s->ready_known ? integer(scheduled_asleep(s)) : json_null(), good);
  return o;
}

/* Makes an object of the CPU time in teams; null if no visit was measured. */
static json_t *team_cpu(const struct team_cpu *c, bool *good) {
  if (!c->visits)
    return json_null();
  json_t *o = json_object();
  bool balanced = c->teams && !c->waited;
  set(o, "visits", integer(c->visits), good);
  set(o, "span_ns", integer(c->span), good);
  set(o, "on_cpu_ns", integer(c->on_cpu), good);
  set(o, "teams", integer(c->teams), good);
  set(o, "max_ns", balanced ? integer(c->max) : json_null(), good);
  set(o, "mean_ns", balanced ? integer(c->mean) : json_null(), good);
  set(o, "imbalance", balanced ? json_real(team_cpu_imbalance(c)) : json_null(), good);
  return o;
}

/* Makes an object of the waiting in MPI; null if no traces were read that tell it. */
static json_t *mpi_wait(const struct mpi_waited *m, bool *good) {
  if (!m->known)
    return json_null();
  json_t *o = json_object();
  set(o, "found_ns", integer(m->found), good);
  set(o, "least_ns", integer(m->least), good);
  set(o, "most_ns", integer(m->most), good);
  return o;
}

static void set_process_totals(json_t *o, const struct process_totals *t, bool *good) {
  set(o, "threads", integer(t->threads), good);
  set(o, "wall_ns", integer(t->wall), good);
  set(o, "thread_wall_ns", integer(t->allocation), good);
  set(o, "allocation_ns", integer(t->allocation), good); /* the older name */
  set(o, "in_regions_ns", integer(t->in_regions), good);
  set(o, "outside_ns", integer(t->outside), good);
  set(o, "idle_ns", integer(t->idle), good);
  set(o, "wait_ns", integer(t->waiting), good);
  set(o, "mpi_wait_at_most_ns", integer(t->mpi), good);
  set(o, "mpi_wait", mpi_wait(&t->mpi_waited, good), good);
  set(o, "visits", integer(t->visits), good);
  set(o, "cpus", t->cpus ? integer(t->cpus) : json_null(), good);
  set(o, "scheduled", scheduled(&t->scheduled, good), good);
  set(o, "throttled_ns", integer(t->throttled), good);
}

static json_t *experiment(const struct loaded *l, const struct analysis *a, bool *good) {
  const struct experiment *e = &l->experiment;
  const struct pomp_header *h = &e->header;
  const struct process *first = &e->processes[0];
  json_t *o = json_object();
  char directory[sizeof l->directory];
  memcpy(directory, l->directory, sizeof directory);
  pomp_text_clean(directory, 0);
  set(o, "directory", json_string_nocheck(directory), good);
  set(o, "state", json_string_nocheck(run_state_names[l->state]), good);
  set(o, "stop_reason", json_string_nocheck(stop_of(h)), good);
  set_program(o, first, good);
  set(o, "writer", json_string_nocheck(e->writer), good);
  set(o, "ranks", integer(h->ranks), good);
  set(o, "ranks_measured", integer(h->ranks ? e->process_count : 0), good);
  set_process_totals(o, &a->all, good);
  set(o, "crowded", json_boolean(analysis_is_crowded(&a->all)), good);
  set(o, "measuring_ns", json_real(a->measuring), good);
  set(o, "measuring_judged", json_boolean(analysis_measuring_is_judged(a)), good);
  set(o, "repaired", integer(a->repaired), good);
  set(o, "ignored", integer(a->ignored), good);
  set(o, "lost", integer(a->lost), good);
  set(o, "unfinished", integer(a->open), good);
  set(o, "filtered", integer(a->filtered), good);
  set(o, "missing_barriers", integer(a->missing_barriers), good);
  set(o, "histograms_missing", integer(a->histograms_missing), good);
  set(o, "trace_chunks_damaged", integer(l->chunks_damaged), good);
  set(o, "trace_chunks_missing", integer(l->chunks_missing), good);
  set(o, "settings", settings(e, good), good);
  return o;
}

static json_t *spread(const struct spread *s, bool *good) {
  json_t *o = json_object();
  set(o, "min", integer(s->min), good);
  set(o, "mean", json_real(s->mean), good);
  set(o, "max", integer(s->max), good);
  return o;
}

static json_t *balance(const struct analysis *a, const struct balance *b, bool *good) {
  if (!b->teams)
    return json_null();
  json_t *o = json_object();
  set(o, "teams", integer(b->teams), good);
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
  double median, p95;
  set(o, "mean_visit_ns", r->totals.visits ? json_real((double)r->visit_time / (double)r->totals.visits) : json_null(),
      good);
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

static json_t *region(const struct analysis *a, uint32_t i, bool *good) {
  const struct region *r = &a->regions[i];
  const struct construct *c = r->construct;
  json_t *o = json_object(), *threads = json_object();
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
  set(o, "clauses", c && c->clauses ? json_string_nocheck(c->clauses) : json_null(), good);
  set(o, "directive", directive(c, good), good);
  set(o, "call", call(c, good), good);
  set_totals(o, &r->totals, good);
  set_metrics(o, &r->totals, a->experiment, good);
  set_distribution(o, a, r, good);
  set(o, "measuring_ns", json_real(r->measuring), good);
  set(o, "caused_waits", integer(r->caused_waits), good);
  set(o, "caused_wait_ns", integer(r->caused_wait), good);
  set(o, "balance", balance(a, &r->balance, good), good);
  set(o, "cpu", team_cpu(&r->cpu, good), good);
  set(threads, "count", integer(r->shares), good);
  set(threads, "inclusive_ns", spread(&r->inclusive, good), good);
  set(threads, "exclusive_ns", spread(&r->exclusive, good), good);
  set(threads, "wait_ns", spread(&r->wait, good), good);
  set(o, "threads", threads, good);
  return o;
}

/* Sets what is to be added to a process's clock to get that of rank 0, by how much it may be off, and the drift in
 * between. */
static void set_alignment(json_t *o, const struct process *p, bool *good) {
  const struct pomp_alignment *a = p->header.alignment;
  json_t *points = json_array();
  for (int i = 0; i < 2; i++) {
    if (!a[i].ns)
      continue;
    json_t *point = json_object();
    set(point, "at_ns", integer(a[i].ns), good);
    set(point, "offset_ns", json_integer(a[i].offset), good);
    set(point, "error_ns", integer(a[i].error), good);
    append(points, point, good);
  }
  double offset = 0, error = 0, drift = 0;
  if (a[0].ns && a[1].ns > a[0].ns)
    drift = ((double)a[1].offset - (double)a[0].offset) / (double)(a[1].ns - a[0].ns);
  bool measured = process_offset(p, p->header.sync[0].ns, &offset, &error);
  set(o, "alignment", points, good);
  set(o, "start_offset_ns", measured ? json_real(offset) : json_null(), good);
  set(o, "drift", measured ? json_real(drift) : json_null(), good);
}

static json_t *process(const struct analysis *a, uint32_t i, bool *good) {
  const struct process *p = &a->experiment->processes[i];
  const struct process_totals *t = &a->processes[i];
  const struct pomp_header *h = &p->header;
  json_t *o = json_object();
  set(o, "id", integer(i), good);
  set(o, "rank", h->ranks ? integer(h->rank) : json_null(), good);
  set(o, "state", json_string_nocheck(run_state_names[p->state]), good);
  set(o, "stop_reason", json_string_nocheck(stop_of(h)), good);
  set_program(o, p, good);
  set_alignment(o, p, good);
  set(o, "first_location", integer(p->first_location), good);
  set(o, "location_count", integer(p->location_count), good);
  set_process_totals(o, t, good);
  set(o, "cpu_limit", h->cpu_quota ? json_real(h->cpu_quota / 1000.0) : json_null(), good);
  return o;
}

static json_t *known(uint32_t n) { return n == POMP_NOT_KNOWN ? json_null() : integer(n); }

static json_t *location(const struct analysis *a, uint32_t i, bool *good) {
  const struct location *l = &a->experiment->locations[i];
  const struct location_totals *t = &a->locations[i];
  json_t *o = json_object(), *forks = json_array();
  char name[512];
  analysis_location_name(a, i, "\xe2\x86\x92", name, sizeof name);
  for (uint32_t k = 0; k < t->forks; k++)
    append(forks, integer(a->forks[t->first_fork + k].region), good);
  set(o, "id", integer(i), good);
  set(o, "name", json_string_nocheck(name), good);
  set(o, "kind", json_string_nocheck(analysis_location_kind(a, i)), good);
  set(o, "process", integer(l->process), good);
  set(o, "parent", known(l->parent), good);
  set(o, "thread_num", known(l->thread_num), good);
  set(o, "level", known(l->level), good);
  set(o, "team_size", known(l->team_size), good);
  set(o, "forks", forks, good);
  set(o, "cpu", known(l->cpu), good);
  set(o, "state", json_string_nocheck(l->state == POMP_LOCATION_ENDED ? "ended" : "active"), good);
  set(o, "served", integer(l->served), good);
  set(o, "os_thread", integer(l->os_thread), good);
  set(o, "lifetime_ns", l->parent == NO_LOCATION ? integer(t->lifetime) : json_null(), good);
  set(o, "in_regions_ns", integer(t->in_regions), good);
  set(o, "outside_ns", integer(t->outside), good);
  set(o, "idle_ns", integer(t->idle), good);
  set(o, "wait_ns", integer(t->wait), good);
  set(o, "scheduled", scheduled(&t->scheduled, good), good);
  set(o, "in_teams", team_cpu(&t->cpu, good), good);
  set(o, "visits", integer(t->visits), good);
  set(o, "repaired", integer(l->repaired), good);
  set(o, "ignored", integer(l->ignored), good);
  set(o, "unfinished", integer(t->open), good);
  set(o, "metrics", location_metrics(a, i, good), good);
  return o;
}

static json_t *callpath(const struct analysis *a, uint32_t i, bool *good) {
  const struct path *p = &a->paths[i];
  json_t *o = json_object();
  set(o, "id", integer(i), good);
  set(o, "parent", p->parent == NO_PATH ? json_null() : integer(p->parent), good);
  set(o, "region", integer(p->region), good);
  set(o, "depth", integer(p->depth), good);
  set(o, "subtree_ns", integer(p->subtree), good);
  set_totals(o, &p->totals, good);
  set_metrics(o, &p->totals, a->experiment, good);
  return o;
}

static json_t *idle(const struct analysis *a, uint32_t i, bool *good) {
  static const char *const kinds[IDLE_KINDS] = {
      [IDLE_SERIAL] = "serial", [IDLE_SMALL] = "small_team", [IDLE_LATE] = "late", [IDLE_OTHER] = "other"};
  const struct idle_time *t = &a->idle[i];
  json_t *o = json_object();
  set(o, "during", json_string_nocheck(kinds[t->kind]), good);
  set(o, "process", integer(t->process), good);
  set(o, "location", t->location == NO_LOCATION ? json_null() : integer(t->location), good);
  set(o, "region", t->region == NO_REGION ? json_null() : integer(t->region), good);
  set(o, "idle_ns", integer(t->time), good);
  return o;
}

/* Makes an element of `open`: a visit that had not ended, and whom it waits for. */
static json_t *open_visit(const struct analysis *a, uint32_t i, bool *good) {
  const struct open_visit *v = &a->open_visits[i];
  json_t *o = json_object(), *awaited = json_array();
  uint32_t path = a->node_path[v->node];
  for (uint32_t k = 0; k < a->awaited_count; k++)
    if (a->awaited[k].visit == i)
      append(awaited, integer(a->awaited[k].by), good);
  set(o, "id", integer(i), good);
  set(o, "location", integer(v->location), good);
  set(o, "callpath", integer(path), good);
  set(o, "region", integer(a->paths[path].region), good);
  set(o, "since_ns", v->suspended ? json_null() : integer(v->since), good);
  set(o, "open_ns", v->suspended ? json_null() : integer(v->time), good);
  set(o, "innermost", json_boolean(v->innermost), good);
  set(o, "suspended", json_boolean(v->suspended), good);
  set(o, "waits", json_boolean(v->waits), good);
  set(o, "waits_for", awaited, good);
  return o;
}

/* Makes an element of `deadlock`: a visit in which a thread waits for the thread of the next one, and the last for the
 * first. */
static json_t *deadlocked(const struct analysis *a, uint32_t i, bool *good) {
  const struct awaited *w = &a->awaited[a->cycle[i]];
  json_t *o = json_object();
  set(o, "visit", integer(w->visit), good);
  set(o, "waits_for", integer(w->by), good);
  return o;
}

static void write_region(struct json_out *o, const struct analysis *a, uint32_t i) {
  bool good = true;
  json_out_open_object(o, region(a, i, &good));
  json_region_shares(o, a, &a->regions[i]);
  json_out_text(o, "}");
  o->failed |= !good;
}

static void write_callpath(struct json_out *o, const struct analysis *a, uint32_t i) {
  bool good = true;
  json_out_open_object(o, callpath(a, i, &good));
  json_path_shares(o, a, &a->paths[i]);
  json_out_text(o, "}");
  o->failed |= !good;
}

static void write_blame(struct json_out *o, const struct analysis *a, uint32_t i) { json_blame(o, &a->blames[i]); }

/* This is what stands for `detail`. The last one has what each location has as numbers behind the text. */
enum detail { DETAIL_FULL, DETAIL_SUMMARY, DETAIL_ARRAYS };

/* Each row is an array. Its elements are made as a whole, or, if there may be millions, written piece by piece. The
 * full output has `write` where there is one, and the others `make`, if there is one. */
struct array {
  const char *name;
  json_t *(*make)(const struct analysis *, uint32_t, bool *);
  void (*write)(struct json_out *, const struct analysis *, uint32_t);
  uint32_t count;
  bool whole; /* it is left out of a summary */
};

/* Writes an array one element at a time, each on a line of its own, and keeps none: the whole may take gigabytes. */
static void write_array(struct json_out *o, const struct analysis *a, const struct array *array, enum detail detail) {
  bool good = true;
  json_out_text(o, ",\n \"");
  json_out_text(o, array->name);
  json_out_text(o, "\": [");
  for (uint32_t i = 0; i < array->count && good && !o->failed; i++) {
    json_out_text(o, i ? ",\n  " : "\n  ");
    if (array->write && detail == DETAIL_FULL)
      array->write(o, a, i);
    else
      json_out_value(o, array->make(a, i, &good));
  }
  json_out_text(o, "\n ]");
  o->failed |= !good;
}

static void write_all(struct json_out *o, const struct loaded *l, const struct analysis *a, enum detail detail) {
  static const char *const details[] = {"full", "summary", "arrays"};
  const struct array arrays[] = {{"processes", process, NULL, a->experiment->process_count, false},
                                 {"metrics", metric, NULL, a->experiment->metric_count, false},
                                 {"regions", region, write_region, a->region_count, false},
                                 {"locations", location, NULL, a->experiment->location_count, true},
                                 {"callpaths", callpath, write_callpath, a->path_count, false},
                                 {"blame", NULL, write_blame, a->blame_count, true},
                                 {"idle", idle, NULL, a->idle_count, true},
                                 {"open", open_visit, NULL, a->open_count, false},
                                 {"deadlock", deadlocked, NULL, a->cycle_length, false}};
  bool good = true;
  json_t *head = experiment(l, a, &good);
  o->failed |= !good;
  json_out_text(o, "{\n \"schema\": \"pomp-report\",\n \"version\": ");
  json_out_integer(o, SCHEMA_VERSION);
  json_out_text(o, ",\n \"detail\": \"");
  json_out_text(o, details[detail]);
  json_out_text(o, "\",\n \"experiment\": ");
  json_out_value(o, head);
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays && !o->failed; i++)
    if (detail == DETAIL_FULL || (detail == DETAIL_ARRAYS ? arrays[i].make != NULL : !arrays[i].whole))
      write_array(o, a, &arrays[i], detail);
  json_groups(o, a, detail == DETAIL_SUMMARY);
  if (detail == DETAIL_ARRAYS)
    json_arrays_text(o, a);
  json_out_text(o, "\n}\n");
  if (detail == DETAIL_ARRAYS)
    json_arrays_numbers(o, a);
  json_out_flush(o);
}

/* A failed write ends it as well; main finds that by itself. */
static bool print_json(FILE *out, const struct loaded *l, const struct analysis *a, enum detail detail) {
  struct json_out *o = malloc(sizeof *o);
  if (!o)
    return false;
  o->file = out;
  o->used = 0;
  o->failed = false;
  write_all(o, l, a, detail);
  bool good = !o->failed;
  free(o);
  return good || ferror(out);
}

bool report_json(FILE *out, const struct loaded *l, const struct analysis *a) {
  return print_json(out, l, a, DETAIL_FULL);
}
bool report_json_summary(FILE *out, const struct loaded *l, const struct analysis *a) {
  return print_json(out, l, a, DETAIL_SUMMARY);
}
bool report_arrays(FILE *out, const struct loaded *l, const struct analysis *a) {
  return print_json(out, l, a, DETAIL_ARRAYS);
}
