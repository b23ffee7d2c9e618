/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_tool.c - another OMPT tool beside ours: POMP_TOOL_LIBRARIES and OMP_TOOL_LIBRARIES name libraries, and the
 * first that offers a tool gets all callbacks, too. The work is done by LLVM's ompt-multiplex.h. Not here: our own tool
 * (ompt.c). */
#include "base/libc.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/own_copy.h"
#include "surface/ompt.h"
#include "surface/told_events.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <inttypes.h>
#include <omp-tools.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A tool of the program's goes before: in an archive, both would be in the way of each other.
 * NOLINTNEXTLINE(readability-redundant-declaration): says that it is visible. */
__attribute__((visibility("default"), weak)) ompt_start_tool_result_t *ompt_start_tool(unsigned int version,
                                                                                       const char *runtime);

/* --- which libraries are tried --- */

/* An OpenMP runtime that has found us asks OMP_TOOL_LIBRARIES no more, nor, in a program with ThreadSanitizer, Archer,
 * which nobody names and which may not be there. So we do, after those that were named for us. */
static struct {
  const char *variable; /* NULL: nobody has named it, and nothing is said of it */
  unsigned count;
} origins[] = {{"POMP_TOOL_LIBRARIES", 0}, {"OMP_TOOL_LIBRARIES", 0}, {NULL, 0}};
static unsigned tried;
static const char *library, *variable;
/* The other tool is asked, and may have others to ask, even us. Then we are no tool: whoever asks has us already. */
static _Thread_local bool asking __attribute__((tls_model("initial-exec")));
static bool runtime_reads; /* the runtime itself goes through OMP_TOOL_LIBRARIES, and has come to us */

static unsigned add_names(char *list, const char *names) {
  unsigned count = 0;
  while (*names) {
    size_t length = strcspn(names, ":");
    if (length) {
      sprintf(list + strlen(list), "%s%.*s", *list ? ":" : "", (int)length, names);
      count++;
    }
    names += length + (names[length] == ':');
  }
  return count;
}

/* Returns a library that is loaded already, or NULL. The caller's stack has no room for a path. */
static void *loaded(const char *names, size_t length) {
  char *name = length ? calloc(1, length + 1) : NULL;
  void *handle = name ? dlopen(memcpy(name, names, length), RTLD_LAZY | RTLD_NOLOAD) : NULL;
  free(name);
  return handle;
}

/* A runtime that has found us in OMP_TOOL_LIBRARIES has asked those before us, and they did not want to be its tool. */
static const char *behind_us(const char *names) {
  const char *rest = names;
  for (const char *at = names; runtime_reads && at && *at;) {
    size_t length = strcspn(at, ":");
    void *handle = loaded(at, length);
    at += length + (at[length] == ':');
    if (handle && pomp_tool_kind(handle, dlsym(handle, "ompt_start_tool")) == POMP_TOOL_OURSELVES)
      rest = at;
  }
  return rest;
}

/* Returns what ompt-multiplex.h reads as a variable's value. */
static const char *list_of(const char *name) {
  static char *list;
  size_t size = 4;
  if (asking)
    return NULL;
  if (strcmp(name, origins[0].variable) != 0 || pomp_libc_is_secure())
    return pomp_libc_getenv(name);
  runtime_reads = !pomp_copy_is_global();
  const char *values[] = {pomp_libc_getenv(origins[0].variable), behind_us(pomp_libc_getenv(origins[1].variable)),
                          dlsym(RTLD_DEFAULT, "__tsan_init") ? "libarcher.so" : NULL};
  for (int i = 0; i < 3; i++)
    size += values[i] ? strlen(values[i]) : 0;
  free(list);
  list = calloc(1, size);
  tried = 0;
  for (int i = 0; i < 3; i++)
    origins[i].count = list && values[i] ? add_names(list, values[i]) : 0;
  return list && *list ? list : NULL;
}

static void *load(const char *name, int how) {
  unsigned place = tried++, i = 0;
  while (i < 2 && place >= origins[i].count)
    place -= origins[i++].count;
  variable = origins[i].variable;
  library = name;
  /* If the runtime has not asked us, then a tool has, which is there. */
  if (i == 1 && runtime_reads && loaded(name, strlen(name)))
    return NULL;
  void *handle = dlopen(name, how);
  if (!handle && variable)
    pomp_say(POMP_SAYS_TOOL_UNLOADED, variable, dlerror());
  return handle;
}

/* --- what the other tool sees of locks --- */

/* Lock routines are called by us for the program, and OMPT tells where it was called. The other tool gets to know where
 * the program called. */
