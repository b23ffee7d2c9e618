/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* distribution.c - how long the visits of a region took: the histograms of all locations as one, and its quantiles.
 * Not here: the shortest and the longest visit, and the sums (regions.c); the file (read_experiment.c). */
#include "pomp_histogram.h"
#include "sums/analysis_steps.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = POMP_HISTOGRAM_BUCKETS };

/* Returns, in ns, the shortest time that a bucket of the process has. */
static double edge_of(const struct process *p, uint32_t bucket) {
  return (double)pomp_histogram_edge(bucket) * (double)p->base_ns / (double)p->base_tick;
}

/* Adds the visits of a bucket of another process. Where its bounds are not those of the whole, those beyond the bound
 * are the part of them that would be there if the times between the bounds were equally frequent. */
static void add_other(const struct analysis *a, struct distribution *d, const struct process *p, uint32_t bucket,
                      uint64_t visits) {
  double from = 0, ratio = 1;
  uint32_t to = bucket;
  if (p != a->experiment->processes) {
    from = edge_of(p, bucket);
    ratio = edge_of(p, 1) / a->edges[1];
  }
  if (bucket == 0 || bucket == BUCKETS - 1 || (ratio > 0.99 && ratio < 1.01)) {
    d->visits[bucket] = plus(d->visits[bucket], visits);
    return;
  }
  while (to && a->edges[to] > from)
    to--;
  while (to < BUCKETS - 1 && a->edges[to + 1] <= from)
    to++;
  double end = 2 * from, beyond = to < BUCKETS - 1 && end > a->edges[to + 1] ? (end - a->edges[to + 1]) / from : 0;
  uint64_t behind = (uint64_t)(beyond * (double)visits + 0.5);
  behind = behind < visits ? behind : visits;
  d->visits[to] = plus(d->visits[to], visits - behind);
  if (behind)
    d->visits[to + 1] = plus(d->visits[to + 1], behind);
}

static const struct share *share_of(const struct analysis *a, const struct region *r, uint32_t location) {
  const struct share *shares = analysis_shares(a, r);
  for (uint32_t low = 0, high = r->shares; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    if (shares[middle].location == location)
      return &shares[middle];
    if (shares[middle].location < location)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* Returns how many visits each number that is full has lost: what is missing of the region's finished visits. */
static uint64_t lost_of(const struct analysis *a, const struct histogram *h, const struct region *r) {
  uint64_t counted = 0, full = 0;
  for (uint32_t i = 0; i < BUCKETS; i++) {
    counted += h->visits[i];
    full += h->visits[i] == UINT32_MAX;
  }
  const struct share *s = full ? share_of(a, r, h->location) : NULL;
  uint64_t finished = 0;
  for (uint32_t i = 0; s && i < s->node_count; i++) {
    const struct node *n = &a->experiment->nodes[s->nodes[i]];
    finished += n->visits - (n->start && n->visits);
  }
  return full && finished > counted ? (finished - counted) / full : 0;
}

bool distributions_row(const struct analysis *a, uint32_t i, struct histogram_row *row) {
  const struct experiment *e = a->experiment;
  if (i < e->histogram_sum_count) {
    const struct histogram_sum *h = &e->histogram_sums[i];
    *row = (struct histogram_row){.process = h->process, .key = h->key};
    memcpy(row->visits, h->visits, sizeof row->visits);
    return true;
  }
  if (i - e->histogram_sum_count >= e->histogram_count)
    return false;
  const struct histogram *h = &e->histograms[i - e->histogram_sum_count];
  const uint32_t region = analysis_region(a, h->key);
  const uint64_t lost = region == NO_REGION ? 0 : lost_of(a, h, &a->regions[region]);
  *row = (struct histogram_row){.process = e->locations[h->location].process, .key = h->key};
  for (uint32_t k = 0; k < BUCKETS; k++)
    row->visits[k] = h->visits[k] == UINT32_MAX ? h->visits[k] + lost : h->visits[k];
  return true;
}

void distribution_add(const struct analysis *a, struct distribution *d, const struct histogram_row *row) {
  for (uint32_t i = 0; i < BUCKETS; i++)
    if (row->visits[i])
      add_other(a, d, &a->experiment->processes[row->process], i, row->visits[i]);
}

void distributions_begin(struct analysis *a) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = 0; i < BUCKETS; i++)
    a->edges[i] = edge_of(&e->processes[0], i);
  for (uint32_t i = 0; i < e->process_count; i++)
    a->histograms_missing += e->processes[i].header.histograms_missing;
}

void distributions_conclude(struct analysis *a) {
  for (uint32_t i = 0; i < a->region_count; i++) {
    struct distribution *d = &a->distributions[i];
    for (uint32_t k = 0; k < BUCKETS; k++)
      d->all = plus(d->all, d->visits[k]);
    a->regions[i].distribution = d->all ? d : NULL;
  }
}

bool distributions_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct histogram_row row;
  distributions_begin(a);
  if (!e->histogram_sum_count && !e->histogram_count)
    return true;
  a->distributions = calloc(a->region_count, sizeof *a->distributions);
  if (!a->distributions)
    return false;
  for (uint32_t i = 0; distributions_row(a, i, &row); i++) {
    const uint32_t region = analysis_region(a, row.key);
    if (region != NO_REGION)
      distribution_add(a, &a->distributions[region], &row);
  }
  distributions_conclude(a);
  return true;
}

/* What a suspended visit has taken is not known apart from the others, nor what a signal handler has taken while the
 * end of a visit was noted: then the mean is that of the bounds that is nearer. */
bool region_mean_visit(const struct region *r, double *ns) {
  const struct totals *t = &r->totals;
  if (!r->key || t->visits <= t->open)
    return false;
  *ns = (double)(r->visit_time - (t->open_time < r->visit_time ? t->open_time : r->visit_time)) /
        (double)(t->visits - t->open);
  if (t->min != UINT64_MAX)
    *ns = *ns<(double)t->min ? (double)t->min : *ns>(double) t->max ? (double)t->max : *ns;
  return true;
}

bool region_quantile(const struct analysis *a, const struct region *r, double part, double *ns) {
  const struct distribution *d = r->distribution;
  if (!d || r->totals.min == UINT64_MAX)
    return false;
  double wanted = part * (double)d->all, before = 0, min = (double)r->totals.min, max = (double)r->totals.max;
  uint32_t bucket = 0;
  while (bucket < BUCKETS - 1 && before + (double)d->visits[bucket] < wanted)
    before += (double)d->visits[bucket++];
  double from = a->edges[bucket], to = bucket < BUCKETS - 1 ? a->edges[bucket + 1] : max;
  from = from > min ? from : min;
  to = to < max ? to : max;
  double inside = d->visits[bucket] ? (wanted - before) / (double)d->visits[bucket] : 0;
  *ns = from + (to > from ? to - from : 0) * (inside < 1 ? inside : 1);
  *ns = *ns < max ? *ns : max;
  return true;
}

double region_part_from(const struct analysis *a, const struct region *r, double ns) {
  const struct distribution *d = r->distribution;
  double from = 0;
  for (uint32_t bucket = 0; d && bucket < BUCKETS; bucket++)
    from += a->edges[bucket] >= ns ? (double)d->visits[bucket] : 0;
  return d ? from / (double)d->all : 0;
}
