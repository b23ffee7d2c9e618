/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_runtime.c - finds threads of one OpenMP runtime that spin while another one's have no processor.
 * Not here: what the other runtime's teams do, of which nothing is known (tools/show/notes.c says so). */
#include "findings/finding.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double time_of(const struct experiment *e, const char *name) {
  const char *value = find_variable(e, name);
  return value ? (double)strtoull(value, NULL, 10) : 0;
}

bool find_other(const struct experiment *e, struct other_runtime *other) {
  const char *value = find_variable(e, "POMP_OTHER_RUNTIME");
  if (!value)
    return false;
  const char *end = value + strcspn(value, "\n"), *comma = end;
  while (comma > value && *comma != ',') /* the path may have some, too */
    comma--;
  const bool counted = comma > value;
  *other =
      (struct other_runtime){value, (int)((counted ? comma : end) - value), counted ? strtoul(comma + 1, NULL, 10) : 0,
                             time_of(e, "POMP_OTHER_THREADS_NS"), time_of(e, "POMP_OTHER_THREADS_READY_NS")};
  return true;
}

/* Such a thread may call the other runtime where it is in no team of this one's. */
static bool may_call(const struct location *l) {
  return l->parent == NO_LOCATION && !(l->flags & POMP_LOCATION_WORKER);
}

/* Returns for how long a thread was ready at most, or one that may call. */
static double longest_ready(struct property_search *s, bool may) {
  const struct experiment *e = s->a->experiment;
  find_begin(s);
  for (uint32_t i = 0; i < e->location_count; i++)
    if (!may || may_call(&e->locations[i]))
      s->lost[i] = (double)s->a->locations[i].scheduled.ready;
  return way_wall(s);
}

/* Returns for how long threads waited on processors that have no part in the other runtime's teams. */
static double spun_by_ours(struct property_search *s) {
  const struct experiment *e = s->a->experiment;
  const double worked = find_worked_in_teams(s);
  double calling = 0;
  for (uint32_t i = 0; i < e->location_count; i++)
    if (may_call(&e->locations[i]))
      calling += (double)s->a->locations[i].scheduled.on_cpu;
  return worked < 0 ? 0 : (double)s->a->all.scheduled.on_cpu - worked - fmin(find_outside_teams(s->a), calling);
}

/* The other runtime's threads have work while one of ours has called it, outside of our teams. What they were on
 * processors beyond that, they waited; as ours did beyond their work in teams, and code outside of teams. */
void find_other_runtime(struct property_search *s) {
  const struct process_totals *t = &s->a->all;
  struct other_runtime other;
  if (!find_other(s->a->experiment, &other) || !other.threads || s->a->experiment->process_count != 1 ||
      !t->scheduled.ready_known || !t->cpus)
    return;
  const double theirs = other.on_cpu - (double)other.threads * find_outside_teams(s->a), ours = spun_by_ours(s);
  const double theirs_cost = fmin(theirs / t->cpus, longest_ready(s, false));
  const double ours_cost = fmin(ours / t->cpus, fmax(other.ready, longest_ready(s, true)));
  const bool are_ours = ours_cost > theirs_cost;
  const double saving = are_ours ? ours_cost : theirs_cost;
  longest_ready(s, are_ours); /* it leaves who was */
  struct finding *f =
      saving > 0 ? find_add(s, PROPERTY_OTHER_RUNTIME, NO_REGION, are_ours ? ours : theirs, saving) : NULL;
  if (!f)
    return;
  find_has_processors(f, t, (double)t->scheduled.on_cpu + other.on_cpu);
  int name = other.length;
  while (name > 0 && other.path[name - 1] != '/')
    name--;
  find_evidence(f, "other_threads", "", (double)other.threads);
  find_evidence(f, "other_threads_on_cpu_ns", "ns", other.on_cpu);
  find_evidence(f, "other_threads_ready_ns", "ns", other.ready);
  find_evidence(f, "ready_ns", "ns", (double)t->scheduled.ready);
  char whose[256];
  snprintf(whose, sizeof whose, "%lu thread%s of another OpenMP runtime, %.*s,", other.threads,
           other.threads > 1 ? "s" : "", other.length - name, other.path + name);
  const char *spins = are_ours ? "This runtime's threads" : whose, *lacks = are_ours ? whose : "this runtime's threads";
  find_advise(f,
              "%s keep%s processors busy while waiting, and %s lack%s them: " HELPS
              "set OMP_WAIT_POLICY=passive, which both heed, or let one runtime do for both: pomp-exec puts LLVM's "
              "libomp before GCC's libgomp.",
              spins, !are_ours && other.threads == 1 ? "s" : "", lacks, are_ours && other.threads == 1 ? "s" : "");
}
