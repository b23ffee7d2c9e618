/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_ranks.c - ranks that compute unevenly over the run: ranks with less work wait in MPI for ranks with more. Not
 * here: the calls in which they wait, and the late rank of each instance (mpi_findings.c). */
#include "findings/job_findings.h"
#include "pomp_mpi_waits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OTHERS_PART 0.01 /* of a rank's time: so much MPI on other threads than the first can be left aside */

/* Returns whether a location is served by the first thread of its process. */
static bool is_first(const struct experiment *e, uint32_t location) {
  while (e->locations[location].parent != NO_LOCATION) {
    if (e->locations[location].thread_num != 0)
      return false;
    location = e->locations[location].parent;
  }
  return location == e->processes[e->locations[location].process].first_location;
}

bool mpi_is_one_of(const char *name, const char *const *names) {
  for (; *names; names++)
    if (strcmp(name, *names) == 0)
      return true;
  return false;
}

static void add_call(struct property_search *s, const char *name, const struct share *share) {
  static const char *const polls[] = {"MPI_Test",   "MPI_Testall", "MPI_Testany",  "MPI_Testsome",
                                      "MPI_Iprobe", "MPI_Improbe", "MPI_Win_test", "MPI_Request_get_status",
                                      NULL};
  static const char *const begins[] = {"MPI_Init", "MPI_Init_thread", NULL};
  const struct experiment *e = s->a->experiment;
  struct rank_times *rank = &s->ranks[e->locations[share->location].process];
  double time = (double)share->exclusive;
  *(is_first(e, share->location) ? &rank->mpi : &rank->others_mpi) += time;
  rank->polls |= mpi_is_one_of(name, polls);
  if (strcmp(name, "MPI_Finalize") == 0)
    rank->finalize += time;
  else if (!pomp_mpi_may_wait(name) && !mpi_is_one_of(name, begins))
    rank->unknown += time;
}

void find_rank_times(struct property_search *s) {
  const struct analysis *a = s->a;
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    if (r->role != POMP_ROLE_MPI || !r->construct)
      continue;
    const struct share *shares = analysis_shares(a, r);
    for (uint32_t k = 0; k < r->shares; k++)
      add_call(s, r->construct->name, &shares[k]);
  }
  for (uint32_t i = 0; i < a->experiment->process_count; i++) {
    double wall = (double)a->processes[i].wall;
    s->ranks[i].computes = wall > s->ranks[i].mpi ? wall - s->ranks[i].mpi : 0;
  }
}

double find_own_call(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct job_findings *g = s->job_findings;
  double sum = 0;
  if (!g)
    return find_own(s, &a->regions[region]);
  find_begin(s);
  for (uint32_t i = 0; i < g->call_count; i++)
    if (g->calls[i].key == a->regions[region].key) {
      s->lost[a->experiment->processes[g->calls[i].process].first_location + g->calls[i].location] += g->calls[i].own;
      sum += g->calls[i].own;
    }
  return sum;
}

bool find_rank_parts(struct property_search *s, uint32_t region, double *times) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  for (int i = 0; i < RANK_PARTS; i++)
    times[i] = 0;
  if (r->role == POMP_ROLE_MPI)
    return false;
  const struct share *share = analysis_shares(a, r);
  for (uint32_t k = 0; k < r->shares; k++, share++) {
    const double works = (double)(share->exclusive - share->wait);
    if (is_first(a->experiment, share->location)) {
      times[RANK_FIRST_WORKS] += works;
      times[RANK_FIRST_WAITS] += (double)share->wait;
    } else
      times[RANK_OTHERS_WORK] += works;
  }
  return times[RANK_FIRST_WORKS] > 0 || times[RANK_FIRST_WAITS] > 0 || times[RANK_OTHERS_WORK] > 0;
}

/* Returns the region outside of MPI in which the busiest process is longest beyond the mean of all. */
static uint32_t longest(const struct property_search *s, enum rank_part part, double *beyond) {
  const struct analysis *a = s->a;
  uint32_t best = NO_REGION;
  *beyond = 0;
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct job_region *r = job_findings_region(s->job_findings, a->regions[i].key);
    const double more = r ? r->busiest[part] - r->all[part] / a->experiment->process_count : 0;
    if (more > *beyond) {
      *beyond = more;
      best = i;
    }
  }
  return best;
}

