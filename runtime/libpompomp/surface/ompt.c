/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ompt.c - the tool that an OpenMP runtime finds in us, and its callbacks, thin.
 * Not here: teams (team.c), tasks (task.c), another tool beside ours (other_tool.c).
 *
 * The callbacks' data words hold the location that forked a parallel region, and the record of an explicit task. */
#include "surface/ompt.h"
#include "base/clock.h"
#include "base/libc.h"
#include "base/tsan_order.h"
#include "definitions/code_site.h"
#include "events/construct_events.h"
#include "life/measurement.h"
#include "state/config.h"
#include "state/gate.h"
#include "surface/told_events.h"
#include "teams/group_wait.h"
#include "teams/implicit_barrier.h"
#include "teams/loop.h"
#include "teams/sampling.h"
#include "teams/task.h"
#include "teams/team.h"
#include "teams/uninstrumented.h"

#include <link.h>
#include <omp-tools.h>
#include <stddef.h>

/* These say which events are asked for, and when. */
enum events {
  TEAMS_AND_TASKS = 1, /* when measurement may begin */
  BARRIERS = 2,        /* see pomp_ompt_want_barriers; they, and the next ones, only together with the first */
  GROUP_WAITS = 4,     /* see pomp_ompt_want_group_waits */
  JOINS = 8,           /* at the first region that is not instrumented */
  LOOPS = 16,          /* see pomp_ompt_want_loops */
  REDUCTIONS = 32,     /* see pomp_ompt_want_reductions */
  CONSTRUCTS = 64      /* constructs that are not instrumented (told_events.h), together with all others */
};
#define PLAIN_CODE (JOINS | BARRIERS | GROUP_WAITS | LOOPS | REDUCTIONS | CONSTRUCTS)
static void want(uint32_t events);
static bool tells_constructs(void);
static ompt_set_callback_t set_callback;

static struct pomp_task *task_of(const ompt_data_t *data) { return data ? data->ptr : NULL; }

/* The thread is where it was at the fork again. libomp 19 has lost the region's word by then if the team was alone. */
static void parallel_end(ompt_data_t *parallel, ompt_data_t *task, int flags, const void *code) {
  struct pomp_thread *t = pomp_tls.here;
  (void)parallel, (void)task, (void)flags, (void)code;
  uint64_t now = t ? pomp_uninstrumented_join(t) : 0;
  if (now)
    pomp_measurement_joined(now);
}

/* The location that has just forked a league. In a league of one team libomp 19 has no word of the region, or that of
 * an earlier one. */
static _Thread_local struct pomp_thread *forked_league __attribute__((tls_model("initial-exec")));

/* libomp gives each initial thread of a league a team of its own, which no construct and no code stands for. */
static bool is_construct(const void *code) {
  return code || !pomp_tls.here || !(pomp_tls.here->flags & POMP_LOCATION_LEAGUE);
}

/* Says for the members of the team that is about to be forked where it is forked, and whether its construct is in one
 * piece. */
static void note_fork(struct pomp_thread *t, const void *code) {
  if (POMP_LOAD(t->fork_code) != code)
    POMP_STORE(t->fork_code, code);
  struct ompregdescr *d = t->whole;
  bool whole = d && t->current != t->base && t->current->key == pomp_key(d, POMP_ROLE_FORK);
  if (POMP_LOAD(t->fork_is_whole) != whole)
    POMP_STORE(t->fork_is_whole, whole);
  if (d && !whole)
    POMP_STORE(t->whole, NULL);
}

static void whole_begin(struct pomp_thread *parent) {
  struct pomp_thread *t = pomp_tls.here;
  if (!POMP_LOAD(parent->fork_is_whole) || pomp_tls.unlocated || !t || t->parent != parent)
    return;
  t->whole_open = POMP_LOAD(parent->whole);
  if (t->whole_open)
    pomp_whole_begin(t->whole_open);
}

/* A barrier that has ended is not the end of such a loop: the program runs until the next event. */
static void whole_goes_on(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && t->whole_open)
    t->after = NULL;
}

