/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* api.c - every function of pomp.h, thin: which region, enter or exit.
 * Not here: what an event does (hot_path.h), locks' own work (the program's OpenMP runtime does it).
 *
 * All in one object file: instrumented code refers to part of these weakly, and a weak reference pulls nothing out of a
 * static archive. */
#include "definitions/code_site.h"
#include "definitions/lock_table.h"
#include "events/construct_events.h"
#include "events/function_begin.h"
#include "events/left_functions.h"
#include "life/measurement.h"
#include "surface/lock_calls.h"
#include "surface/ompt.h"
#include "surface/told_events.h"
#include "teams/group_wait.h"
#include "teams/implicit_barrier.h"
#include "teams/lock_holders.h"
#include "teams/loop.h"
#include "teams/sharing.h"
#include "teams/team.h"
#include "teams/team_cpu.h"
#include "visits/hot_path.h"

#include <dlfcn.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* An event that enters or leaves a region, and nothing else. */
#define ENTER(event, role)                                                                                             \
  EXPORT void event(struct ompregdescr *d) { pomp_enter(d, role); }
#define EXIT(event, role)                                                                                              \
  EXPORT void event(struct ompregdescr *d) { pomp_exit(d, role); }
#define PAIR(enter, exit, role) ENTER(enter, role) EXIT(exit, role)

/* The descriptor has its flags beside its number once it is defined. */
static inline bool has_flag(const struct ompregdescr *d, unsigned flag) {
  return (uintptr_t)POMP_LOAD(d->data[1]) & flag;
}
#define WORKSHARING_ENTER(enter, role)                                                                                 \
  static __attribute__((noinline)) void enter##_expecting(struct ompregdescr *d) {                                     \
    pomp_enter(d, role);                                                                                               \
    pomp_barrier_expect(d, role);                                                                                      \
  }                                                                                                                    \
  EXPORT void enter(struct ompregdescr *d) {                                                                           \
    if (__builtin_expect(has_flag(d, POMP_RD_IMPLICIT_BARRIER), 0))                                                    \
      enter##_expecting(d);                                                                                            \
    else                                                                                                               \
      pomp_enter(d, role);                                                                                             \
  }
#define WORKSHARING_EXIT(exit, role)                                                                                   \
  static __attribute__((noinline)) void exit##_after_barrier(struct ompregdescr *d) {                                  \
    pomp_barrier_exit(d, role);                                                                                        \
    pomp_exit(d, role);                                                                                                \
  }                                                                                                                    \
  EXPORT void exit(struct ompregdescr *d) {                                                                            \
    if (__builtin_expect(has_flag(d, POMP_RD_IMPLICIT_BARRIER), 0))                                                    \
      exit##_after_barrier(d);                                                                                         \
    else                                                                                                               \
      pomp_exit(d, role);                                                                                              \
  }
#define WORKSHARING(enter, exit, role) WORKSHARING_ENTER(enter, role) WORKSHARING_EXIT(exit, role)

/* The members of a team that shares a construct tell how long they took. Each member does so when it has finished its
 * share, before it waits at the barrier. A thread outside of teams has the usual events. */
static inline bool is_member(void) {
  const struct pomp_thread *t = pomp_tls.here;
  return t && t->team_size;
}
POMP_INLINE void exit_shared(struct ompregdescr *d, enum pomp_role role) {
  if (has_flag(d, POMP_RD_IMPLICIT_BARRIER))
    pomp_barrier_exit(d, role);
  struct pomp_thread *t = pomp_tls.here;
  const struct pomp_path *p = t->current;
  if (__builtin_expect(p == t->base || p->key != pomp_key(d, role), 0)) /* cancel has left something open inside */
    p = pomp_open_path(t, pomp_key(d, role));
  bool counts = p && !pomp_sharing_is_noted(t, p);
  uint64_t start = counts ? POMP_LOAD(pomp_node_of(p)->start) : 0, now = pomp_exit(d, role);
  if (counts && now)
    pomp_sharing_note(t, p, start && now > start ? now - start : 0);
}
#define SHARED(enter, exit, role)                                                                                      \
  WORKSHARING_ENTER(enter, role)                                                                                       \
  static __attribute__((noinline)) void exit##_of_member(struct ompregdescr *d) { exit_shared(d, role); }              \
  EXPORT void exit(struct ompregdescr *d) {                                                                            \
    if (__builtin_expect(is_member(), 0)) {                                                                            \
      exit##_of_member(d);                                                                                             \
      return;                                                                                                          \
    }                                                                                                                  \
    if (__builtin_expect(has_flag(d, POMP_RD_IMPLICIT_BARRIER), 0))                                                    \
      pomp_barrier_exit(d, role);                                                                                      \
    pomp_exit(d, role);                                                                                                \
  }
