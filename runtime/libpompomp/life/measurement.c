/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measurement.c - starts the measurement at the first event, switches it, stops it when space ends, ends it at exit.
 * Not here: what is measured (events/), the directory (experiment.c), the table at the end (summary_table.c). */
#include "life/measurement.h"
#include "base/libc.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/sandbox.h"
#include "base/side_stack.h"
#include "definitions/region.h"
#include "life/exit_turn.h"
#include "life/experiment.h"
#include "life/signal_end.h"
#include "life/summary.h"
#include "life/trace_conversion.h"
#include "pomp_system.h"
#include "records/histogram.h"
#include "records/selected_visits.h"
#include "records/trace_file.h"
#include "state/config.h"
#include "state/death_mark.h"
#include "state/file_guard.h"
#include "state/gate.h"
#include "state/slow_lock.h"
#include "teams/location.h"
#include "teams/sharing.h"
#include "teams/team.h"
#include "teams/thread_end.h"
#include "teams/thread_time.h"
#include "visits/visit.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool pomp_kept;
static bool config_read;
static bool switched; /* POMP_On or POMP_Off has been called: POMP_ENABLE has no say any more */
static uint32_t nesting = POMP_NESTING_UNKNOWN; /* enum pomp_nesting */
static void (*before_begin)(void);              /* see pomp_measurement_nesting */
static pid_t process;
static struct pomp_config config;
static bool job_is_over; /* see pomp_measurement_go_on */
static pomp_rank_ends *rank_ends;
static uint64_t left_job; /* the tick when the program came back from the end of its job */

/* Lets this process claim what its parent had (own_process.h). */
static void claim(void) {
  if (pomp_slow_begin())
    pomp_slow_end();
}

/* True in a child of a process that is measured. */
static bool is_child(void) {
  pid_t now = process ? pomp_sys_getpid() : 0;
  return now > 0 && now != process; /* a sandbox may refuse to answer */
}

static void after_fork_in_child(void) {
  pomp_own_forked();
  claim();
  if (is_child())
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

static void note_children(void) { pomp_file()->forked = pomp_own_children(); }

static void cut(void);
static void process_ends(void);
static void end_without_calls(void);

/* Makes sure that the measurement ends where the process does, whoever ends it. */
static void take_ends(void) {
  if (config.signals == POMP_SIGNALS_CHOICE_ALL)
    pomp_signal_end_take(cut);
  pomp_exit_turn_start(process_ends);
}

static void start(void *unused) {
  (void)unused;
  pomp_phase = POMP_STARTING;
  process = pomp_sys_getpid();
  pomp_sandbox_begin((enum pomp_sandbox_choice)config.sandbox);
  if (!pomp_experiment_create(&config)) {
    pomp_gate_close(POMP_CLOSED);
    return;
  }
  pomp_gate_prepare(pomp_experiment_name(), pomp_thread_time_note);
  struct pomp_header *header = pomp_file();
  pomp_guard_file(POMP_GUARDED_PROFILE, pomp_arena_map(), profile_is_lost);
  if (!pomp_clock_start((enum pomp_clock_choice)config.clock, header)) {
    pomp_say(POMP_SAYS_NO_TSC);
    pomp_experiment_remove();
    pomp_gate_close(POMP_CLOSED);
    return;
  }
  pomp_histogram_start(config.histogram);
  pomp_death_mark_start();
  pomp_own_count_children();
  int error = pomp_region_start();
  if (!error)
    error = pomp_experiment_describe(&config);
  if (!error)
    error = pomp_metric_start(config.metrics, config.multiplex);
  if (!error)
    error = pomp_location_start(pomp_thread_ends);
  if (error == -ENOMEM && pomp_arena_refused())
    error = pomp_arena_refused();
  if (error) {
    pomp_say(POMP_SAYS_NO_EXPERIMENT, pomp_experiment_name(), strerror(-error));
    pomp_experiment_remove();
    pomp_gate_close(POMP_CLOSED);
    return;
  }
  header->control = POMP_CONTROL_ON;
  header->nesting = POMP_LOAD(nesting);
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
    pomp_converter_want();
  POMP_STORE(pomp_own.only_traced, traced && pomp_clock_is_tsc && !pomp_metric_count && !pomp_trace_selects);
  if (!pomp_clock_is_tsc || pomp_metric_count || traced)
    __atomic_store_n(&pomp_gate_words.own, (uint32_t)POMP_GATE_MORE, __ATOMIC_RELEASE);
  else
    pomp_gate_set(&header->control);
  if (pomp_guard_is_lost(POMP_GUARDED_PROFILE)) {
    pomp_gate_close(POMP_CLOSED);
    return;
  }
  if (pomp_sandbox_is_certain())
    at_quick_exit(end_without_calls);
  else
    take_ends();
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
  if (pomp_phase != POMP_UNSTARTED || !pomp_measurement_config())
    return;
  if (!switched && !config.enable) {
    POMP_STORE(pomp_gate_words.own, (uint32_t)POMP_CONTROL_OFF);
    return;
  }
  pomp_slow_watch(true);
  pomp_call_aside(start, NULL);
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
  note_children();
  pomp_death_mark_keep();
  pomp_guard_keep();
}

void pomp_measurement_joined(uint64_t now) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t->parent && !(t->flags & POMP_LOCATION_WORKER))
    POMP_STORE(pomp_team_last_join, now);
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
  POMP_STORE(nesting, (uint32_t)POMP_NESTING_OMPT);
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
    POMP_STORE(pomp_file()->control, on ? POMP_CONTROL_ON : POMP_CONTROL_OFF);
    if (pomp_tls.here)
      POMP_TRACE(pomp_tls.here, POMP_CODE_SWITCH, pomp_clock(), on);
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

