/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* machine.c - what is wrong with the run rather than with the program: too few processors, too much measured, figures
 * that carry no conclusion. Not here: what a finding needs to be judged (diagnosis.c). */
#include "find.h"

#include <stdio.h>

#define MEASURING_PART 0.05 /* of the thread time */

static void find_processors(struct search *s) {
  const struct process_totals *t = &s->a->all;
  if (!t->cpus || t->threads <= t->cpus || !analysis_is_crowded(t))
    return;
  double ready = (double)t->scheduled.ready;
  find_begin(s);
  struct finding *f = find_add(s, PROPERTY_OVERSUBSCRIPTION, NO_REGION, ready, ready / t->threads);
  if (!f)
    return;
  find_evidence(f, "threads", "", t->threads);
  find_evidence(f, "processors", "", t->cpus);
  find_evidence(f, "ready_ns", "ns", ready);
  FIND_ADVICE(f,
              "Start no more threads than there are processors for them (%u): OMP_NUM_THREADS, ranks on one machine, "
              "and what cpuset or taskset allow.",
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
