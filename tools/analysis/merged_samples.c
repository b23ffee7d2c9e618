/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* merged_samples.c - adds up what was sampled in processes.
 * Not here: what that is (sampled.c). */
#include "merged_sums.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for what all call paths and regions that are known have. */
static bool more_room(struct merged *m) {
  struct sampled *s = m->a->sampled;
  if (!s && !(s = m->a->sampled = calloc(1, sizeof *s)))
    return false;
  if (!POMP_ARRAY_ROOM(m->of_samples, m->of_samples_room, m->path_count + 0ull) ||
      !POMP_ARRAY_ROOM(m->of_states, m->of_states_room, m->path_count + 0ull) ||
      !POMP_ARRAY_ROOM(m->sampled_teams, m->sampled_teams_room, m->region_count + 0ull))
    return false;
  for (; m->sampled_paths < m->path_count; m->sampled_paths++) {
    memset(&m->of_samples[m->sampled_paths], 0, sizeof *m->of_samples);
    memset(&m->of_states[m->sampled_paths], 0, sizeof *m->of_states);
  }
  for (; m->sampled_regions < m->region_count; m->sampled_regions++)
    m->sampled_teams[m->sampled_regions] = (struct sampled_teams){.most = NO_LOCATION};
  return true;
}

static void add(struct sampled_count *to, struct sampled_count from) {
  to->count += from.count;
  to->time += from.time;
}

bool merged_samples_add(const struct adding *by) {
  struct merged *m = by->m;
  struct part_samples head;
  if (!by->head.sampled)
    return true;
  POMP_BYTES_TAKE(by->from, head);
  if (by->from->failed || !more_room(m))
    return false;
  add(&m->a->sampled->all, head.all);
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
  for (uint32_t i = 0; i < head.found; i++) {
    struct part_found from;
    POMP_BYTES_TAKE(by->from, from);
    if (from.path < by->head.paths && from.state < SAMPLED_STATES)
      add(&m->of_states[by->paths[from.path]].at[from.state], from.samples);
  }
  return !by->from->failed;
}

/* Lists what was found by call path and state. */
static bool list_found(const struct merged *m, struct sampled *s, const uint32_t *by_place) {
  uint32_t count = 0, known;
  const struct sampled_state *states = sampled_states(&known);
  for (int pass = 0; pass < 2; pass++) {
    count = 0;
    for (uint32_t i = 0; i < m->sampled_paths * SAMPLED_STATES; i++) {
      const uint32_t path = i / SAMPLED_STATES, state = i % SAMPLED_STATES;
      const struct sampled_count *of = &m->of_states[by_place[path]].at[state];
      if (!of->count && !of->time)
        continue;
      if (pass)
        s->found[count] = (struct sampled_found){NO_LOCATION, path, &states[state], *of};
      count++;
    }
    if (!pass && !(s->found = calloc(count + 1ull, sizeof *s->found)))
      return false;
  }
  s->found_count = count;
  return true;
}

bool merged_samples_conclude(struct merged *m, const uint32_t *place, const uint32_t *regions) {
  struct analysis *a = m->a;
  if (!a->sampled && !sampled_is_there(m->e))
    return true;
  uint32_t *by_place = malloc((m->path_count + 1ull) * sizeof *by_place);
  bool good = by_place && more_room(m);
  struct sampled *s = a->sampled;
  if (good) {
    s->paths = calloc(a->path_count + 1ull, sizeof *s->paths);
    s->teams = calloc(a->region_count + 1ull, sizeof *s->teams);
    good = s->paths && s->teams;
  }
  for (uint32_t i = 0; good && i < m->path_count; i++) {
    s->paths[place[i]] = m->of_samples[i];
    by_place[place[i]] = i;
  }
  for (uint32_t i = 0; good && i < m->region_count; i++)
    s->teams[regions[i]] = m->sampled_teams[i];
  if (good)
    sampled_add_processes(m->e, s);
  good = good && list_found(m, s, by_place);
  free(by_place);
  return good;
}
