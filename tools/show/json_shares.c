/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_shares.c - writes what each location has of a region or of a call path, and each row of blame, value by value.
 * Not here: the region and the call path, and all that is few (report_json.c), how bytes get out (json_out.c). The
 * order of the keys is that of docs/report-json.md. */
#include "show/json_shares.h"
#include "pomp_names.h"

static void write_messages(struct json_out *o, const struct messages *m) {
  if (!m->kind) {
    json_out_text(o, ",\"messages\":null");
    return;
  }
  json_out_text(o, ",\"messages\":{\"kind\":\"");
  json_out_text(o, pomp_mpi_kind_names[m->kind]);
  json_out_text(o, "\"");
  JSON_OUT_MEMBER(o, "sent", m->sent);
  JSON_OUT_MEMBER(o, "sent_bytes", m->sent_bytes);
  JSON_OUT_MEMBER(o, "received", m->received);
  JSON_OUT_MEMBER(o, "received_bytes", m->received_bytes);
  JSON_OUT_MEMBER(o, "partners", m->partners);
  JSON_OUT_MEMBER(o, "ranks", m->ranks);
  json_out_text(o, "}");
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

/* Writes `,"key":` and the number. */
#define PUT_MEMBER(at, key, number) number_put(JSON_PUT((at), ",\"" key "\":"), (int64_t)(number))

/* It needs less than SHARE_ROOM, but for messages and metrics. */
#define SHARE_ROOM 1024u
static char *put_totals(char *at, uint32_t location, const struct totals *t) {
  at = number_put(JSON_PUT(at, "{\"location\":"), location);
  at = PUT_MEMBER(at, "visits", t->visits);
  at = PUT_MEMBER(at, "inclusive_ns", t->inclusive);
  at = PUT_MEMBER(at, "exclusive_ns", t->exclusive);
  at = PUT_MEMBER(at, "wait_ns", t->wait);
  at = PUT_MEMBER(at, "tasks_ns", t->tasks);
  at = PUT_MEMBER(at, "delay_ns", t->delay);
  at = PUT_MEMBER(at, "held_ns", t->held);
  at = PUT_MEMBER(at, "contended", t->contended);
  if (t->min != UINT64_MAX) {
    at = PUT_MEMBER(at, "min_visit_ns", t->min);
    at = PUT_MEMBER(at, "max_visit_ns", t->max);
  } else
    at = JSON_PUT(at, ",\"min_visit_ns\":null,\"max_visit_ns\":null");
  return PUT_MEMBER(at, "unfinished", t->open);
}

static void write_share(struct json_out *o, uint32_t location, const struct totals *t, const struct experiment *e) {
  char *at = put_totals(json_out_room(o, SHARE_ROOM), location, t);
  if (!t->messages.kind && !t->metric_count) {
    json_out_took(o, JSON_PUT(at, ",\"messages\":null,\"metrics\":{},\"derived\":{}}"));
    return;
  }
  json_out_took(o, at);
  write_messages(o, &t->messages);
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

void json_blame(struct json_out *o, const struct blame *b) {
  json_out_text(o, "{\"waiter\":");
  json_out_integer(o, b->waiter);
  if (b->holder == NO_REGION)
    json_out_text(o, ",\"holder\":null");
  else
    JSON_OUT_MEMBER(o, "holder", b->holder);
  JSON_OUT_MEMBER(o, "callpath", b->path);
  JSON_OUT_MEMBER(o, "location", b->location);
  json_out_text(o, b->held ? ",\"held\":true" : ",\"held\":false");
  JSON_OUT_MEMBER(o, "waits", b->waits);
  JSON_OUT_MEMBER(o, "wait_ns", b->time);
  json_out_text(o, "}");
}
