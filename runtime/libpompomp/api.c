/* api.c - every function of pomp.h, thin: which region, enter or exit.
 * Not here: what an event does (profile.h), locks' own work (the program's OpenMP runtime does it).
 *
 * All in one object file: instrumented code refers to part of these weakly, and a weak reference pulls nothing out of a
 * static archive. */
#include "location.h"
#include "measurement.h"
#include "task.h"

#define EXPORT __attribute__((visibility("default")))

/* An event that enters or leaves a region, and nothing else. */
#define ENTER(event, role)                                                                                             \
  EXPORT void event(struct ompregdescr *d) { pomp_enter(d, role); }
#define EXIT(event, role)                                                                                              \
  EXPORT void event(struct ompregdescr *d) { pomp_exit(d, role); }
#define PAIR(enter, exit, role) ENTER(enter, role) EXIT(exit, role)

PAIR(POMP_For_enter, POMP_For_exit, POMP_ROLE_LOOP)
PAIR(POMP_Workshare_enter, POMP_Workshare_exit, POMP_ROLE_WORKSHARE)
PAIR(POMP_Sections_enter, POMP_Sections_exit, POMP_ROLE_SECTIONS)
PAIR(POMP_Section_begin, POMP_Section_end, POMP_ROLE_SECTION)
PAIR(POMP_Single_enter, POMP_Single_exit, POMP_ROLE_SINGLE)
PAIR(POMP_Single_begin, POMP_Single_end, POMP_ROLE_SINGLE_BLOCK)
PAIR(POMP_Master_begin, POMP_Master_end, POMP_ROLE_MASTER)
PAIR(POMP_Critical_enter, POMP_Critical_exit, POMP_ROLE_CRITICAL)
PAIR(POMP_Atomic_enter, POMP_Atomic_exit, POMP_ROLE_ATOMIC)
PAIR(POMP_Barrier_enter, POMP_Barrier_exit, POMP_ROLE_BARRIER)
PAIR(POMP_Ordered_enter, POMP_Ordered_exit, POMP_ROLE_ORDERED)
PAIR(POMP_Masked_begin, POMP_Masked_end, POMP_ROLE_MASKED)
PAIR(POMP_Loop_enter, POMP_Loop_exit, POMP_ROLE_CONCURRENT)
PAIR(POMP_Scope_enter, POMP_Scope_exit, POMP_ROLE_SCOPE)
PAIR(POMP_Distribute_enter, POMP_Distribute_exit, POMP_ROLE_DISTRIBUTE)
PAIR(POMP_Task_create_begin, POMP_Task_create_end, POMP_ROLE_TASK_CREATE)
PAIR(POMP_Taskloop_enter, POMP_Taskloop_exit, POMP_ROLE_TASKLOOP)
PAIR(POMP_Taskgroup_enter, POMP_Taskgroup_exit, POMP_ROLE_TASKGROUP)
PAIR(POMP_Taskwait_begin, POMP_Taskwait_end, POMP_ROLE_TASKWAIT)
PAIR(POMP_Taskyield_enter, POMP_Taskyield_exit, POMP_ROLE_TASKYIELD)
EXIT(POMP_Teams_exit, POMP_ROLE_TEAMS)
EXIT(POMP_Target_exit, POMP_ROLE_TARGET)
EXIT(POMP_Parallel_end, POMP_ROLE_TEAM)
EXIT(POMP_Critical_end, POMP_ROLE_CRITICAL_BLOCK)
EXIT(POMP_Ordered_end, POMP_ROLE_ORDERED_BLOCK)
EXIT(POMP_End, POMP_ROLE_USER)

/* The block begins when the waiting of the construct around it ends: one clock read for both. */
static inline void begin_after_wait(struct ompregdescr *d, enum pomp_role construct, enum pomp_role block) {
  uint64_t now = pomp_enter(d, block);
  if (!now)
    return;
  struct pomp_node *outer = pomp_node_at(pomp_tls.here->current->parent);
  uint64_t start = POMP_LOAD(outer->start);
  if (outer->key == pomp_key(d, construct) && now > start)
    POMP_ADD(outer->wait, now - start);
}
EXPORT void POMP_Critical_begin(struct ompregdescr *d) {
  begin_after_wait(d, POMP_ROLE_CRITICAL, POMP_ROLE_CRITICAL_BLOCK);
}
EXPORT void POMP_Ordered_begin(struct ompregdescr *d) {
  begin_after_wait(d, POMP_ROLE_ORDERED, POMP_ROLE_ORDERED_BLOCK);
}

EXPORT void POMP_Task_begin(struct ompregdescr *d) { pomp_task_begin(d); }
EXPORT void POMP_Task_end(struct ompregdescr *d) { pomp_task_end(d); }

