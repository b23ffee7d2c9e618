// The file says which OpenMP locks are held, by whom, since when and how often, and which lock a thread wants, while the program
// runs and after it was killed; a lock that was freed or destroyed is not among them.
// RUN: %fresh && %clocked %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 %python %inputs/held-locks.py ./a
// RUN: %pomp_report --all e > out
#include "regions.h"
#include "test_clock.h"
#include <stdio.h>
#include <unistd.h>

enum { MANY = 3000 };
REGION(par, "parallel", 1);
REGION_AT(keeps, "region", "keeps", 2);
static omp_lock_t lock, freed, destroyed, locks[MANY];
static omp_nest_lock_t nest;
static int there;

/* Prints what the file should say, and waits for its end, while the other thread asks for the lock. */
static void keep(void) {
  __pomp_time += 30 * CLOCK_MS;
  POMP_Begin(&keeps);
  POMP_Set_lock(&lock);
  for (int i = 0; i < 3; i++)
    POMP_Set_nest_lock(&nest);
  POMP_Unset_nest_lock(&nest);
  for (int i = 0; i < MANY; i++)
    POMP_Set_lock(&locks[i]);
  for (int i = 0; i < MANY; i += 2)
    POMP_Unset_lock(&locks[i]);
  printf("{\"lock\": %ju, \"nest\": %ju, \"locks\": %ju, \"size\": %zu, \"count\": %d, \"since\": %ju}\n",
         (uintmax_t)(uintptr_t)&lock, (uintmax_t)(uintptr_t)&nest, (uintmax_t)(uintptr_t)locks, sizeof *locks, MANY, __pomp_time);
  fflush(stdout);
  clock_next(&there);
  for (;;)
    pause();
}

int main(void) {
  POMP_Init_lock(&lock);
  POMP_Init_lock(&freed);
  POMP_Init_lock(&destroyed);
  POMP_Init_nest_lock(&nest);
  for (int i = 0; i < MANY; i++)
    POMP_Init_lock(&locks[i]);
  POMP_Set_lock(&freed);
  POMP_Unset_lock(&freed);
  POMP_Set_lock(&destroyed);
  POMP_Unset_lock(&destroyed);
  POMP_Destroy_lock(&destroyed);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    if (omp_get_thread_num() == 0)
      keep();
    clock_turn(&there, 1);
    POMP_Set_lock(&lock);
    POMP_Parallel_end(&par);
  }
  return 0;
}
