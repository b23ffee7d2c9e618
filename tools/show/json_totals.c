/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_totals.c - figures in several parts of the JSON: totals, metrics, CPU time. Not here: the regions, call paths
 * and locations that they belong to (report_json.c and the other files that json_parts.h names). */
#include "pomp_names.h"
#include "show/json_parts.h"

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

void json_set_totals(json_t *o, const struct totals *t, bool *good) {
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

void json_set_metrics(json_t *o, const struct totals *t, const struct experiment *e, bool *good) {
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

/* Makes an object of what the system reported of threads; null if it reported nothing. */
json_t *json_scheduled(const struct scheduled *s, bool *good) {
  if (!s->known)
    return json_null();
  json_t *o = json_object();
  set(o, "lived_ns", integer(s->lived), good);
  set(o, "on_cpu_ns", integer(s->on_cpu), good);
  set(o, "ready_ns", s->ready_known ? integer(s->ready) : json_null(), good);
  set(o, "asleep_ns", s->ready_known ? integer(scheduled_asleep(s)) : json_null(), good);
  return o;
}

/* Makes an object of the CPU time in both modes, in ns, and of page faults. */
static json_t *kernel_object(uint64_t user, uint64_t system, uint64_t faults, uint64_t major_faults, bool *good) {
  json_t *o = json_object();
  set(o, "user_ns", integer(user), good);
  set(o, "system_ns", integer(system), good);
  set(o, "page_faults", integer(faults), good);
  set(o, "major_faults", integer(major_faults), good);
  return o;
}

/* Makes an object of what the kernel did for the threads; null if that is not known. */
json_t *json_kernel(const struct kernel_totals *k, bool *good) {
  if (!k->known)
    return json_null();
  json_t *o = kernel_object(k->user, k->system, k->faults, k->major_faults, good);
  set(o, "own_pages", integer(k->own_pages), good);
  set(o, "voluntary_switches", integer(k->sleeps), good);
  set(o, "resident_bytes", integer(k->resident), good);
  set(o, "reads", k->calls_known ? integer(k->reads) : json_null(), good);
  set(o, "writes", k->calls_known ? integer(k->writes) : json_null(), good);
  return o;
}

/* The same of a location's threads. */
json_t *json_thread_kernel(const struct thread_kernel *k, bool *good) {
  if (!k->known)
    return json_null();
  json_t *o = kernel_object(k->user, k->system, k->faults, k->major_faults, good);
  set(o, "switches", k->switches_known ? integer(k->switches) : json_null(), good);
  return o;
}

/* Makes an object of the CPU time in teams; null if no visit was measured. */
json_t *json_team_cpu(const struct team_cpu *c, bool *good) {
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
