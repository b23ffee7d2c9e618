/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_processes.c - the run as a whole, its processes, and the metrics that were counted, as JSON.
 * Not here: what happened in it (report_json.c, json_regions.c). */
#include "base/paged_array.h"
#include "pomp_names.h"
#include "show/json_parts.h"
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
  set(o, "pid", integer(process_number(p)), good);
  set(o, "start", start_time(&p->header), good);
  set(o, "clock", clock_of(p, good), good);
  set(o, "nesting", json_string_nocheck(nesting_of(&p->header)), good);
  set(o, "end_known_by", json_string_nocheck(end_of(p)), good);
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
  set(o, "scheduled", json_scheduled(&t->scheduled, good), good);
  set(o, "throttled_ns", integer(t->throttled), good);
  set(o, "involuntary_switches", integer(t->switches), good);
  set(o, "kernel", json_kernel(&t->kernel, good), good);
}

json_t *json_experiment(const struct loaded *l, const struct analysis *a, bool *good) {
  const struct experiment *e = &l->experiment;
  const struct pomp_header *h = &e->header;
  const struct process *first = &e->processes[0];
  json_t *o = json_object();
  char directory[sizeof l->directory];
  memcpy(directory, l->directory, sizeof directory);
  pomp_text_clean(directory, 0);
  set(o, "directory", json_string_nocheck(directory), good);
  set(o, "state", json_string_nocheck(load_state_name(l)), good);
  set(o, "stop_reason", json_string_nocheck(stop_of(h)), good);
  set_program(o, first, good);
  set(o, "writer", json_string_nocheck(e->writer), good);
  set(o, "ranks", integer(h->ranks), good);
  set(o, "ranks_measured", integer(h->ranks ? e->process_count : 0), good);
  set_process_totals(o, &a->all, good);
  set(o, "crowded", json_boolean(analysis_is_crowded(&a->all)), good);
  set(o, "measuring_ns", json_real(a->measuring), good);
  set(o, "measuring_judged", json_boolean(analysis_measuring_is_judged(a)), good);
  set(o, "measuring_at_least", json_boolean(analysis_measuring_is_least(a)), good);
  set(o, "repaired", integer(a->repaired), good);
  set(o, "ignored", integer(a->ignored), good);
  set(o, "lost", integer(a->lost), good);
  set(o, "unfinished", integer(a->open), good);
  set(o, "filtered", integer(a->filtered), good);
  set(o, "left_out", integer(a->left_out), good);
  set(o, "missing_barriers", integer(a->missing_barriers), good);
  set(o, "forked_processes", integer(a->forked), good);
  set(o, "histograms_missing", integer(a->histograms_missing), good);
  set(o, "trace_chunks_damaged", integer(l->chunks_damaged), good);
  set(o, "trace_chunks_missing", integer(l->chunks_missing), good);
  set(o, "sums_differ", integer(e->added_up.differ), good);
  set(o, "interval", integer(l->interval), good);
  set(o, "intervals", integer(l->intervals), good);
  set(o, "phase", l->experiment.phase ? json_string_nocheck(l->experiment.phase) : json_null(), good);
  set(o, "sampled", json_sampled(a, good), good);
  set(o, "settings", settings(e, good), good);
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

json_t *json_process(const struct analysis *a, uint32_t i, bool *good) {
  const struct process *p = &a->experiment->processes[i];
  const struct process_totals *t = &a->processes[i];
  const struct pomp_header *h = &p->header;
  json_t *o = json_object();
  set(o, "id", integer(i), good);
  set(o, "rank", h->ranks ? integer(h->rank) : json_null(), good);
  set(o, "state", json_string_nocheck(process_state_name(p)), good);
  set(o, "stop_reason", json_string_nocheck(stop_of(h)), good);
  set_program(o, p, good);
  set_alignment(o, p, good);
  set(o, "first_location", integer(p->first_location), good);
  set(o, "location_count", integer(p->location_count), good);
  set_process_totals(o, t, good);
  set(o, "cpu_limit", h->cpu_quota ? json_real(h->cpu_quota / 1000.0) : json_null(), good);
  return o;
}
