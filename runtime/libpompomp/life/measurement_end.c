/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measurement_end.c - ends the measurement, whoever asks for it: closes what is open, and completes the
 * file.
 * Not here: the end for want of space (gate.c), the table (summary_table.c), who is first where two threads exit
 * (exit_turn.c), and signals (signal_end.c). */
#include "life/measurement_end.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/other_runtime.h"
#include "base/sandbox.h"
#include "base/side_stack.h"
#include "definitions/metric_list.h"
#include "definitions/phase_names.h"
#include "life/exit_turn.h"
#include "life/experiment.h"
#include "life/signal_end.h"
#include "life/trace_conversion.h"
#include "pomp_system.h"
#include "records/histogram.h"
#include "records/phases.h"
#include "records/selected_visits.h"
#include "records/trace_file.h"
#include "state/config.h"
#include "state/death_mark.h"
#include "state/file_guard.h"
#include "state/gate.h"
#include "state/slow_lock.h"
#include "teams/location.h"
#include "teams/lock_holders.h"
#include "teams/sampling.h"
#include "teams/sharing.h"
#include "teams/team.h"
#include "teams/thread_time.h"
#include "visits/visit.h"

#include <stdlib.h>
#include <string.h>

bool pomp_kept;
static const struct pomp_config *config;
static pid_t process;
static bool job_is_over; /* see pomp_measurement_go_on */
static pomp_rank_ends *rank_ends;
static uint64_t left_job; /* the tick when the program came back from the end of its job */

bool pomp_measurement_is_child(void) {
  pid_t now = process ? pomp_sys_getpid() : 0;
  return now > 0 && now != process; /* a sandbox may refuse to answer */
}

void pomp_measurement_note_children(void) { pomp_file()->forked = pomp_own_children(); }

void pomp_measurement_end_prepare(const struct pomp_config *settings) {
  config = settings;
  process = pomp_sys_getpid();
}

/* Closes the gate, under the lock. True: there is an experiment, and it is this process's. `cut`: a signal ends the
 * program, and its files look as after a kill. */
static bool end(bool cut) {
  bool there = (pomp_phase == POMP_RUNNING || pomp_phase == POMP_STOPPED) && !pomp_measurement_is_child() &&
               !pomp_guard_is_lost(POMP_GUARDED_PROFILE);
  bool open = there && pomp_phase == POMP_RUNNING;
  if (there) {
    pomp_sampling_stop();
    pomp_metric_list_end();
  }
  if (open)
    pomp_thread_time_note();
  if (open && !cut)
    pomp_death_mark_leave();
  pomp_gate_close(POMP_CLOSED);
  for (struct pomp_thread *t = there ? pomp_location_all() : NULL; t; t = t->next_all)
    pomp_histogram_finish(t);
  if (open && !pomp_file()->traced)
    pomp_sharing_end_of_others();
  if (open && !cut)
    pomp_experiment_note_runtimes();
  if (open) {
    struct pomp_header *header = pomp_file();
    header->end_tick = pomp_end.tick = pomp_clock();
    pomp_measurement_note_children();
    pomp_clock_sync(header, true);
  }
  pomp_end.nesting_known = POMP_LOAD(pomp_nesting) == POMP_NESTING_OMPT;
  if (there && pomp_trace_selects)
    pomp_trace_select_end();
  if (there)
    pomp_phase_names_end();
  if (there && !cut && !pomp_guard_is_lost(POMP_GUARDED_TRACE))
    pomp_trace_end();
  return there;
}

static void settle(bool count) {
  if (pomp_is_measuring() && !pomp_tls.busy && !pomp_measurement_is_child()) {
    if (count && pomp_metric_count)
      pomp_visit_finish();
    pomp_waits_settle(pomp_tls.here);
    pomp_team_settle_all();
    pomp_phases_finish();
    pomp_sharing_end();
  }
}

/* Children whose regions are missing are said with the table. */
static bool is_parallel(void) { return pomp_kept || pomp_location_many() || pomp_own_children(); }
static bool is_worth(void) { return is_parallel() || pomp_config_asks(); }

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
    pomp_measurement_note_children();
    pomp_clock_sync(header, true);
  }
  pomp_phases_finish();
  s->size = pomp_arena_used();
  s->bytes = pomp_sys_memory(s->size);
  if (!s->bytes)
    return;
  memcpy(s->bytes, pomp_base, s->size);
  now.nesting_known = POMP_LOAD(pomp_nesting) == POMP_NESTING_OMPT;
  if (pomp_phase == POMP_RUNNING)
    now.tick = pomp_clock();
  ((struct pomp_header *)(void *)s->bytes)->end_tick = now.tick;
  s->summed = sums && pomp_summary_make(&s->sums, &now);
}

