/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measurement.c - starts the measurement at the first event, switches it, stops it when space ends, ends it at exit.
 * Not here: what is measured (profile.c), the directory (experiment.c), the table at the end (summary.c). */
#include "life/measurement.h"
#include "base/message.h"
#include "base/reserved_file.h"
#include "definitions/region.h"
#include "life/experiment.h"
#include "life/summary.h"
#include "life/trace_conversion.h"
#include "records/metric_values.h"
#include "records/selected_visits.h"
#include "records/trace.h"
#include "records/trace_file.h"
#include "state/config.h"
#include "state/file_guard.h"
#include "state/slow_lock.h"
#include "teams/implicit_barrier.h"
#include "teams/location.h"
#include "teams/task.h"
#include "teams/team.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

uint32_t pomp_own_control = POMP_GATE_BOOT;
uint32_t *pomp_control = &pomp_own_control;

static enum { UNSTARTED, STARTING, RUNNING, STOPPED, CLOSED } phase; /* written under the lock */
bool pomp_kept;
bool pomp_measuring;
static bool config_read;
static bool switched; /* POMP_On or POMP_Off has been called: POMP_ENABLE has no say any more */
static uint32_t nesting = POMP_NESTING_UNKNOWN; /* enum pomp_nesting */
static pid_t process;
static struct pomp_end ended; /* the same is in the file's header, for its readers */
static struct pomp_config config;

/* After this no event is recorded, those under way in other threads still end in mapped memory. */
static void close_gate(int to) {
  POMP_STORE(pomp_only_traced, false);
  POMP_STORE(pomp_own_control, (uint32_t)POMP_GATE_CLOSED);
  POMP_STORE(pomp_control, &pomp_own_control);
  POMP_STORE(pomp_measuring, false);
  phase = to;
}

/* The child shares the mapping and must not touch it: it measures nothing. If there was no experiment yet, it may
 * have its own: many a program forks before it does anything else. */
static void after_fork_in_child(void) {
  pomp_slow_forked();
  if (phase == UNSTARTED) {
    pomp_clock_load();
    return;
  }
  close_gate(CLOSED);
  pomp_trace_forget();
  memset(&pomp_tls, 0, sizeof pomp_tls);
}

/* In a signal handler: somebody has cut off the file, and nothing that was measured is left in it. */
static void profile_is_lost(void) {
  pomp_trace_forget();
  POMP_STORE(pomp_only_traced, false);
  POMP_STORE(pomp_own_control, (uint32_t)POMP_GATE_CLOSED);
  POMP_STORE(pomp_control, &pomp_own_control);
  POMP_STORE(pomp_measuring, false);
  pomp_say("somebody has cut off the experiment's file in %s: measurement stops here, the program goes on",
           pomp_experiment_name());
}

/* The same of the trace. */
static void trace_is_lost(void) {
  pomp_trace_forget();
  pomp_say("somebody has cut off the trace in %s: it ends here, the profile goes on", pomp_experiment_name());
}

void pomp_measurement_stop(int error) {
  struct pomp_header *header = pomp_file();
  if (pomp_guard_is_lost(POMP_GUARDED_PROFILE)) { /* the user knows */
    close_gate(CLOSED);
    return;
  }
  enum pomp_stop reason = pomp_growing_stop(error);
  close_gate(STOPPED);
  header->end_tick = ended.tick = pomp_clock();
  header->stop_reason = reason;
  ended.stopped = true;
  pomp_clock_sync(header, true);
  if (reason == POMP_STOP_LIMIT && pomp_arena_limit() < config.memory)
    pomp_say("the process may map no more than %llu bytes for the experiment (ulimit -v), and they are used up: "
             "measurement stops here, the program goes on",
             (unsigned long long)pomp_arena_limit());
  else if (reason == POMP_STOP_LIMIT && pomp_arena_left() > pomp_arena_limit() / 2)
    pomp_say("the process gets no more memory: measurement stops here, the program goes on");
  else if (reason == POMP_STOP_LIMIT)
    pomp_say("POMP_MEMORY (%llu bytes) is used up: measurement stops here, the program goes on",
             (unsigned long long)pomp_arena_limit());
  else
    pomp_say("%s can't grow (%s): measurement stops here, the program goes on", pomp_experiment_name(),
             strerror(-error));
}

