/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_findings.c - diagnoses a process of several by itself, and tells what it has found.
 * Not here: how that is put together (job_findings.c), what is found. */
#include "findings/job_findings.h"
#include "findings/look_at.h"
#include "findings/property_search.h"

#include <stdlib.h>

/* Findings that save less of the process's wall time are not told, nor is what calls of MPI take. The saving of the run
 * is that of the process that has most of it, so none of these could make a finding; and its thread time lacks less
 * than so much of each process's. */
#define PART_SENT 1e-5

static void put_runs(struct pomp_bytes *to, const uint32_t *locations, uint32_t count, uint32_t *runs) {
  *runs = 0;
  for (uint32_t i = 0, next; i < count; i = next) {
    for (next = i + 1; next < count && locations[next] == locations[next - 1] + 1;)
      next++;
    const struct sent_run run = {locations[i], next - i};
    if (to)
      POMP_BYTES_PUT(to, run);
    ++*runs;
  }
}

/* --- findings --- */

static uint32_t key_of(const struct analysis *a, uint32_t region) {
  return region == NO_REGION ? NO_REGION : a->regions[region].key;
}

static uint32_t depth_of(const struct analysis *a, uint32_t path) {
  uint32_t depth = 0;
  for (; path != NO_PATH && path; path = a->paths[path].parent)
    depth++;
  return depth;
}

/* Puts the keys of a path's regions, but for the root, from the outermost one inwards. False: no memory. */
static bool put_path(struct pomp_bytes *to, const struct analysis *a, uint32_t path, uint32_t depth) {
  uint32_t *keys = malloc((depth + 1ull) * sizeof *keys);
  if (!keys)
    return false;
  for (uint32_t i = depth; i-- > 0; path = a->paths[path].parent)
    keys[i] = a->regions[a->paths[path].region].key;
  pomp_bytes_put(to, keys, depth * sizeof *keys);
  free(keys);
  return true;
}

static bool put_evidence(struct pomp_bytes *to, const struct finding *f) {
  for (uint32_t i = 0; i < f->evidence_count; i++) {
    const struct evidence_row *row = evidence_row(f->evidence[i].key, f->property);
    struct sent_evidence e;
    if (!row)
      return false;
    memset(&e, 0, sizeof e);
    e.row = evidence_number(row);
    e.value = f->evidence[i].value;
    POMP_BYTES_PUT(to, e);
  }
  return true;
}

static bool put_finding(struct pomp_bytes *to, const struct analysis *a, const struct finding *f) {
  struct sent_finding s;
  memset(&s, 0, sizeof s); /* with what is between the members */
  s.property = f->property;
  s.region = key_of(a, f->region);
  s.place = f->place ? f->place : s.region;
  s.variant = f->variant;
  s.serial_part = f->serial_part;
  s.also = key_of(a, f->also);
  s.severity = f->severity;
  s.saving = f->saving;
  s.error = f->error;
  s.judged = f->judged;
  s.by_cpu = f->by_cpu;
  s.by_work = f->by_work;
  s.of_members = f->of_members;
  s.remark = f->remark;
  s.is = f->is;
  s.help = (uint32_t)f->help;
  s.team = depth_of(a, f->team);
  s.evidence = f->evidence_count;
  put_runs(NULL, f->locations, f->location_count, &s.runs);
  s.why = (uint32_t)strlen(f->why);
  s.advice = (uint32_t)strlen(f->advice);
  POMP_BYTES_PUT(to, s);
  if (!put_path(to, a, f->team, s.team) || !put_evidence(to, f))
    return false;
  put_runs(to, f->locations, f->location_count, &s.runs);
  pomp_bytes_put(to, f->why, s.why);
  pomp_bytes_put(to, f->advice, s.advice);
  return !to->failed;
}

/* --- what is asked of the run --- */

