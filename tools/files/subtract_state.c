/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* subtract_state.c - takes what an experiment had earlier off what it has now.
 * Not here: what is the same in both (state_match.c), where what it had earlier is kept (intervals.c). */
#include "files/subtract_state.h"
#include "files/phases.h"
#include "files/state_match.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Takes a part off a sum. A file that is copied while its program adds to it may tell of a little less than the copy
 * before did. */
static void take(uint64_t *from, uint64_t what) { *from = *from > what ? *from - what : 0; }
static void take_32(uint32_t *from, uint32_t what) { *from = *from > what ? *from - what : 0; }

/* Takes off sums of 64 bits, by where they are in both. */
static void take_sums(void *from, const void *what, const size_t *at, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint64_t now, before;
    memcpy(&now, (char *)from + at[i], sizeof now);
    memcpy(&before, (const char *)what + at[i], sizeof before);
    take(&now, before);
    memcpy((char *)from + at[i], &now, sizeof now);
  }
}

/* Tell where a figure of files/figures.def is, if it is a sum over time. */
#define AT_SUM(type, member) offsetof(type, member),
#define AT_MOST(type, member)
#define AT_PEAK(type, member)

/* --- call paths --- */

static const size_t extra_sums[] = {
#define FIGURES_DO(member, sum) AT_##sum(struct node_extra, messages.member)
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
#define FIGURES_DO(member, sum) AT_##sum(struct node_extra, instances.member)
#define FIGURES_OF_INSTANCES
#include "files/figures.def"
#define FIGURES_DO(member, sum) AT_##sum(struct node_extra, cpu.member)
#define FIGURES_OF_CPU
#include "files/figures.def"
#define FIGURES_DO(member, sum) AT_##sum(struct node_extra, loop.member)
#define FIGURES_OF_LOOP_COUNTS
#define FIGURES_OF_LOOP_CHUNKS
#include "files/figures.def"
#define FIGURES_DO(member, sum) AT_##sum(struct node_extra, kernel.member)
#define FIGURES_OF_KERNEL_TIME
#include "files/figures.def"
#define FIGURES_DO(member, sum) AT_##sum(struct node_extra, off.member)
#define FIGURES_OF_OFF_TIME
#include "files/figures.def"
};

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
  take_sums(x, y, extra_sums, COUNT(extra_sums));
  if (goes_on)
    take(&x->open, y->open);
}

static void take_values(struct experiment *now, uint32_t at, const struct experiment *before, uint32_t earlier,
                        const struct state_match *same) {
  if (!now->values || !before->values)
    return;
  int64_t *row = now->values + (size_t)now->origins[at].row * now->metric_count;
  const int64_t *old = before->values + (size_t)before->origins[earlier].row * before->metric_count;
  for (uint32_t i = 0; i < before->metric_count; i++)
    if (same->metric[i] < now->metric_count)
      row[same->metric[i]] = (int64_t)((uint64_t)row[same->metric[i]] - (uint64_t)old[i]);
}

/* --- what is beside the call paths --- */

#define LOCATION(member) offsetof(struct location, member)
static const size_t location_sums[] = {LOCATION(repaired), LOCATION(ignored), LOCATION(lived), LOCATION(on_cpu),
                                       LOCATION(ready)};
static const size_t location_kernel_sums[] = {
#define FIGURES_DO(member, sum) AT_##sum(struct location, kernel.member)
#define FIGURES_OF_THREAD_KERNEL
#include "files/figures.def"
};

static void take_location(struct location *l, const struct location *b) {
  take_sums(l, b, location_sums, COUNT(location_sums));
  if (l->kernel.known && b->kernel.known)
    take_sums(l, b, location_kernel_sums, COUNT(location_kernel_sums));
}

#define HEADER(member) offsetof(struct pomp_header, member)
static const size_t header_sums[] = {
    HEADER(ignored), HEADER(lost), HEADER(throttled), HEADER(switches), HEADER(samples_lost),
#define FIGURES_DO(member, sum) AT_##sum(struct pomp_header, member)
#define FIGURES_OF_KERNEL
#include "files/figures.def"
};

static void take_process(struct process *p, const struct process *b) {
  p->since_tick = b->end_tick;
  p->since_sync = b->header.sync[b->header.sync_latest < 3 ? b->header.sync_latest : 0];
  take_sums(&p->header, &b->header, header_sums, COUNT(header_sums));
  take_32(&p->header.forked, b->header.forked);
}

static void take_histogram_sums(struct experiment *now, const struct experiment *before,
                                const struct state_match *same) {
  for (uint32_t i = 0; i < before->histogram_sum_count; i++) {
    const struct histogram_sum *b = &before->histogram_sums[i];
    const uint32_t key = state_match_key(same, b->key), process = same->process[b->process];
    struct histogram_sum *s = key && process != NO_PROCESS ? experiment_histogram_sum(now, process, key) : NULL;
    for (size_t k = 0; s && k < POMP_HISTOGRAM_BUCKETS; k++)
      take(&s->visits[k], b->visits[k]);
  }
}

/* A histogram that is full tells of no difference; and one that was in no sum earlier may be in it now. */
static void take_histograms(struct experiment *now, const struct experiment *before, const struct state_match *same) {
  for (uint32_t i = 0; i < before->histogram_count; i++) {
    const struct histogram *b = &before->histograms[i];
    const uint32_t location = same->location[b->location], key = state_match_key(same, b->key);
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
                           const struct state_match *same) {
  const uint32_t node = b->node == NO_NODE ? NO_NODE : same->node[b->node];
  const uint32_t location = b->location == NO_LOCATION ? NO_LOCATION : same->location[b->location];
  return s->process == process && s->node == node && s->location == location && s->pc == b->pc &&
         s->state == b->state && s->os_thread == b->os_thread && s->early == b->early;
}

/* New records come behind those that there are, process by process. */
static void take_samples(struct experiment *now, const struct experiment *before, const struct state_match *same) {
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

bool experiment_drop_empty(struct experiment *e) {
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
  phases_renumber(e, number);
  e->node_count = kept;
  free(left);
  free(number);
  return true;
}

bool experiment_subtract(struct experiment *now, const struct experiment *before) {
  struct state_match same;
  bool good = state_match_find(&same, now, before);
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
    good = experiment_drop_empty(now);
  }
  state_match_free(&same);
  return good;
}
