/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* profile_from_trace.c - the profile that follows from a trace.
 * Not here: how records become numbers (tools/files/replay.c). */
#include "sums/profile_from_trace.h"
#include "files/processes.h"
#include "files/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fail(char *error, size_t size, const char *what) {
  snprintf(error, size, "%s", what);
  return false;
}

static void take_values(struct experiment *e, uint32_t i, const struct replay_value *values) {
  for (uint32_t k = 0; k < e->metric_count; k++)
    e->values[(size_t)e->origins[i].row * e->metric_count + k] = values ? values[k].inclusive : 0;
}

/* Takes the messages over; only the profile says what the function is for. */
static bool take_messages(struct messages *to, const struct replay_messages *from) {
  *to = (struct messages){
#define FIGURES_DO COPIED
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
      .kind = from->any ? to->kind : 0};
  return experiment_messages_are_possible(to);
}

/* This is what times are held against. */
struct span {
  uint64_t begin, end, most; /* ticks; `most` is how long any visit can have been */
  const uint64_t *tasks_below;
};

static void take_tasks(struct experiment *e, const struct trace *t, const struct replay_sums *sums, uint64_t end) {
  for (uint32_t i = 0; i < e->location_count; i++) {
    e->locations[i].in_tasks = e->locations[i].in_tasks_since = 0;
    if (e->locations[i].arrived > end) /* the trace ends before that */
      e->locations[i].arrived = 0;
    if (e->locations[i].joined > end)
      e->locations[i].joined = 0;
  }
  for (uint32_t i = 0; i < t->stream_count; i++)
    if (t->streams[i].location < e->location_count) {
      e->locations[t->streams[i].location].in_tasks = sums->tasks[i].in_tasks;
      e->locations[t->streams[i].location].in_tasks_since = sums->tasks[i].in_tasks_since;
    }
}

/* Returns where the call path's messages and instances go; it is no place of the call path's if neither it nor the
 * trace has any. NULL: there is no memory. */
static struct node_extra *extra_of(struct experiment *e, struct node *n, const struct replay_messages *m,
                                   const struct instances *i) {
  static struct node_extra nothing;
  nothing = experiment_no_extra;
  return n->extra || m->any || i->visits || i->pairs ? experiment_extra_of(e, n) : &nothing;
}

/* Takes the numbers of a call path over. Those that no run can produce come of damage: then the call path has none.
 * False: there is no memory. */
static bool take_node(struct experiment *e, struct trace *t, const struct replay_sums *sums, uint32_t i,
                      const struct span *span) {
  static const struct replay_numbers none = {.min = UINT64_MAX};
  static const struct replay_messages no_messages = {.any = false};
  static const struct instances no_instances = {.count = 0};
  struct node *n = &e->nodes[i];
  uint32_t at = trace_node_find(t, e->origins[i].number);
  bool there = at != TRACE_NO_NODE;
  const struct replay_numbers *from = there ? &sums->numbers[at] : &none;
  const struct replay_messages *messages = there ? &sums->messages[at] : &no_messages;
  struct node_extra *extra = extra_of(e, n, messages, there ? &sums->instances[at] : &no_instances);
  if (!extra)
    return false;
  bool good = take_messages(&extra->messages, messages);
  for (;; from = &none) {
    n->visits = from->visits;
    n->inclusive = from->inclusive;
    n->min = from->min;
    n->max = from->max;
    n->wait = from->wait;
    n->start = from->start;
    const struct instances *shared = from != &none ? &sums->instances[at] : &no_instances;
    extra->instances = *shared;
    if (good && experiment_times_are_possible(e, n, span->most))
      break;
    take_messages(&extra->messages, &no_messages);
    t->call_paths_missing++;
    good = true;
  }
  take_values(e, i, there && from != &none && sums->metrics ? sums->values + (size_t)at * sums->metrics : NULL);
  return true;
}

static int by_region(const void *x, const void *y) {
  const struct histogram *a = x, *b = y;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  return a->key < b->key ? -1 : a->key > b->key;
}

