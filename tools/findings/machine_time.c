/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* machine_time.c - which findings of a busy machine are sure all the same, as the kernel tells where threads lost their
 * processors; see finding.h.
 * Not here: findings that compare what members had a processor for (balance_findings.c and its neighbours), and runs of
 * which the kernel does not tell it (diagnose.c).
 *
 * A thread that loses its processor while it works may keep all others of its team waiting for so long. One that waits
 * keeps nobody, until that for which it waits has come: of each wait, one time without a processor may last longer. A
 * thread that is woken and finds no processor counts as asleep, so that nothing tells where that was. */
#include "findings/machine_time.h"
#include "findings/finding.h"

#include <math.h>
#include <stdlib.h>

#define SURE_PART 0.5 /* of what is lost: so much may be the machine's, and the rest is a finding all the same */

double machine_at_work(const struct analysis *a, uint32_t node) {
  const struct node_times *t = &a->nodes[node];
  const double pushed = a->all.scheduled.switches_known ? analysis_pushed_off(a, node) : 0;
  return pushed > 0 && t->exclusive ? pushed * (1 - fmin(1, (double)t->wait / (double)t->exclusive)) : pushed;
}

/* Returns for how long a node's threads had no processor and others may have waited for them. */
static double kept_others(const struct analysis *a, uint32_t i) {
  const struct node *n = &a->experiment->nodes[i];
  const double pushed = a->all.scheduled.switches_known ? analysis_pushed_off(a, i) : 0;
  if (pushed <= 0)
    return 0;
  const double at_work = machine_at_work(a, i), pushes = (double)experiment_extra(a->experiment, n)->off.pushes;
  return at_work + (pushed - at_work) * (pushes > 0 ? fmin(1, (double)n->visits / pushes) : 1);
}

/* All others may wait for a thread. */
static double others_of(const struct analysis *a) { return a->all.threads > 2 ? a->all.threads - 1.0 : 1; }

double machine_waited(const struct analysis *a) {
  double kept = 0;
  for (uint32_t i = 0; i < a->experiment->node_count; i++)
    kept += kept_others(a, i);
  return kept * others_of(a);
}

/* Sets these times by call path, with all that is below. */
static void add_up(const struct analysis *a, double *kept) {
  for (uint32_t i = 0; i < a->experiment->node_count; i++)
    if (a->node_path[i] != NO_PATH)
      kept[a->node_path[i]] += kept_others(a, i);
  for (uint32_t p = a->path_count; p-- > 0;) /* parents come before their children */
    if (a->paths[p].parent != NO_PATH)
      kept[a->paths[p].parent] += kept[p];
}

/* Returns the outermost fork above a call path, or the path itself: who is in its teams may wait for each other. */
static uint32_t outermost(const struct analysis *a, uint32_t path) {
  uint32_t top = path;
  for (uint32_t p = path; p != NO_PATH; p = a->paths[p].parent)
    if (a->regions[a->paths[p].region].role == POMP_ROLE_FORK)
      top = p;
  return top;
}

/* Returns what there is of these times where a finding is. `seen` is the number of the last finding that has a call
 * path, from 1 on. */
static double kept_at(const struct property_search *s, uint32_t finding, const double *kept, uint32_t *seen) {
  const struct finding *f = &s->findings[finding];
  double sum = 0;
  if (f->region == NO_REGION)
    return kept[0];
  if (f->team != NO_PATH)
    return kept[outermost(s->a, f->team)];
  for (uint32_t p = s->region_path[f->region]; p != NO_PATH; p = s->path_next[p]) {
    const uint32_t top = outermost(s->a, p);
    sum += seen[top] == finding + 1 ? 0 : kept[top];
    seen[top] = finding + 1;
  }
  return sum;
}

/* At a barrier or a join, who is woken and finds no processor keeps others waiting as well, wherever that was: so all
 * time in which threads were ready counts there. */
static void judge(const struct analysis *a, struct finding *f, double machine) {
  const bool is_lock = f->property == PROPERTY_LOCK_CONTENTION || f->property == PROPERTY_ORDERED_WAIT;
  const double most = is_lock ? machine : fmax(machine, (double)a->all.scheduled.ready);
  const double part = f->severity > 0 ? most * others_of(a) / f->severity : 1;
  if (part <= SURE_PART)
    f->by_work = true;
  else
    f->sure = fmax(f->sure, f->saving * (1 - part));
}

/* Findings about serial code count what it had a processor for, as far as that is known. */
static bool is_asked(const struct finding *f) {
  const struct property_row *row = &property_rows[f->property];
  return !f->by_work && row->by_wall == 1 && row->of == LOOKED_AT_PROCESS &&
         f->property != PROPERTY_SERIAL_INITIALISATION;
}

void machine_time_find(struct property_search *s) {
  const struct analysis *a = s->a;
  double *kept = calloc(a->path_count + 1ull, sizeof *kept);
  uint32_t *seen = calloc(a->path_count + 1ull, sizeof *seen);
  s->failed |= !kept || !seen;
  if (!s->failed && a->all.scheduled.switches_known && a->experiment->process_count == 1) {
    const double elsewhere = analysis_woken(a);
    add_up(a, kept);
    for (uint32_t i = 0; i < s->count; i++)
      if (is_asked(&s->findings[i]))
        judge(a, &s->findings[i], kept_at(s, i, kept, seen) + elsewhere);
  }
  free(kept);
  free(seen);
}