/* Closes the gate, under the lock. True means that there is an experiment, and that it is this process's. `cut`: the
 * program is ended by a signal, and its files say no more of their end than if it were killed. */
static bool end(bool cut) {
  bool there = (pomp_phase == POMP_RUNNING || pomp_phase == POMP_STOPPED) && !is_child() &&
               !pomp_guard_is_lost(POMP_GUARDED_PROFILE);
  bool open = there && pomp_phase == POMP_RUNNING;
  if (open)
    pomp_thread_time_note();
  if (open && !cut)
    pomp_death_mark_leave();
  pomp_gate_close(POMP_CLOSED);
  for (struct pomp_thread *t = there ? pomp_location_all() : NULL; t; t = t->next_all)
    pomp_histogram_finish(t);
  if (open && !pomp_file()->traced)
    pomp_sharing_end_of_others();
  if (open) {
    struct pomp_header *header = pomp_file();
    header->end_tick = pomp_end.tick = pomp_clock();
    note_children();
    pomp_clock_sync(header, true);
  }
  pomp_end.nesting_known = POMP_LOAD(nesting) == POMP_NESTING_OMPT;
  if (there && pomp_trace_selects)
    pomp_trace_select_end();
  if (there && !cut && !pomp_guard_is_lost(POMP_GUARDED_TRACE))
    pomp_trace_end();
  return there;
}

static void settle(bool count) {
  if (pomp_is_measuring() && !pomp_tls.busy && !is_child()) {
    if (count && pomp_metric_count)
      pomp_visit_finish();
    pomp_team_settle_all();
    pomp_sharing_end();
  }
}

/* Children whose regions are missing are said with the table. */
static bool is_worth(void) { return pomp_kept || pomp_location_many() || pomp_own_children(); }

bool pomp_measurement_is_over(void) { return pomp_phase == POMP_STOPPED || pomp_phase == POMP_CLOSED; }

struct ended {
  bool there, worth;
};
static void end_alone(void *argument) {
  struct ended *e = argument;
  settle(true);
  if (pomp_phase == POMP_CLOSED || !pomp_slow_begin())
    return;
  pomp_signal_end_leave();
  e->there = end(false);
  e->worth = e->there && is_worth();
  pomp_slow_end();
}
bool pomp_measurement_end(bool *worth) {
  struct ended e = {false, false};
  pomp_call_aside(end_alone, &e);
  *worth = e.worth;
  return e.there;
}

