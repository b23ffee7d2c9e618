/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diagnose.c - collects findings, tells which of them the figures can carry, and puts them in order.
 * Not here: the looking for each property (properties.h lists who does it), which findings hold the same time
 * (same_time.c), the names of whom it costs (who.c). */
#include "by_cpu.h"
#include "critical.h"
#include "forks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHORT_RUN 10000000u /* ns */

/* Tells whether the figures carry the finding. While a thread had no processor, all others of its team may have waited
 * for it. That may be in all that compares threads by the wall clock, and may make up a finding alone. */
static void judge(const struct search *s, struct finding *f) {
  const struct analysis *a = s->a;
  if (f->property == PROPERTY_UNRELIABLE)
    return;
  f->by_run = true;
  if (a->all.wall < SHORT_RUN)
    snprintf(f->why, sizeof f->why, "the run took %.1f ms, which is too short", (double)a->all.wall * 1e-6);
  else if (a->lost)
    snprintf(f->why, sizeof f->why, "%llu events were lost", (unsigned long long)a->lost);
  else if (f->judged && !f->by_cpu && property_rows[f->property].by_wall && by_cpu_is_doubtful(s, f->severity))
    snprintf(f->why, sizeof f->why, "threads were ready to run and had no processor for %.3f s, which may be the cause",
             (double)a->all.scheduled.ready * 1e-9);
  else
    f->by_run = false;
  f->judged = !*f->why;
}

static int by_saving(const void *x, const void *y) {
  const struct finding *a = x, *b = y;
  if (a->judged != b->judged)
    return a->judged ? -1 : 1;
  if (a->saving != b->saving)
    return a->saving > b->saving ? -1 : 1;
  if (a->severity != b->severity)
    return a->severity > b->severity ? -1 : 1;
  if (a->property != b->property)
    return a->property < b->property ? -1 : 1;
  return a->region < b->region ? -1 : a->region > b->region;
}

/* Finds how many threads of a process there are for each one that the program started itself. */
static void count_threads(struct search *s) {
  for (uint32_t i = 0; i < s->a->experiment->process_count; i++)
    s->threads[i] = forks_share(s->a, i);
}

/* Puts the idle times in the order of their regions. */
static void sort_idle(struct search *s) {
  const struct analysis *a = s->a;
  uint32_t *next = s->idle_first + 1; /* where the next one of a region goes; at last, where the next region begins */
  for (uint32_t i = 0; i < a->idle_count; i++)
    if (a->idle[i].region != NO_REGION)
      next[a->idle[i].region + 1]++;
  for (uint32_t r = 0; r < a->region_count; r++)
    next[r + 1] += next[r];
  for (uint32_t i = 0; i < a->idle_count; i++)
    if (a->idle[i].region != NO_REGION)
      s->idle[next[a->idle[i].region]++] = i;
}

/* Lists the call paths of each region. */
static void sort_paths(struct search *s) {
  const struct analysis *a = s->a;
  for (uint32_t r = 0; r < a->region_count; r++)
    s->region_path[r] = NO_PATH;
  for (uint32_t i = a->path_count; i-- > 0;) {
    s->path_next[i] = s->region_path[a->paths[i].region];
    s->region_path[a->paths[i].region] = i;
  }
}

/* Looks for each property. A function that looks for several is called once. */
static void find_all(struct search *s) {
  for (uint32_t p = 0, other; p < PROPERTY_COUNT; p++) {
    for (other = 0; property_rows[other].find != property_rows[p].find;)
      other++;
    if (other == p)
      property_rows[p].find(s);
  }
}

/* Says how much of the critical path is inside of the construct that a finding is about. */
static void find_on_path(struct search *s) {
  const struct analysis *a = s->a;
  for (uint32_t i = 0; i < s->count && a->critical && a->critical->wall; i++) {
    struct finding *f = &s->findings[i];
    uint32_t construct = f->region == NO_REGION ? 0 : POMP_KEY_CONSTRUCT(a->regions[f->region].key);
    if (construct)
      find_evidence(f, "on_critical_path", "%",
                    100 * (double)critical_inside(a, construct) / (double)a->critical->wall);
  }
}

bool diagnose(struct diagnosis *d, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct search s = {.a = a,
                     .lost = calloc(e->location_count + 1ull, sizeof *s.lost),
                     .scratch = calloc(e->location_count + 1ull, sizeof *s.scratch),
                     .threads = calloc(e->process_count + 1ull, sizeof *s.threads),
                     .ranks = calloc(e->process_count + 1ull, sizeof *s.ranks),
                     .idle_first = calloc(a->region_count + 2ull, sizeof *s.idle_first),
                     .idle = calloc(a->idle_count + 1ull, sizeof *s.idle),
                     .region_path = malloc((a->region_count + 1ull) * sizeof *s.region_path),
                     .path_next = malloc((a->path_count + 1ull) * sizeof *s.path_next),
                     .crowding = NO_REGION};
  struct ledger ledger = {.count = 0};
  s.failed =
      !s.lost || !s.scratch || !s.threads || !s.ranks || !s.idle_first || !s.idle || !s.region_path || !s.path_next;
  if (!s.failed) {
    count_threads(&s);
    sort_idle(&s);
    sort_paths(&s);
    s.failed |= !sequence_find(&s);
  }
  if (!s.failed) {
    find_rank_times(&s);
    if (a->sampled && a->sampled->on_cpu)
      s.cpu_wall = by_cpu_wall(&s);
    find_all(&s);
    for (uint32_t i = 0; i < s.count; i++)
      judge(&s, &s.findings[i]);
    if (s.count)
      qsort(s.findings, s.count, sizeof *s.findings, by_saving);
    find_on_path(&s);
    disturbed_order(&s);
    same_time_find(&s);
    s.failed |= !ledger_find(&s, &ledger);
    for (uint32_t i = 0; i < s.count; i++)
      s.failed |= !s.findings[i].advice;
  }
  free(s.lost);
  free(s.scratch);
  free(s.threads);
  waiting_end(&s);
  free(s.ranks);
  free(s.idle_first);
  free(s.idle);
  free(s.region_path);
  free(s.path_next);
  free(s.next_barrier);
  free(s.barrier_before);
  *d = (struct diagnosis){a, s.findings, s.count, ledger};
  return !s.failed;
}

void diagnosis_free(struct diagnosis *d) {
  for (uint32_t i = 0; i < d->count; i++) {
    free(d->findings[i].locations);
    free(d->findings[i].groups);
    free(d->findings[i].advice);
  }
  free(d->findings);
  ledger_free(&d->ledger);
  *d = (struct diagnosis){.analysis = NULL};
}