/* The member arrives at the barrier at the team's end, or leaves a team that has no other members. */
static void whole_end(void) {
  struct pomp_thread *t = pomp_tls.here;
  struct ompregdescr *d = t ? t->whole_open : NULL;
  if (POMP_LIKELY(!d) || t->task || pomp_tls.unlocated)
    return;
  t->whole_open = NULL;
  pomp_whole_end(d);
}

/* This is in place of what forks in the words of the team that libomp makes of hidden helpers, which are no threads of
 * the program. Nothing is measured there but the tasks that they execute. */
static struct pomp_thread helpers;

/* True if code of the OpenMP runtime itself forks, on a thread that has had no event: libomp makes its hidden helpers
 * on a thread of its own. If libomp is a part of the program, or libc is older than 2.35, that can't be told. */
static bool makes_helpers(const void *code) {
  struct dl_find_object runtime, o;
  void *known = (void *)(uintptr_t)set_callback; /* NOLINT(performance-no-int-to-ptr) */
  return !pomp_tls.here && code && pomp_libc._dl_find_object && pomp_libc._dl_find_object(known, &runtime) == 0 &&
         *runtime.dlfo_link_map->l_name && pomp_libc._dl_find_object((void *)(uintptr_t)code, &o) == 0 &&
         o.dlfo_map_start == runtime.dlfo_map_start;
}

static void parallel_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel, unsigned int requested,
                           int flags, const void *code) {
  (void)task, (void)frame;
  if (!parallel)
    return;
  parallel->ptr = NULL;
  if (!is_construct(code))
    return;
  bool league = flags & ompt_parallel_league, alone = pomp_uninstrumented_is_next(league), silent = league || alone;
  if (alone && makes_helpers(code)) {
    parallel->ptr = &helpers;
    return;
  }
  if (silent) /* other programs don't pay for this */
    want(alone ? PLAIN_CODE : JOINS | BARRIERS);
  if (tells_constructs())
    pomp_told_settle();
  if (alone && !pomp_is_measuring())
    pomp_measurement_init();
  if (alone)
    pomp_fork_unannounced(league, code);
  if (pomp_tls.here)
    note_fork(pomp_tls.here, code);
  if (pomp_is_measuring())
    parallel->ptr = pomp_team_fork(requested, silent);
  forked_league = league ? parallel->ptr : NULL;
}

/* An implicit task that is an initial one is that of a team of a league, or the thread's first: of that one, the word
 * of its region is 0. The task's own word stays empty: libomp 19 keeps a copy of it in the thread, and `taskwait
 * depend` in a task that the thread executes at the team's end asserts that there is none. */
static void implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task, unsigned int size,
                          unsigned int index, int flags) {
  (void)task;
  pomp_clock_woken();
  if (endpoint == ompt_scope_end) {
    if (pomp_tls.here != pomp_tls.worker)
      whole_end();
    pomp_team_leave();
    return;
  }
  bool league = flags & ompt_task_initial;
  struct pomp_thread *parent = parallel ? parallel->ptr : NULL;
  if (league && size == 1 && index == 0)
    parent = forked_league;
  forked_league = NULL;
  if (parent == &helpers) {
    pomp_tls.helper = true;
    parent = NULL;
  }
  parent = pomp_is_measuring() ? parent : NULL;
  pomp_team_enter(parent, index, size, league);
  if (parent)
    whole_begin(parent);
}

/* OpenMP 5.1 has these; the headers of LLVM 16 don't. */
enum { TASK_IS_TASKWAIT = 0x10, TASKWAIT_COMPLETE = 8 };

static void task_create(ompt_data_t *parent, const ompt_frame_t *frame, ompt_data_t *task, int flags, int dependences,
                        const void *code) {
  (void)parent, (void)frame, (void)dependences;
  POMP_ORDER_AFTER(task); /* another task may have had its memory before */
  bool told = tells_constructs();
  if (task && flags & (ompt_task_explicit | ompt_task_target)) {
    struct pomp_task *made = told && !(flags & ompt_task_target) ? pomp_told_task(code) : NULL;
    task->ptr = made ? made : pomp_task_create();
  } else if (told && flags & TASK_IS_TASKWAIT)
    pomp_told_dependences(ompt_scope_begin, code);
  POMP_ORDER_BEFORE(task);
}