/* Under the slow lock, so that no block is made in between, and no construct. Other threads may go on counting. */
static void copy_file(struct pomp_snapshot *s, bool sums) {
  struct pomp_end now = pomp_end;
  struct pomp_header *header = pomp_file();
  if (pomp_phase == POMP_RUNNING) {
    pomp_thread_time_note();
    note_children();
    pomp_clock_sync(header, true);
  }
  s->size = pomp_arena_used();
  s->bytes = pomp_sys_memory(s->size);
  if (!s->bytes)
    return;
  memcpy(s->bytes, pomp_base, s->size);
  now.nesting_known = POMP_LOAD(nesting) == POMP_NESTING_OMPT;
  if (pomp_phase == POMP_RUNNING)
    now.tick = pomp_clock();
  ((struct pomp_header *)(void *)s->bytes)->end_tick = now.tick;
  s->summed = sums && pomp_summary_make(&s->sums, &now);
}

void pomp_measurement_snapshot(struct pomp_snapshot *s, const struct pomp_alignment alignment[2], bool sums) {
  *s = (struct pomp_snapshot){.there = false};
  if (pomp_phase == POMP_CLOSED || !pomp_slow_begin())
    return;
  s->there = (pomp_phase == POMP_RUNNING || pomp_phase == POMP_STOPPED) && !is_child() &&
             !pomp_guard_is_lost(POMP_GUARDED_PROFILE);
  if (s->there) {
    s->worth = is_worth();
    memcpy(pomp_file()->alignment, alignment, sizeof pomp_file()->alignment);
    copy_file(s, sums);
  } else {
    pomp_signal_end_leave();
    end(false);
  }
  pomp_slow_end();
}

void pomp_snapshot_free(struct pomp_snapshot *s) {
  if (s->bytes)
    pomp_sys_munmap(s->bytes, s->size);
  if (s->summed)
    pomp_summary_free(&s->sums);
  *s = (struct pomp_snapshot){.there = false};
}

void pomp_measurement_go_on(pomp_rank_ends *ends) {
  if (!pomp_slow_begin())
    return;
  rank_ends = ends;
  left_job = pomp_clock();
  job_is_over = true;
  pomp_slow_end();
}

void pomp_measurement_left_job(void) {
  if (POMP_LOAD(job_is_over))
    POMP_STORE(left_job, pomp_clock());
}

/* The table of the job ends with MPI_Finalize; so the rank that leads says if much came after it. */
static void say_rest(void) {
  double all = pomp_clock_seconds(pomp_end.tick - pomp_clock_begin());
  double rest = pomp_end.tick > left_job ? pomp_clock_seconds(pomp_end.tick - left_job) : 0;
  if (config.summary && pomp_experiment_leads() && rest >= 0.5 && rest >= 0.01 * all)
    pomp_say(POMP_SAYS_AFTER_JOB, pomp_experiment_rank(), rest, pomp_experiment_name());
}

/* The measurement of a rank has ended whose job was over before: its file becomes a part of the job's. That takes no
 * slow lock: it may take long, and memory by malloc. */
static void end_rank(void) {
  struct pomp_rank_ended ended = {.last = pomp_experiment_leads()};
  bool converts = config.trace == POMP_TRACE_CHOICE_OTF2 && pomp_trace_header();
  if (rank_ends)
    ended = rank_ends(pomp_base, pomp_arena_used(), converts);
  if (!pomp_slow_begin())
    return;
  if (ended.merged && !pomp_trace_header())
    pomp_arena_unlink();
  else
    pomp_arena_trim(); /* a trace refers to its own process's profile */
  if (pomp_converter_expect() && ended.last)
    pomp_converter_expect_job();
  say_rest();
  pomp_slow_end();
}

/* The same in a signal handler, as the program ends there: the rank's own file tells of its end. */
static void cut_rank(void) {
  pomp_arena_trim();
  bool of_job = pomp_converter_expect();
  if (config.trace == POMP_TRACE_CHOICE_OTF2 && (!of_job || pomp_experiment_leads()))
    pomp_say(POMP_SAYS_SIGNAL_UNCONVERTED, pomp_experiment_name());
}

/* A rank that ends without MPI_Finalize can't know the others; the one whose directory it is speaks for all. */
static void say_end(void) {
  if (!pomp_experiment_ranks())
    pomp_summary_print_own(&pomp_end);
  else if (pomp_experiment_is_alone())
    pomp_say(POMP_SAYS_RANK_BY_ITSELF, pomp_experiment_rank(), pomp_experiment_ranks(), pomp_experiment_name(),
             pomp_experiment_name());
  else if (pomp_experiment_leads())
    pomp_say(POMP_SAYS_RANKS_ALONE, pomp_experiment_name(), pomp_experiment_name());
}

