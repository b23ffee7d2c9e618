/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_runtime.c - finds threads of another OpenMP runtime that spin while this one's threads have no processor.
 * Not here: what the other runtime's teams do, of which nothing is known (tools/show/notes.c says so). */
#include "findings/finding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool find_other(const struct experiment *e, struct other_runtime *other) {
  const char *value = find_variable(e, "POMP_OTHER_RUNTIME");
  if (!value)
    return false;
  const char *end = value + strcspn(value, "\n"), *comma = end;
  while (comma > value && *comma != ',') /* the path may have some, too */
    comma--;
  const bool counted = comma > value;
  *other =
      (struct other_runtime){value, (int)((counted ? comma : end) - value), counted ? strtoul(comma + 1, NULL, 10) : 0};
  return true;
}

static double longest_ready(struct property_search *s) {
  find_begin(s);
  for (uint32_t i = 0; i < s->a->experiment->location_count; i++)
    s->lost[i] = (double)s->a->locations[i].scheduled.ready;
  return way_wall(s);
}

/* The other runtime's threads have work while one of ours has called it, outside of our teams. What they were on
 * processors beyond that, they waited. */
void find_other_runtime(struct property_search *s) {
  const struct experiment *e = s->a->experiment;
  const struct process_totals *t = &s->a->all;
  const char *time = find_variable(e, "POMP_OTHER_THREADS_NS");
  struct other_runtime other;
  if (!find_other(e, &other) || !other.threads || e->process_count != 1 || !t->scheduled.ready_known || !t->cpus)
    return;
  const double threads = (double)other.threads, on_cpu = time ? strtod(time, NULL) : 0;
  const double spun = on_cpu - threads * find_outside_teams(s->a), ready = longest_ready(s);
  struct finding *f =
      spun > 0 ? find_add(s, PROPERTY_OTHER_RUNTIME, NO_REGION, spun, fmin(spun / t->cpus, ready)) : NULL;
  if (!f)
    return;
  int name = other.length;
  while (name > 0 && other.path[name - 1] != '/')
    name--;
  find_evidence(f, "other_threads", "", threads);
  find_evidence(f, "other_threads_on_cpu_ns", "ns", on_cpu);
  find_evidence(f, "ready_ns", "ns", (double)t->scheduled.ready);
  find_advise(f,
              "%lu thread%s of another OpenMP runtime, %.*s, keep%s processors busy while waiting, and this runtime's "
              "threads lack them: " HELPS
              "set OMP_WAIT_POLICY=passive, which both heed, or let one runtime do for both: pomp-exec puts LLVM's "
              "libomp before GCC's libgomp.",
              other.threads, other.threads > 1 ? "s" : "", other.length - name, other.path + name,
              other.threads > 1 ? "" : "s");
}
