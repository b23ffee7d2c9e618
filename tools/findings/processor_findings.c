/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* processor_findings.c - finds processors that the program leaves to nobody: one thread where there are several
 * processors, threads that are bound to fewer than the machine has, and a control group that gives less than the
 * threads want. Not here: more threads than the machine has processors (run_findings.c). */
#include "base/paged_array.h"
#include "findings/job_findings.h"

#include <string.h>

/* Processes have told that already: then it only says at which locations forks took some time. */
static double forks_told(struct property_search *s, uint32_t *region) {
  const struct job_findings *g = s->job_findings;
  *region = g->all.longest_fork > 0 ? analysis_region(s->a, g->all.longest_fork_key) : NO_REGION;
  find_begin(s);
  job_findings_mark(s->a->experiment, &g->forking, s->lost);
  return g->all.forks;
}

double find_forks_time(struct property_search *s, uint32_t *region, double *longest_fork) {
  const struct analysis *a = s->a;
  const struct experiment *e = a->experiment;
  double most = 0;
  *region = NO_REGION;
  find_begin(s);
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    if (POMP_KEY_ROLE(n->key) != POMP_ROLE_FORK || e->locations[n->location].parent != NO_LOCATION)
      continue;
    s->lost[n->location] += (double)a->nodes[i].inclusive;
    if ((double)a->nodes[i].inclusive > most) {
      most = (double)a->nodes[i].inclusive;
      *region = a->paths[a->node_path[i]].region;
    }
  }
  *longest_fork = most;
  return way_wall(s);
}

static double forks_of(struct property_search *s, uint32_t *region) {
  double most;
  return s->job_findings ? forks_told(s, region) : find_forks_time(s, region, &most);
}

static struct finding *add(struct property_search *s, uint32_t region, double time, double has, double could) {
  for (uint32_t i = 0; i < s->a->experiment->location_count; i++) {
    s->lost[i] *= 1 - has / could;
    paged_leave(sizeof *s->lost);
  }
  struct finding *f = find_add(s, PROPERTY_UNUSED_PROCESSORS, region, time * (could - has), time * (1 - has / could));
  if (f) {
    find_evidence(f, "threads", "", s->a->all.threads);
    find_evidence(f, "parallel_ns", "ns", time);
  }
  return f;
}

/* True if a value of the environment is 1, or a list that begins with it. */
static bool is_one(const char *value) { return value && value[0] == '1' && (!value[1] || strchr(",\n", value[1])); }

/* Returns the reason for teams of one thread, if it is known: the directive's clauses go before the environment. */
static const char *why_alone(const struct experiment *e, const struct construct *c) {
  const char *number = find_variable(e, "OMP_NUM_THREADS"), *limit = find_variable(e, "OMP_THREAD_LIMIT");
  const bool has_clauses = c && c->clauses;
  if (has_clauses && c->facts & POMP_FACT_NUM_THREADS && c->num_threads == 1)
    return "its directive has num_threads(1).";
  if (is_one(limit))
    return "OMP_THREAD_LIMIT is 1 in the environment.";
  if (has_clauses && c->facts & POMP_FACT_NUM_THREADS)
    return "its num_threads clause may be 1; nothing else goes before that but OMP_THREAD_LIMIT and an if clause.";
  if (has_clauses && c->facts & POMP_FACT_IF)
    return is_one(number) ? "OMP_NUM_THREADS is 1 in the environment, and its if clause may be false, too."
                          : "its if clause may be false. Else look for omp_set_num_threads in the source and in "
                            "libraries.";
  if (is_one(number))
    return "OMP_NUM_THREADS is 1 in the environment.";
  if (number && limit)
    return "nothing in the environment makes it so: look for omp_set_num_threads and thread_limit clauses in the "
           "source "
           "and in libraries.";
  return "look at OMP_NUM_THREADS and OMP_THREAD_LIMIT in the environment, and for omp_set_num_threads and thread "
         "limits in the source and in libraries.";
}