/* A barrier may be the end of a shared construct. */
static __attribute__((noinline)) void enter_barrier_of_member(struct ompregdescr *d) {
  pomp_reduction_end();
  uint64_t now = pomp_enter(d, POMP_ROLE_BARRIER);
  struct pomp_thread *t = pomp_tls.here;
  if (!now)
    return;
  const struct pomp_path *p = t->current->parent;
  if (POMP_KEY_CONSTRUCT(p->key) == POMP_KEY_CONSTRUCT(t->current->key) && pomp_is_shared(POMP_KEY_ROLE(p->key)))
    pomp_sharing_arrive(t, p, now);
  pomp_sharing_meet(t, t->current, now);
}

SHARED(POMP_For_enter, POMP_For_exit, POMP_ROLE_FOR)
EXPORT void POMP_For_chunk(struct ompregdescr *d, long chunk) { pomp_loop_tell(pomp_key(d, POMP_ROLE_FOR), chunk); }
SHARED(POMP_Workshare_enter, POMP_Workshare_exit, POMP_ROLE_WORKSHARE)
SHARED(POMP_Sections_enter, POMP_Sections_exit, POMP_ROLE_SECTIONS)
SHARED(POMP_Loop_enter, POMP_Loop_exit, POMP_ROLE_LOOP)
SHARED(POMP_Distribute_enter, POMP_Distribute_exit, POMP_ROLE_DISTRIBUTE)
WORKSHARING(POMP_Single_enter, POMP_Single_exit, POMP_ROLE_SINGLE)
WORKSHARING(POMP_Scope_enter, POMP_Scope_exit, POMP_ROLE_SCOPE)
PAIR(POMP_Section_begin, POMP_Section_end, POMP_ROLE_SECTION)
PAIR(POMP_Single_begin, POMP_Single_end, POMP_ROLE_SINGLE_BLOCK)
PAIR(POMP_Master_begin, POMP_Master_end, POMP_ROLE_MASTER)
PAIR(POMP_Masked_begin, POMP_Masked_end, POMP_ROLE_MASKED)
PAIR(POMP_Atomic_enter, POMP_Atomic_exit, POMP_ROLE_ATOMIC)
EXPORT void POMP_Barrier_enter(struct ompregdescr *d) {
  if (__builtin_expect(is_member(), 0))
    enter_barrier_of_member(d);
  else
    pomp_enter(d, POMP_ROLE_BARRIER);
}
EXIT(POMP_Barrier_exit, POMP_ROLE_BARRIER)
PAIR(POMP_Task_create_begin, POMP_Task_create_end, POMP_ROLE_TASK_CREATE)
PAIR(POMP_Taskloop_enter, POMP_Taskloop_exit, POMP_ROLE_TASKLOOP)
ENTER(POMP_Taskgroup_enter, POMP_ROLE_TASKGROUP)
PAIR(POMP_Taskwait_begin, POMP_Taskwait_end, POMP_ROLE_TASKWAIT)
PAIR(POMP_Taskyield_enter, POMP_Taskyield_exit, POMP_ROLE_TASKYIELD)
EXIT(POMP_Teams_exit, POMP_ROLE_TEAMS)
EXIT(POMP_Target_exit, POMP_ROLE_TARGET)
ENTER(POMP_Critical_enter, POMP_ROLE_CRITICAL)
ENTER(POMP_Ordered_enter, POMP_ROLE_ORDERED)
EXIT(POMP_End, POMP_ROLE_USER)

