/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_threads.c - goes through the threads of the process.
 * Not here: what other_threads.h says. */
#include "life/other_threads.h"
#include "base/directory.h"
#include "base/processors.h"
#include "pomp_system.h"
#include "state/thread.h"
#include "teams/location.h"

#include <stdlib.h>

/* The calling thread may have none yet. */
static bool is_ours(pid_t thread) {
  if (thread == pomp_sys_gettid())
    return true;
  for (const struct pomp_thread *t = pomp_location_all(); t; t = t->next_all)
    if (t->os_thread == (uint32_t)thread)
      return true;
  return false;
}

struct pomp_other_threads pomp_other_threads(void) {
  struct pomp_entries tasks;
  struct pomp_other_threads sum = {0, 0};
  pomp_entries_begin(&tasks, "/proc/self/task");
  for (const char *name; (name = pomp_entries_next(&tasks));) {
    const pid_t thread = (pid_t)strtol(name, NULL, 10);
    if (thread <= 0 || is_ours(thread))
      continue;
    const struct pomp_processors_time t = pomp_processors_scheduled(thread);
    sum.on_cpu += t.on_cpu;
    sum.ready = t.ready > sum.ready ? t.ready : sum.ready;
  }
  pomp_entries_end(&tasks);
  return sum;
}