/* Returns the region in which the rank computes longer than other ranks. If the extra time is waiting of its first
 * thread, it is the region in which the awaited threads compute. */
static uint32_t computes_longest(const struct property_search *s, double *beyond) {
  double of_others, waiting;
  uint32_t region = longest(s, RANK_FIRST_WORKS, beyond);
  longest(s, RANK_FIRST_WAITS, &waiting);
  uint32_t others = waiting > *beyond ? longest(s, RANK_OTHERS_WORK, &of_others) : NO_REGION;
  if (others != NO_REGION) {
    *beyond = of_others;
    region = others;
  }
  return region;
}

/* Whom the advice is about are the ranks that are nearer to the one with most than to the mean. */
static void tell_who(struct property_search *s, struct finding *f, double mean, double max) {
  const struct experiment *e = s->a->experiment;
  find_begin(s);
  for (uint32_t i = 0; i < e->process_count; i++)
    if (s->ranks[i].computes > (mean + max) / 2)
      s->lost[e->processes[i].first_location] = 1;
  find_locations(s, f, s->lost);
}

/* Says why the times on the first threads are not those of the ranks; false if they are. */
static bool doubt(struct property_search *s, struct finding *f) {
  const struct analysis *a = s->a;
  const struct experiment *e = a->experiment;
  if (e->process_count != e->header.ranks)
    snprintf(f->why, sizeof f->why, "only %u of %u ranks were measured", e->process_count, e->header.ranks);
  else if (a->part)
    snprintf(f->why, sizeof f->why, "the traces lack something, and what they lack looks like work");
  for (uint32_t i = 0; i < e->process_count && !*f->why; i++)
    if (e->processes[i].state != e->processes[0].state)
      snprintf(f->why, sizeof f->why, "rank %u ended in another way than rank %u", e->processes[i].header.rank,
               e->processes[0].header.rank);
    else if (s->ranks[i].polls)
      snprintf(f->why, sizeof f->why,
               "rank %u asks for messages (MPI_Test, MPI_Iprobe): what it waits between looks like work",
               e->processes[i].header.rank);
    else if (s->ranks[i].others_mpi > OTHERS_PART * (double)a->processes[i].wall)
      snprintf(f->why, sizeof f->why,
               "threads of rank %u beside the first are in MPI for %.3f s, and the first may compute during that time",
               e->processes[i].header.rank, s->ranks[i].others_mpi * 1e-9);
  return *f->why != 0;
}

void find_rank_imbalance(struct property_search *s) {
  const struct analysis *a = s->a;
  const struct experiment *e = a->experiment;
  uint32_t busiest = 0;
  double sum = 0, beyond;
  if (!s->job_findings)
    return;
  for (uint32_t i = 0; i < e->process_count; i++) {
    sum += s->ranks[i].computes;
    if (s->ranks[i].computes > s->ranks[busiest].computes)
      busiest = i;
  }
  double max = s->ranks[busiest].computes, mean = sum / e->process_count;
  if (max - mean < 0.01 * (double)a->all.wall) /* most runs: then no region need be looked for */
    return;
  uint32_t region = computes_longest(s, &beyond), rank = e->processes[busiest].header.rank;
  find_begin(s);
  struct finding *f = find_add(s, PROPERTY_MPI_IMBALANCE, region, max * e->process_count - sum, max - mean);
  if (!f)
    return;
  tell_who(s, f, mean, max);
  f->judged = !doubt(s, f);
  f->cause_process = busiest;
  find_evidence(f, "busiest_rank", "", rank);
  find_evidence(f, "busiest_rank_ns", "ns", max);
  find_evidence(f, "mean_ns", "ns", mean);
  find_evidence(f, "imbalance", "%", max > 0 ? 100 * (max - mean) / max : 0);
  find_evidence(f, "busiest_rank_beyond_mean_there_ns", "ns", beyond);
  if (a->all.mpi_waited.known)
    find_evidence(f, "wait_in_mpi_ns", "ns", (double)a->all.mpi_waited.found);
  find_advise(f,
              "Outside of MPI rank %u takes %.3f s, and the mean is %.3f s: " HELPS
              "give that rank less of the work, and the others more.",
              rank, max * 1e-9, mean * 1e-9);
}
