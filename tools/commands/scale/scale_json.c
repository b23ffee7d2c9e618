/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_json.c - writes the runs, the factors, the regions and what follows from them as JSON. */
#include "commands/scale/scale_json.h"
#include "base/json_values.h"
#include "commands/scale/series.h"
#include "commands/scale/slowdown.h"

#include <string.h>

static json_t *factors_of(const struct efficiency *e, bool *good) {
  json_t *o = json_object();
  for (int i = 0; i < FACTORS; i++)
    set(o, factor_rows[i].key, number_or_null(e->factor[i]), good);
  return o;
}

static json_t *scaling_of(const struct series *s, size_t i, bool *good) {
  struct scaling scaling;
  json_t *o = json_object();
  scaling_find(&scaling, &s->at[i]->efficiency, &s->at[0]->efficiency, s->weak);
  for (int k = 0; k < SCALINGS; k++)
    set(o, scaling_rows[k].key, number_or_null(scaling.factor[k]), good);
  set(o, "loses", scaling.loses_key ? json_string(scaling.loses_key) : json_null(), good);
  set(o, "left_by_it", number_or_null(scaling.lost), good);
  return o;
}

static json_t *number_of(const struct series *s, size_t i, const struct plan *plan, const struct outcome *outcome,
                         bool *good) {
  const struct configuration *c = s->at[i];
  const struct speedup speedup = series_speedup(s, i);
  json_t *o = json_object(), *runs = json_array();
  for (size_t k = 0; k < plan->count; k++)
    if (plan->runs[k].number == c->number && plan->runs[k].setting == c->setting && outcome[k].wall > 0)
      append(runs, json_pack("{s:o, s:f}", "experiment", text_of(plan->runs[k].name), "wall_s", outcome[k].wall), good);
  set(o, "number", json_integer(c->number), good);
  set(o, "runs", runs, good);
  set(o, "wall_s", json_real(c->median), good);
  set(o, "speedup", json_real(speedup.median), good);
  set(o, "speedup_least", json_real(speedup.least), good);
  set(o, "speedup_most", json_real(speedup.most), good);
  set(o, "efficiency", json_real(speedup.efficiency), good);
  set(o, "ranks", json_integer(c->efficiency.ranks), good);
  set(o, "threads", json_integer(c->efficiency.threads), good);
  set(o, "shown_wall_s", json_real(c->wall), good);
  set(o, "serial_s", json_real(c->serial), good);
  set(o, "factors", factors_of(&c->efficiency, good), good);
  set(o, "scaling", scaling_of(s, i, good), good);
  set(o, "crowded", json_boolean(c->efficiency.crowded), good);
  set(o, "ready_s", c->ready >= 0 ? json_real(c->ready) : json_null(), good);
  set(o, "busy_may_explain", c->ready >= 0 ? json_boolean(series_busy(s, i)) : json_null(), good);
  return o;
}

static json_t *region_of(const struct series *s, const struct wall_part *part, bool *good) {
  json_t *o = json_object(), *walls = json_array();
  for (size_t i = 0; i < s->count; i++)
    append(walls, json_real(part->seconds[s->index[i]]), good);
  set(o, "kind", json_string(part_kind(part)), good);
  set(o, "name", text_of(part->name), good);
  set(o, "function", text_of(part->function), good);
  set(o, "where", text_of(part->where), good);
  set(o, "wall_s", walls, good);
  set(o, "speedup", number_or_null(part_speedup(s, part)), good);
  set(o, "efficiency", number_or_null(part_efficiency(s, part)), good);
  return o;
}

static json_t *serial_of(const struct series *s, bool *good) {
  const struct serial serial = series_serial(s);
  if (!serial.known)
    return json_null();
  json_t *o = json_object();
  set(o, "part", number_or_null(serial.part), good);
  set(o, "fitted_runs", json_integer((json_int_t)serial.runs), good);
  set(o, "fitted_part", series_fits(&serial) ? number_or_null(serial.fit.part) : json_null(), good);
  set(o, "fitted_within", series_fits(&serial) ? number_or_null(serial.fit.error) : json_null(), good);
  return o;
}

static json_t *limit_of(const struct series *s, const struct figures *f, bool *good) {
  double most;
  const struct wall_part *worst = series_worst(s, f, &most);
  if (s->count < 2)
    return json_null();
  json_t *o = scaling_of(s, s->count - 1, good);
  for (int k = 0; k < SCALINGS; k++)
    json_object_del(o, scaling_rows[k].key);
  set(o, "region", worst ? json_integer(worst - f->parts) : json_null(), good);
  set(o, "lost_s", json_real(most), good);
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
    set(o, "property", json_string(slowdown_rows[d->property].id), good);
    set(o, "region", text_of(d->part->name), good);
    set(o, "function", text_of(d->part->function), good);
    set(o, "file", text_of(d->part->file), good);
    set(o, "line", d->part->line > 0 ? json_integer(d->part->line) : json_null(), good);
    set(o, "where", text_of(d->part->where), good);
    set(o, "threads_s", seconds, good);
    set(o, "growth", json_real(d->after->seconds / d->perfect), good);
    set(o, "severity_s", json_real(d->after->seconds - d->perfect), good);
    set(o, "saving_s", json_real(d->saving), good);
    set(o, "judged", json_boolean(d->judged), good);
    set(o, "causes", causes_of(d, good), good);
    set(o, "evidence", evidence, good);
    slowdown_advice(d, text, sizeof text);
    set(o, "advice", json_string(text), good);
    append(array, o, good);
  }
  return array;
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
  set(o, "settings", settings, good);
  set(o, "numbers", numbers, good);
  set(o, "regions", regions, good);
  set(o, "serial", serial_of(s, good), good);
  set(o, "limit", limit_of(s, f, good), good);
  set(o, "findings", findings_of(s, f, good), good);
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
  set(o, "schema", json_string("pomp-scale"), good);
  set(o, "version", json_integer(1), good);
  set(o, "command", command, good);
  set(o, "of", json_string(plan->request->ranks ? "ranks" : "threads"), good);
  set(o, "weak", json_boolean(plan->request->weak), good);
  set(o, "folder", text_of(plan->shown), good);
  set(o, "series", all, good);
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