static void say_settings(void) {
  const char *name, *help;
  char value[512];
  pomp_say("measuring into %s", pomp_experiment_name());
  for (unsigned i = 0; (name = pomp_config_show(&config, i, value, sizeof value, &help)); i++)
    pomp_say("  %s=%s (%s)", name, value, help);
}

const struct pomp_config *pomp_measurement_config(void) {
  if (!config_read && phase == UNSTARTED && (!pomp_config_read(&config) || !config.profile))
    close_gate(CLOSED);
  config_read = true;
  return phase == CLOSED ? NULL : &config;
}

/* False: the program is measured without a trace, and the user knows why. */
static bool start_trace(void) {
  char path[PATH_MAX + 32];
  int error = -ENAMETOOLONG;
  if (pomp_experiment_trace_path(path, sizeof path))
    error = pomp_trace_start(path, &config, pomp_location_all());
  if (error)
    pomp_say("can't make the trace (%s); the profile is measured without", strerror(-error));
  else
    pomp_guard_file(POMP_GUARDED_TRACE, pomp_trace_header(), pomp_trace_file_mapped(), trace_is_lost);
  return !error && pomp_trace_goes_on();
}

/* Under the lock. Afterwards the phase is RUNNING, or STOPPED or CLOSED, and the user knows why. */
static void start(void) {
  if (phase != UNSTARTED || !pomp_measurement_config())
    return;
  if (!switched && !config.enable) {
    POMP_STORE(pomp_own_control, (uint32_t)POMP_CONTROL_OFF);
    return;
  }
  phase = STARTING;
  process = getpid();
  if (!pomp_experiment_create(&config)) {
    close_gate(CLOSED);
    return;
  }
  struct pomp_header *header = pomp_file();
  pomp_guard_file(POMP_GUARDED_PROFILE, header, pomp_arena_mapped(), profile_is_lost);
  if (!pomp_clock_start((enum pomp_clock_choice)config.clock, header)) {
    pomp_say("POMP_CLOCK=tsc: this machine's time stamp counter is not invariant; the program runs unmeasured");
    pomp_experiment_remove();
    close_gate(CLOSED);
    return;
  }
  int error = pomp_region_start();
  if (!error)
    error = pomp_experiment_describe(&config);
  if (!error)
    error = pomp_metric_start(config.metrics, config.multiplex);
  if (!error)
    error = pomp_location_start();
  header->control = POMP_CONTROL_ON;
  header->nesting = POMP_LOAD(nesting);
  if (error) {
    pomp_measurement_stop(error);
    return;
  }
  phase = RUNNING;
  POMP_STORE(pomp_measuring, true);
  bool traced = config.trace != POMP_TRACE_CHOICE_OFF && start_trace();
  if (traced && config.trace == POMP_TRACE_CHOICE_OTF2)
    pomp_converter_want();
  POMP_STORE(pomp_only_traced, traced && pomp_clock_is_tsc && !pomp_metric_count && !pomp_trace_selects);
  if (!pomp_clock_is_tsc || pomp_metric_count || traced)
    __atomic_store_n(&pomp_own_control, (uint32_t)POMP_GATE_MORE, __ATOMIC_RELEASE);
  else
    __atomic_store_n(&pomp_control, &header->control, __ATOMIC_RELEASE);
  if (pomp_guard_is_lost(POMP_GUARDED_PROFILE)) {
    close_gate(CLOSED);
    return;
  }
  at_quick_exit(pomp_converter_run); /* after the next one: they are called in reverse */
  at_quick_exit(pomp_measurement_finalize);
  if (config.verbose)
    say_settings();
}

