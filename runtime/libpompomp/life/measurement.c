/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measurement.c - reads the settings, starts the measurement at the first event, and switches it.
 * Not here: its end (measurement_end.c), what is measured (events/), the directory (experiment.c). */
#include "life/measurement.h"
#include "base/libc.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/other_runtime.h"
#include "base/own_copy.h"
#include "base/own_data.h"
#include "base/sandbox.h"
#include "base/side_stack.h"
#include "definitions/region.h"
#include "life/control.h"
#include "life/experiment.h"
#include "life/interval_files.h"
#include "life/signal_end.h"
#include "life/trace_conversion.h"
#include "pomp_system.h"
#include "records/histogram.h"
#include "records/metric_values.h"
#include "records/phases.h"
#include "records/selected_visits.h"
#include "records/trace.h"
#include "records/trace_file.h"
#include "state/config.h"
#include "state/death_mark.h"
#include "state/file_guard.h"
#include "state/gate.h"
#include "state/slow_lock.h"
#include "teams/kernel_time.h"
#include "teams/location.h"
#include "teams/sampling.h"
#include "teams/team.h"
#include "teams/thread_end.h"
#include "teams/thread_time.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

static bool config_read;
static bool switched;              /* POMP_On or POMP_Off has been called: POMP_ENABLE has no say any more */
static void (*before_begin)(void); /* see pomp_measurement_nesting */
static struct pomp_config config;

/* Lets this process claim what its parent had (own_process.h). */
static void claim(void) {
  if (pomp_slow_begin())
    pomp_slow_end();
}

static void after_fork_in_child(void) {
  pomp_sampling_forked();
  pomp_own_forked();
  claim();
  if (pomp_measurement_is_child())
    pomp_signal_end_leave();
}

/* Is called in a signal handler: somebody has cut off the file, and nothing that was measured is left in it. */
static void profile_is_lost(void) {
  pomp_trace_forget();
  pomp_gate_shut();
  pomp_say(POMP_SAYS_PROFILE_CUT_OFF, pomp_experiment_name());
}

/* The same for the trace. */
static void trace_is_lost(void) {
  pomp_trace_forget();
  pomp_say(POMP_SAYS_TRACE_CUT_OFF, pomp_experiment_name());
}

static void say_settings(void) {
  const char *name, *help;
  char value[512];
  pomp_say(POMP_SAYS_MEASURING, pomp_experiment_name());
  for (unsigned i = 0; (name = pomp_config_show(&config, i, value, sizeof value, &help)); i++)
    pomp_say(POMP_SAYS_SETTING, name, value, help);
}

/* False means that nothing is to be measured. A trace needs a profile's file, as its events refer to the call paths
 * there. */
static bool read_settings(void) {
  if (pomp_libc_is_secure() || !pomp_config_read(&config))
    return false;
  bool wanted = config.profile || config.trace != POMP_TRACE_CHOICE_OFF;
  if (!wanted && config.verbose)
    pomp_say(POMP_SAYS_NOTHING_WANTED);
  return wanted;
}

static void take_settings(void *unused) {
  (void)unused;
  if (!read_settings())
    pomp_gate_close(POMP_CLOSED);
}

const struct pomp_config *pomp_measurement_config(void) {
  if (!config_read && pomp_phase == POMP_UNSTARTED) {
    if (pomp_config_takes_no_signals())
      pomp_guard_forgo();
    pomp_slow_watch(true); /* POMP_FILTER may be a pipe */
    pomp_call_aside(take_settings, NULL);
    pomp_slow_watch(false);
  }
  config_read = true;
  return pomp_phase == POMP_CLOSED ? NULL : &config;
}

/* False means that the program is measured without a trace, and that the user knows why. */
static bool start_trace(void) {
  char path[PATH_MAX + 32];
  int at = pomp_experiment_trace_place(path, sizeof path);
  int error = at < 0 ? at : pomp_trace_start(at, path, &config, pomp_location_all());
  if (at >= 0)
    pomp_sys_close(at);
  if (error == -EMFILE || error == -ENFILE) /* there was one descriptor free, and that was the directory's */
    error = pomp_trace_start(AT_FDCWD, path, &config, pomp_location_all());
  if (error)
    pomp_say(POMP_SAYS_NO_TRACE, strerror(-error));
  else
    pomp_guard_file(POMP_GUARDED_TRACE, pomp_trace_file_map(), trace_is_lost);
  return !error && pomp_trace_goes_on();
}

