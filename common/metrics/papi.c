/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* papi.c - counts PAPI's presets, native events, those of any component. PAPI is loaded when somebody wants them: a
 * program whose metrics are others has nothing of it.
 * Not here: what the kernel counts by itself (perf.c).
 *
 * PAPI counts by event sets, and each is of one component: a thread has one for each component that is asked. */
#include "pomp_format.h"
#include "pomp_metrics.h"

#include <stdio.h>
#include <string.h>

#define PREFIX "PAPI_"

/* A native event has its component's name before it: component:::event, or, of perf_event, pmu::event. */
static bool owns(const char *name) { return strncmp(name, PREFIX, strlen(PREFIX)) == 0 || strstr(name, "::") != NULL; }

#ifdef POMP_HAVE_PAPI
#include <dlfcn.h>
#include <papi.h>
#include <pthread.h>

#define SETS 8 /* components at the same time */

/* Each function of PAPI is reached under its own name, as it is declared. */
#define FUNCTIONS(X)                                                                                                   \
  X(library_init)                                                                                                      \
  X(thread_init)                                                                                                       \
  X(register_thread)                                                                                                   \
  X(unregister_thread)                                                                                                 \
  X(create_eventset)                                                                                                   \
  X(assign_eventset_component)                                                                                         \
  X(set_multiplex)                                                                                                     \
  X(multiplex_init)                                                                                                    \
  X(add_event)                                                                                                         \
  X(start)                                                                                                             \
  X(read)                                                                                                              \
  X(stop)                                                                                                              \
  X(cleanup_eventset)                                                                                                  \
  X(destroy_eventset)                                                                                                  \
  X(event_name_to_code)                                                                                                \
  X(event_code_to_name)                                                                                                \
  X(get_event_info)                                                                                                    \
  X(get_event_component)                                                                                               \
  X(get_component_info)                                                                                                \
  X(num_components)                                                                                                    \
  X(enum_event)                                                                                                        \
  X(enum_cmp_event)                                                                                                    \
  X(strerror)

static struct {
#define POINTER(name) __typeof__(&PAPI_##name) name;
  FUNCTIONS(POINTER)
} papi;

static struct event {
  int code;
  unsigned set, at; /* its event set, and where its value is in that */
} events[POMP_METRICS_MAX];
static unsigned count;
static struct set {
  int component;
  unsigned count;
} sets[SETS];
static unsigned set_count;
static bool multiplexed;

struct thread {
  int set[SETS];
};

static unsigned long thread_id(void) { return (unsigned long)pthread_self(); }

/* PAPI calls libc by names that the program may define. It finds libc first, unless the memory that libc gives it comes
 * from functions of the program's: then PAPI needs those to free it. */
static int past_program(void) {
  static const char *const names[] = {"malloc", "calloc", "realloc", "free"};
  void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  for (int i = 0; libc && i < 4; i++)
    if (dlsym(RTLD_DEFAULT, names[i]) != dlsym(libc, names[i]))
      return 0;
  return libc ? RTLD_DEEPBIND : 0;
}

static void *open_library(char *name, size_t size) {
  void *library = NULL;
  const char *const forms[] = {"libpapi.so.%d.%d", "libpapi.so.%d", "libpapi.so"};
  for (int i = 0; i < 3 && !library; i++) {
    char other[64];
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
    snprintf(other, sizeof other, forms[i], PAPI_VERSION_MAJOR(PAPI_VERSION), PAPI_VERSION_MINOR(PAPI_VERSION));
#pragma clang diagnostic pop
    if (i == 0)
      snprintf(name, size, "%s", other);
    library = dlopen(other, RTLD_NOW | RTLD_LOCAL | past_program());
  }
  return library;
}