static void advise_alone(struct finding *f, const struct analysis *a, const struct region *r, unsigned cpus) {
  find_advise(f,
              "The program has one thread, and could run on %u processors: " HELPS
              "%s Where nothing sets it, there is a thread for each processor.",
              cpus, why_alone(a->experiment, r->construct));
}

/* One thread, where several processors are free for it. */
static void find_alone(struct property_search *s) {
  const struct process_totals *t = &s->a->all;
  uint32_t region;
  if (s->a->experiment->process_count != 1 || t->threads != 1 || t->cpus < 2)
    return;
  const double time = forks_of(s, &region);
  struct finding *f = region == NO_REGION ? NULL : add(s, region, time, 1, t->cpus);
  if (!f)
    return;
  find_evidence(f, "processors", "", t->cpus);
  advise_alone(f, s->a, &s->a->regions[region], t->cpus);
}

/* Threads that take turns on few processors of a machine that has more. */
static void find_bound(struct property_search *s) {
  const struct process_totals *t = &s->a->all;
  const struct pomp_header *h = &s->a->experiment->processes[0].header;
  const uint32_t ranks = s->a->experiment->process_count, could = t->threads < h->online ? t->threads : h->online;
  uint32_t region;
  if (!find_is_bound(s->a))
    return;
  const double time = forks_of(s, &region);
  struct finding *f = add(s, region, time, t->cpus, could);
  if (!f)
    return;
  find_evidence(f, "processors", "", t->cpus);
  find_evidence(f, "machine", "", h->online);
  find_advise(f,
              "Its %u threads take turns on %u of the machine's %u processors, as they may run on no other: " HELPS
              "under mpirun, --bind-to none or --map-by slot:PE=%u; under srun, --cpus-per-task=%u; else look at "
              "OMP_PLACES, OMP_PROC_BIND, KMP_AFFINITY, GOMP_CPU_AFFINITY, taskset and cpusets.",
              t->threads, t->cpus, h->online, t->threads / (ranks ? ranks : 1), t->threads / (ranks ? ranks : 1));
}

/* A control group that lets the process have less time than its threads want. */
static void find_limited(struct property_search *s) {
  const struct process_totals *t = &s->a->all;
  const struct pomp_header *h = &s->a->experiment->processes[0].header;
  const double has = h->cpu_quota / 1000.0, cpus = t->cpus && t->cpus < t->threads ? t->cpus : t->threads;
  uint32_t region;
  if (s->a->experiment->process_count != 1 || !h->cpu_quota || has >= cpus ||
      find_is_small(s, (double)t->throttled / cpus))
    return;
  const double time = forks_of(s, &region);
  struct finding *f = add(s, region, time, has, cpus);
  if (!f)
    return;
  find_evidence(f, "processors", "", has);
  find_evidence(f, "throttled_ns", "ns", (double)t->throttled);
  find_advise(f,
              "A control group gives its %u threads the time of %.2f processors, and holds them back: " HELPS
              "raise the control group's limit (cpu.max; docker --cpus, limits.cpu in Kubernetes, CPUQuota in "
              "systemd), or start no "
              "more threads than it has room for (OMP_NUM_THREADS=%.0f).",
              t->threads, has, has < 1 ? 1.0 : (double)(uint64_t)has);
}

bool find_is_bound(const struct analysis *a) {
  const struct process_totals *t = &a->all;
  const uint32_t online = a->experiment->processes[0].header.online;
  for (uint32_t i = 1; i < a->experiment->process_count; i++)
    if (strcmp(a->experiment->processes[i].host, a->experiment->processes[0].host) != 0)
      return false;
  return t->cpus && t->threads > t->cpus && online > t->cpus && analysis_is_crowded(t);
}

void find_unused(struct property_search *s) {
  find_alone(s);
  find_bound(s);
  find_limited(s);
}