/* Takes a histogram over if the profile has it, too; it may have none, or had no room for some. One that the profile
 * has in a sum, and that has a full number here, would have one in the profile as well if that were whole: it counts in
 * the sum as it is. */
static void take_histogram(struct experiment *e, const struct pomp_histogram *from) {
  const struct histogram wanted = {.key = from->key, .location = from->location};
  struct histogram *h =
      e->histogram_count ? bsearch(&wanted, e->histograms, e->histogram_count, sizeof wanted, by_region) : NULL;
  if (h) {
    memcpy(h->visits, from->visits, sizeof h->visits);
    return;
  }
  struct histogram_sum *sum = experiment_histogram_sum(e, 0, from->key);
  for (uint32_t i = 0; sum && i < POMP_HISTOGRAM_BUCKETS; i++)
    sum->visits[i] += from->visits[i];
}

static void take_histograms(struct experiment *e, const struct replay_sums *sums) {
  if (e->histogram_count)
    qsort(e->histograms, e->histogram_count, sizeof *e->histograms, by_region);
  for (uint32_t i = 0; i < e->histogram_count; i++)
    memset(e->histograms[i].visits, 0, sizeof e->histograms[i].visits);
  for (uint32_t i = 0; i < e->histogram_sum_count; i++)
    memset(e->histogram_sums[i].visits, 0, sizeof e->histogram_sums[i].visits);
  for (uint32_t i = 0; i < sums->histogram_count; i++)
    take_histogram(e, &sums->histograms[i]);
}

static bool take_over(struct experiment *e, struct trace *t, const struct replay_sums *sums) {
  const struct process *p = &e->processes[0];
  uint64_t begin = p->header.sync[0].tick, stop = t->header.stop_tick;
  struct span span = {.begin = begin, .end = p->end_tick};
  span.most = p->end_tick - begin + process_second(p);
  if (stop > begin && stop < span.end)
    span.end = stop;
  take_tasks(e, t, sums, span.end);
  uint64_t *tasks_below = experiment_tasks_below(e, span.end);
  span.tasks_below = tasks_below;
  bool good = tasks_below != NULL;
  for (uint32_t i = 0; good && i < e->node_count; i++)
    good = take_node(e, t, sums, i, &span);
  good = good && experiment_take_arrivals(e);
  bool *blocked = good ? experiment_blocked(e) : NULL;
  good = blocked != NULL;
  for (uint32_t i = 0; good && i < e->node_count; i++)
    good = experiment_close_visit(e, &e->nodes[i],
                                  experiment_open_time(&e->nodes[i], span.begin, span.end, tasks_below), blocked[i]);
  free(tasks_below);
  free(blocked);
  take_histograms(e, sums);
  experiment_count_arrivals(e);
  return good;
}

/* Leaves out the trace's call paths that are others in the profile. False if there is no memory. */
static bool drop_others(const struct experiment *e, struct trace *t) {
  unsigned char *marks = calloc(t->node_count + 1ull, 1);
  bool any = false;
  for (uint32_t i = 0; marks && i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    uint32_t at = trace_node_find(t, e->origins[i].number);
    if (at == TRACE_NO_NODE || (t->nodes[at].key == n->key && t->nodes[at].location == n->location))
      continue;
    marks[at] = 1;
    any = true;
  }
  bool good = marks && (!any || trace_drop_call_paths(t, marks));
  free(marks);
  return good;
}

bool profile_from_trace(struct experiment *e, struct trace *t, uint64_t *misfits, char *error, size_t error_size) {
  struct replay_sums sums = {.metrics = 0};
  const struct process *p = &e->processes[0];
  t->latest = p->end_tick + process_second(p);
  bool good = drop_others(e, t) && replay_sums_make(&sums, t, e->metric_count, e->header.ranks) &&
              replay_all(t, &sums, misfits, error, error_size) && take_over(e, t, &sums);
  replay_sums_free(&sums);
  return good || fail(error, error_size, "not enough memory");
}
