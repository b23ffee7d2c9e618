/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_shares.c - writes what each location has of a region or of a call path, and each row of blame, value by value.
 * Not here: the region and the call path, and all that is few (report_json.c), how bytes get out (json_out.c). The
 * order of the keys is that of docs/report-json.md. */
#include "show/json_shares.h"
#include "pomp_names.h"

/* These write the rows of files/figures.def at `at`, with a comma before each; `t` points to the figures. */
#define KEY(key, type, value, meaning)                                                                                 \
  at = JSON_PUT(at, ",\"" key "\":");                                                                                  \
  at = type(value);
#define FIGURE(member, sum, key, type, meaning) KEY(key, type, t->member, meaning)
#define INNER(...)
#define UNSIGNED(number) number_put(at, (int64_t)(number))
#define UNSIGNED_IF(known) !(known) ? JSON_PUT(at, "null") : UNSIGNED
#define FLAG(value) (value) ? JSON_PUT(at, "true") : JSON_PUT(at, "false")
#define WORD(words) TEXT
#define TEXT(text) stpcpy(stpcpy(stpcpy(at, "\""), text), "\"")
#define MESSAGES(of) put_messages(at, of)

static char *put_messages(char *at, const struct messages *t) {
  char *begin = at;
  if (!t->kind)
    return JSON_PUT(at, "null");
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
  *begin = '{';
  return JSON_PUT(at, "}");
}

static void write_metrics(struct json_out *o, const struct totals *t, const struct experiment *e) {
  json_out_text(o, ",\"metrics\":{");
  for (uint32_t i = 0; i < t->metric_count; i++) {
    json_out_text(o, i ? "," : "");
    json_out_value(o, json_string_nocheck(e->metrics[i].name)); /* it may need escapes */
    json_out_text(o, ":{\"inclusive\":");
    json_out_integer(o, t->metrics[i].inclusive);
    JSON_OUT_MEMBER(o, "exclusive", t->metrics[i].exclusive);
    json_out_text(o, "}");
  }
  json_out_text(o, "},\"derived\":{");
  struct derived d;
  for (uint32_t i = 0; t->metric_count && derived_at(e, i, &d); i++) {
    double value;
    json_out_text(o, i ? ",\"" : "\"");
    json_out_text(o, d.name);
    json_out_text(o, "\":{\"inclusive\":");
    json_out_value(o, derived_value(&d, t, true, &value) ? json_real(value) : json_null());
    json_out_text(o, ",\"exclusive\":");
    json_out_value(o, derived_value(&d, t, false, &value) ? json_real(value) : json_null());
    json_out_text(o, "}");
  }
  json_out_text(o, "}");
}

/* It needs less than SHARE_ROOM, but for metrics. */
#define SHARE_ROOM 2048u
static void write_share(struct json_out *o, uint32_t location, const struct totals *t, const struct experiment *e) {
  char *at = number_put(JSON_PUT(json_out_room(o, SHARE_ROOM), "{\"location\":"), location);
#define FIGURES_OF_TOTALS
#include "files/figures.def"
  if (!t->messages.kind && !t->metric_count) {
    json_out_took(o, JSON_PUT(at, ",\"metrics\":{},\"derived\":{}}"));
    return;
  }
  json_out_took(o, at);
  write_metrics(o, t, e);
  json_out_text(o, "}");
}

void json_region_shares(struct json_out *o, const struct analysis *a, const struct region *r) {
  const struct share *s = analysis_shares(a, r);
  json_out_text(o, ",\"locations\":[");
  for (uint32_t k = 0; k < r->shares; k++, s++) {
    json_out_text(o, k ? "," : "");
    struct metric_sum sums[METRICS];
    struct totals totals = analysis_share_totals(a, s, sums);
    write_share(o, s->location, &totals, a->experiment);
  }
  json_out_text(o, "]");
}

void json_path_shares(struct json_out *o, const struct analysis *a, uint32_t path) {
  struct totals totals;
  struct metric_sum sums[METRICS];
  json_out_text(o, ",\"locations\":[");
  for (uint32_t at = 0, location, k = 0; analysis_path_share(a, path, &at, &location, &totals, sums); k++) {
    json_out_text(o, k ? "," : "");
    write_share(o, location, &totals, a->experiment);
  }
  json_out_text(o, "]");
}

void json_blame(struct json_out *o, const struct blame *t) {
  char *begin = json_out_room(o, SHARE_ROOM), *at = begin;
#define FIGURES_OF_BLAME
#include "files/figures.def"
  *begin = '{';
  json_out_took(o, JSON_PUT(at, "}"));
}
