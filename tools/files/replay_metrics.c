/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* replay_metrics.c - metrics by the rules of the runtime's metric_values.c: who changes those changes these.
 * Not here: when visits begin and end (replay.c). */
#include "files/replay_metrics.h"
#include "files/replay.h"
#include "pomp_varint.h"

#include <stdlib.h>
#include <string.h>

/* Counters are subtracted as unsigned numbers, so that they wrap instead of overflowing. */
static int64_t less(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static void add(int64_t *to, int64_t value) { *to = (int64_t)((uint64_t)*to + (uint64_t)value); }

bool replay_counts_begin(struct replay_counts *c, uint32_t metrics) {
  int64_t *all = calloc(4ull * metrics + 1, sizeof *all);
  *c = (struct replay_counts){metrics, all, all + metrics, all + 2ull * metrics, all + 3ull * metrics};
  return all || (c->metrics = 0);
}

void replay_counts_end(struct replay_counts *c) { free(c->last); }

/* Returns the values of a node, or NULL if it is not one of the location's own. */
static struct replay_value *values_of(const struct replay *p, uint32_t node) {
  bool own = p->counts && p->trace->nodes[node].location == p->location;
  return own ? &p->sums->values[(size_t)node * p->counts->metrics] : NULL;
}

void replay_count_begin(struct replay *p, uint32_t node) {
  struct replay_value *v = values_of(p, node);
  for (uint32_t i = 0; v && i < p->counts->metrics; i++)
    v[i].start = p->counts->last[i];
}

void replay_count_stop(struct replay *p, uint32_t node) {
  struct replay_value *v = values_of(p, node);
  for (uint32_t i = 0; v && i < p->counts->metrics; i++) {
    if (v[i].start != POMP_NO_START)
      add(&v[i].inclusive, less(p->counts->last[i], v[i].start));
    v[i].start = POMP_NO_START;
  }
}

void replay_count_push(struct replay *p) {
  if (p->counts)
    memcpy(p->counts->pushed, p->counts->last, p->counts->metrics * sizeof(int64_t));
}

void replay_count_pop(struct replay *p, bool in_barrier) {
  const struct replay_counts *c = p->counts;
  for (uint32_t i = 0; c && in_barrier && i < c->metrics; i++)
    add(&c->in_tasks[i], less(c->last[i], c->pushed[i]));
}

void replay_count_arrive(struct replay *p) {
  if (!p->counts)
    return;
  memcpy(p->counts->arrived, p->counts->last, p->counts->metrics * sizeof(int64_t));
  memset(p->counts->in_tasks, 0, p->counts->metrics * sizeof(int64_t));
}

void replay_count_barrier(struct replay *p, uint32_t barrier, uint32_t team) {
  const struct replay_counts *c = p->counts;
  struct replay_value *of_barrier = values_of(p, barrier), *of_team = values_of(p, team);
  for (uint32_t i = 0; of_barrier && of_team && i < c->metrics; i++) {
    int64_t value = less(less(c->last[i], c->arrived[i]), c->in_tasks[i]);
    add(&of_barrier[i].inclusive, value);
    add(&of_team[i].inclusive, value);
  }
}

void replay_count_open(const struct trace *t, const struct replay_sums *s) {
  for (uint32_t i = 0; i < t->node_count; i++) {
    const struct trace_stream *stream = s->numbers[i].start ? trace_stream_of(t, t->nodes[i].location) : NULL;
    struct replay_value *v = &s->values[(size_t)i * s->metrics];
    for (uint32_t k = 0; stream && k < s->metrics; k++)
      if (v[k].start != POMP_NO_START)
        add(&v[k].inclusive, less(s->lasts[(size_t)(stream - t->streams) * s->metrics + k], v[k].start));
  }
}

/* Calls a function for each node that is open and not suspended. */
static void for_open(struct replay *p, uint32_t metric, int64_t value,
                     void (*change)(struct replay_value *v, int64_t value)) {
  for (uint32_t n = p->current; n != p->base; n = p->trace->nodes[n].parent) {
    struct replay_value *v = values_of(p, n);
    if (v)
      change(&v[metric], value);
  }
}
static void leave_out(struct replay_value *v, int64_t value) {
  if (v->start != POMP_NO_START)
    add(&v->start, value);
}
static void start(struct replay_value *v, int64_t value) { v->start = value; }

void replay_count_read(struct replay *p, const struct trace_record *r) {
  struct replay_counts *c = p->counts;
  uint64_t first = r->arguments[0];
  for (uint64_t i = 0; c && i + 1 < r->count && first + i < c->metrics; i++) {
    uint32_t metric = (uint32_t)(first + i);
    int64_t value = pomp_unzigzag(r->arguments[1 + i]);
    struct replay_value *root = values_of(p, p->root);
    switch (r->code) {
    case POMP_CODE_METRICS_ASIDE:
      for_open(p, metric, value, leave_out);
      continue;
    case POMP_CODE_METRICS_ROOT:
      if (root)
        root[metric].start = value;
      break;
    case POMP_CODE_METRICS_CHUNK:
      if (!p->resumed)
        continue; /* they are known, and some may belong to the event before */
      c->pushed[metric] = value;
      for_open(p, metric, value, start);
      break;
    default:
      break;
    }
    c->last[metric] = value;
  }
}
