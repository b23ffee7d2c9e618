/* second-tool.c - is somebody else's OMPT tool: it counts its callbacks, and keeps data of its own with teams, tasks and
 * threads. It writes what it saw to the file `second` at the end. */
#include <omp-tools.h>
#include <stdint.h>
#include <stdio.h>

static long forks, joins, begins, ends, creates, schedules, threads, barriers, wrong;
#define COUNT(what) __atomic_add_fetch(&what, 1, __ATOMIC_RELAXED)

/* Checks that its data comes back to it as it left it. */
static void parallel_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel, unsigned size, int flags,
                           const void *where) {
  (void)task, (void)frame, (void)size, (void)flags, (void)where;
  if (parallel->value)
    COUNT(wrong);
  parallel->value = 4711;
  COUNT(forks);
}
static void parallel_end(ompt_data_t *parallel, ompt_data_t *task, int flags, const void *where) {
  (void)task, (void)flags, (void)where;
  if (parallel->value != 4711)
    COUNT(wrong);
  COUNT(joins);
}
static void implicit_task(ompt_scope_endpoint_t at, ompt_data_t *parallel, ompt_data_t *task, unsigned size,
                          unsigned index, int flags) {
  (void)parallel, (void)size, (void)index;
  if (flags & ompt_task_initial)
    return;
  if (at == ompt_scope_begin) {
    task->value = 815;
    COUNT(begins);
  } else {
    if (task->value != 815)
      COUNT(wrong);
    COUNT(ends);
  }
}
static void task_create(ompt_data_t *parent, const ompt_frame_t *frame, ompt_data_t *task, int flags, int dependences,
                        const void *where) {
  (void)parent, (void)frame, (void)flags, (void)dependences, (void)where;
  task->value = 42;
  COUNT(creates);
}
static void task_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
  (void)next;
  if (status == ompt_task_complete && prior->value != 42)
    COUNT(wrong);
  COUNT(schedules);
}
static void thread_begin(ompt_thread_t type, ompt_data_t *thread) {
  (void)type;
  thread->value = 1;
  COUNT(threads);
}
static void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t at, ompt_data_t *parallel, ompt_data_t *task,
                        const void *where) {
  (void)kind, (void)at, (void)parallel, (void)task, (void)where;
  COUNT(barriers);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  if (!set)
    return 0;
  set(ompt_callback_parallel_begin, (ompt_callback_t)parallel_begin);
  set(ompt_callback_parallel_end, (ompt_callback_t)parallel_end);
  set(ompt_callback_implicit_task, (ompt_callback_t)implicit_task);
  set(ompt_callback_task_create, (ompt_callback_t)task_create);
  set(ompt_callback_task_schedule, (ompt_callback_t)task_schedule);
  set(ompt_callback_thread_begin, (ompt_callback_t)thread_begin);
  set(ompt_callback_sync_region, (ompt_callback_t)sync_region);
  return 1;
}

static void finalize(ompt_data_t *data) {
  (void)data;
  FILE *out = fopen("second", "w");
  if (!out)
    return;
  fprintf(out,
          "{\"forks\": %ld, \"joins\": %ld, \"begins\": %ld, \"ends\": %ld, \"creates\": %ld, \"schedules\": %ld, "
          "\"threads\": %ld, \"barriers\": %ld, \"wrong\": %ld}\n",
          forks, joins, begins, ends, creates, schedules, threads, barriers, wrong);
  fclose(out);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  (void)version, (void)runtime;
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}
