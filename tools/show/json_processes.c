/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_processes.c - the run as a whole, its processes, and the metrics that were counted, as JSON.
 * Not here: what happened in it (report_json.c, json_regions.c). */
#include "base/paged_array.h"
#include "pomp_names.h"
#include "show/json_rows.h"
#include "show/report.h"

#include <string.h>
#include <time.h>

/* Makes an element of `metrics`: what was counted, in all. */
json_t *json_metric(const struct analysis *a, uint32_t i, bool *good) {
  const struct experiment *e = a->experiment;
  const struct metric *m = &e->metrics[i];
  json_t *o = json_object();
  uint64_t in_regions = 0, all = 0;
  for (uint32_t k = 0; k < e->location_count; k++) {
    in_regions += (uint64_t)a->locations[k].metrics[i].exclusive;
    all += (uint64_t)a->locations[k].metrics[i].inclusive;
    paged_leave(sizeof *a->locations + e->metric_count * sizeof *a->locations[k].metrics);
  }
#define FIGURES_OF_METRIC
#include "files/figures.def"
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
  static const char *const stops[] = {"none", "limit", "space", "file", "memory"};
  return h->stop_reason < sizeof stops / sizeof *stops ? stops[h->stop_reason] : "unknown";
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
#define FIGURES_OF_CLOCK
#include "files/figures.def"
  return o;
}

/* Sets what was run, where, and by which clock it was measured. */
static void set_program(json_t *o, const struct process *p, bool *good) {
#define FIGURES_OF_PROGRAM
#include "files/figures.def"
}

/* Makes an object of the waiting in MPI; null if no traces were read that tell it. */
static json_t *mpi_wait(const struct mpi_waited *m, bool *good) {
  if (!m->known)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_MPI_WAIT
#include "files/figures.def"
  return o;
}

static void set_process_totals(json_t *o, const struct process_totals *t, bool *good) {
#define FIGURES_OF_PROCESS_TOTALS
#include "files/figures.def"
}

json_t *json_experiment(const struct loaded *l, const struct analysis *a, bool *good) {
  const struct experiment *e = &l->experiment;
  const struct pomp_header *h = &e->header;
  const struct process *first = &e->processes[0];
  json_t *o = json_object();
  char directory[sizeof l->directory];
  memcpy(directory, l->directory, sizeof directory);
  pomp_text_clean(directory, 0);
#define FIGURES_OF_EXPERIMENT
#include "files/figures.def"
  return o;
}

static json_t *aligned(const struct pomp_alignment *a, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_ALIGNED
#include "files/figures.def"
  return o;
}

/* Sets what is to be added to a process's clock to get that of rank 0, by how much it may be off, and the drift in
 * between. */
static void set_alignment(json_t *o, const struct process *p, bool *good) {
  const struct pomp_alignment *a = p->header.alignment;
  json_t *points = json_array();
  for (int i = 0; i < 2; i++)
    if (a[i].ns)
      append(points, aligned(&a[i], good), good);
  double offset = 0, error = 0, drift = 0;
  if (a[0].ns && a[1].ns > a[0].ns)
    drift = ((double)a[1].offset - (double)a[0].offset) / (double)(a[1].ns - a[0].ns);
  bool measured = process_offset(p, p->header.sync[0].ns, &offset, &error);
#define FIGURES_OF_ALIGNMENT
#include "files/figures.def"
}

json_t *json_process(const struct analysis *a, uint32_t i, bool *good) {
  const struct process *p = &a->experiment->processes[i];
  const struct process_totals *t = &a->processes[i];
  const struct pomp_header *h = &p->header;
  json_t *o = json_object();
#define FIGURES_OF_PROCESS
#include "files/figures.def"
  return o;
}
