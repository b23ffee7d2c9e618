/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_sums_samples.c - adds up what was sampled in processes.
 * Not here: what that is (sampled.c). */
#include "pomp_array.h"
#include "sums/job_sums_internal.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for what all call paths and regions that are known have. */
static bool more_room(struct job_sums *m) {
  if (!m->a->sampled && !(m->a->sampled = calloc(1, sizeof *m->a->sampled)))
    return false;
  if (!POMP_ARRAY_ROOM(m->of_samples, m->of_samples_room, m->path_count + 0ull) ||
      !POMP_ARRAY_ROOM(m->sampled_teams, m->sampled_teams_room, m->region_count + 0ull))
    return false;
  for (; m->sampled_paths < m->path_count; m->sampled_paths++)
    memset(&m->of_samples[m->sampled_paths], 0, sizeof *m->of_samples);
  for (; m->sampled_regions < m->region_count; m->sampled_regions++)
    m->sampled_teams[m->sampled_regions] = (struct sampled_teams){.most = NO_LOCATION};
  return true;
}

bool job_sums_samples_add(const struct adding *by) {
  struct job_sums *m = by->m;
  struct rank_samples head;
  if (!by->head.sampled)
    return true;
  POMP_BYTES_TAKE(by->from, head);
  if (by->from->failed || !more_room(m))
    return false;
  m->a->sampled->all.count += head.all.count;
  m->a->sampled->all.time += head.all.time;
  sampled_add_sums(&m->a->sampled->none, &head.none);
  for (uint32_t i = 0; i < by->head.paths; i++) {
    struct sampled_sums from;
    POMP_BYTES_TAKE(by->from, from);
    sampled_add_sums(&m->of_samples[by->paths[i]], &from);
  }
  for (uint32_t i = 0; i < by->head.regions; i++) {
    struct sampled_teams from;
    POMP_BYTES_TAKE(by->from, from);
    from.most = from.most == NO_LOCATION ? NO_LOCATION : by->first_location + from.most;
    sampled_teams_add(&m->sampled_teams[by->regions[i]], &from);
  }
  return !by->from->failed;
}

bool job_sums_samples_conclude(struct job_sums *m, const uint32_t *place, const uint32_t *regions) {
  struct analysis *a = m->a;
  if (!a->sampled && !sampled_is_there(m->e))
    return true;
  if (!more_room(m) || !a->sampled)
    return false;
  struct sampled *s = a->sampled;
  s->paths = calloc(a->path_count + 1ull, sizeof *s->paths);
  s->teams = calloc(a->region_count + 1ull, sizeof *s->teams);
  const bool good = s->paths && s->teams;
  for (uint32_t i = 0; good && i < m->path_count; i++)
    s->paths[place[i]] = m->of_samples[i];
  for (uint32_t i = 0; good && i < m->region_count; i++)
    s->teams[regions[i]] = m->sampled_teams[i];
  if (good)
    sampled_add_processes(m->e, s);
  return good;
}