static void task_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
  POMP_ORDER_AFTER(next);
  if ((unsigned)status == TASKWAIT_COMPLETE && tells_constructs())
    pomp_told_dependences(ompt_scope_end, NULL);
  switch (status) {
  case ompt_task_complete:
  case ompt_task_cancel:
  case ompt_task_detach:
    pomp_task_leave(task_of(prior), true);
    if (prior && status != ompt_task_detach)
      prior->ptr = NULL;
    break;
  case ompt_task_yield:
  case ompt_task_switch:
    if (!next)
      break;
    if (task_of(prior) && pomp_task_is_below(task_of(next)))
      pomp_task_leave(task_of(prior), false);
    else
      pomp_task_execute(task_of(next));
    break;
  default: /* events of a detachable task, and of dependences: nobody changes what they execute */
    break;
  }
  POMP_ORDER_BEFORE(prior);
}

/* libomp up to 16 has one kind for all implicit barriers. That at the end of a team has no code, or for the primary
 * thread that of the fork, and when it ends, there is no region any more. */
static ompt_sync_region_t kind_of_implicit(ompt_scope_endpoint_t endpoint, const ompt_data_t *parallel,
                                           const void *code) {
  const struct pomp_thread *forked = parallel ? parallel->ptr : NULL;
  bool last = endpoint == ompt_scope_end ? !parallel : !code || (forked && POMP_LOAD(forked->fork_code) == code);
  return last ? ompt_sync_region_barrier_implicit_parallel : ompt_sync_region_barrier_implicit_workshare;
}

#ifdef POMP_TSAN
/* What members did before a barrier is seen after it; but a worker may learn of a team's last one when
 * another thread is the same member already. */
static void order_members(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint) {
  const struct pomp_thread *t = pomp_tls.here;
  bool last = kind == ompt_sync_region_barrier_implicit_parallel;
  if (!t || !t->parent)
    return;
  if (endpoint == ompt_scope_begin)
    POMP_ORDER_BEFORE(t->parent);
  else if (!last || pomp_tls.worker != t)
    POMP_ORDER_AFTER(t->parent);
}
#endif

static void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                        ompt_data_t *task, const void *code) {
  (void)task;
  if (endpoint == ompt_scope_end)
    pomp_clock_woken();
  if (kind == ompt_sync_region_barrier_implicit)
    kind = kind_of_implicit(endpoint, parallel, code);
  if (endpoint == ompt_scope_begin &&
      (kind == ompt_sync_region_barrier_implicit_parallel || kind == ompt_sync_region_barrier_teams))
    pomp_team_arrive_unannounced();
  if (kind == ompt_sync_region_barrier_implicit_parallel && endpoint == ompt_scope_begin) {
    whole_end();
    pomp_team_reach_end();
  }
#ifdef POMP_TSAN
  order_members(kind, endpoint);
#endif
  const bool told = tells_constructs();
  if (kind != ompt_sync_region_barrier_implementation && kind != ompt_sync_region_barrier_implicit_workshare) {
    if (told && endpoint == ompt_scope_begin)
      pomp_told_sync_begin(kind, code);
    else if (told)
      pomp_told_sync_end(kind, code);
    return;
  }
  if (endpoint == ompt_scope_begin) {
    pomp_reduction_end();
    pomp_barrier_begin();
    if (told)
      pomp_told_sync_begin(kind, code);
  } else {
    pomp_barrier_end();
    whole_goes_on();
    if (told)
      pomp_told_sync_end(kind, code);
  }
}

