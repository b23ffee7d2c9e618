/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_totals.c - figures in several parts of the JSON: totals, metrics, CPU time. Not here: the regions, call paths
 * and locations that they belong to (report_json.c and the other files that json_parts.h names). */
#include "pomp_names.h"
#include "show/json_rows.h"

static json_t *messages(const struct messages *t, bool *good) {
  if (!t->kind)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
  return o;
}

void json_set_totals(json_t *o, const struct totals *t, bool *good) {
#define FIGURES_OF_TOTALS
#include "files/figures.def"
}

static json_t *metric_sum(const struct metric_sum *m, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_METRIC_SUM
#include "files/figures.def"
  return o;
}

void json_set_metrics(json_t *o, const struct totals *t, const struct experiment *e, bool *good) {
  json_t *metrics = json_object(), *derived = json_object();
  struct derived d;
  double value;
  for (uint32_t i = 0; i < t->metric_count; i++) {
    set(metrics, e->metrics[i].name, metric_sum(&t->metrics[i], good), good);
  }
  for (uint32_t i = 0; t->metric_count && derived_at(e, i, &d); i++) {
    json_t *m = json_object();
    set(m, "inclusive", derived_value(&d, t, true, &value) ? json_real(value) : json_null(), good);
    set(m, "exclusive", derived_value(&d, t, false, &value) ? json_real(value) : json_null(), good);
    set(derived, d.name, m, good);
  }
#define FIGURES_OF_METRICS
#include "files/figures.def"
}

/* Makes an object of what the system reported of threads; null if it reported nothing. */
json_t *json_scheduled(const struct scheduled *t, bool *good) {
  if (!t->known)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_SCHEDULED
#include "files/figures.def"
  return o;
}

/* Makes an object of what the kernel did for the threads; null if that is not known. */
json_t *json_kernel(const struct kernel_totals *t, bool *good) {
  if (!t->known)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_KERNEL
#include "files/figures.def"
  return o;
}

/* The same of a location's threads. */
json_t *json_thread_kernel(const struct thread_kernel *t, bool *good) {
  if (!t->known)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_THREAD_KERNEL
#include "files/figures.def"
  return o;
}

/* Makes an object of the CPU time in teams; null if no visit was measured. */
json_t *json_team_cpu(const struct team_cpu *t, bool *good) {
  if (!t->visits)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_CPU
#include "files/figures.def"
  return o;
}