/* Makes what the file has from the begin on. 0 or a negative errno. */
static int make_tables(void) {
  int error = pomp_region_start();
  if (!error)
    error = pomp_experiment_describe(&config);
  if (!error)
    error = pomp_metric_start(config.metrics, config.multiplex);
  if (!error)
    error = pomp_location_start(pomp_thread_ends);
  return error == -ENOMEM && pomp_arena_refused() ? pomp_arena_refused() : error;
}

/* There is no more space. */
static void before_stop(void) {
  pomp_thread_time_note();
  pomp_sampling_stop();
}

static void start(void *unused) {
  (void)unused;
  pomp_phase = POMP_STARTING;
  pomp_measurement_end_prepare(&config);
  pomp_sandbox_begin((enum pomp_sandbox_choice)config.sandbox);
  if (!pomp_experiment_create(&config)) {
    pomp_gate_close(POMP_CLOSED);
    return;
  }
  pomp_gate_prepare(pomp_experiment_name(), before_stop);
  struct pomp_header *header = pomp_file();
  pomp_guard_file(POMP_GUARDED_PROFILE, pomp_arena_map(), profile_is_lost);
  if (!pomp_clock_start((enum pomp_clock_choice)config.clock, header)) {
    pomp_say(POMP_SAYS_NO_TSC);
    pomp_experiment_remove();
    pomp_gate_close(POMP_CLOSED);
    return;
  }
  pomp_histogram_start(config.histogram);
  pomp_phases_start((uint32_t)config.phases_max);
  pomp_death_mark_start();
  pomp_own_count_children();
  int error = make_tables();
  if (error) {
    pomp_say(POMP_SAYS_NO_EXPERIMENT, pomp_experiment_name(), strerror(-error));
    pomp_experiment_remove();
    pomp_gate_close(POMP_CLOSED);
    return;
  }
  header->control = POMP_CONTROL_ON;
  header->nesting = POMP_LOAD(pomp_nesting);
  pomp_phase = POMP_RUNNING;
  if (before_begin)
    before_begin();
  POMP_RELEASE(pomp_own.measuring, true);
  bool traced = config.trace != POMP_TRACE_CHOICE_OFF && start_trace();
  if (traced) {
    header->traced = 1;
    pomp_histogram_never_late();
  }
  if (traced && config.trace == POMP_TRACE_CHOICE_OTF2)
    pomp_converter_want(POMP_CONVERTS_TRACE);
  if (config.archive)
    pomp_converter_want(POMP_PACKS_EXPERIMENT);
  POMP_STORE(pomp_own.only_traced, traced && pomp_clock_is_tsc && !pomp_metric_count && !pomp_trace_selects);
  if (!pomp_clock_is_tsc || pomp_metric_count || traced)
    __atomic_store_n(&pomp_gate_words.own, (uint32_t)POMP_GATE_MORE, __ATOMIC_RELEASE);
  else
    pomp_gate_set(&header->control);
  if (pomp_guard_is_lost(POMP_GUARDED_PROFILE)) {
    pomp_gate_close(POMP_CLOSED);
    return;
  }
  pomp_measurement_take_ends();
  pomp_sampling_start(config.signals == POMP_SIGNALS_CHOICE_NONE);
  pomp_intervals_start(&config);
  pomp_control_start(config.signals == POMP_SIGNALS_CHOICE_NONE);
  if (config.verbose)
    say_settings();
}

/* The process is a child of one that is measured, and had its first event. */
static void tell_parent(void) {
  pomp_gate_close(POMP_CLOSED);
  if (pomp_file_is_on())
    pomp_own_tell_parent();
}