/* A point in time: a visit without duration. */
static inline void point(struct ompregdescr *d) {
  pomp_enter(d, POMP_ROLE_CANCEL);
  pomp_exit(d, POMP_ROLE_CANCEL);
}
EXPORT void POMP_Cancel(struct ompregdescr *d) { point(d); }
EXPORT void POMP_Cancellation_point(struct ompregdescr *d) { point(d); }

EXPORT void POMP_Begin(struct ompregdescr *d) {
  pomp_measurement_keep_for(d);
  pomp_enter(d, POMP_ROLE_USER);
}

EXPORT void POMP_Parallel_fork(struct ompregdescr *d) {
  pomp_measurement_keep();
  pomp_enter(d, POMP_ROLE_FORK);
}
EXPORT void POMP_Teams_enter(struct ompregdescr *d) {
  pomp_measurement_keep();
  pomp_enter(d, POMP_ROLE_TEAMS);
}
EXPORT void POMP_Target_enter(struct ompregdescr *d) {
  pomp_measurement_keep();
  pomp_enter(d, POMP_ROLE_TARGET);
}
EXPORT void POMP_Parallel_join(struct ompregdescr *d) {
  uint64_t now = pomp_exit(d, POMP_ROLE_FORK);
  if (now)
    pomp_measurement_joined(now);
}

/* Who begins a region without having just forked it is a worker, and has nothing else open; what seems to be open was
 * left by `cancel parallel`, which skips all end events. */
EXPORT void POMP_Parallel_begin(struct ompregdescr *d) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && pomp_is_on() && t->current->parent && !pomp_tls.skipped && t->current->key != pomp_key(d, POMP_ROLE_FORK))
    pomp_location_unwind(t);
  pomp_enter(d, POMP_ROLE_TEAM);
}

EXPORT void POMP_Init(void) { pomp_measurement_init(); }
EXPORT void POMP_Finalize(void) { pomp_measurement_finalize(); }
EXPORT void POMP_On(void) { pomp_measurement_switch(true); }
EXPORT void POMP_Off(void) { pomp_measurement_switch(false); }

/* Descriptors are defined at their first event, which costs nothing for those that have none. Nothing points into the
 * module, so it may go; its descriptors forget their numbers, should the memory come to life again. */
EXPORT void POMP_Register_regions(struct ompregdescr *table, int count, int size) {
  (void)table, (void)count, (void)size;
}
EXPORT void POMP_Unregister_regions(struct ompregdescr *table, int count, int size) {
  for (int i = 0; i < count; i++) {
    struct ompregdescr *d = (struct ompregdescr *)(void *)((char *)table + (long)i * size);
    POMP_STORE(d->data[0], NULL);
  }
}

/* Lock routines. The program's OpenMP runtime does the work: it is not linked here, since it must outlive us, and a
 * program that uses no locks need not have it. A wrapper is called only in place of the routine that it refers to. */
#define ROUTINE(routine, wrapper, type, result, give)                                                                  \
  extern result routine(type *lock) __attribute__((weak));                                                             \
  EXPORT result wrapper(type *lock) {                                                                                  \
    static struct ompregdescr d = {.name = #routine, .sub_name = "", .file_name = "", .function_name = ""};            \
    pomp_enter(&d, POMP_ROLE_LOCK);                                                                                    \
    give routine(lock);                                                                                                \
    pomp_exit(&d, POMP_ROLE_LOCK);                                                                                     \
    RETURN_##result                                                                                                    \
  }
#define RETURN_void
#define RETURN_int return locked;
#define VOID_ROUTINE(routine, wrapper, type) ROUTINE(routine, wrapper, type, void, )
#define INT_ROUTINE(routine, wrapper, type) ROUTINE(routine, wrapper, type, int, int locked =)

VOID_ROUTINE(omp_init_lock, POMP_Init_lock, omp_lock_t)
VOID_ROUTINE(omp_destroy_lock, POMP_Destroy_lock, omp_lock_t)
VOID_ROUTINE(omp_set_lock, POMP_Set_lock, omp_lock_t)
VOID_ROUTINE(omp_unset_lock, POMP_Unset_lock, omp_lock_t)
INT_ROUTINE(omp_test_lock, POMP_Test_lock, omp_lock_t)
VOID_ROUTINE(omp_init_nest_lock, POMP_Init_nest_lock, omp_nest_lock_t)
VOID_ROUTINE(omp_destroy_nest_lock, POMP_Destroy_nest_lock, omp_nest_lock_t)
VOID_ROUTINE(omp_set_nest_lock, POMP_Set_nest_lock, omp_nest_lock_t)
VOID_ROUTINE(omp_unset_nest_lock, POMP_Unset_nest_lock, omp_nest_lock_t)
INT_ROUTINE(omp_test_nest_lock, POMP_Test_nest_lock, omp_nest_lock_t)