/* True: the exit is that of a skipped enter. Those inside it lack their exits and are forgotten. */
static bool skip_ends(const struct ompregdescr *d, enum pomp_role role) {
  if (pomp_tls.skipped > POMP_SKIP_MAX) {
    pomp_tls.skipped--;
    return true;
  }
  for (uint32_t i = pomp_tls.skipped; i-- > 0;)
    if (pomp_tls.skip[i] == pomp_skip_name(d, role)) {
      pomp_tls.skipped = i;
      return true;
    }
  return false;
}

/* Nothing to do, unless something is skipped already: then this is, too, lest its exit be taken for that one's. */
static void enter_filtered(const struct ompregdescr *d, enum pomp_role role) {
  struct pomp_path *at = pomp_tls.skip_at;
  if (!pomp_tls.skipped)
    return;
  pomp_skip(d, role);
  pomp_tls.skip_at = at;
}

/* The call path to enter; makes whatever of descriptor, location and call path isn't there yet. */
static struct pomp_path *path_for(struct ompregdescr *d, enum pomp_role role) {
  int error = 0;
  struct pomp_path *p = NULL;
  pomp_guard_keep();
  if (!pomp_tls.here)
    error = pomp_location_attach(role == POMP_ROLE_TEAM);
  if (!error && !POMP_LOAD(d->data[0]))
    error = pomp_region_define(d);
  if (!error && !pomp_is_filtered(d)) {
    p = pomp_child(pomp_tls.here, pomp_key(d, role), role);
    if (!p)
      p = pomp_child_new(pomp_tls.here, pomp_key(d, role), &error);
  }
  if (error)
    pomp_measurement_stop(error);
  return p;
}

struct pomp_path *pomp_child_get(struct pomp_thread *t, uint32_t key) {
  struct pomp_path *p = pomp_child(t, key, POMP_KEY_ROLE(key));
  if (p || !pomp_slow_begin())
    return p;
  int error = 0;
  if (phase == RUNNING)
    p = pomp_child_new(t, key, &error);
  if (error)
    pomp_measurement_stop(error);
  pomp_slow_end();
  return p;
}

/* By the file's control word. */
static bool is_switched_off(void) {
  uint32_t gate = pomp_gate_masked();
  return gate != POMP_CONTROL_ON && gate != POMP_GATE_BOOT && gate != POMP_GATE_CLOSED && !pomp_is_on();
}

/* The clock, and what is recorded beside it, at the usual events while the gate is POMP_GATE_MORE: counters are read
 * after the enter, before the exit, and not where the clock isn't. */
static _Thread_local bool clock_was_read __attribute__((tls_model("initial-exec")));
static uint64_t clock_at_enter(void) {
  clock_was_read = true;
  return pomp_clock();
}
static uint64_t clock_at_exit(void) { return pomp_now(pomp_tls.here); }

uint64_t pomp_enter_rare(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  uint64_t now;
  if (pomp_is_filtered(d))
    return enter_filtered(d, role), 0;
  if (is_switched_off())
    return pomp_skip(d, role), 0;
  clock_was_read = false;
  if (t && pomp_is_on() && POMP_LOAD(d->data[0]) && pomp_enter_usual(t, d, role, clock_at_enter, &now)) {
    pomp_metric_enter(t, t->current, clock_was_read);
    pomp_trace_if_enter(t, t->current, now);
    return now;
  }
  if (!pomp_slow_begin()) {
    if (pomp_is_measuring())
      __atomic_fetch_add(&pomp_file()->lost, 1, __ATOMIC_RELAXED);
    pomp_skip(d, role);
    return 0;
  }
  struct pomp_path *p = NULL;
  start();
  if (pomp_is_on())
    p = path_for(d, role);
  else if (phase == UNSTARTED) /* POMP_ENABLE=0 */
    pomp_skip(d, role);
  pomp_slow_end();
  if (!p && pomp_is_filtered(d)) /* by now */
    enter_filtered(d, role);
  if (!p)
    return 0;
  now = pomp_clock();
  pomp_visit_begin(pomp_tls.here, p, pomp_node_of(p), now);
  pomp_metric_enter(pomp_tls.here, p, true);
  pomp_trace_if_enter(pomp_tls.here, p, now);
  if (pomp_role_is(role, POMP_IS_WORKSHARING) && (uintptr_t)POMP_LOAD(d->data[1]) & POMP_RD_IMPLICIT_BARRIER)
    pomp_barrier_expect(d, role); /* the caller didn't know yet */
  return now;
}