void pomp_measurement_begin(void) {
  if (POMP_LOAD(pomp_gate_words.own) == POMP_GATE_FORKED)
    tell_parent();
  if (pomp_phase != POMP_UNSTARTED)
    return;
  pomp_own_data_begin();
  if (!pomp_measurement_config())
    return;
  if (!switched && !config.enable) {
    POMP_STORE(pomp_gate_words.own, (uint32_t)POMP_CONTROL_OFF);
    return;
  }
  pomp_slow_watch(true);
  pomp_kernel_time_leave();
  pomp_call_aside(start, NULL);
  const struct pomp_kernel_use took = pomp_kernel_time_return();
  pomp_thread_time_started(&took);
  if (pomp_phase != POMP_RUNNING)
    pomp_slow_watch(false);
}

void pomp_measurement_keep_for(const struct ompregdescr *d) {
  if (!POMP_LOAD(pomp_kept) && (strcmp(d->name, "function") != 0 || strcmp(d->sub_name, "main") != 0))
    pomp_measurement_keep();
}

static void keep_up(void *unused) {
  (void)unused;
  pomp_clock_sync(pomp_file(), false);
  pomp_thread_time_note();
  pomp_measurement_note_children();
  pomp_death_mark_keep();
  pomp_guard_keep();
  pomp_sampling_keep();
}

static void close_interval(void *now) { pomp_intervals_close(*(const uint64_t *)now); }

void pomp_measurement_look(uint64_t now) {
  if (POMP_LIKELY(now < POMP_LOAD(pomp_interval_end)) || pomp_sandbox_is_entered() || !pomp_slow_begin())
    return;
  if (pomp_phase == POMP_RUNNING)
    pomp_call_aside(close_interval, &now);
  pomp_slow_end();
}

void pomp_measurement_joined(uint64_t now) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t->parent && !(t->flags & POMP_LOCATION_WORKER))
    POMP_STORE(pomp_team_last_join, now);
  pomp_measurement_look(now);
  if (now <= POMP_LOAD(pomp_clock_next_sync))
    return;
  if (pomp_sandbox_is_entered()) {
    if (pomp_is_measuring())
      pomp_clock_sync(pomp_file(), false);
  } else if (pomp_slow_begin()) {
    if (pomp_phase == POMP_RUNNING)
      pomp_call_aside(keep_up, NULL);
    pomp_slow_end();
  }
}

/* Tells whether the next event may begin the measurement, or has begun it. The settings are read by the first event,
 * so the program may still change what they say here. */
static bool may_begin(void) {
  if (pomp_phase != POMP_UNSTARTED)
    return !pomp_measurement_is_over();
  return switched ? POMP_LOAD(pomp_gate_words.own) == POMP_GATE_BOOT : !pomp_config_is_off();
}

void pomp_measurement_nesting(void (*begins)(void)) {
  POMP_STORE(pomp_nesting, (uint32_t)POMP_NESTING_OMPT);
  if (!pomp_slow_begin()) {
    begins();
    return;
  }
  before_begin = begins;
  if (pomp_phase == POMP_RUNNING)
    POMP_STORE(pomp_file()->nesting, (uint32_t)POMP_NESTING_OMPT);
  if (may_begin())
    begins();
  pomp_slow_end();
}

static uint64_t nesting_end; /* the tick of pomp_measurement_nesting_ends, or 0 */

void pomp_measurement_nesting_ends(void) {
  if (pomp_is_measuring())
    POMP_STORE(nesting_end, pomp_clock());
}

void pomp_measurement_note_untold(void) {
  if (POMP_LOAD(nesting_end) && pomp_phase == POMP_RUNNING && !pomp_end.ompt)
    pomp_file()->ompt_end = pomp_end.ompt = POMP_LOAD(nesting_end);
}

void pomp_measurement_init(void) {
  if (!pomp_slow_begin())
    return;
  pomp_measurement_begin();
  pomp_slow_end();
}