/* Under the slow lock. `cut`: in a signal handler, as the program ends there. True: end_rank is to be called. */
static bool conclude(bool cut) {
  pomp_signal_end_leave();
  if (!end(cut))
    return false;
  if (!cut)
    __atomic_store_n(&pomp_file()->state, POMP_STATE_COMPLETE, __ATOMIC_RELEASE);
  if (job_is_over) {
    if (cut)
      cut_rank();
    return !cut;
  }
  if (!is_worth()) {
    pomp_trace_remove();
    pomp_experiment_remove();
    if (config.verbose)
      pomp_say(POMP_SAYS_NOTHING_KEPT);
    return false;
  }
  pomp_experiment_no_job(&config);
  pomp_arena_trim();
  bool lone = pomp_converter_expect();
  if (config.summary)
    say_end();
  if (lone && pomp_experiment_leads())
    pomp_say(POMP_SAYS_RANKS_UNCONVERTED, pomp_experiment_name());
  else if (cut && config.trace == POMP_TRACE_CHOICE_OTF2 && !lone)
    pomp_say(POMP_SAYS_SIGNAL_UNCONVERTED, pomp_experiment_name());
  return false;
}

/* Ends the measurement in memory alone, where the program forbids itself all else. The file stays as long as it was
 * made, and a trace ends as if the program were killed. What another thread makes just now may be missing. A forked
 * child finds that it does not measure. */
static void end_without_calls(void) {
  if (!pomp_is_measuring() || pomp_guard_is_lost(POMP_GUARDED_PROFILE))
    return;
  struct pomp_header *header = pomp_file();
  pomp_team_settle_all();
  pomp_gate_close(POMP_CLOSED);
  for (struct pomp_thread *t = pomp_location_all(); t; t = t->next_all)
    pomp_histogram_finish(t);
  pomp_sharing_end_of_others();
  note_children();
  header->end_tick = pomp_end.tick = pomp_clock();
  pomp_clock_sync(header, true);
  __atomic_store_n(&header->state, POMP_STATE_COMPLETE, __ATOMIC_RELEASE);
}

static void finalize(void *unused) {
  (void)unused;
  settle(true);
  if (pomp_phase == POMP_CLOSED || !pomp_slow_begin())
    return;
  bool rank = conclude(false);
  pomp_slow_end();
  if (rank)
    end_rank();
}

void pomp_measurement_finalize(void) {
  if (pomp_sandbox_is_certain())
    end_without_calls();
  else if (pomp_phase != POMP_CLOSED)
    pomp_call_aside(finalize, NULL);
}

/* Is called in a signal handler, on any thread, wherever that is. So nothing here takes memory by malloc, which may be
 * what was interrupted, or waits for long. Counters are not read: who knows what a library of theirs was doing. */
static void cut(void) {
  pomp_message_hurry();
  settle(false);
  if (pomp_phase == POMP_CLOSED || !pomp_slow_begin_in_time())
    return;
  conclude(true);
  pomp_slow_end();
}

/* Says at the end why there is no experiment, if nothing else has said it. */
static void say_why_nothing(void) {
  if (!pomp_config_is_verbose())
    return;
  bool child = is_child();
  if (!child && pomp_phase != POMP_UNSTARTED)
    return;
  if (child)
    pomp_say(POMP_SAYS_NOTHING_OF_CHILD, (int)pomp_sys_getpid());
  else if (POMP_LOAD(pomp_gate_words.own) == POMP_CONTROL_OFF)
    pomp_say(POMP_SAYS_NOTHING_ON);
  else
    pomp_say(POMP_SAYS_NOTHING_MET);
}

static void process_ends(void) {
  if (pomp_sandbox_is_certain()) {
    end_without_calls();
    return;
  }
  pomp_exit_turn_begin();
  pomp_measurement_finalize();
  pomp_converter_run();
  pomp_exit_turn_end();
}

__attribute__((constructor)) static void loaded(void) {
  pomp_clock_load();
  pomp_thread_time_load();
  claim();
  pomp_libc_at_fork(after_fork_in_child);
}

/* After main's atexit handlers, before libomp ends its threads: they may still run, and find the gate closed. */
__attribute__((destructor)) static void unloaded(void) {
  say_why_nothing();
  process_ends();
}
