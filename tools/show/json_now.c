/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_now.c - what threads do now, as JSON.
 * Not here: how that is found (tools/sums/threads_now.c), the visits that they are in (report_json.c). */
#include "show/json_rows.h"
#include "sums/thread_states.h"

static json_t *region_of(const struct analysis *a, uint32_t path) {
  return path == NO_PATH ? json_null() : integer(a->paths[path].region);
}

/* Returns the call path of what is around the construct that created a task. */
static uint32_t around(const struct analysis *a, uint32_t task) {
  const uint32_t path = a->paths[task].parent;
  const bool creates = path != NO_PATH && a->regions[a->paths[path].region].role == POMP_ROLE_TASK_CREATE;
  return creates ? a->paths[path].parent : path;
}

/* Makes an object of the task that the threads execute; null if they execute none. */
static json_t *task_of(const struct analysis *a, const struct thread_now *t, bool *good) {
  if (t->task == NO_PATH)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_EXECUTED_TASK
#include "files/figures.def"
  return o;
}

json_t *json_now(const struct analysis *a, uint32_t i, bool *good) {
  static const char *const states[] = {
      [DOING_WAITS] = "waits", [DOING_WORKS] = "works", [DOING_OUTSIDE] = "outside", [DOING_IDLE] = "idle"};
  const struct now_group *g = &a->now_groups[i];
  const struct thread_now *t = &a->now[g->first];
  const struct open_visit *v = t->visit == NO_VISIT ? NULL : &a->open_visits[t->visit];
  json_t *o = json_object(), *threads = json_array(), *visits = json_array(), *awaited = json_array();
  const bool works = t->doing == DOING_WORKS || t->doing == DOING_OUTSIDE;
  const char *kernel = thread_state_name(t->kernel);
  uint32_t count = 0;
  const struct awaited *w = v ? analysis_awaited(a, t->visit, &count) : NULL;
  for (uint32_t k = 0; k < g->count; k++) {
    append(threads, integer(t[k].location), good);
    if (v)
      append(visits, integer(t[k].visit), good);
  }
  for (uint32_t k = 0; k < count; k++)
    append(awaited, integer(w[k].by), good);
#define FIGURES_OF_NOW
#include "files/figures.def"
  return o;
}