static void sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                             ompt_data_t *task, const void *code) {
  (void)parallel, (void)task, (void)code;
  if (endpoint == ompt_scope_end)
    pomp_clock_woken();
  if (kind != ompt_sync_region_taskgroup)
    return;
  if (tells_constructs())
    pomp_told_wait(endpoint);
  if (endpoint == ompt_scope_begin)
    pomp_group_wait_begin();
  else
    pomp_group_wait_end();
}

static void work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
                 uint64_t count, const void *code) {
  (void)parallel, (void)task;
  if (tells_constructs())
    pomp_told_work(type, endpoint, code);
  if (endpoint == ompt_scope_begin)
    pomp_loop_begin((uint32_t)type, count);
  else
    pomp_reduction_begin(true);
}

/* libomp 19 says so of teams that are larger than four, where members combine their copies in the barrier. */
static void reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
                      const void *code) {
  (void)kind, (void)parallel, (void)task, (void)code;
  if (endpoint == ompt_scope_begin)
    pomp_reduction_begin(false);
  else
    pomp_reduction_end();
}

/* The end of a parallel region that is cancelled has no event: a thread leaves it where it cancels it, or finds that it
 * is cancelled. A thread that finds out in a barrier leaves the region when it comes to the barrier at the region's
 * end. */
static void cancel(ompt_data_t *task, int flags, const void *code) {
  (void)task;
  if (tells_constructs())
    pomp_told_cancel(flags, code);
  if (!(flags & ompt_cancel_parallel) || !(flags & (ompt_cancel_activated | ompt_cancel_detected)))
    return;
  pomp_team_arrive_unannounced();
  pomp_team_reach_end();
  pomp_ompt_want_barriers();
}

static int control_tool(uint64_t command, uint64_t modifier, void *argument, const void *code) {
  (void)argument, (void)code;
  return pomp_measurement_control(command, modifier);
}

/* --- which events the runtime is asked for --- */

static uint32_t wanted; /* bits of enum events, which are only ever added */
static bool active, asking;

static void ask(uint32_t events) {
  static const struct {
    uint32_t events;
    ompt_callbacks_t event;
    ompt_callback_t callback;
  } all[] = {
      {TEAMS_AND_TASKS, ompt_callback_implicit_task, (ompt_callback_t)implicit_task},
      {TEAMS_AND_TASKS, ompt_callback_task_schedule, (ompt_callback_t)task_schedule},
      {TEAMS_AND_TASKS, ompt_callback_cancel, (ompt_callback_t)cancel},
      {JOINS, ompt_callback_parallel_end, (ompt_callback_t)parallel_end},
      {BARRIERS, ompt_callback_sync_region, (ompt_callback_t)sync_region},
      {LOOPS, ompt_callback_work, (ompt_callback_t)work},
      {GROUP_WAITS, ompt_callback_sync_region_wait, (ompt_callback_t)sync_region_wait},
      {REDUCTIONS, ompt_callback_reduction, (ompt_callback_t)reduction},
      {CONSTRUCTS, ompt_callback_masked, (ompt_callback_t)pomp_told_masked},
      {CONSTRUCTS, ompt_callback_mutex_acquire, (ompt_callback_t)pomp_told_acquire},
      {CONSTRUCTS, ompt_callback_mutex_acquired, (ompt_callback_t)pomp_told_acquired},
      {CONSTRUCTS, ompt_callback_mutex_released, (ompt_callback_t)pomp_told_released},
      {CONSTRUCTS, ompt_callback_nest_lock, (ompt_callback_t)pomp_told_nest_lock},
      {CONSTRUCTS, ompt_callback_lock_init, (ompt_callback_t)pomp_told_lock_init},
      {CONSTRUCTS, ompt_callback_lock_destroy, (ompt_callback_t)pomp_told_lock_destroy},
      /* Forks and creations are registered last, so that once one of them is reported, all later events are, too. */
      {TEAMS_AND_TASKS, ompt_callback_parallel_begin, (ompt_callback_t)parallel_begin},
      {TEAMS_AND_TASKS, ompt_callback_task_create, (ompt_callback_t)task_create},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].events & events)
      set_callback(all[i].event, all[i].callback);
}