void pomp_measurement_snapshot(struct pomp_snapshot *s, const struct pomp_alignment alignment[2], bool sums) {
  *s = (struct pomp_snapshot){.there = false};
  if (pomp_phase == POMP_CLOSED || !pomp_slow_begin())
    return;
  s->there = (pomp_phase == POMP_RUNNING || pomp_phase == POMP_STOPPED) && !pomp_measurement_is_child() &&
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
  if (config->summary && pomp_experiment_leads() && rest >= 0.5 && rest >= 0.01 * all)
    pomp_say(POMP_SAYS_AFTER_JOB, pomp_experiment_rank(), rest, pomp_experiment_name());
}

/* The measurement of a rank has ended whose job was over before: its file becomes a part of the job's. That takes no
 * slow lock: it may take long, and memory by malloc. */
static void end_rank(void) {
  struct pomp_rank_ended ended = {.last = pomp_experiment_leads()};
  bool converts = pomp_converter_wanted();
  if (!pomp_slow_begin())
    return;
  pomp_arena_trim(); /* before others hear that the file is complete: they may take it as it is */
  pomp_slow_end();
  if (rank_ends)
    ended = rank_ends(pomp_base, pomp_arena_used(), converts);
  if (!pomp_slow_begin())
    return;
  if (ended.merged && !pomp_trace_header()) /* a trace refers to its own process's profile */
    pomp_arena_unlink();
  if (pomp_converter_expect() && ended.last)
    pomp_converter_expect_job();
  say_rest();
  pomp_slow_end();
}

/* Says why there is only one thread. In a signal handler the dynamic linker is not asked. */
static void say_alone(bool cut) {
  const char *untold = cut ? NULL : pomp_other_runtime(0);
  if (untold)
    pomp_say(POMP_SAYS_RUNTIME_UNTOLD, untold);
  else
    pomp_say(POMP_SAYS_NO_TEAM);
}

/* Says what is not done after a signal. */
static void say_undone(void) {
  if (config->trace == POMP_TRACE_CHOICE_OTF2)
    pomp_say(POMP_SAYS_SIGNAL_UNCONVERTED, pomp_experiment_name());
  if (config->archive)
    pomp_say(POMP_SAYS_SIGNAL_UNPACKED, pomp_experiment_name());
}

/* The same in a signal handler, as the program ends there: the rank's own file tells of its end. */
static void cut_rank(void) {
  pomp_arena_trim();
  bool of_job = pomp_converter_expect();
  if (!of_job || pomp_experiment_leads())
    say_undone();
}

/* A rank that ends without MPI_Finalize can't reach the other ranks; the rank that made the directory speaks for
 * all. */
static void say_end(bool cut) {
  if (!pomp_experiment_ranks())
    pomp_summary_print_own(&pomp_end, cut);
  else if (pomp_experiment_is_alone())
    pomp_say(POMP_SAYS_RANK_BY_ITSELF, pomp_experiment_rank(), pomp_experiment_ranks(), pomp_experiment_name(),
             pomp_experiment_name());
  else if (pomp_experiment_leads())
    pomp_say(POMP_SAYS_RANKS_ALONE, pomp_experiment_name(), pomp_experiment_name());
}

static void say_undone_by_ranks(void) {
  if (pomp_converter_wanted() & POMP_CONVERTS_TRACE)
    pomp_say(POMP_SAYS_RANKS_UNCONVERTED, pomp_experiment_name());
  if (pomp_converter_wanted() & POMP_PACKS_EXPERIMENT)
    pomp_say(POMP_SAYS_RANKS_UNPACKED, pomp_experiment_name());
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
    if (config->verbose)
      pomp_say(POMP_SAYS_NOTHING_KEPT);
    return false;
  }
  pomp_experiment_no_job(config);
  pomp_arena_trim();
  bool lone = pomp_converter_expect();
  if (config->summary)
    say_end(cut);
  if (config->summary && !is_parallel())
    say_alone(cut);
  if (lone && pomp_experiment_leads())
    say_undone_by_ranks();
  else if (cut && !lone)
    say_undone();
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
  pomp_phases_finish();
  pomp_gate_close(POMP_CLOSED);
  for (struct pomp_thread *t = pomp_location_all(); t; t = t->next_all)
    pomp_histogram_finish(t);
  pomp_sharing_end_of_others();
  pomp_measurement_note_children();
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

void pomp_measurement_process_ends(void) {
  if (pomp_sandbox_is_certain()) {
    end_without_calls();
    return;
  }
  pomp_exit_turn_begin();
  pomp_measurement_finalize();
  pomp_converter_run();
  pomp_exit_turn_end();
}

void pomp_measurement_take_ends(void) {
  if (pomp_sandbox_is_certain()) {
    at_quick_exit(end_without_calls);
    return;
  }
  if (config->signals == POMP_SIGNALS_CHOICE_ALL)
    pomp_signal_end_take(cut);
  pomp_exit_turn_start(pomp_measurement_process_ends);
}
