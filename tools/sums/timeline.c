/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* timeline.c - makes the timeline of a run, lane by lane, so that of the trace no more is in memory than what comes of
 * it.
 * Not here: the steps (timeline_lane.c and what it calls). */
#include "sums/timeline.h"
#include "pomp_array.h"
#include "sums/job_traces.h"
#include "sums/timeline_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t process_count(const struct traced_run *s) { return s->job ? s->job->count : 1; }

/* Finds the lanes; `lanes` become those of locations. */
static bool find_lanes(struct timeline *t, const struct traced_run *s, uint32_t *lanes) {
  const struct experiment *e = s->experiment;
  t->lanes = calloc(e->location_count + 1ull, sizeof *t->lanes);
  if (!t->lanes)
    return false;
  for (uint32_t process = 0; process < process_count(s); process++)
    for (uint32_t i = 0; i < e->location_count; i++) {
      uint32_t location = s->analysis.location_order[i];
      if (s->threads[location].first != location || e->locations[location].process != process)
        continue;
      for (uint32_t k = location; k != NO_LOCATION; k = s->threads[k].next)
        lanes[k] = t->lane_count;
      t->lanes[t->lane_count++] = (struct timeline_lane){.location = location, .process = process};
    }
  return true;
}

static void find_end(struct timeline *t, const struct traced_run *s) {
  for (uint32_t i = 0; i < process_count(s); i++) {
    const struct traced_run *rank = traced_run_of_process(s, i);
    uint64_t end = traced_run_ns(rank, rank->end);
    t->end = end > t->end ? end : t->end;
  }
}

/* --- messages --- */

struct counted_messages {
  const struct traced_run *rank;
  struct message_flows *flows;
  bool good;
};

static bool count(void *context, const struct event *e) {
  struct counted_messages *m = context;
  struct message_flow flow;
  if (e->kind != EVENT_MPI)
    return true;
  uint32_t code = e->record->code;
  if (code == POMP_CODE_SEND || code == POMP_CODE_ISEND)
    m->good &= message_flows_sent(m->flows, m->rank, e->record, &flow);
  else if (code == POMP_CODE_RECEIVE || code == POMP_CODE_IRECEIVE)
    m->good &= message_flows_received(m->flows, m->rank, e->record, 0, 0);
  else if (code == POMP_CODE_IRECEIVE_REQUEST)
    m->good &= message_flows_posted(m->flows, e->record);
  struct receive r;
  while (m->good && message_flows_next(m->flows, false, &r, &flow))
    ;
  return m->good;
}

static bool count_of_rank(const struct traced_run *rank, struct message_flows *flows, char *error, size_t error_size) {
  struct counted_messages m = {rank, flows, true};
  const struct process *p = rank->process;
  bool good = true;
  for (uint32_t k = p->first_location; good && k < p->first_location + p->location_count; k++) {
    uint64_t misfits = 0;
    if (rank->threads[k].first == k)
      good = events_of(rank, k, count, &m, &misfits, error, error_size);
  }
  struct receive r;
  struct message_flow flow;
  while (message_flows_next(flows, true, &r, &flow))
    ;
  return good;
}

/* Counts the messages of a job whose traces lack something, so that it is known how many both sides have. */
static bool count_messages(const struct traced_run *s, struct message_flows *flows, char *error, size_t error_size) {
  bool good = true, part = false;
  for (uint32_t i = 0; good && i < s->job->count; i++) {
    good = traced_run_enter(s, i) && message_flows_look_at(flows, &s->job->ranks[i]);
    part |= trace_is_partial(s->job->ranks[i].trace);
    traced_run_leave(s, i);
  }
  part |= s->job->count != s->experiment->processes[0].header.ranks;
  for (uint32_t i = 0; good && part && i < s->job->count; i++) {
    good = traced_run_enter(s, i) && count_of_rank(&s->job->ranks[i], flows, error, error_size);
    traced_run_leave(s, i);
  }
  return good && (!part || message_flows_align(flows, s->job));
}

/* --- all --- */

/* Makes the lanes of a process, from this one on; it becomes the next process's first one. */
static bool make_lanes_of(struct timeline *t, const struct traced_run *s, uint32_t process, struct arrows *arrows,
                          struct message_flows *flows, const uint32_t *lanes, uint32_t *lane, char *error,
                          size_t error_size) {
  struct process_nodes p;
  bool good = process_nodes_begin(&p, traced_run_of_process(s, process), &s->analysis);
  for (; good && *lane < t->lane_count && t->lanes[*lane].process == process; ++*lane) {
    good = lane_make(t, &p, arrows, flows, *lane, error, error_size);
    lane_receives(arrows, flows, lanes, false);
  }
  lane_receives(arrows, flows, lanes, true);
  process_nodes_end(&p);
  return good;
}

static bool make_lanes(struct timeline *t, const struct traced_run *s, struct arrows *arrows, const uint32_t *lanes,
                       char *error, size_t error_size) {
  struct message_flows flows;
  message_flows_begin(&flows);
  bool good = !s->job || count_messages(s, &flows, error, error_size);
  uint32_t lane = 0;
  for (uint32_t i = 0; good && i < process_count(s); i++) {
    good = traced_run_enter(s, i) && make_lanes_of(t, s, i, arrows, &flows, lanes, &lane, error, error_size);
    traced_run_leave(s, i);
  }
  message_flows_end(&flows);
  return good;
}

bool timeline_make(struct timeline *t, const struct traced_run *s, char *error, size_t error_size) {
  struct arrows arrows = {.count = 0};
  *error = 0;
  memset(t, 0, sizeof *t);
  uint32_t *lanes = calloc(s->experiment->location_count + 1ull, sizeof *lanes);
  find_end(t, s);
  bool good = lanes && find_lanes(t, s, lanes) && windows_make(t, s) && levels_make(t) &&
              counters_make(t, s->experiment->metric_count);
  t->sum_ends = good ? calloc((size_t)t->lane_count * t->window_count + 1, sizeof *t->sum_ends) : NULL;
  good = good && t->sum_ends && make_lanes(t, s, &arrows, lanes, error, error_size) && arrows_join(&arrows, t) &&
         sum_at_work(t);
  free(lanes);
  free(arrows.ends);
  if (!good && !*error)
    snprintf(error, error_size, "not enough memory");
  return good;
}

void timeline_free(struct timeline *t) {
  for (uint32_t i = 0; i < t->window_count; i++) {
    for (int c = 0; c < TIMELINE_COLUMNS; c++) {
      free(t->windows[i].columns[c].at);
      free(t->windows[i].ends[c]);
    }
    free(t->windows[i].holders);
  }
  for (uint32_t i = 0; i < t->level_count; i++) {
    for (int c = 0; c < TIMELINE_CAUSE_COUNT; c++)
      free(t->levels[i].shares[c]);
    free(t->levels[i].nodes);
  }
  free(t->windows);
  free(t->lanes);
  free(t->nodes);
  free(t->spans);
  free(t->sums);
  free(t->sum_ends);
  free(t->at_work);
  free(t->changes);
  free(t->arrows);
  free(t->counters);
}