/* Leaves in search.lost the time of forks, and puts the locations that have some. */
static void put_facts(struct pomp_bytes *to, struct property_search *s, uint32_t *forking, uint32_t *locations) {
  const struct analysis *a = s->a;
  struct process_facts f;
  uint32_t region, count = 0;
  memset(&f, 0, sizeof f);
  f.rank = s->ranks[0];
  f.cpu_wall = s->cpu_wall;
  f.serial = find_serial_wall(s);
  f.worked = find_worked_in_teams(s);
  f.outside = find_outside_teams(a);
  f.crowding_time = s->crowding_time;
  f.crowding_key = key_of(a, s->crowding);
  f.forks = find_forks_time(s, &region, &f.longest_fork);
  f.longest_fork_key = key_of(a, region);
  POMP_BYTES_PUT(to, f);
  for (uint32_t i = 0; i < a->experiment->location_count; i++)
    if (s->lost[i] > 0)
      locations[count++] = i;
  *forking = count;
}

/* Sends the parts of each region's time for findings that are not about MPI. Returns how many regions have such
 * time. */
static uint32_t put_regions(struct pomp_bytes *to, struct property_search *s) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->a->region_count; i++) {
    struct sent_region r;
    memset(&r, 0, sizeof r);
    r.key = s->a->regions[i].key;
    if (!find_rank_parts(s, i, r.times))
      continue;
    POMP_BYTES_PUT(to, r);
    count++;
  }
  return count;
}

static uint32_t put_calls(struct pomp_bytes *to, struct property_search *s) {
  const struct analysis *a = s->a;
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->region_count; i++) {
    if (a->regions[i].role != POMP_ROLE_MPI || !a->regions[i].construct || find_own(s, &a->regions[i]) <= 0 ||
        find_is_small(s, way_wall(s)))
      continue;
    for (uint32_t k = 0; k < a->experiment->location_count; k++) {
      struct sent_call c;
      if (!(s->lost[k] > 0))
        continue;
      memset(&c, 0, sizeof c);
      c.key = a->regions[i].key;
      c.location = k;
      c.own = s->lost[k];
      POMP_BYTES_PUT(to, c);
      count++;
    }
  }
  return count;
}

static uint32_t put_noted(struct pomp_bytes *to, struct property_search *s) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->a->experiment->construct_count; i++) {
    struct sent_noted n;
    memset(&n, 0, sizeof n);
    n.construct = i;
    n.time = look_at_time(s->a, i, s->lost);
    if (!(n.time > 0))
      continue;
    POMP_BYTES_PUT(to, n);
    count++;
  }
  return count;
}

/* Puts all, with the lengths in the place that is left for them. */
static bool put_all(struct pomp_bytes *to, struct property_search *s, uint32_t *locations) {
  struct sent_lengths lengths = {.findings = s->count};
  uint32_t forking;
  bool good = true;
  put_facts(to, s, &forking, locations);
  const size_t at = to->size;
  POMP_BYTES_PUT(to, lengths);
  put_runs(to, locations, forking, &lengths.forking);
  lengths.regions = put_regions(to, s);
  lengths.calls = put_calls(to, s);
  lengths.noted = put_noted(to, s);
  for (uint32_t i = 0; good && i < s->count; i++)
    good = put_finding(to, s->a, &s->findings[i]);
  good = good && !to->failed;
  if (good)
    memcpy(to->at + at, &lengths, sizeof lengths);
  return good;
}

bool diagnose_rank(const struct analysis *rank, struct pomp_bytes *to) {
  struct property_search s;
  bool good = property_search_make(&s, rank, NULL);
  uint32_t *locations = malloc((rank->experiment->location_count + 1ull) * sizeof *locations);
  s.least = PART_SENT;
  s.is_rank = true;
  if (good && locations) {
    property_search_look(&s, LOOKED_AT_PROCESS);
    for (uint32_t i = 0; i < s.count; i++)
      s.failed |= !s.findings[i].advice;
    good = !s.failed && put_all(to, &s, locations);
  }
  good = good && locations && !s.failed;
  free(locations);
  property_search_free(&s);
  property_search_free_findings(&s);
  return good;
}
