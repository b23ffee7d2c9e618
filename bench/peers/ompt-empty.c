/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ompt-empty.c - is an OMPT tool whose callbacks do nothing: the time that it adds is what libomp's calls cost.
 * Not here: the callbacks `dispatch` and `flush`, for which a profiler has no use at each chunk. */
#include <omp-tools.h>
#include <stddef.h>

static void nothing(void) {}

static const ompt_callbacks_t wanted[] = {
    ompt_callback_thread_begin,     ompt_callback_thread_end,
    ompt_callback_parallel_begin,   ompt_callback_parallel_end,
    ompt_callback_implicit_task,    ompt_callback_task_create,
    ompt_callback_task_schedule,    ompt_callback_work,
    ompt_callback_masked,           ompt_callback_sync_region,
    ompt_callback_sync_region_wait, ompt_callback_reduction,
    ompt_callback_mutex_acquire,    ompt_callback_mutex_acquired,
    ompt_callback_mutex_released,   ompt_callback_lock_init,
    ompt_callback_lock_destroy,     ompt_callback_nest_lock,
    ompt_callback_cancel,
};

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    set(wanted[i], nothing); /* it returns at once, whatever the arguments are */
  return 1;
}
static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  (void)version, (void)runtime;
  static ompt_start_tool_result_t tool = {initialize, finalize, {0}};
  return &tool;
}
