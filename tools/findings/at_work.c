/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* at_work.c - finds how many threads worked at the same time. The profile has each thread's sums alone: of several
 * threads it tells the mean, and how long all worked at least and at most. */
#include "findings/at_work.h"
#include "sums/job_traces.h"
#include "sums/timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* True if nothing is missing in the traces, and each process has one. */
static bool is_whole(const struct traced_run *s) {
  bool whole = !s->job || s->job->count == s->experiment->processes[0].header.ranks;
  for (uint32_t i = 0; whole && s->job && i < s->job->count; i++) {
    whole = traced_run_enter(s, i) && !trace_is_partial(s->job->ranks[i].trace);
    traced_run_leave(s, i);
  }
  return whole && (s->job || !trace_is_partial(s->trace));
}

/* Takes what a timeline has. It may have more lanes than there were threads at the same time. */
static bool take(struct at_work *w, const struct timeline *t) {
  uint32_t most = w->threads;
  for (uint32_t i = most + 1; i <= t->lane_count; i++)
    most = t->at_work[i] ? i : most;
  w->times = calloc(most + 1ull, sizeof *w->times);
  if (!w->times)
    return false;
  w->threads = most;
  w->traced = true;
  w->wall = (double)t->end;
  for (uint32_t i = 0; i <= most && i <= t->lane_count; i++) {
    w->times[i] = (double)t->at_work[i];
    w->mean += t->end ? i * (double)t->at_work[i] / (double)t->end : 0;
  }
  w->all_least = w->all_most = w->times[most];
  return true;
}

/* Takes what the traces tell, if they are whole and can be read. */
static bool find_traced(struct at_work *w, const struct analysed_experiment *o) {
  struct traced_run s;
  struct trace_lacks lacks;
  struct timeline t;
  char error[256];
  bool good = true;
  if (!traced_run_has_trace(&o->loaded) || o->trace_refused)
    return true;
  const char *name = load_name_of_traces(&o->loaded);
  if (traced_run_open_by_rank(&s, name, &lacks) && is_whole(&s)) {
    if (timeline_make(&t, &s, error, sizeof error) && t.events)
      good = take(w, &t);
    timeline_free(&t);
  }
  traced_run_close(&s);
  return good;
}

/* Of the wall time T, in which n threads worked W in all, all worked for W / n at most; and for W - (n - 1) T at least,
 * as n - 1 threads can't have worked longer than that without the last one. */
static bool find_in_profile(struct at_work *w, const struct efficiency *e) {
  const double work = fmin(e->time[TIME_USEFUL], e->wall * w->threads);
  w->wall = e->wall;
  if (!w->threads || !(w->wall > 0))
    return true;
  w->mean = work / w->wall;
  w->all_most = work / w->threads;
  w->all_least = fmax(0, work - (w->threads - 1.0) * w->wall);
  if (w->threads > 1)
    return true;
  w->times = calloc(2, sizeof *w->times);
  if (w->times) {
    w->times[0] = w->wall - work;
    w->times[1] = work;
  }
  return w->times;
}

bool at_work_find(struct at_work *w, const struct analysed_experiment *o, const struct efficiency *e) {
  *w = (struct at_work){.threads = e->threads};
  return find_traced(w, o) && (w->times || find_in_profile(w, e));
}

void at_work_free(struct at_work *w) { free(w->times); }

void at_work_words(const struct at_work *w, char *text, size_t size) {
  if (w->traced)
    snprintf(text, size, "From the trace: on average %.2f of %u threads worked, and all of them for %.3f s of %.3f.",
             w->mean, w->threads, w->all_most * 1e-9, w->wall * 1e-9);
  else if (w->times)
    snprintf(text, size, "There was one thread, which worked for %.3f s of %.3f.", w->all_most * 1e-9, w->wall * 1e-9);
  else
    snprintf(text, size,
             "From the profile: on average %.2f of %u threads worked, and all of them for %.3f to %.3f s of %.3f; how "
             "many worked when is known with POMP_TRACE=1.",
             w->mean, w->threads, w->all_least * 1e-9, w->all_most * 1e-9, w->wall * 1e-9);
}