/* --- critical and ordered: who waits, and for whom --- */

/* The thread may not have seen the definition yet: its enter may have come before measurement went on. */
static inline struct pomp_lock *lock_of(const struct ompregdescr *d) {
  return __atomic_load_n(&d->data[2], __ATOMIC_ACQUIRE);
}

/* Returns when the thread came to the construct around the block that has begun `now`; that is now if it is not known.
 */
static inline uint64_t arrival(const struct pomp_path *outer, struct ompregdescr *d, enum pomp_role construct,
                               uint64_t now) {
  return POMP_LIKELY(outer->key == pomp_key(d, construct)) ? POMP_LOAD(pomp_node_of(outer)->start) : now;
}

/* The block begins when the waiting of the construct around it ends: one clock read for both. */
EXPORT void POMP_Critical_begin(struct ompregdescr *d) {
  uint64_t now = pomp_enter(d, POMP_ROLE_CRITICAL_BLOCK);
  struct pomp_lock *l = lock_of(d);
  if (!now || !l)
    return;
  struct pomp_thread *t = pomp_tls.here;
  struct pomp_path *outer = t->current->parent;
  pomp_lock_begin(t, outer, l, POMP_KEY_CONSTRUCT(t->current->key), arrival(outer, d, POMP_ROLE_CRITICAL, now), now);
}
EXPORT void POMP_Critical_end(struct ompregdescr *d) {
  uint64_t now = pomp_exit(d, POMP_ROLE_CRITICAL_BLOCK);
  struct pomp_lock *l = lock_of(d);
  if (POMP_LIKELY(now && l))
    pomp_lock_end(pomp_tls.here, l, now);
}
EXPORT void POMP_Critical_exit(struct ompregdescr *d) {
  pomp_exit(d, POMP_ROLE_CRITICAL);
  pomp_lock_is_free(pomp_tls.here);
}
EXPORT void POMP_Ordered_begin(struct ompregdescr *d) {
  uint64_t now = pomp_enter(d, POMP_ROLE_ORDERED_BLOCK);
  if (!now)
    return;
  struct pomp_thread *t = pomp_tls.here;
  struct pomp_path *outer = t->current->parent;
  uint32_t number = POMP_KEY_CONSTRUCT(t->current->key);
  struct pomp_lock *l = pomp_lock_ordered(t, number);
  if (l)
    pomp_lock_begin(t, outer, l, number, arrival(outer, d, POMP_ROLE_ORDERED, now), now);
}
EXPORT void POMP_Ordered_end(struct ompregdescr *d) {
  uint64_t now = pomp_exit(d, POMP_ROLE_ORDERED_BLOCK);
  struct pomp_thread *t = pomp_tls.here;
  if (now && t && t->ordered == POMP_KEY_CONSTRUCT(pomp_key(d, POMP_ROLE_ORDERED_BLOCK)))
    pomp_lock_end(t, t->ordered_lock, now);
}

/* Without a block, all of the construct is the wait for earlier iterations, if there is one. */
static __attribute__((noinline)) void exit_sink(struct ompregdescr *d) {
  struct pomp_thread *t = pomp_tls.here;
  struct pomp_path *p = t ? t->current : NULL;
  uint64_t start = p ? arrival(p, d, POMP_ROLE_ORDERED, 0) : 0, now = pomp_exit(d, POMP_ROLE_ORDERED);
  if (now && start && t->current == p->parent)
    pomp_wait_for_iterations(t, p, now - start);
}
EXPORT void POMP_Ordered_exit(struct ompregdescr *d) {
  if (__builtin_expect(has_flag(d, POMP_RD_WAITS), 0))
    exit_sink(d);
  else {
    pomp_exit(d, POMP_ROLE_ORDERED);
    pomp_lock_is_free(pomp_tls.here);
  }
}

