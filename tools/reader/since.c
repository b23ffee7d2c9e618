/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* since.c - takes what an experiment had earlier off what it has now.
 * Not here: what is the same in both (same_things.c), where what it had earlier is kept (intervals.c). */
#include "since.h"
#include "same_things.h"

#include <stdlib.h>
#include <string.h>

/* Takes a part off a sum. A file that is copied while its program adds to it may tell of a little less than the copy
 * before did. */
static void take(uint64_t *from, uint64_t what) { *from = *from > what ? *from - what : 0; }
static void take_32(uint32_t *from, uint32_t what) { *from = *from > what ? *from - what : 0; }

/* --- call paths --- */

static void take_extra(struct node_extra *x, const struct node_extra *y) {
  uint64_t *const sums[] = {
      &x->messages.sent,   &x->messages.sent_bytes, &x->messages.received, &x->messages.received_bytes,
      &x->instances.count, &x->instances.visits,    &x->instances.max,     &x->instances.mean,
      &x->instances.pairs, &x->instances.spared,    &x->cpu.visits,        &x->cpu.span,
      &x->cpu.on_cpu,      &x->cpu.teams,           &x->cpu.max,           &x->cpu.mean,
      &x->loop.visits,     &x->loop.iterations,     &x->loop.dealt,        &x->loop.dealt_iterations,
      &x->loop.chunks,     &x->loop.large,          &x->loop.few,          &x->loop.sized,
      &x->loop.sizes,      &x->kernel.visits,       &x->kernel.user,       &x->kernel.system,
      &x->kernel.faults,   &x->kernel.major_faults, &x->kernel.sleeps,     &x->kernel.preempted};
  const uint64_t parts[] = {
      y->messages.sent,   y->messages.sent_bytes, y->messages.received, y->messages.received_bytes,
      y->instances.count, y->instances.visits,    y->instances.max,     y->instances.mean,
      y->instances.pairs, y->instances.spared,    y->cpu.visits,        y->cpu.span,
      y->cpu.on_cpu,      y->cpu.teams,           y->cpu.max,           y->cpu.mean,
      y->loop.visits,     y->loop.iterations,     y->loop.dealt,        y->loop.dealt_iterations,
      y->loop.chunks,     y->loop.large,          y->loop.few,          y->loop.sized,
      y->loop.sizes,      y->kernel.visits,       y->kernel.user,       y->kernel.system,
      y->kernel.faults,   y->kernel.major_faults, y->kernel.sleeps,     y->kernel.preempted};
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
    take(sums[i], parts[i]);
}

/* The part of a call path before the first team is known if that team has begun. */
static void take_early(struct node_extra *x, uint64_t inclusive, const struct process *now, uint64_t since) {
  if (now->header.first_fork && now->header.first_fork <= since)
    x->early = 0;
  else
    take(&x->early, inclusive);
}

static void take_node(struct experiment *now, uint32_t at, const struct experiment *before, uint32_t earlier) {
  struct node *n = &now->nodes[at];
  const struct node *b = &before->nodes[earlier];
  const struct process *p = &now->processes[now->locations[n->location].process];
  const bool goes_on = n->start && b->start && n->visits == b->visits;
  take(&n->inclusive, b->inclusive);
  take(&n->wait, b->wait);
  take(&n->visits, b->visits);
  n->visits += b->start != 0;         /* it has been counted when it began */
  if (n->visits == (n->start != 0)) { /* none has ended */
    n->min = UINT64_MAX;
    n->max = 0;
  }
  if (!n->extra)
    return;
  struct node_extra *x = &now->extras[n->extra - 1];
  const struct node_extra *y = experiment_extra(before, b);
  take_early(x, b->inclusive, p, p->since_tick);
  take_extra(x, y);
  if (goes_on)
    take(&x->open, y->open);
}

static void take_values(struct experiment *now, uint32_t at, const struct experiment *before, uint32_t earlier,
                        const struct same_things *same) {
  if (!now->values || !before->values)
    return;
  int64_t *row = now->values + (size_t)now->origins[at].row * now->metric_count;
  const int64_t *old = before->values + (size_t)before->origins[earlier].row * before->metric_count;
  for (uint32_t i = 0; i < before->metric_count; i++)
    if (same->metric[i] < now->metric_count)
      row[same->metric[i]] = (int64_t)((uint64_t)row[same->metric[i]] - (uint64_t)old[i]);
}

/* --- what is beside the call paths --- */

static void take_location(struct location *l, const struct location *b) {
  take(&l->repaired, b->repaired);
  take(&l->ignored, b->ignored);
  take(&l->lived, b->lived);
  take(&l->on_cpu, b->on_cpu);
  take(&l->ready, b->ready);
  if (!l->kernel.known || !b->kernel.known)
    return;
  take(&l->kernel.user, b->kernel.user);
  take(&l->kernel.system, b->kernel.system);
  take(&l->kernel.faults, b->kernel.faults);
  take(&l->kernel.major_faults, b->kernel.major_faults);
  take(&l->kernel.switches, b->kernel.switches);
}

static void take_process(struct process *p, const struct process *b) {
  struct pomp_header *h = &p->header;
  const struct pomp_header *o = &b->header;
  p->since_tick = b->end_tick;
  take(&h->ignored, o->ignored);
  take(&h->lost, o->lost);
  take(&h->throttled, o->throttled);
  take(&h->switches, o->switches);
  take(&h->user, o->user);
  take(&h->system, o->system);
  take(&h->faults, o->faults);
  take(&h->major_faults, o->major_faults);
  take(&h->sleeps, o->sleeps);
  take(&h->own_pages, o->own_pages);
  take(&h->reads, o->reads);
  take(&h->writes, o->writes);
  take(&h->samples_lost, o->samples_lost);
  take_32(&h->forked, o->forked);
}

