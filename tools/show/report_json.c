/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_json.c - everything in the experiment as JSON. docs/report-json.md is the contract; a test compares.
 * Not here: the numbers (analyse.c), regions, processes and totals (json_parts.h), what each location has of them
 * (json_shares.c; json_arrays.c for --arrays). */
#include "show/json_arrays.h"
#include "show/json_rows.h"
#include "show/json_shares.h"
#include "show/report.h"
#include "sums/samples.h"

#include <stdlib.h>

#define SCHEMA_VERSION 2

static json_t *location_sum(const struct metric_sum *m, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_LOCATION_SUM
#include "files/figures.def"
  return o;
}

static json_t *location_metrics(const struct analysis *a, uint32_t location, bool *good) {
  json_t *o = json_object();
  for (uint32_t i = 0; i < a->experiment->metric_count; i++)
    set(o, a->experiment->metrics[i].name, location_sum(&a->locations[location].metrics[i], good), good);
  return o;
}

json_t *json_location(const struct analysis *a, uint32_t i, bool *good) {
  const struct location *l = &a->experiment->locations[i];
  const struct location_totals *t = &a->locations[i];
  json_t *o = json_object(), *forks = json_array();
  char name[512];
  analysis_location_name(a, i, "\xe2\x86\x92", name, sizeof name);
  for (uint32_t k = 0; k < t->forks; k++)
    append(forks, integer(a->forks[t->first_fork + k].region), good);
#define FIGURES_OF_LOCATION
#include "files/figures.def"
  return o;
}

json_t *json_callpath(const struct analysis *a, uint32_t i, bool *good) {
  const struct path *p = &a->paths[i];
  json_t *o = json_object();
#define FIGURES_OF_CALLPATH
#include "files/figures.def"
  return o;
}

json_t *json_idle(const struct analysis *a, uint32_t i, bool *good) {
  static const char *const kinds[IDLE_KINDS] = {
      [IDLE_SERIAL] = "serial", [IDLE_SMALL] = "small_team", [IDLE_LATE] = "late", [IDLE_OTHER] = "other"};
  const struct idle_time *t = &a->idle[i];
  json_t *o = json_object();
#define FIGURES_OF_IDLE
#include "files/figures.def"
  return o;
}

/* Makes an element of `open`: a visit that had not ended, and whom it waits for. */
json_t *json_open_visit(const struct analysis *a, uint32_t i, bool *good) {
  const struct open_visit *v = &a->open_visits[i];
  json_t *o = json_object(), *awaited = json_array();
  uint32_t path = v->path, count;
  const struct awaited *w = analysis_awaited(a, i, &count);
  for (uint32_t k = 0; k < count; k++)
    append(awaited, integer(w[k].by), good);
#define FIGURES_OF_OPEN
#include "files/figures.def"
  return o;
}

/* Makes an element of `deadlock`: a visit in which a thread waits for the thread of the next one, and the last for the
 * first. */
json_t *json_deadlocked(const struct analysis *a, uint32_t i, bool *good) {
  const struct awaited *w = &a->awaited[a->cycle[i]];
  json_t *o = json_object();
#define FIGURES_OF_DEADLOCK
#include "files/figures.def"
  return o;
}

static void write_region(struct json_out *o, const struct analysis *a, uint32_t i) {
  bool good = true;
  json_out_open_object(o, json_region(a, i, &good));
  json_region_shares(o, a, &a->regions[i]);
  json_out_text(o, "}");
  o->failed |= !good;
}

static void write_callpath(struct json_out *o, const struct analysis *a, uint32_t i) {
  bool good = true;
  json_out_open_object(o, json_callpath(a, i, &good));
  json_path_shares(o, a, i);
  json_out_text(o, "}");
  o->failed |= !good;
}

static void write_blame(struct json_out *o, const struct analysis *a, uint32_t i) { json_blame(o, &a->blames[i]); }

/* This is what stands for `detail`. The last one has what each location has as numbers behind the text. */
enum detail { DETAIL_FULL, DETAIL_SUMMARY, DETAIL_ARRAYS };

/* Each row is an array. Its elements are made as a whole, or, if there may be millions, written piece by piece. The
 * full output uses `write` if it is set, and else `make`; other outputs use `make`, if it is set. */
struct array {
  const char *name;
  json_t *(*make)(const struct analysis *, uint32_t, bool *);
  void (*write)(struct json_out *, const struct analysis *, uint32_t);
  uint32_t count;
  bool whole;          /* it is left out of a summary */
  bool piece_by_piece; /* `write` is for all output */
};

/* Writes an array one element at a time, each on a line of its own, and keeps none: the whole may take gigabytes. */
static void write_array(struct json_out *o, const struct analysis *a, const struct array *array, enum detail detail) {
  bool good = true;
  json_out_text(o, ",\n \"");
  json_out_text(o, array->name);
  json_out_text(o, "\": [");
  for (uint32_t i = 0; i < array->count && good && !o->failed; i++) {
    json_out_text(o, i ? ",\n  " : "\n  ");
    if (array->write && (detail == DETAIL_FULL || array->piece_by_piece))
      array->write(o, a, i);
    else
      json_out_value(o, array->make(a, i, &good));
  }
  json_out_text(o, "\n ]");
  o->failed |= !good;
}

static void write_all(struct json_out *o, const struct loaded *l, const struct analysis *a, enum detail detail) {
  static const char *const details[] = {"full", "summary", "arrays"};
  const struct array arrays[] = {{"processes", json_process, NULL, a->experiment->process_count, false},
                                 {"metrics", json_metric, NULL, a->experiment->metric_count, false},
                                 {"regions", json_region, write_region, a->region_count, false},
                                 {"locations", json_location, NULL, a->experiment->location_count, true},
                                 {"callpaths", json_callpath, write_callpath, a->path_count, false},
                                 {"blame", NULL, write_blame, a->blame_count, true},
                                 {"idle", json_idle, NULL, a->idle_count, true},
                                 {"sampled_lines", json_sampled_line, NULL, json_line_count(a), false},
                                 {"sampled_frames", json_sampled_frame, NULL, json_frame_count(a), false},
                                 {"sampled_states", json_sampled_state, NULL, sampled_found_count(a), true},
                                 {"open", json_open_visit, NULL, a->open_count, false},
                                 {"deadlock", json_deadlocked, NULL, a->cycle_length, false},
                                 {"now", json_now, NULL, a->now_group_count, false},
                                 {"phases", json_phase, json_phase_write, a->series_count, false, true}};
  bool good = true;
  json_t *head = json_experiment(l, a, &good);
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
  json_out_text(o, ",\n \"intervals\": ");
  json_out_value(o, json_intervals(l, a, &good));
  o->failed |= !good;
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
