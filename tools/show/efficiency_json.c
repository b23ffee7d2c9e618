/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency_json.c - efficiencies for programs, as docs/efficiency.md says.
 * Not here: the figures (tools/findings), text (efficiency_view.c). */
#include "show/efficiency_rows.h"
#include "show/json_rows.h"
#include "show/report.h"

static json_t *times_of(const struct efficiency *e, bool *good) {
  json_t *o = json_object();
  for (int k = 0; k < TIME_KINDS; k++)
    set(o, time_kind_keys[k], number_or_null(e->time[k] * 1e-9), good);
  return o;
}

static json_t *factors_of(const struct efficiency *e, bool *good) {
  json_t *o = json_object();
  for (int i = 0; i < FACTORS; i++)
    set(o, factor_rows[i].key, number_or_null(e->factor[i]), good);
  return o;
}

static void set_scalings(json_t *o, const struct scaling *s, bool *good) {
  for (int i = 0; i < SCALINGS; i++)
    set(o, scaling_rows[i].key, number_or_null(s->factor[i]), good);
}

static json_t *scaling_of(const struct scaling *s, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_EFFICIENCY_SCALING
#include "files/figures.def"
  return o;
}

static json_t *at_work_of(const struct at_work *w, bool *good) {
  char text[512];
  json_t *o = json_object(), *seconds = json_array();
  for (uint32_t i = 0; w->times && i <= w->threads; i++)
    append(seconds, json_real(w->times[i] * 1e-9), good);
  at_work_words(w, text, sizeof text);
#define FIGURES_OF_EFFICIENCY_AT_WORK
#include "files/figures.def"
  return o;
}

static json_t *row_of(const struct efficiency_row *r, const struct efficiency_row *reference, bool *good) {
  const struct efficiency *e = &r->efficiency;
  json_t *o = json_object();
#define FIGURES_OF_EFFICIENCY_RUN
#include "files/figures.def"
  return o;
}

static json_t *region_of(const struct efficiency_rows *r, size_t i, bool *good) {
  const struct efficiency_row *rows = r->at + i * r->experiments;
  json_t *o = json_object(), *runs = json_array();
  for (size_t k = 0; k < r->experiments; k++)
    append(runs, row_of(&rows[k], &rows[r->reference], good), good);
#define FIGURES_OF_EFFICIENCY_REGION
#include "files/figures.def"
  return o;
}

json_t *json_efficiency(const struct efficiency_request *request, bool *good) {
  struct efficiency_rows r;
  *good = efficiency_rows_find(&r, request) && *good;
  json_t *o = json_object(), *regions = json_array();
  for (size_t i = 0; *good && i < r.regions; i++)
    append(regions, region_of(&r, i, good), good);
#define FIGURES_OF_EFFICIENCY
#include "files/figures.def"
  efficiency_rows_free(&r);
  return o;
}

bool report_efficiency_json(FILE *out, const struct efficiency_request *request) {
  bool good = true;
  json_t *o = json_efficiency(request, &good);
  if (good && (json_dumpf(o, out, JSON_INDENT(2) | JSON_PRESERVE_ORDER) != 0 || fputc('\n', out) == EOF))
    good = true; /* main says that it can't write */
  json_decref(o);
  return good;
}