static void take_histogram_sums(struct experiment *now, const struct experiment *before,
                                const struct same_things *same) {
  for (uint32_t i = 0; i < before->histogram_sum_count; i++) {
    const struct histogram_sum *b = &before->histogram_sums[i];
    const uint32_t key = same_key(same, b->key), process = same->process[b->process];
    struct histogram_sum *s = key && process != NO_PROCESS ? experiment_histogram_sum(now, process, key) : NULL;
    for (size_t k = 0; s && k < POMP_HISTOGRAM_BUCKETS; k++)
      take(&s->visits[k], b->visits[k]);
  }
}

/* A histogram that is full tells of no difference; and one that was in no sum earlier may be in it now. */
static void take_histograms(struct experiment *now, const struct experiment *before, const struct same_things *same) {
  for (uint32_t i = 0; i < before->histogram_count; i++) {
    const struct histogram *b = &before->histograms[i];
    const uint32_t location = same->location[b->location], key = same_key(same, b->key);
    for (uint32_t k = 0; location != NO_LOCATION && key && k < now->histogram_count; k++) {
      struct histogram *h = &now->histograms[k];
      if (h->location != location || h->key != key)
        continue;
      for (size_t j = 0; j < POMP_HISTOGRAM_BUCKETS; j++)
        if (h->visits[j] != UINT32_MAX)
          take_32(&h->visits[j], b->visits[j]);
    }
  }
}

static bool is_same_sample(const struct sample_record *s, const struct sample_record *b, uint32_t process,
                           const struct same_things *same) {
  const uint32_t node = b->node == NO_NODE ? NO_NODE : same->node[b->node];
  const uint32_t location = b->location == NO_LOCATION ? NO_LOCATION : same->location[b->location];
  return s->process == process && s->node == node && s->location == location && s->pc == b->pc &&
         s->state == b->state && s->os_thread == b->os_thread && s->early == b->early;
}

/* New records come behind those that there are, process by process. */
static void take_samples(struct experiment *now, const struct experiment *before, const struct same_things *same) {
  uint32_t at = 0, kept = 0;
  for (uint32_t i = 0; i < before->sample_count; i++) {
    const struct sample_record *b = &before->samples[i];
    uint32_t found = at;
    while (found < now->sample_count && !is_same_sample(&now->samples[found], b, same->process[b->process], same))
      found++;
    if (found == now->sample_count)
      continue;
    take(&now->samples[found].count, b->count);
    take(&now->samples[found].time, b->time);
    at = found + 1;
  }
  for (uint32_t i = 0; i < now->sample_count; i++)
    if (now->samples[i].count)
      now->samples[kept++] = now->samples[i];
  now->sample_count = kept;
}

/* --- what is left --- */

/* Marks the call paths that something is left of, and those around them. */
static bool *find_left(const struct experiment *e) {
  bool *left = calloc(e->node_count + 1ull, sizeof *left);
  for (uint32_t i = e->node_count; left && i-- > 0;) {
    const struct node *n = &e->nodes[i];
    left[i] |= n->parent == NO_NODE || n->visits || n->inclusive || n->start;
    if (left[i] && n->parent != NO_NODE)
      left[n->parent] = true;
  }
  return left;
}

/* Takes out all other call paths. Their extras and values stay where they are. */
static bool keep_left(struct experiment *e) {
  bool *left = find_left(e);
  uint32_t *number = malloc((e->node_count + 1ull) * sizeof *number), kept = 0;
  if (!left || !number) {
    free(left);
    free(number);
    return false;
  }
  for (uint32_t i = 0; i < e->node_count; i++) {
    number[i] = left[i] ? kept : NO_NODE;
    if (!left[i])
      continue;
    e->nodes[kept] = e->nodes[i];
    if (e->nodes[kept].parent != NO_NODE)
      e->nodes[kept].parent = number[e->nodes[kept].parent];
    e->origins[kept++] = e->origins[i];
  }
  for (uint32_t i = 0; i < e->sample_count; i++)
    if (e->samples[i].node != NO_NODE)
      e->samples[i].node = number[e->samples[i].node];
  e->node_count = kept;
  free(left);
  free(number);
  return true;
}

bool experiment_since(struct experiment *now, const struct experiment *before) {
  struct same_things same;
  bool good = same_things_find(&same, now, before);
  for (uint32_t i = 0; good && i < before->process_count; i++)
    if (same.process[i] != NO_PROCESS)
      take_process(&now->processes[same.process[i]], &before->processes[i]);
  for (uint32_t i = 0; good && i < before->location_count; i++)
    if (same.location[i] != NO_LOCATION)
      take_location(&now->locations[same.location[i]], &before->locations[i]);
  for (uint32_t i = 0; good && i < before->node_count; i++)
    if (same.node[i] != NO_NODE) {
      take_node(now, same.node[i], before, i);
      take_values(now, same.node[i], before, i, &same);
    }
  if (good) {
    take_histogram_sums(now, before, &same);
    take_histograms(now, before, &same);
    take_samples(now, before, &same);
    now->header = now->processes[0].header;
    good = keep_left(now);
  }
  same_things_free(&same);
  return good;
}