/* --- tasks --- */

/* The wait for a group's tasks is a region of its own, from the end of the block on. Modules that were instrumented
 * without its events have no flag. */
EXPORT void POMP_Taskgroup_begin(struct ompregdescr *d) { (void)d; }
EXPORT void POMP_Taskgroup_end(struct ompregdescr *d) { pomp_enter(d, POMP_ROLE_TASKWAIT); }
EXPORT void POMP_Taskgroup_exit(struct ompregdescr *d) {
  if (has_flag(d, POMP_RD_WAITS))
    pomp_exit(d, POMP_ROLE_TASKWAIT);
  pomp_exit(d, POMP_ROLE_TASKGROUP);
}

EXPORT void POMP_Task_begin(struct ompregdescr *d) { pomp_task_begin(d); }
EXPORT void POMP_Task_end(struct ompregdescr *d) { pomp_task_end(d); }

/* Records a point in time, as a visit without duration. */
static inline void point(struct ompregdescr *d) {
  pomp_enter(d, POMP_ROLE_CANCEL);
  pomp_exit(d, POMP_ROLE_CANCEL);
}
EXPORT void POMP_Cancel(struct ompregdescr *d) { point(d); }
EXPORT void POMP_Cancellation_point(struct ompregdescr *d) { point(d); }

/* --- functions and user regions --- */

/* A function that a jump has left is found by its place on the stack. All that is open is at least as high as the last
 * begin; so only a begin that is higher than that, and than what is around it, may find one, or one that is not where
 * it usually is in its call path. Then this goes on by a jump (function_begin.h). */
EXPORT void POMP_Begin(struct ompregdescr *d) {
  uint64_t word = pomp_place_here(__builtin_return_address(0), pomp_is_function(d));
  uint32_t gate = pomp_gate();
  struct pomp_thread *t = pomp_tls.here;
  if (POMP_LIKELY(gate == POMP_CONTROL_ON && pomp_begins_usually(t, d, word))) {
    uint64_t now;
    pomp_tls.stack = word;
    if (POMP_LIKELY(!pomp_switches_moved() && pomp_enter_usual_at(t, d, POMP_ROLE_USER, word, pomp_clock_tsc, &now)))
      return;
  } else if (gate == POMP_CONTROL_OFF && POMP_LOAD(pomp_kept)) {
    pomp_tls.stack = 0;
    pomp_skip(d, POMP_ROLE_USER);
    return;
  } else if (gate == POMP_GATE_MORE && pomp_begins_usually(t, d, word)) {
    pomp_begin_traced(d, word);
    return;
  }
  pomp_begin_rarely(d, word);
}

/* A fork costs enough for a look at the stack. */
POMP_INLINE void look_for_left(uintptr_t stack_pointer) {
  struct pomp_thread *t = pomp_tls.here;
  const struct pomp_begin b = {.stack_pointer = stack_pointer};
  if (t && t->current != t->base && stack_pointer > pomp_place_of(pomp_tls.stack) && pomp_is_on() && !pomp_tls.busy &&
      !pomp_tls.skipped)
    pomp_left_close(t, 0, &b, false);
}

/* Nothing tells here what the threads of the team will do, so the next fork of the location learns the construct.
 */