uint64_t pomp_exit_rare(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  uint64_t now;
  if (pomp_is_filtered(d)) {
    if (pomp_tls.skipped)
      skip_ends(d, role);
    return 0;
  }
  if (pomp_tls.skipped && (!t || t->current == pomp_tls.skip_at) && skip_ends(d, role))
    return 0;
  if (!pomp_is_measuring() || pomp_tls.busy)
    return 0;
  struct pomp_path *current = t ? t->current : NULL;
  if (t && POMP_LOAD(d->data[0]) && pomp_exit_usual(t, d, role, clock_at_exit, &now)) {
    pomp_metric_stop(t, current);
    pomp_trace_if_exit(t, current, now);
    return now;
  }
  struct pomp_path *p = t && POMP_LOAD(d->data[0]) ? pomp_open_path(t, pomp_key(d, role)) : NULL;
  if (!p && t && t->saved_count && POMP_LOAD(d->data[0]) && role != POMP_ROLE_TASK)
    p = pomp_task_abandon(t, pomp_key(d, role), pomp_now(t));
  if (p) {
    now = pomp_now(t);
    pomp_close_inside(t, p, now);
    pomp_metric_stop(t, p);
    pomp_visit_end(t, p, now);
    pomp_trace_if_exit(t, p, now);
    return now;
  }
  if ((pomp_tls.skipped && skip_ends(d, role)) || !pomp_is_on())
    return 0;
  if (t)
    POMP_ADD(t->location->ignored, 1);
  else
    __atomic_fetch_add(&pomp_file()->ignored, 1, __ATOMIC_RELAXED);
  return 0;
}

void pomp_measurement_keep_for(const struct ompregdescr *d) {
  if (!POMP_LOAD(pomp_kept) && (strcmp(d->name, "function") != 0 || strcmp(d->sub_name, "main") != 0))
    pomp_measurement_keep();
}

void pomp_measurement_joined(uint64_t now) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t->parent && !(t->flags & POMP_LOCATION_WORKER))
    POMP_STORE(pomp_location_joined, now);
  if (now > POMP_LOAD(pomp_clock_next_sync) && pomp_slow_begin()) {
    if (phase == RUNNING) {
      pomp_clock_sync(pomp_file(), false);
      pomp_guard_keep();
    }
    pomp_slow_end();
  }
}

void pomp_measurement_nesting(void) {
  POMP_STORE(nesting, (uint32_t)POMP_NESTING_OMPT);
  if (!pomp_slow_begin())
    return;
  if (phase == RUNNING)
    POMP_STORE(pomp_file()->nesting, (uint32_t)POMP_NESTING_OMPT);
  pomp_slow_end();
}

void pomp_measurement_init(void) {
  if (!pomp_slow_begin())
    return;
  start();
  pomp_slow_end();
}

bool pomp_measurement_switch(bool on) {
  if (!pomp_slow_begin())
    return false;
  bool possible = phase == RUNNING || phase == UNSTARTED;
  if (phase == RUNNING) {
    POMP_STORE(pomp_file()->control, on ? POMP_CONTROL_ON : POMP_CONTROL_OFF);
    if (pomp_tls.here)
      POMP_TRACE(pomp_tls.here, POMP_CODE_SWITCH, pomp_clock(), on);
  } else if (phase == UNSTARTED) {
    switched = true;
    POMP_STORE(pomp_own_control, on ? (uint32_t)POMP_GATE_BOOT : (uint32_t)POMP_CONTROL_OFF);
  }
  pomp_slow_end();
  return possible;
}