static ompt_start_tool_result_t *(*its_start)(unsigned int, const char *);
static ompt_start_tool_result_t *its_result;
static ompt_function_lookup_t its_lookup;
static ompt_set_callback_t its_set_callback;
static ompt_callback_mutex_acquire_t its_mutex_acquire, its_lock_init;
static ompt_callback_mutex_t its_mutex_acquired, its_mutex_released, its_lock_destroy;
static ompt_callback_nest_lock_t its_nest_lock;

static const void *caller_or(const void *code) { return pomp_ompt_caller ? pomp_ompt_caller : code; }

#define ACQUIRE(name)                                                                                                  \
  static void name(ompt_mutex_t kind, unsigned int hint, unsigned int implementation, ompt_wait_id_t wait,             \
                   const void *code) {                                                                                 \
    its_##name(kind, hint, implementation, wait, caller_or(code));                                                     \
  }
#define MUTEX(name)                                                                                                    \
  static void name(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code) {                                         \
    its_##name(kind, wait, caller_or(code));                                                                           \
  }
ACQUIRE(mutex_acquire)
ACQUIRE(lock_init)
MUTEX(mutex_acquired)
MUTEX(mutex_released)
MUTEX(lock_destroy)
static void nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait, const void *code) {
  its_nest_lock(endpoint, wait, caller_or(code));
}

#define ROW(name) {ompt_callback_##name, (ompt_callback_t)name, (ompt_callback_t *)&its_##name}
static const struct replaced {
  ompt_callbacks_t event;
  ompt_callback_t ours, *its;
} replaced[] = {ROW(mutex_acquire),  ROW(lock_init),    ROW(mutex_acquired),
                ROW(mutex_released), ROW(lock_destroy), ROW(nest_lock)};
#undef ROW

static ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  for (size_t i = 0; callback && i < sizeof replaced / sizeof *replaced; i++)
    if (replaced[i].event == event) {
      *replaced[i].its = callback;
      callback = replaced[i].ours;
      break;
    }
  return its_set_callback(event, callback);
}

static ompt_interface_fn_t look_up(const char *name) {
  if (strcmp(name, "ompt_set_callback") == 0 && its_set_callback)
    return (ompt_interface_fn_t)set_callback;
  return its_lookup(name);
}

static int its_initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *unused) {
  (void)unused;
  its_lookup = lookup;
  its_set_callback = (ompt_set_callback_t)lookup("ompt_set_callback");
  return its_result->initialize(look_up, device, &its_result->tool_data);
}

static void its_finalize(ompt_data_t *unused) {
  (void)unused;
  its_result->finalize(&its_result->tool_data);
}

bool pomp_ompt_has_other(void) { return its_result != NULL; }

/* Starts the other tool, and comes between it and the OpenMP runtime. */
static ompt_start_tool_result_t *start_it(unsigned int version, const char *runtime) {
  static ompt_start_tool_result_t between = {its_initialize, its_finalize, {0}};
  asking = true;
  its_result = its_start(version, runtime);
  asking = false;
  return its_result ? &between : NULL;
}

/* Passes over ourselves, whom the search would ask for another tool for ever, and other copies of us, which would
 * measure the same once more. A user who takes several ways to us at once has not erred. */
static void *start_of(void *handle, const char *symbol) {
  void *start = dlsym(handle, symbol);
  enum pomp_tool_kind kind = pomp_tool_kind(handle, start);
  if (kind == POMP_TOOL_ELSES) {
    memcpy(&its_start, &start, sizeof start);
    return (void *)(uintptr_t)start_it;
  }
  if (kind == POMP_TOOL_COPY) {
    pomp_copy_end(handle);
    pomp_say(POMP_SAYS_TOOL_COPY, variable, library, pomp_copy_path());
  } else if (variable && (kind == POMP_TOOL_NONE || variable == origins[0].variable))
    pomp_say(POMP_SAYS_TOOL_MISSING, variable, library);
  return NULL;
}

static char *copy_of(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

#define CLIENT_TOOL_LIBRARIES_VAR "POMP_TOOL_LIBRARIES"
#define CLIENT_TOOL_VERBOSE_INIT_VAR "POMP_TOOL_VERBOSE_INIT"
/* ompt-multiplex.h complains on stdout, which belongs to the program, trusts the environment of set-user-ID
 * programs, and calls functions by names that the program may have given to its own. */
#define printf(...) ((void)0)
#define getenv list_of
#define strcasecmp pomp_libc_compare
#define strdup copy_of
#define dlopen load
#define dlsym start_of
#include <ompt-multiplex.h>
#undef printf
#undef getenv
#undef strcasecmp
#undef strdup
#undef dlopen
#undef dlsym

ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime) {
  return asking ? NULL : pomp_ompt_tool(version, runtime);
}