static __attribute__((noinline)) void fork_whole(struct ompregdescr *d) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && t->current != t->base && t->current->key == pomp_key(d, POMP_ROLE_FORK))
    POMP_STORE(t->whole, d);
}
EXPORT void POMP_Parallel_fork(struct ompregdescr *d) {
  pomp_measurement_keep();
  look_for_left(POMP_CALLER_STACK_POINTER());
  pomp_enter(d, POMP_ROLE_FORK);
  if (__builtin_expect(has_flag(d, POMP_RD_WHOLE), 0))
    fork_whole(d);
}
EXPORT void POMP_Teams_enter(struct ompregdescr *d) {
  pomp_measurement_keep();
  look_for_left(POMP_CALLER_STACK_POINTER());
  pomp_enter(d, POMP_ROLE_TEAMS);
}
EXPORT void POMP_Target_enter(struct ompregdescr *d) {
  pomp_measurement_keep();
  look_for_left(POMP_CALLER_STACK_POINTER());
  pomp_enter(d, POMP_ROLE_TARGET);
}
EXPORT void POMP_Parallel_join(struct ompregdescr *d) {
  if (__builtin_expect(has_flag(d, POMP_RD_WHOLE), 0) && pomp_tls.here)
    POMP_STORE(pomp_tls.here->whole, NULL); /* its module may go */
  uint64_t now = pomp_exit(d, POMP_ROLE_FORK);
  if (now)
    pomp_measurement_joined(now);
}

/* Where nesting is unknown: who begins a region without having just forked it is a worker, and has nothing else open;
 * what seems to be open was left by `cancel parallel`, which skips all end events. */
POMP_INLINE void begin_parallel(struct ompregdescr *d) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && !t->parent && pomp_is_on() && t->current != t->base && !pomp_tls.skipped &&
      t->current->key != pomp_key(d, POMP_ROLE_FORK))
    pomp_team_unwind(t);
  pomp_team_begins(pomp_tls.here);
  uint64_t now = pomp_enter(d, POMP_ROLE_TEAM);
  if (now && (t = pomp_tls.here)->parent)
    pomp_team_begun(t, now);
}
EXPORT void POMP_Parallel_begin(struct ompregdescr *d) { begin_parallel(d); }
POMP_INLINE void end_parallel(struct ompregdescr *d) {
  struct pomp_thread *t = pomp_tls.here;
  pomp_waits_settle(t);
  if (t && t->parent && has_flag(d, POMP_RD_IMPLICIT_JOIN))
    pomp_team_end(t, d);
  else {
    struct pomp_path *team = t && __builtin_expect(t->cpu_open, 0) ? t->current : NULL;
    uint64_t now = pomp_exit(d, POMP_ROLE_TEAM);
    if (__builtin_expect(team != NULL, 0)) /* it takes long, and is not the program's time */
      pomp_team_cpu_end(t, team, now ? now : pomp_clock(), true);
  }
}

EXPORT void POMP_Parallel_end(struct ompregdescr *d) { end_parallel(d); }

static bool has_loop(const struct ompregdescr *d) {
  return strcmp(d->name, "parallelfor") == 0 || strcmp(d->name, "parallel for simd") == 0;
}
void pomp_whole_begin(struct ompregdescr *d) {
  begin_parallel(d);
  if (!has_loop(d))
    return;
  pomp_enter(d, POMP_ROLE_FOR);
  if (has_flag(d, POMP_RD_IMPLICIT_BARRIER))
    pomp_barrier_expect(d, POMP_ROLE_FOR);
}
void pomp_whole_end(struct ompregdescr *d) {
  if (has_loop(d))
    exit_shared(d, POMP_ROLE_FOR);
  end_parallel(d);
}

EXPORT void POMP_Init(void) { pomp_measurement_init(); }
EXPORT void POMP_Finalize(void) { pomp_measurement_finalize(); }
EXPORT void POMP_On(void) { pomp_measurement_switch(true); }
EXPORT void POMP_Off(void) { pomp_measurement_switch(false); }

/* True of a loop whose chunks can be too small or too large, and of which the descriptor does not tell their number. */
static bool is_to_count(const struct ompregdescr *d) {
  if (d->version < 3 || !d->clauses)
    return false;
  int schedule = d->facts & POMP_RD_SCHEDULE_MASK;
  bool has_chunk = d->facts & POMP_RD_HAS_CHUNK;
  bool is_plain = schedule == POMP_RD_SCHEDULE_STATIC || schedule == POMP_RD_SCHEDULE_DYNAMIC;
  bool is_dealt = schedule && (schedule != POMP_RD_SCHEDULE_STATIC || has_chunk);
  bool is_said = d->iterations > 0 && is_plain && (!has_chunk || d->chunk > 0);
  return (is_dealt || strstr(d->name, "taskloop")) && !is_said;
}