/* Readers see all events at once, as they are in the mapping; this is for a machine that goes down. */
static bool flush(void) {
  if (!pomp_slow_begin())
    return false;
  bool open = phase == RUNNING;
  if (open)
    pomp_clock_sync(pomp_file(), true);
  pomp_slow_end();
  if (open)
    msync(pomp_base, pomp_arena_used(), MS_SYNC); /* without the lock: it may take long */
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

/* Under the lock; the gate is closed then. True: there is an experiment of this process's. */
static bool end(void) {
  bool there =
      (phase == RUNNING || phase == STOPPED) && getpid() == process && !pomp_guard_is_lost(POMP_GUARDED_PROFILE);
  bool open = there && phase == RUNNING;
  close_gate(CLOSED);
  if (open) {
    struct pomp_header *header = pomp_file();
    header->end_tick = ended.tick = pomp_clock();
    pomp_clock_sync(header, true);
  }
  ended.nesting_known = POMP_LOAD(nesting) == POMP_NESTING_OMPT;
  if (there && pomp_trace_selects)
    pomp_trace_select_end();
  if (there && !pomp_guard_is_lost(POMP_GUARDED_TRACE))
    pomp_trace_end();
  return there;
}

static void settle(void) {
  if (pomp_is_measuring() && !pomp_tls.busy && getpid() == process) {
    if (pomp_metric_count)
      pomp_metric_finish();
    pomp_team_settle_all();
  }
}

bool pomp_measurement_sums(struct pomp_summary *s) { return pomp_summary_make(s, &ended); }

bool pomp_measurement_is_over(void) { return phase == STOPPED || phase == CLOSED; }

bool pomp_measurement_end(bool *worth) {
  settle();
  if (phase == CLOSED || !pomp_slow_begin())
    return false;
  bool there = end();
  *worth = there && (pomp_kept || pomp_location_many());
  pomp_slow_end();
  return there;
}

/* A rank that ends without MPI_Finalize can't know the others; rank 0 speaks for all. */
static void say_end(void) {
  if (!pomp_experiment_ranks())
    pomp_summary_print_own(&ended);
  else if (pomp_experiment_rank() == 0)
    pomp_say("the ranks did not end together in MPI_Finalize: experiment %s has a file for each (look at it: "
             "pomp-report %s)",
             pomp_experiment_name(), pomp_experiment_name());
}

void pomp_measurement_finalize(void) {
  settle();
  if (phase == CLOSED || !pomp_slow_begin())
    return;
  if (end()) {
    __atomic_store_n(&pomp_file()->state, POMP_STATE_COMPLETE, __ATOMIC_RELEASE);
    if (pomp_kept || pomp_location_many()) {
      pomp_experiment_no_job(&config);
      pomp_arena_trim();
      bool lone = pomp_converter_expect();
      if (config.summary)
        say_end();
      if (lone && pomp_experiment_rank() == 0)
        pomp_say("the ranks did not end together in MPI_Finalize, so that their traces are not converted: "
                 "pomp-convert %s --to otf2 makes one archive of them",
                 pomp_experiment_name());
    } else {
      pomp_trace_remove();
      pomp_experiment_remove();
    }
  }
  pomp_slow_end();
}

__attribute__((constructor)) static void loaded(void) {
  pomp_clock_load();
  pthread_atfork(NULL, NULL, after_fork_in_child);
}

/* After main's atexit handlers, before libomp ends its threads: they may still run, and find the gate closed. */
__attribute__((destructor)) static void unloaded(void) {
  pomp_measurement_finalize();
  pomp_converter_run();
}
