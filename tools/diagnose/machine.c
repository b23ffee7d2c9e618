/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* machine.c - what is wrong with the run rather than with the program: too few processors, too much measured, figures
 * that carry no conclusion. Not here: what a finding needs to be judged (diagnosis.c). */
#include "find.h"

#include <stdio.h>

#define MEASURING_PART 0.05 /* of the thread time */
#define OWN_PART 0.8        /* of what the processors have to give */

/* Returns the CPU time of threads in teams, without the waiting at the ends of these; or less than 0 if it is not
 * known. */
static double in_teams(const struct analysis *a) {
  const struct experiment *e = a->experiment;
  double sum = 0;
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    const struct location *l = &e->locations[n->location];
    bool of_outer = l->thread_num == 0 && l->level > 1; /* its time is in that of the member that has forked */
    if (POMP_KEY_ROLE(n->key) != POMP_ROLE_TEAM || !n->visits || of_outer)
      continue;
    const struct cpu_time *cpu = &experiment_extra(e, n)->cpu;
    if (!cpu->visits || cpu->waited)
      return -1;
    sum += (double)cpu->on_cpu * (double)n->visits / (double)cpu->visits;
  }
  return sum;
}

/* Returns the time that threads spent outside of teams: they were on a processor for no longer. */
static double outside_teams(const struct analysis *a) {
  const struct experiment *e = a->experiment;
  double sum = 0;
  for (uint32_t i = 0; i < e->location_count; i++)
    if (e->locations[i].parent == NO_LOCATION && !(e->locations[i].flags & POMP_LOCATION_WORKER))
      sum += (double)a->locations[i].in_regions + (double)a->locations[i].outside;
  return sum;
}

/* Threads that are too many take turns, which costs little by itself. But one that waits at the end of a team, and is
 * on a processor meanwhile, keeps a thread from it that has work to do. */
static void find_processors(struct search *s) {
  const struct process_totals *t = &s->a->all;
  if (!t->cpus || t->threads <= t->cpus || !analysis_is_crowded(t))
    return;
  double ready = (double)t->scheduled.ready, busy = in_teams(s->a), on_cpu = (double)t->scheduled.on_cpu;
  double spun = on_cpu - (busy > 0 ? busy + outside_teams(s->a) : 0), saving = spun / t->cpus;
  saving = saving < ready ? saving : ready;
  find_begin(s);
  struct finding *f = find_add(s, PROPERTY_OVERSUBSCRIPTION, s->crowding, ready, saving);
  if (!f)
    return;
  if (on_cpu < OWN_PART * t->cpus * (double)t->wall) {
    f->judged = false;
    snprintf(f->why, sizeof f->why, "its threads had %.0f %% of the processors, and others may have had the rest",
             100 * on_cpu / (t->cpus * (double)t->wall));
  } else if (busy < 0) {
    f->judged = false;
    snprintf(f->why, sizeof f->why, "nothing tells whether waiting threads were on a processor");
  }
  find_evidence(f, "threads", "", t->threads);
  find_evidence(f, "processors", "", t->cpus);
  find_evidence(f, "ready_ns", "ns", ready);
  find_evidence(f, "waiting_on_cpu_ns", "ns", spun);
  if (s->crowding != NO_REGION)
    FIND_ADVICE(
        f,
        "Nested teams have more members than there are processors for them (%u): let inner teams be smaller "
        "(num_threads, OMP_NUM_THREADS=a,b, OMP_THREAD_LIMIT), or have one level of teams (OMP_MAX_ACTIVE_LEVELS).",
        t->cpus);
  else
    FIND_ADVICE(
        f,
        "Start no more threads than there are processors for them (%u): OMP_NUM_THREADS, ranks on one machine, "
        "and what cpuset or taskset allow. Until then, have threads sleep while they wait (OMP_WAIT_POLICY=passive).",
        t->cpus);
}

static void find_measuring(struct search *s) {
  const struct analysis *a = s->a;
  double all = (double)a->all.allocation;
  if (a->measuring < MEASURING_PART * all)
    return;
  find_begin(s);
  struct finding *f = find_add(s, PROPERTY_MEASUREMENT_OVERHEAD, NO_REGION, a->measuring,
                               a->measuring / (a->all.threads ? a->all.threads : 1));
  if (!f)
    return;
  find_evidence(f, "measuring", "%", all > 0 ? 100 * a->measuring / all : 0);
  find_evidence(f, "visits", "", (double)a->all.visits);
  FIND_ADVICE(f, "Leave out what is visited most often and does least (POMP_FILTER, or when compiling), and measure "
                 "again: the other figures contain this time.");
}

static void find_unreliable(struct search *s) {
  const struct analysis *a = s->a;
  double ready = (double)a->all.scheduled.ready;
  if (!a->lost && !analysis_is_crowded(&a->all))
    return;
  find_begin(s);
  struct finding *f = find_add(s, PROPERTY_UNRELIABLE, NO_REGION, a->lost ? 0 : ready, 0);
  if (!f)
    return;
  f->judged = false;
  find_evidence(f, "lost", "", (double)a->lost);
  find_evidence(f, "ready_ns", "ns", ready);
  snprintf(f->why, sizeof f->why,
           a->lost ? "events were lost"
                   : "threads were ready and had no processor: waiting and imbalance contain that");
  FIND_ADVICE(f, a->lost ? "Give the measurement more memory (POMP_MEMORY), or measure less."
                         : "Measure again on a machine without other work, with no more threads than processors.");
}

void find_machine(struct search *s) {
  find_processors(s);
  find_measuring(s);
  find_unreliable(s);
}