/* Returns what is to be asked for. That is nothing before measurement may begin: then a program that is not measured
 * pays for no callback. An event that was asked for stays so, as the runtime checks and calls without a lock. */
static uint32_t due(void) {
  uint32_t events = __atomic_load_n(&wanted, __ATOMIC_ACQUIRE);
  return events & TEAMS_AND_TASKS && __atomic_load_n(&active, __ATOMIC_ACQUIRE) ? events : 0;
}

/* libomp 19 keeps a bit for each event in one word, so only one thread asks at a time. Others don't wait for it, as
 * they may be its own signal handlers: it asks for what they want, too. */
static void want(uint32_t events) {
  static uint32_t asked;
  if ((__atomic_load_n(&wanted, __ATOMIC_ACQUIRE) & events) != events)
    __atomic_fetch_or(&wanted, events, __ATOMIC_ACQ_REL);
  while (due() & ~__atomic_load_n(&asked, __ATOMIC_ACQUIRE) && !__atomic_exchange_n(&asking, true, __ATOMIC_ACQ_REL)) {
    uint32_t rest = due() & ~__atomic_load_n(&asked, __ATOMIC_ACQUIRE);
    ask(rest);
    __atomic_fetch_or(&asked, rest, __ATOMIC_ACQ_REL);
    __atomic_store_n(&asking, false, __ATOMIC_RELEASE);
  }
}

static bool tells_constructs(void) { return __atomic_load_n(&wanted, __ATOMIC_RELAXED) & CONSTRUCTS; }

bool pomp_ompt_is_active(void) { return __atomic_load_n(&active, __ATOMIC_RELAXED); }

void pomp_ompt_want_barriers(void) { want(BARRIERS); }
void pomp_ompt_want_group_waits(void) { want(GROUP_WAITS); }
void pomp_ompt_want_loops(void) { want(LOOPS); }
void pomp_ompt_want_reductions(void) { want(REDUCTIONS | LOOPS); }

/* The first events may come in the middle of teams and tasks whose begin was not reported: a thread's task ends
 * while it is no member of any team that we know (pomp_team_leave), or a task has no record. */
static void measurement_may_begin(void) { want(TEAMS_AND_TASKS); }

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  set_callback = (ompt_set_callback_t)lookup("ompt_set_callback");
  if (!set_callback)
    return 0;
  pomp_sampling_state_now = (pomp_sampling_state *)lookup("ompt_get_state");
  set_callback(ompt_callback_control_tool, (ompt_callback_t)control_tool);
  pomp_told_devices(set_callback);
#ifdef POMP_TSAN
  want(BARRIERS);
#endif
  if (!pomp_code_is_linked())
    want(PLAIN_CODE);
  __atomic_store_n(&active, true, __ATOMIC_RELEASE);
  pomp_measurement_nesting(measurement_may_begin);
  if (pomp_ompt_has_other()) /* ompt-multiplex.h can't do with callbacks that come late */
    measurement_may_begin();
  return 1;
}

static void finalize(ompt_data_t *data) {
  (void)data;
  pomp_measurement_nesting_ends();
}

/* The OpenMP runtime looks for it by name; out of a static archive it comes only if something refers to it. */
__attribute__((used)) static ompt_start_tool_result_t *(*const found_by_name)(unsigned int,
                                                                              const char *) = ompt_start_tool;

/* Without a tool, the OpenMP runtime does nothing for one: a program that is not measured pays nothing then. Under
 * ThreadSanitizer, it is from us that the sanitizer knows about the order of members. */
static bool is_needed(void) {
#ifdef POMP_TSAN
  return true;
#else
  return !pomp_config_measures_nothing();
#endif
}

ompt_start_tool_result_t *pomp_ompt_tool(unsigned int version, const char *runtime) {
  static ompt_start_tool_result_t tool = {initialize, finalize, {0}};
  (void)version, (void)runtime;
  return pomp_libc_is_secure() || !is_needed() ? NULL : &tool;
}