bool pomp_measurement_switch(bool on) {
  if (!pomp_slow_begin())
    return false;
  bool possible = pomp_phase == POMP_RUNNING || pomp_phase == POMP_UNSTARTED;
  if (pomp_phase == POMP_RUNNING) {
    pomp_control_record(on);
  } else if (pomp_phase == POMP_UNSTARTED) {
    switched = true;
    if (on && before_begin)
      before_begin();
    POMP_STORE(pomp_gate_words.own, on ? (uint32_t)POMP_GATE_BOOT : (uint32_t)POMP_CONTROL_OFF);
  }
  pomp_slow_end();
  return possible;
}

/* Writes the file to the disk, in case the machine goes down. Readers see all events at once without it. */
static bool flush(void) {
  if (!pomp_slow_begin())
    return false;
  bool open = pomp_phase == POMP_RUNNING;
  if (open)
    pomp_clock_sync(pomp_file(), true);
  pomp_slow_end();
  if (open)
    pomp_sys_msync(pomp_base, pomp_arena_used(), MS_SYNC); /* without the lock: it may take long */
  return open;
}

int pomp_measurement_control(uint64_t command, uint64_t modifier) {
  enum { START = 1, PAUSE = 2, FLUSH = 3, END = 4, SUCCESS = 0, IGNORED = 1 };
  (void)modifier;
  bool done = false;
  if (command == START || command == PAUSE)
    done = pomp_measurement_switch(command == START);
  else if (command == FLUSH)
    done = flush();
  else if (command == END) {
    done = true;
    pomp_measurement_finalize();
  }
  return done ? SUCCESS : IGNORED;
}

static pid_t loader; /* the process that has loaded the library, and none that it has forked */

/* Says at the end why there is no experiment, if nothing else has said it. */
static void say_why_nothing(void) {
  const char *untold = pomp_phase == POMP_UNSTARTED && !pomp_libc_is_secure() && !pomp_config_is_off() &&
                               !pomp_sandbox_is_certain() && pomp_sys_getpid() == loader
                           ? pomp_other_runtime(0)
                           : NULL;
  if (untold)
    pomp_say(POMP_SAYS_RUNTIME_UNTOLD, untold);
  if (untold || !pomp_config_is_verbose())
    return;
  bool child = pomp_measurement_is_child();
  if (!child && pomp_phase != POMP_UNSTARTED)
    return;
  if (child)
    pomp_say(POMP_SAYS_NOTHING_OF_CHILD, (int)pomp_sys_getpid());
  else if (POMP_LOAD(pomp_gate_words.own) == POMP_CONTROL_OFF)
    pomp_say(POMP_SAYS_NOTHING_ON);
  else
    pomp_say(POMP_SAYS_NOTHING_MET);
}

/* A user who asks for an experiment gets one, also if the program came to nothing that is measured: it has the time of
 * its one thread. */
static void begin_at_end(void) {
  /* The system call comes last: a program in a sandbox that has been measured makes none here. */
  if (POMP_LOAD(pomp_phase) != POMP_UNSTARTED || POMP_LOAD(pomp_gate_words.own) == POMP_CONTROL_OFF ||
      pomp_config_is_off() || !pomp_config_asks() || pomp_sandbox_is_certain() || pomp_sys_getpid() != loader ||
      !pomp_slow_begin())
    return;
  if (pomp_phase == POMP_UNSTARTED) {
    pomp_measurement_begin();
    if (pomp_is_measuring())
      pomp_location_attach(false);
  }
  pomp_slow_end();
}

__attribute__((constructor)) static void loaded(void) {
  loader = pomp_sys_getpid();
  pomp_config_load((uint32_t)loader);
  pomp_clock_load();
  pomp_kernel_time_load(); /* first, so that no thread has more than the process */
  pomp_thread_time_load();
  pomp_sampling_load();
  claim();
  pomp_libc_at_fork(after_fork_in_child);
}

/* After main's atexit handlers, before libomp ends its threads: they may still run, and find the gate closed. */
__attribute__((destructor)) static void unloaded(void) {
  if (!pomp_copy_is_second()) {
    pomp_copy_end_next();
    begin_at_end();
    say_why_nothing();
  }
  pomp_measurement_process_ends();
}
