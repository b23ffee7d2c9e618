/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* profile_from_trace.c - the profile that follows from a trace.
 * Not here: how records become numbers (tools/trace/replay.c). */
#include "profile_from_trace.h"
#include "processes.h"
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>

static bool fail(char *error, size_t size, const char *what) {
  snprintf(error, size, "%s", what);
  return false;
}

static void take_values(struct experiment *e, const struct node *n, const struct replay_value *values) {
  for (uint32_t k = 0; k < e->metric_count; k++)
    e->values[(size_t)n->row * e->metric_count + k] = values ? values[k].inclusive : 0;
}

/* Takes the messages over; only the profile says what the function is for. */
static bool take_messages(struct node *n, const struct replay_messages *from) {
  n->messages = (struct messages){.sent = from->sent,
                                  .sent_bytes = from->sent_bytes,
                                  .received = from->received,
                                  .received_bytes = from->received_bytes,
                                  .kind = from->any ? n->messages.kind : 0,
                                  .partners = from->partners,
                                  .ranks = from->ranks};
  return experiment_messages_are_possible(&n->messages);
}

static void take_tasks(struct experiment *e, const struct trace *t, const struct replay_sums *sums) {
  for (uint32_t i = 0; i < e->location_count; i++)
    e->locations[i].in_tasks = e->locations[i].in_tasks_since = 0;
  for (uint32_t i = 0; i < t->stream_count; i++)
    if (t->streams[i].location < e->location_count) {
      e->locations[t->streams[i].location].in_tasks = sums->tasks[i].in_tasks;
      e->locations[t->streams[i].location].in_tasks_since = sums->tasks[i].in_tasks_since;
    }
}

static bool take_nodes(struct experiment *e, const struct trace *t, const struct replay_sums *sums, uint64_t end,
                       const uint64_t *tasks_below, char *error, size_t size) {
  const struct process *p = &e->processes[0];
  uint64_t begin = p->header.sync[0].tick;
  uint64_t most = p->end_tick - begin + (uint64_t)((double)p->base_tick / (double)p->base_ns * 1e9);
  for (uint32_t i = 0; i < e->node_count; i++) {
    struct node *n = &e->nodes[i];
    uint32_t at = trace_node_find(t, n->number);
    struct replay_numbers none = {.min = UINT64_MAX};
    const struct replay_numbers *from = at == TRACE_NO_NODE ? &none : &sums->numbers[at];
    if (at != TRACE_NO_NODE && (t->nodes[at].key != n->key || t->nodes[at].location != n->location))
      return fail(error, size, "damaged: the trace's call paths are not those of the profile");
    if (!take_messages(n, at == TRACE_NO_NODE ? &(struct replay_messages){.any = false} : &sums->messages[at]))
      return fail(error, size, "damaged: impossible messages in the trace");
    n->visits = from->visits;
    n->inclusive = from->inclusive;
    n->min = from->min;
    n->max = from->max;
    n->wait = from->wait;
    n->start = from->start;
    if (!experiment_times_are_possible(n, most))
      return fail(error, size, "damaged: an impossible time in the trace");
    n->inclusive += experiment_open_time(n, begin, end, tasks_below);
    take_values(e, n, at == TRACE_NO_NODE || !sums->metrics ? NULL : sums->values + (size_t)at * sums->metrics);
  }
  return true;
}

static bool take_over(struct experiment *e, const struct trace *t, const struct replay_sums *sums, char *error,
                      size_t size) {
  const struct process *p = &e->processes[0];
  uint64_t stop = t->header.stop_tick, end = p->end_tick;
  if (stop > p->header.sync[0].tick && stop < end)
    end = stop;
  take_tasks(e, t, sums);
  uint64_t *tasks_below = experiment_tasks_below(e, end);
  bool good =
      tasks_below ? take_nodes(e, t, sums, end, tasks_below, error, size) : fail(error, size, "not enough memory");
  free(tasks_below);
  return good;
}

bool profile_from_trace(struct experiment *e, const struct trace *t, uint64_t *misfits, char *error,
                        size_t error_size) {
  struct replay_sums sums;
  bool good =
      replay_sums_make(&sums, t, e->metric_count, e->header.ranks) || fail(error, error_size, "not enough memory");
  good = good && replay_all(t, &sums, misfits, error, error_size) && take_over(e, t, &sums, error, error_size);
  replay_sums_free(&sums);
  return good;
}
