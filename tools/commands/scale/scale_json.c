/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_json.c - writes the runs, the factors, the regions and what follows from them as JSON. */
#include "commands/scale/scale_json.h"
#include "commands/scale/cause.h"
#include "commands/scale/series.h"
#include "show/json_rows.h"

#include <string.h>

static json_t *factors_of(const struct efficiency *e, bool *good) {
  json_t *o = json_object();
  for (int i = 0; i < FACTORS; i++)
    set(o, factor_rows[i].key, number_or_null(e->factor[i]), good);
  return o;
}

static void set_scalings(json_t *o, const struct scaling *s, bool *good) {
  for (int k = 0; k < SCALINGS; k++)
    set(o, scaling_rows[k].key, number_or_null(s->factor[k]), good);
}

static struct scaling scaling_at(const struct series *s, size_t i) {
  struct scaling scaling;
  scaling_find(&scaling, &s->at[i]->efficiency, &s->at[0]->efficiency, s->weak);
  return scaling;
}

static json_t *scaling_of(const struct series *s, size_t i, bool *good) {
  const struct scaling scaling = scaling_at(s, i);
  json_t *o = json_object();
#define FIGURES_OF_SCALE_SCALING
#include "files/figures.def"
  return o;
}

static json_t *run_of(const struct plan *plan, const struct outcome *outcome, size_t k, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_SCALE_RUN
#include "files/figures.def"
  return o;
}

static json_t *number_of(const struct series *s, size_t i, const struct plan *plan, const struct outcome *outcome,
                         bool *good) {
  const struct configuration *c = s->at[i];
  const struct speedup speedup = series_speedup(s, i);
  json_t *o = json_object(), *runs = json_array();
  for (size_t k = 0; k < plan->count; k++)
    if (plan->runs[k].number == c->number && plan->runs[k].setting == c->setting && outcome[k].wall > 0)
      append(runs, run_of(plan, outcome, k, good), good);
#define FIGURES_OF_SCALE_NUMBER
#include "files/figures.def"
  return o;
}

static json_t *region_of(const struct series *s, const struct wall_part *part, bool *good) {
  json_t *o = json_object(), *walls = json_array();
  for (size_t i = 0; i < s->count; i++)
    append(walls, json_real(part->seconds[s->index[i]]), good);
#define FIGURES_OF_SCALE_REGION
#include "files/figures.def"
  return o;
}

static json_t *serial_of(const struct series *s, bool *good) {
  const struct serial serial = series_serial(s);
  if (!serial.known)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_SCALE_SERIAL
#include "files/figures.def"
  return o;
}

static json_t *limit_of(const struct series *s, const struct figures *f, bool *good) {
  double most;
  const struct wall_part *worst = series_worst(s, f, &most);
  if (s->count < 2)
    return json_null();
  const struct scaling scaling = scaling_at(s, s->count - 1);
  json_t *o = json_object();
#define FIGURES_OF_SCALE_LIMIT
#include "files/figures.def"
  return o;
}

/* Sets what the kernel did in the teams around it. */
static void set_kernel(json_t *evidence, const char *when, const struct work *w, bool *good) {
  const struct {
    const char *key;
    double value;
  } rows[] = {{"kernel_s", w->kernel}, {"page_faults", w->faults}, {"sleeps", w->sleeps}};
  char key[64];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    snprintf(key, sizeof key, "%s_%s", rows[i].key, when);
    set(evidence, key, rows[i].value >= 0 ? json_real(rows[i].value) : json_null(), good);
  }
}

static json_t *causes_of(const struct slowdown *d, bool *good) {
  json_t *array = json_array();
  for (int i = 0; i < SLOWDOWN_CAUSE_COUNT; i++)
    if (slowdown_may_be(d, (enum slowdown_cause_number)i))
      append(array, json_string(slowdown_causes[i].id), good);
  return array;
}

/* Lists the findings, with the keys of pomp-report --diagnose --json as far as they mean something here. */
static json_t *findings_of(const struct series *s, const struct figures *f, bool *good) {
  static char text[SLOWDOWN_TEXT];
  struct slowdown found[SLOWDOWNS_MOST];
  size_t count = slowdown_find(s, f, found, SLOWDOWNS_MOST);
  json_t *array = json_array();
  for (size_t i = 0; i < count; i++) {
    const struct slowdown *d = &found[i];
    json_t *o = json_object(), *evidence = json_object(), *seconds = json_array();
    for (size_t k = 0; k < s->count; k++)
      append(seconds, json_real(d->part->at[s->index[k]].seconds), good);
    set(evidence, "iterations_before", d->before->iterations >= 0 ? json_real(d->before->iterations) : json_null(),
        good);
    set(evidence, "iterations_after", d->after->iterations >= 0 ? json_real(d->after->iterations) : json_null(), good);
    set(evidence, "chunks_after", d->after->chunks >= 0 ? json_real(d->after->chunks) : json_null(), good);
    set_kernel(evidence, "before", d->before, good);
    set_kernel(evidence, "after", d->after, good);
    for (uint32_t m = 0; m < WORK_METRICS && f->works.metrics[m]; m++)
      set(evidence, f->works.metrics[m],
          d->before->metrics[m] > 0 ? json_real(d->after->metrics[m] / d->before->metrics[m]) : json_null(), good);
    slowdown_advice(d, text, sizeof text);
#define FIGURES_OF_SCALE_FINDING
#include "files/figures.def"
    append(array, o, good);
  }
  return array;
}

static json_t *cause_of(const struct series *s, const struct plan *plan, const struct figures *f, bool *good) {
  static struct cause cause;
  if (!cause_find(&cause, plan, f, s))
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_SCALE_CHOSEN
#include "files/figures.def"
  return o;
}

static json_t *series_json(const struct series *s, size_t setting, const struct plan *plan, const struct figures *f,
                           const struct outcome *outcome, bool *good) {
  json_t *o = json_object(), *settings = json_object(), *numbers = json_array(), *regions = json_array();
  for (size_t i = 0; i < plan->request->variable_count; i++) {
    char name[1024];
    snprintf(name, sizeof name, "%s", plan->request->variables[i].name);
    pomp_text_clean(name, '\n');
    set(settings, name, text_of(plan_value(plan, setting, i)), good);
  }
  for (size_t i = 0; i < s->count; i++)
    append(numbers, number_of(s, i, plan, outcome, good), good);
  for (size_t p = 0; p < f->part_count; p++)
    append(regions, region_of(s, &f->parts[p], good), good);
#define FIGURES_OF_SCALE_SERIES
#include "files/figures.def"
  return o;
}

json_t *json_make(const struct plan *plan, const struct figures *f, const struct outcome *outcome, bool *good) {
  json_t *o = json_object(), *all = json_array(), *command = json_array();
  for (char **word = plan->request->program; *word; word++)
    append(command, text_of(*word), good);
  for (size_t setting = 0; setting < plan->settings; setting++) {
    struct series s = series_of(plan, f, setting);
    if (s.count)
      append(all, series_json(&s, setting, plan, f, outcome, good), good);
  }
#define FIGURES_OF_SCALE
#include "files/figures.def"
  return o;
}

bool json_print(FILE *out, const struct plan *plan, const struct figures *f, const struct outcome *outcome) {
  bool good = true;
  json_t *o = json_make(plan, f, outcome, &good);
  good = good && (json_dumpf(o, out, JSON_INDENT(1)) == 0 || ferror(out));
  fputc('\n', out);
  json_decref(o);
  return good;
}
