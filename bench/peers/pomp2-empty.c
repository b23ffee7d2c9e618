/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp2-empty.c - is a POMP2 library that does nothing: the time that it adds is the cost of OPARI2's rewriting itself.
 * Not here: functions that no benchmark calls. Those for locks do the routine's work, as the interface asks. */
#include <omp.h>
#include <opari2/pomp2_lib.h>
#include <opari2/pomp2_user_lib.h>

#define HANDLE POMP2_Region_handle *handle
#define TASK POMP2_Task_handle task
#define SAVED POMP2_Task_handle *saved
#define TEXT const char text[]
#define EMPTY(function, ...)                                                                                           \
  void POMP2_##function(__VA_ARGS__) {}
#pragma clang diagnostic ignored "-Wunused-parameter"

EMPTY(Assign_handle, HANDLE, TEXT)
EMPTY(USER_Assign_handle, POMP2_USER_Region_handle *handle, TEXT)
EMPTY(Begin, POMP2_USER_Region_handle *handle, TEXT)
EMPTY(End, POMP2_USER_Region_handle *handle)
EMPTY(Parallel_fork, HANDLE, int if_clause, int threads, SAVED, TEXT)
EMPTY(Parallel_join, HANDLE, TASK)
EMPTY(Parallel_begin, HANDLE)
EMPTY(Parallel_end, HANDLE)
EMPTY(Barrier_enter, HANDLE, SAVED, TEXT)
EMPTY(Barrier_exit, HANDLE, TASK)
EMPTY(Implicit_barrier_enter, HANDLE, SAVED)
EMPTY(Implicit_barrier_exit, HANDLE, TASK)
EMPTY(For_enter, HANDLE, TEXT)
EMPTY(For_exit, HANDLE)
EMPTY(Sections_enter, HANDLE, TEXT)
EMPTY(Sections_exit, HANDLE)
EMPTY(Section_begin, HANDLE, TEXT)
EMPTY(Section_end, HANDLE)
EMPTY(Single_enter, HANDLE, TEXT)
EMPTY(Single_begin, HANDLE)
EMPTY(Single_end, HANDLE)
EMPTY(Single_exit, HANDLE)
EMPTY(Master_begin, HANDLE, TEXT)
EMPTY(Master_end, HANDLE)
EMPTY(Critical_enter, HANDLE, TEXT)
EMPTY(Critical_begin, HANDLE)
EMPTY(Critical_end, HANDLE)
EMPTY(Critical_exit, HANDLE)
EMPTY(Atomic_enter, HANDLE, TEXT)
EMPTY(Atomic_exit, HANDLE)
EMPTY(Ordered_enter, HANDLE, TEXT)
EMPTY(Ordered_begin, HANDLE)
EMPTY(Ordered_end, HANDLE)
EMPTY(Ordered_exit, HANDLE)
EMPTY(Task_create_begin, HANDLE, SAVED, POMP2_Task_handle *new_task, int if_clause, TEXT)
EMPTY(Task_create_end, HANDLE, TASK)
EMPTY(Task_begin, HANDLE, TASK)
EMPTY(Task_end, HANDLE)
EMPTY(Taskwait_begin, HANDLE, SAVED, TEXT)
EMPTY(Taskwait_end, HANDLE, TASK)

void POMP2_Init_lock(omp_lock_t *lock) { omp_init_lock(lock); }
void POMP2_Destroy_lock(omp_lock_t *lock) { omp_destroy_lock(lock); }
void POMP2_Set_lock(omp_lock_t *lock) { omp_set_lock(lock); }
void POMP2_Unset_lock(omp_lock_t *lock) { omp_unset_lock(lock); }