static bool load_library(bool multiplex, char *why) {
  char name[64];
  void *library = open_library(name, sizeof name);
  if (!library) {
    snprintf(why, POMP_METRICS_WHY, "%s can't be loaded: install PAPI (Debian: libpapi-dev)", name);
    return false;
  }
#define LOOK_UP(function)                                                                                              \
  if (!(*(void **)(void *)&papi.function = dlsym(library, "PAPI_" #function))) {                                       \
    snprintf(why, POMP_METRICS_WHY, "the PAPI that is installed has no PAPI_%s", #function);                           \
    return false;                                                                                                      \
  }
  FUNCTIONS(LOOK_UP)
  int version = papi.library_init(PAPI_VER_CURRENT);
  if (version != PAPI_VER_CURRENT) {
    snprintf(why, POMP_METRICS_WHY, "PAPI %d.%d was there when pompinst was built, and another one is now: build again",
             PAPI_VERSION_MAJOR(PAPI_VERSION), PAPI_VERSION_MINOR(PAPI_VERSION));
    return false;
  }
  int error = papi.thread_init(thread_id);
  if (!error && multiplex)
    error = papi.multiplex_init();
  if (error)
    snprintf(why, POMP_METRICS_WHY, "PAPI can't begin: %s", papi.strerror(error));
  multiplexed = multiplex;
  return !error;
}

/* dlopen may be called twice. No program asks for the list after it has added a metric, but that costs nothing to
 * allow. */
static bool load(bool multiplex, char *why) {
  static bool done, good;
  static char reason[POMP_METRICS_WHY];
  if (!done)
    good = load_library(multiplex, reason);
  done = true;
  if (!good)
    memcpy(why, reason, POMP_METRICS_WHY);
  return good;
}

/* --- event sets --- */

static int make_set(int component, int *set) {
  *set = PAPI_NULL;
  int error = papi.create_eventset(set);
  if (!error)
    error = papi.assign_eventset_component(*set, component);
  /* Components other than the processor's have nothing to multiplex. */
  if (!error && multiplexed && papi.get_component_info(component)->num_mpx_cntrs > 0 && component == 0)
    error = papi.set_multiplex(*set);
  return error;
}

static void drop_set(int set) {
  if (set == PAPI_NULL)
    return;
  long long values[POMP_METRICS_MAX];
  papi.stop(set, values);
  papi.cleanup_eventset(set);
  papi.destroy_eventset(&set);
}

/* Starts the event sets of the first `n` events. The result is 0 or PAPI's error. */
static int start_sets(struct thread *t, unsigned n) {
  for (unsigned i = 0; i < SETS; i++)
    t->set[i] = PAPI_NULL;
  int error = 0;
  for (unsigned i = 0; i < set_count && !error; i++) {
    bool used = false;
    for (unsigned k = 0; k < n && !error; k++) {
      if (events[k].set != i)
        continue;
      error = used ? 0 : make_set(sets[i].component, &t->set[i]);
      used = true;
      if (!error)
        error = papi.add_event(t->set[i], events[k].code);
    }
    if (used && !error)
      error = papi.start(t->set[i]);
  }
  if (error)
    for (unsigned i = 0; i < SETS; i++)
      drop_set(t->set[i]);
  return error;
}

static bool thread_begin(void *thread, char *why) {
  int error = papi.register_thread();
  if (!error)
    error = start_sets(thread, count);
  if (error)
    snprintf(why, POMP_METRICS_WHY, "PAPI: %s", papi.strerror(error));
  return !error;
}

static void thread_end(void *thread) {
  const struct thread *t = thread;
  for (unsigned i = 0; i < set_count; i++)
    drop_set(t->set[i]);
  papi.unregister_thread();
}

static bool read_values(void *thread, int64_t *values) {
  const struct thread *t = thread;
  long long read[SETS][POMP_METRICS_MAX];
  for (unsigned i = 0; i < set_count; i++)
    if (papi.read(t->set[i], read[i]))
      return false;
  for (unsigned k = 0; k < count; k++)
    values[k] = read[events[k].set][events[k].at];
  return true;
}

/* --- choosing --- */

static const char *trouble_of(const PAPI_component_info_t *c) {
  if (strstr(c->disabled_reason, "no default PMU"))
    return "this machine shows no performance counters of its processor (most virtual machines hide them)";
  return c->disabled_reason;
}

/* Returns the component that the name says, or the processor's, or NULL if there is none of that name. */
static const PAPI_component_info_t *component_of(const char *name) {
  const char *end = strstr(name, ":::");
  for (int i = 0; i < papi.num_components(); i++) {
    const PAPI_component_info_t *c = papi.get_component_info(i);
    if (!c)
      continue;
    size_t length = strlen(c->short_name);
    if (!end ? i == 0
             : ((size_t)(end - name) == length && strncmp(name, c->short_name, length) == 0) ||
                   ((size_t)(end - name) == strlen(c->name) && strncmp(name, c->name, strlen(c->name)) == 0))
      return c;
  }
  return NULL;
}

/* `known`: PAPI has a code for the name. It knows all presets on every machine, by name, and says of other events only
 * where their component is on. */
static void explain(const char *name, bool known, int error, char *why) {
  const PAPI_component_info_t *c = component_of(name);
  bool preset = strncmp(name, PREFIX, strlen(PREFIX)) == 0;
  bool missing = error == PAPI_ENOEVNT || error == PAPI_ENOTPRESET || error == PAPI_EATTR;
  if (!c)
    snprintf(why, POMP_METRICS_WHY, "this PAPI has no component of that name; pomp-report --metrics lists them");
  else if (c->disabled && c->disabled != PAPI_EDELAY_INIT && (known || !preset))
    snprintf(why, POMP_METRICS_WHY, "PAPI's component %s is off: %s", c->name, trouble_of(c));
  else if (!known && (preset || missing))
    snprintf(why, POMP_METRICS_WHY, "there is no such event; pomp-report --metrics lists those of this machine");
  else if (missing)
    snprintf(why, POMP_METRICS_WHY,
             "PAPI knows it, and this machine can't count it; pomp-report --metrics lists what it can");
  else
    snprintf(why, POMP_METRICS_WHY, "PAPI: %s", papi.strerror(error));
}

static bool find_set(int component, unsigned *set) {
  for (*set = 0; *set < set_count; ++*set)
    if (sets[*set].component == component)
      return true;
  if (set_count == SETS)
    return false;
  sets[set_count++] = (struct set){.component = component};
  return true;
}

static bool add(const char *name, struct pomp_metrics_about *about, char *why) {
  PAPI_event_info_t info;
  struct event e = {0};
  memset(&info, 0, sizeof info);
  int error = papi.event_name_to_code(name, &e.code), component = error ? 0 : papi.get_event_component(e.code);
  if (error || component < 0) {
    explain(name, !error, error ? error : component, why);
    return false;
  }
  if (papi.get_event_info(e.code, &info) == PAPI_OK &&
      (info.data_type == PAPI_DATATYPE_FP64 || info.data_type == PAPI_DATATYPE_BIT64)) {
    snprintf(why, POMP_METRICS_WHY, "its values are no integers, and can't be added up");
    return false;
  }
  if (!find_set(component, &e.set)) {
    snprintf(why, POMP_METRICS_WHY, "metrics of at most %d components of PAPI at a time: leave one out", SETS);
    return false;
  }
  e.at = sets[e.set].count;
  events[count] = e;
  struct thread t;
  error = start_sets(&t, count + 1);
  if (error == PAPI_ECNFLCT || error == PAPI_ECOUNT) {
    snprintf(why, POMP_METRICS_WHY,
             "it doesn't fit beside the others: leave one of them out, or set POMP_METRICS_MULTIPLEX=1 to have them "
             "counted in turns");
    return false;
  }
  if (error) {
    explain(name, true, error, why);
    return false;
  }
  for (unsigned i = 0; i < SETS; i++)
    drop_set(t.set[i]);
  snprintf(about->text, sizeof about->text, "%s", *info.long_descr ? info.long_descr : info.short_descr);
  about->unit = strcmp(info.units, "ns") == 0 ? "ns" : "";
  about->flags = multiplexed && component == 0 ? POMP_METRIC_ESTIMATE : 0;
  about->begins_again =
      component != 0 && info.value_type == PAPI_VALUETYPE_RUNNING_SUM; /* the kernel follows its own */
  sets[e.set].count++;
  count++;
  return true;
}

/* --- the list --- */

static void list_presets(void (*each)(void *to, const char *name, const char *about), void *to) {
  int code = (int)PAPI_PRESET_MASK;
  PAPI_event_info_t info;
  if (papi.enum_event(&code, PAPI_ENUM_FIRST) != PAPI_OK)
    return;
  do
    if (papi.get_event_info(code, &info) == PAPI_OK && info.count)
      each(to, info.symbol, info.long_descr);
  while (papi.enum_event(&code, PAPI_PRESET_ENUM_AVAIL) == PAPI_OK);
}

/* A component may list events that this machine can't count, as PAPI's perf does on virtual machines without counters.
 */
static bool can_be_counted(int component, int code) {
  int set, error = make_set(component, &set);
  if (!error)
    error = papi.add_event(set, code);
  if (!error)
    error = papi.start(set);
  drop_set(set);
  return !error;
}

static void list_component(int i, void (*each)(void *to, const char *name, const char *about), void *to) {
  const PAPI_component_info_t *c = papi.get_component_info(i);
  int code = (int)PAPI_NATIVE_MASK, error = papi.enum_cmp_event(&code, PAPI_ENUM_FIRST, i);
  char line[1024];
  bool any = error == PAPI_OK, listed = false;
  for (PAPI_event_info_t info; error == PAPI_OK; error = papi.enum_cmp_event(&code, PAPI_ENUM_EVENTS, i))
    if (papi.get_event_info(code, &info) == PAPI_OK && owns(info.symbol) && can_be_counted(i, code)) {
      each(to, info.symbol, info.long_descr);
      listed = true;
    }
  if (listed)
    return;
  const char *reason = c->disabled && c->disabled != PAPI_EDELAY_INIT ? trouble_of(c)
                       : any                                          ? "this machine can't count any of its events"
                                                                      : "it has no events";
  if (strcmp(c->short_name, "sde") == 0 && strstr(reason, "libsde"))
    reason = "its events are those that a program exports by libsde, and exist only in that program";
  snprintf(line, sizeof line, "component %s: %s", c->name, reason);
  each(to, NULL, line);
}

static void list(void (*each)(void *to, const char *name, const char *about), void *to) {
  const PAPI_component_info_t *processor = papi.num_components() ? papi.get_component_info(0) : NULL;
  if (processor && !processor->disabled)
    list_presets(each, to);
  for (int i = 0; i < papi.num_components(); i++)
    list_component(i, each, to);
}

#define THREAD_SIZE sizeof(struct thread)

#else /* no PAPI */

static bool load(bool multiplex, char *why) {
  (void)multiplex;
  snprintf(why, POMP_METRICS_WHY, "pompinst was built without PAPI: install libpapi-dev (Debian), and build it again");
  return false;
}
static bool add(const char *name, struct pomp_metrics_about *about, char *why) {
  (void)name, (void)about;
  return load(false, why);
}
static bool thread_begin(void *thread, char *why) {
  (void)thread;
  return load(false, why);
}
static void thread_end(void *thread) { (void)thread; }
static bool read_values(void *thread, int64_t *values) {
  (void)thread, (void)values;
  return false;
}
static void list(void (*each)(void *to, const char *name, const char *about), void *to) { (void)each, (void)to; }
#define THREAD_SIZE 0

#endif

const struct pomp_metrics_source pomp_metrics_papi = {
    .name = "PAPI",
    .names = "PAPI_..., and component:::event (papi_avail and papi_native_avail explain them)",
    .owns = owns,
    .load = load,
    .add = add,
    .thread_size = THREAD_SIZE,
    .thread_begin = thread_begin,
    .thread_end = thread_end,
    .read = read_values,
    .list = list};
