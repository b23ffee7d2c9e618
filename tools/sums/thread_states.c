/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_states.c - the functions of thread_states.h. The kernel calls a thread `R` that has a processor as well as one
 * that waits for it: the thread's CPU time of a moment tells them apart. */
#include "sums/thread_states.h"
#include "files/running_process.h"
#include "pomp_process.h"
#include "sums/analysis_steps.h"

#include <stdlib.h>
#include <time.h>

#define MOMENT_NS 10000000

/* This is what /proc tells of a thread at one time. */
struct seen {
  char letter; /* of its state; 0: it can't be read */
  bool timed;
  uint64_t cpu_ns;
};

static void look(const struct experiment *e, uint32_t location, struct seen *s) {
  const struct location *l = &e->locations[location];
  const struct process *p = &e->processes[l->process];
  char entry[64], path[128], text[1024];
  *s = (struct seen){0};
  if (p->state != RUN_RUNNING)
    return;
  const uint32_t thread = running_process_thread(p->pid_here, p, l->os_thread);
  snprintf(entry, sizeof entry, "task/%u/stat", thread);
  if (pomp_process_read(pomp_process_path(p->pid_here, entry, path, sizeof path), text, sizeof text) > 0)
    s->letter = pomp_process_letter(text);
  snprintf(entry, sizeof entry, "task/%u/schedstat", thread);
  s->timed = pomp_process_read(pomp_process_path(p->pid_here, entry, path, sizeof path), text, sizeof text) > 0;
  s->cpu_ns = strtoull(text, NULL, 10);
}

static enum thread_state state_of(const struct seen *before, const struct seen *after) {
  if (!before->letter || !after->letter)
    return THREAD_UNKNOWN;
  if (pomp_process_is_stopped(after->letter))
    return THREAD_STOPPED;
  if (!before->timed || !after->timed)
    return after->letter == 'R' ? THREAD_UNKNOWN : THREAD_ASLEEP;
  if ((after->cpu_ns - before->cpu_ns) * 2 > MOMENT_NS)
    return THREAD_RUNNING;
  return after->letter == 'R' ? THREAD_READY : THREAD_ASLEEP;
}

bool thread_states_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  const struct timespec moment = {0, MOMENT_NS};
  struct seen *before = malloc((a->now_count + 1ull) * sizeof *before), after;
  bool some = false;
  for (uint32_t i = 0; before && i < a->now_count; i++) {
    look(e, a->now[i].location, &before[i]);
    some |= before[i].letter != 0;
  }
  if (some)
    nanosleep(&moment, NULL);
  for (uint32_t i = 0; some && i < a->now_count; i++) {
    look(e, a->now[i].location, &after);
    a->now[i].kernel = state_of(&before[i], &after);
  }
  const bool good = before;
  free(before);
  return good && (!some || now_group(a));
}

const char *thread_state_name(enum thread_state state) {
  static const char *const names[] = {NULL, "running", "ready", "asleep", "stopped"};
  return names[state];
}
