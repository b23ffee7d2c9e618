/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* property_search.c - computes what the steps of a diagnosis share, and calls the function of each property.
 * Not here: the looking for each property (properties.h lists who does it). */
#include "findings/property_search.h"

#include "base/paged_array.h"
#include "findings/cpu_loss.h"
#include "findings/job_findings.h"
#include "sums/forks.h"

#include <stdlib.h>

/* Finds how many threads of a process there are for each one that the program started itself. */
static void count_threads(struct property_search *s) {
  for (uint32_t i = 0; i < s->a->experiment->process_count; i++)
    s->threads[i] = forks_share(s->a, i);
}

/* Puts the idle times in the order of their regions. */
static void sort_idle(struct property_search *s) {
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
static void sort_paths(struct property_search *s) {
  const struct analysis *a = s->a;
  for (uint32_t r = 0; r < a->region_count; r++)
    s->region_path[r] = NO_PATH;
  for (uint32_t i = a->path_count; i-- > 0;) {
    s->path_next[i] = s->region_path[a->paths[i].region];
    s->region_path[a->paths[i].region] = i;
  }
}

/* Takes what processes have told in place of what their call paths tell. */
static void take_times(struct property_search *s) {
  const struct job_findings *g = s->job_findings;
  for (uint32_t i = 0; i < s->a->experiment->process_count && i < g->process_count; i++)
    s->ranks[i] = g->ranks[i];
  s->cpu_wall = g->all.cpu_wall;
  s->crowding = g->all.crowding_time > 0 ? analysis_region(s->a, g->all.crowding_key) : NO_REGION;
}

bool property_search_make(struct property_search *s, const struct analysis *a, const struct job_findings *g) {
  const struct experiment *e = a->experiment;
  *s = (struct property_search){.a = a,
                                .job_findings = g,
                                .least = PART_SHOWN,
                                .lost = experiment_by_location(e, sizeof *s->lost),
                                .scratch = experiment_by_location(e, sizeof *s->scratch),
                                .threads = calloc(e->process_count + 1ull, sizeof *s->threads),
                                .ranks = calloc(e->process_count + 1ull, sizeof *s->ranks),
                                .idle_first = calloc(a->region_count + 2ull, sizeof *s->idle_first),
                                .idle = calloc(a->idle_count + 1ull, sizeof *s->idle),
                                .region_path = malloc((a->region_count + 1ull) * sizeof *s->region_path),
                                .path_next = malloc((a->path_count + 1ull) * sizeof *s->path_next),
                                .crowding = NO_REGION};
  if (!s->lost || !s->scratch || !s->threads || !s->ranks || !s->idle_first || !s->idle || !s->region_path ||
      !s->path_next)
    return false;
  count_threads(s);
  sort_idle(s);
  sort_paths(s);
  if (!sequence_find(s))
    return false;
  if (g)
    take_times(s);
  else {
    find_rank_times(s);
    if (a->sampled && a->sampled->on_cpu)
      s->cpu_wall = by_cpu_wall(s);
  }
  return true;
}

void property_search_free(struct property_search *s) {
  paged_free(s->lost);
  paged_free(s->scratch);
  free(s->threads);
  waiting_end(s);
  free(s->ranks);
  free(s->idle_first);
  free(s->idle);
  free(s->region_path);
  free(s->path_next);
  free(s->next_barrier);
  free(s->barrier_before);
}

void property_search_free_findings(struct property_search *s) {
  for (uint32_t i = 0; i < s->count; i++) {
    paged_free(s->findings[i].locations);
    free(s->findings[i].advice);
  }
  free(s->findings);
}

/* A function that looks for several properties is called once. */
void property_search_look(struct property_search *s, unsigned of) {
  for (uint32_t p = 0, other; p < PROPERTY_COUNT; p++) {
    for (other = 0; property_rows[other].find != property_rows[p].find;)
      other++;
    if (other == p && property_rows[p].of & of)
      property_rows[p].find(s);
  }
  if (!s->job_findings)
    machine_time_find(s);
}
