/* lock-tool.c - is somebody else's OMPT tool, which writes for each event of a lock the function that the address lies in
 * to the file `events`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp-tools.h>
#include <stdio.h>

static FILE *out;

static void say(const char *event, int kind, const void *code) {
  Dl_info info;
  fprintf(out, "%s %d %s\n", event, kind, dladdr(code, &info) && info.dli_sname ? info.dli_sname : "elsewhere");
}
#define ACQUIRE(event)                                                                                                 \
  static void event(ompt_mutex_t kind, unsigned hint, unsigned implementation, ompt_wait_id_t wait, const void *code) { \
    (void)hint, (void)implementation, (void)wait;                                                                      \
    say(#event, (int)kind, code);                                                                                      \
  }
#define MUTEX(event)                                                                                                   \
  static void event(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code) {                                        \
    (void)wait;                                                                                                        \
    say(#event, (int)kind, code);                                                                                      \
  }
ACQUIRE(mutex_acquire)
ACQUIRE(lock_init)
MUTEX(mutex_acquired)
MUTEX(mutex_released)
MUTEX(lock_destroy)
static void nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait, const void *code) {
  (void)wait;
  say("nest_lock", (int)endpoint, code);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  if (data->value != 4711 || !(out = fopen("events", "w")))
    return 0;
#define SET(event) set(ompt_callback_##event, (ompt_callback_t)event)
  SET(mutex_acquire);
  SET(lock_init);
  SET(mutex_acquired);
  SET(mutex_released);
  SET(lock_destroy);
  SET(nest_lock);
  return 1;
}

static void finalize(ompt_data_t *data) {
  if (data->value == 4711)
    fclose(out);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  (void)version, (void)runtime;
  static ompt_start_tool_result_t result = {initialize, finalize, {4711}};
  return &result;
}