/* Descriptors are defined at their first event, which costs nothing for those that have none. Nothing points into the
 * module, so it may go; its descriptors forget their numbers, should the memory come to life again. */
EXPORT void POMP_Register_regions(struct ompregdescr *table, int count, int size) {
  pomp_arch_ignore_races(table, (size_t)count * (size_t)size); /* events read and write them with no lock */
  pomp_code_note_instrumented(table);
  for (int i = 0; i < count; i++) {
    const struct ompregdescr *d = (const struct ompregdescr *)(const void *)((const char *)table + (long)i * size);
    pomp_code_note_file(d->file_name);
    if (d->version >= 2 && d->flags & (POMP_RD_IMPLICIT_BARRIER | POMP_RD_IMPLICIT_JOIN | POMP_RD_WHOLE))
      pomp_ompt_want_barriers();
    if (d->version >= 2 && d->flags & POMP_RD_WAITS && strstr(d->name, "taskloop"))
      pomp_ompt_want_group_waits();
    if (is_to_count(d))
      pomp_ompt_want_loops();
    if (d->version >= 3 && d->facts & POMP_RD_REDUCES_ARRAY)
      pomp_ompt_want_reductions();
  }
}
EXPORT void POMP_Unregister_regions(struct ompregdescr *table, int count, int size) {
  for (int i = 0; i < count; i++) {
    struct ompregdescr *d = (struct ompregdescr *)(void *)((char *)table + (long)i * size);
    POMP_STORE(d->data[0], NULL);
  }
}

/* Lock routines. The program's OpenMP runtime does the work: it is not linked here, since it must outlive us, and a
 * program that uses no locks need not have it. A wrapper is called only in place of the routine that it refers to. */
