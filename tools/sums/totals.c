/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* totals.c - how the totals of nodes, shares, regions and call paths are added, and which location a root's time
 * belongs to. Not here: which totals are added to which (the other files here). */
#include "base/paged_array.h"
#include "sums/analysis_steps.h"
#include "sums/location_rows.h"

#include <string.h>

const struct totals totals_of_nothing = {.min = UINT64_MAX};

void messages_add(struct messages *to, const struct messages *from) {
  to->kind = from->kind ? from->kind : to->kind;
#define FIGURES_DO ADD
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
}

void totals_add(struct totals *to, const struct totals *from) {
#define FIGURES_DO ADD
#define FIGURES_OF_TOTALS
#include "files/figures.def"
  if (from->messages.kind | from->messages.sent | from->messages.sent_bytes | from->messages.received |
      from->messages.received_bytes)
    messages_add(&to->messages, &from->messages);
  for (uint32_t i = 0; i < to->metric_count; i++) {
    to->metrics[i].inclusive = sum_of(to->metrics[i].inclusive, from->metrics[i].inclusive);
    to->metrics[i].exclusive = sum_of(to->metrics[i].exclusive, from->metrics[i].exclusive);
  }
}

/* The rounded quotient may pass the bounds by a hair. */
struct spread spread_of(const struct spreading *s, uint32_t count) {
  if (!count)
    return (struct spread){0, 0, 0, 0};
  double mean = (double)s->sum / count, min = (double)s->min, max = (double)s->max;
  return (struct spread){s->min, s->max, mean < min ? min : mean > max ? max : mean, s->sum};
}

/* A member that waits at the end of its team has ended its parallel region before. */
uint64_t analysis_open_time(const struct experiment *e, const struct node *n) {
  const struct location *l = &e->locations[n->location];
  const bool waits = POMP_KEY_ROLE(n->key) == POMP_ROLE_TEAM && l->arrived && n->start == l->arrived;
  return n->start ? experiment_ns(e, experiment_extra(e, n)->open + (waits ? l->team_time : 0)) : 0;
}

uint64_t analysis_delay(const struct experiment *e, const struct node *n) {
  return pomp_role_wait(POMP_KEY_ROLE(n->key)) == POMP_WAIT_DELAY ? experiment_ns(e, n->wait) : 0;
}

void metrics_give(const struct analysis *a, struct totals *t, enum metric_kind kind, size_t row) {
  t->metric_count = a->experiment->metric_count;
  t->metrics = t->metric_count && a->sums[kind] ? a->sums[kind] + row * t->metric_count : NULL;
}

struct totals analysis_node_totals(const struct analysis *a, uint32_t node) {
  const struct experiment *e = a->experiment;
  const struct node *n = &e->nodes[node];
  const struct node_times *times = &a->nodes[node];
  struct totals t = {.visits = n->visits,
                     .inclusive = times->inclusive,
                     .exclusive = times->exclusive,
                     .wait = times->wait,
                     .contended = times->contended,
                     .min = n->min == UINT64_MAX ? UINT64_MAX : experiment_ns(e, n->min),
                     .open = n->start != 0,
                     .open_time = analysis_open_time(e, n)};
  uint64_t wait = n->wait ? experiment_ns(e, n->wait) : 0;
  enum pomp_wait kind = pomp_role_wait(POMP_KEY_ROLE(n->key));
  t.max = n->max == n->min ? t.min : experiment_ns(e, n->max);
  t.tasks = kind == POMP_WAIT_TASKS ? wait : 0;
  t.delay = kind == POMP_WAIT_DELAY ? wait : 0;
  t.held = kind == POMP_WAIT_HELD ? wait : 0;
  if (n->extra) {
    const struct node_extra *extra = experiment_extra(e, n);
    t.messages = extra->messages;
    t.pushed_off = extra->off.pushed_off ? experiment_ns(e, extra->off.pushed_off) : 0;
    t.asleep = extra->off.asleep ? experiment_ns(e, extra->off.asleep) : 0;
  }
  metrics_give(a, &t, OF_NODES, node);
  return t;
}

struct totals analysis_share_totals(const struct analysis *a, const struct share *s, struct metric_sum *sums) {
  struct totals sum = totals_of_nothing;
  if (location_rows_has(a, ROWS_OF_REGIONS))
    return location_rows_share_totals(a, s, sums);
  sum.metric_count = a->experiment->metric_count;
  sum.metrics = sums;
  if (sum.metric_count)
    memset(sums, 0, sum.metric_count * sizeof *sums);
  for (uint32_t i = 0; i < s->node_count; i++) {
    const uint32_t node = s->nodes[i];
    const uint64_t inclusive = sum.inclusive;
    struct totals t = analysis_node_totals(a, node);
    totals_add(&sum, &t);
    if (!a->outermost || a->outermost[node])
      continue;
    sum.inclusive = inclusive;
    for (uint32_t k = 0; k < sum.metric_count; k++)
      sums[k].inclusive = difference_of(sums[k].inclusive, t.metrics[k].inclusive);
  }
  return sum;
}

/* A worker that waits for its next team is not outside of regions but idle, and a member of a team is somewhere
 * else: the roots of both have no time of their own. */
bool root_has_time(const struct experiment *e, const struct node *n) {
  const struct location *l = &e->locations[n->location];
  return !(l->flags & POMP_LOCATION_WORKER) && l->parent == NO_LOCATION;
}

void locations_first(const struct experiment *e, uint32_t *first) {
  for (uint32_t i = 0; i < e->location_count; i++) {
    const struct location *l = &e->locations[i];
    first[i] = l->parent != NO_LOCATION && l->thread_num == 0 ? first[l->parent] : i;
    paged_leave(sizeof *l + sizeof *first);
  }
}
