/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp2_lib.h - POMP2's functions as OPARI2's generated sources expect them to be declared: Debian's opari2 comes
 * without its headers. What does not live here: the user's functions (pomp2_user_lib.h), and what counts the calls
 * (counting.c). */
#ifndef POMP2_LIB_H
#define POMP2_LIB_H

#include <omp.h>
#include <stddef.h>
#include <stdint.h>

typedef void *OPARI2_Region_handle;
typedef OPARI2_Region_handle POMP2_Region_handle;
typedef int64_t POMP2_Task_handle;

#ifdef __cplusplus
extern "C" {
#endif

void POMP2_Assign_handle(POMP2_Region_handle *h, const char ctc[]);
extern void POMP2_Init_regions(void);
extern size_t POMP2_Get_num_regions(void);

/* An event is a row: EVENT(name, parameters behind the handle, what becomes of ids of tasks). The last column names one
 * of the functions of counting.c. */
#define POMP2_EVENTS(EVENT)                                                                                            \
  EVENT(Parallel_fork, (POMP2_Region_handle * h, int condition, int threads, POMP2_Task_handle *id, const char ctc[]), \
        fork_values(ctc, condition, threads), store)                                                                   \
  EVENT(Parallel_begin, (POMP2_Region_handle * h), no_text, nothing)                                                   \
  EVENT(Parallel_end, (POMP2_Region_handle * h), no_text, nothing)                                                     \
  EVENT(Parallel_join, (POMP2_Region_handle * h, POMP2_Task_handle id), no_text, take_back)                            \
  EVENT(For_enter, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                          \
  EVENT(For_exit, (POMP2_Region_handle * h), no_text, nothing)                                                         \
  EVENT(Sections_enter, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                     \
  EVENT(Sections_exit, (POMP2_Region_handle * h), no_text, nothing)                                                    \
  EVENT(Section_begin, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                      \
  EVENT(Section_end, (POMP2_Region_handle * h), no_text, nothing)                                                      \
  EVENT(Single_enter, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                       \
  EVENT(Single_begin, (POMP2_Region_handle * h), no_text, nothing)                                                     \
  EVENT(Single_end, (POMP2_Region_handle * h), no_text, nothing)                                                       \
  EVENT(Single_exit, (POMP2_Region_handle * h), no_text, nothing)                                                      \
  EVENT(Master_begin, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                       \
  EVENT(Master_end, (POMP2_Region_handle * h), no_text, nothing)                                                       \
  EVENT(Critical_enter, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                     \
  EVENT(Critical_begin, (POMP2_Region_handle * h), no_text, nothing)                                                   \
  EVENT(Critical_end, (POMP2_Region_handle * h), no_text, nothing)                                                     \
  EVENT(Critical_exit, (POMP2_Region_handle * h), no_text, nothing)                                                    \
  EVENT(Ordered_enter, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                      \
  EVENT(Ordered_begin, (POMP2_Region_handle * h), no_text, nothing)                                                    \
  EVENT(Ordered_end, (POMP2_Region_handle * h), no_text, nothing)                                                      \
  EVENT(Ordered_exit, (POMP2_Region_handle * h), no_text, nothing)                                                     \
  EVENT(Atomic_enter, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                       \
  EVENT(Atomic_exit, (POMP2_Region_handle * h), no_text, nothing)                                                      \
  EVENT(Flush_enter, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                        \
  EVENT(Flush_exit, (POMP2_Region_handle * h), no_text, nothing)                                                       \
  EVENT(Barrier_enter, (POMP2_Region_handle * h, POMP2_Task_handle * id, const char ctc[]), ctc, store)                \
  EVENT(Barrier_exit, (POMP2_Region_handle * h, POMP2_Task_handle id), no_text, take_back)                             \
  EVENT(Implicit_barrier_enter, (POMP2_Region_handle * h, POMP2_Task_handle * id), no_text, store)                     \
  EVENT(Implicit_barrier_exit, (POMP2_Region_handle * h, POMP2_Task_handle id), no_text, take_back)                    \
  EVENT(Task_create_begin,                                                                                             \
        (POMP2_Region_handle * h, POMP2_Task_handle * made, POMP2_Task_handle * id, int condition, const char ctc[]),  \
        made_task(made, condition, ctc), store)                                                                        \
  EVENT(Task_create_end, (POMP2_Region_handle * h, POMP2_Task_handle id), no_text, take_back)                          \
  EVENT(Task_begin, (POMP2_Region_handle * h, POMP2_Task_handle id), no_text, execute)                                 \
  EVENT(Task_end, (POMP2_Region_handle * h), no_text, nothing)                                                         \
  EVENT(Untied_task_create_begin,                                                                                      \
        (POMP2_Region_handle * h, POMP2_Task_handle * made, POMP2_Task_handle * id, int condition, const char ctc[]),  \
        made_task(made, condition, ctc), store)                                                                        \
  EVENT(Untied_task_create_end, (POMP2_Region_handle * h, POMP2_Task_handle id), no_text, take_back)                   \
  EVENT(Untied_task_begin, (POMP2_Region_handle * h, POMP2_Task_handle id), no_text, execute)                          \
  EVENT(Untied_task_end, (POMP2_Region_handle * h), no_text, nothing)                                                  \
  EVENT(Taskwait_begin, (POMP2_Region_handle * h, POMP2_Task_handle * id, const char ctc[]), ctc, store)               \
  EVENT(Taskwait_end, (POMP2_Region_handle * h, POMP2_Task_handle id), no_text, take_back)                             \
  EVENT(Begin, (POMP2_Region_handle * h, const char ctc[]), ctc, nothing)                                              \
  EVENT(End, (POMP2_Region_handle * h), no_text, nothing)

#define POMP2_DECLARE(NAME, PARAMETERS, TEXT, ID) void POMP2_##NAME PARAMETERS;
POMP2_EVENTS(POMP2_DECLARE)

#define POMP2_LOCKS(LOCK)                                                                                              \
  LOCK(void, , Init_lock, omp_init_lock, omp_lock_t)                                                                   \
  LOCK(void, , Destroy_lock, omp_destroy_lock, omp_lock_t)                                                             \
  LOCK(void, , Set_lock, omp_set_lock, omp_lock_t)                                                                     \
  LOCK(void, , Unset_lock, omp_unset_lock, omp_lock_t)                                                                 \
  LOCK(int, return, Test_lock, omp_test_lock, omp_lock_t)                                                              \
  LOCK(void, , Init_nest_lock, omp_init_nest_lock, omp_nest_lock_t)                                                    \
  LOCK(void, , Destroy_nest_lock, omp_destroy_nest_lock, omp_nest_lock_t)                                              \
  LOCK(void, , Set_nest_lock, omp_set_nest_lock, omp_nest_lock_t)                                                      \
  LOCK(void, , Unset_nest_lock, omp_unset_nest_lock, omp_nest_lock_t)                                                  \
  LOCK(int, return, Test_nest_lock, omp_test_nest_lock, omp_nest_lock_t)

#define POMP2_DECLARE_LOCK(RETURNS, RETURN, NAME, ROUTINE, TYPE) RETURNS POMP2_##NAME(TYPE *lock);
POMP2_LOCKS(POMP2_DECLARE_LOCK)

#ifdef __cplusplus
}
#endif
#endif
