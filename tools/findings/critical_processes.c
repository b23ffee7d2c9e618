/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_processes.c - has the work of all threads of a run done, process by process.
 * Not here: the work (critical_collect.c, critical_attribute.c). */
#include "findings/critical_steps.h"

#include <unistd.h>

struct in_turn {
  struct run *run;
  bool (*work)(void *context, uint32_t thread);
  void *context;
  unsigned jobs; /* of a process */
};

/* The threads of a process have consecutive numbers from `first` on. */
struct of_process {
  const struct in_turn *in_turn;
  uint32_t first;
};

static bool work_for(void *context, uint32_t i) {
  const struct of_process *p = context;
  return p->in_turn->work(p->in_turn->context, p->first + i);
}

static bool work_for_process(void *context, uint32_t process) {
  const struct in_turn *t = context;
  const struct run *r = t->run;
  const struct traced_run *s = traced_run_of_process(r->source, process);
  struct of_process p = {.in_turn = t};
  uint32_t count = 0;
  while (p.first < r->thread_count && r->threads[p.first].source != s)
    p.first++;
  while (p.first + count < r->thread_count && r->threads[p.first + count].source == s)
    count++;
  const bool good = traced_run_enter(r->source, process) && parallel_for(t->jobs, count, work_for, &p);
  traced_run_leave(r->source, process);
  return good;
}

bool run_for_threads(struct run *r, bool (*work)(void *context, uint32_t thread), void *context) {
  enum { MOST = 8 };
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const unsigned jobs = processors > 1 ? (unsigned)processors : 1;
  const uint32_t processes = r->source->experiment->process_count;
  const unsigned outer = jobs < MOST ? jobs : MOST;
  struct in_turn t = {r, work, context, 1};
  t.jobs = jobs / (outer < processes ? outer : processes);
  return parallel_for(outer, processes, work_for_process, &t);
}