#define ROUTINE(routine, type, result)                                                                                 \
  extern result routine(type *lock) __attribute__((weak));                                                             \
  static result (*its_##routine)(type * lock) = routine;                                                               \
  static struct ompregdescr d_##routine = {.name = #routine, .sub_name = "", .file_name = "", .function_name = ""};

#define CALLED(routine) pomp_lock_call_site(&d_##routine, __builtin_return_address(0))

/* Calls the program's routine. Another OMPT tool is to know the program's call, not ours. */
#define CALL(statement)                                                                                                \
  do {                                                                                                                 \
    pomp_ompt_caller = __builtin_return_address(0);                                                                    \
    statement;                                                                                                         \
    pomp_ompt_caller = NULL;                                                                                           \
  } while (0)

/* Routines that make or destroy a lock. */
#define PLAIN(routine, wrapper, type)                                                                                  \
  ROUTINE(routine, type, void)                                                                                         \
  EXPORT void wrapper(type *lock) {                                                                                    \
    struct ompregdescr *d = CALLED(routine);                                                                           \
    pomp_enter(d, POMP_ROLE_LOCK);                                                                                     \
    pomp_lock_forget(lock);                                                                                            \
    CALL(its_##routine(lock));                                                                                         \
    pomp_exit(d, POMP_ROLE_LOCK);                                                                                      \
  }

/* While a routine may wait, readers of the file see for which lock. */
POMP_INLINE struct pomp_path *enter_routine(struct ompregdescr *d, const void *lock, bool waits) {
  if (!pomp_enter(d, POMP_ROLE_LOCK))
    return NULL;
  struct pomp_thread *t = pomp_tls.here;
  if (waits)
    pomp_lock_call_wants(lock);
  return t->current;
}
/* A thread that may not wait has come when it has the lock. */
POMP_INLINE void exit_routine(struct ompregdescr *d, void *lock, struct pomp_path *p, bool waits, bool set,
                              bool nestable) {
  uint64_t start = p ? POMP_LOAD(pomp_node_of(p)->start) : 0, now = pomp_exit(d, POMP_ROLE_LOCK);
  if (!now || !p)
    return;
  struct pomp_thread *t = pomp_tls.here;
  if (waits)
    pomp_lock_call_wants(NULL);
  if (set)
    pomp_lock_set(t, lock, nestable, p, waits ? start : now, now);
}

#define SET(routine, wrapper, type, nestable)                                                                          \
  ROUTINE(routine, type, void)                                                                                         \
  EXPORT void wrapper(type *lock) {                                                                                    \
    struct ompregdescr *d = CALLED(routine);                                                                           \
    struct pomp_path *p = enter_routine(d, lock, true);                                                                \
    CALL(its_##routine(lock));                                                                                         \
    exit_routine(d, lock, p, true, true, nestable);                                                                    \
  }
/* Routines that set a lock but do not wait. */
#define TEST(routine, wrapper, type, nestable)                                                                         \
  ROUTINE(routine, type, int)                                                                                          \
  EXPORT int wrapper(type *lock) {                                                                                     \
    struct ompregdescr *d = CALLED(routine);                                                                           \
    struct pomp_path *p = enter_routine(d, lock, false);                                                               \
    int locked;                                                                                                        \
    CALL(locked = its_##routine(lock));                                                                                \
    exit_routine(d, lock, p, false, locked != 0, nestable);                                                            \
    return locked;                                                                                                     \
  }
#define UNSET(routine, wrapper, type)                                                                                  \
  ROUTINE(routine, type, void)                                                                                         \
  EXPORT void wrapper(type *lock) {                                                                                    \
    struct ompregdescr *d = CALLED(routine);                                                                           \
    struct pomp_unset u = pomp_lock_unset(lock, pomp_enter(d, POMP_ROLE_LOCK));                                        \
    CALL(its_##routine(lock));                                                                                         \
    pomp_lock_was_unset(lock, &u);                                                                                     \
    pomp_exit(d, POMP_ROLE_LOCK);                                                                                      \
    pomp_lock_is_free(pomp_tls.here);                                                                                  \
  }

PLAIN(omp_init_lock, POMP_Init_lock, omp_lock_t)
PLAIN(omp_destroy_lock, POMP_Destroy_lock, omp_lock_t)
SET(omp_set_lock, POMP_Set_lock, omp_lock_t, false)
UNSET(omp_unset_lock, POMP_Unset_lock, omp_lock_t)
TEST(omp_test_lock, POMP_Test_lock, omp_lock_t, false)
PLAIN(omp_init_nest_lock, POMP_Init_nest_lock, omp_nest_lock_t)
PLAIN(omp_destroy_nest_lock, POMP_Destroy_nest_lock, omp_nest_lock_t)
SET(omp_set_nest_lock, POMP_Set_nest_lock, omp_nest_lock_t, true)
UNSET(omp_unset_nest_lock, POMP_Unset_nest_lock, omp_nest_lock_t)
TEST(omp_test_nest_lock, POMP_Test_nest_lock, omp_nest_lock_t, true)

/* Some routines have several versions (libgomp's for nestable locks). A library that names no version gets the oldest,
 * and the program the newest; both would be used for one lock. So they are looked up as the program would find them. */
__attribute__((constructor)) static void find_routines(void) {
#define FOUND(routine) {#routine, (void *)&its_##routine}
  const struct {
    const char *name;
    void *to;
  } all[] = {FOUND(omp_init_lock),         FOUND(omp_destroy_lock),  FOUND(omp_set_lock),
             FOUND(omp_unset_lock),        FOUND(omp_test_lock),     FOUND(omp_init_nest_lock),
             FOUND(omp_destroy_nest_lock), FOUND(omp_set_nest_lock), FOUND(omp_unset_nest_lock),
             FOUND(omp_test_nest_lock)};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    void *routine = dlsym(RTLD_DEFAULT, all[i].name);
    if (routine)
      memcpy(all[i].to, &routine, sizeof routine);
  }
}
