// The lock routines do their work, and are measured. Each place that calls one has a region of its own, so that a contended lock can be
// distinguished from one that is not. Libraries that come and go at the same address are not mixed up, and each is known again wherever it is
// loaded.
// RUN: %fresh && %cc -DTIMES=3 -shared -fPIC %inputs/lock-caller.c -o one.so && %cc -DTIMES=5 -shared -fPIC %inputs/lock-caller.c -o two.so
// RUN: %program %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 OMP_NUM_THREADS=4 ./a > out && echo 4000 4000 1 0 | diff - out
// RUN: %check e 'visits("omp_set_lock") == visits("omp_unset_lock") == 4001 + 50 * (3 + 5)' 'visits("omp_set_nest_lock") == 8000' \
// RUN:   'visits("omp_unset_nest_lock") == 8000' 'visits("omp_init_lock") == visits("omp_init_nest_lock") == len(calls("omp_init_lock")) == 1' \
// RUN:   'visits("omp_destroy_lock") == visits("omp_destroy_nest_lock") == 1' 'visits("omp_test_lock") == 1' \
// RUN:   'visits("omp_test_nest_lock") == 1' '0 <= wait("omp_set_lock") <= exclusive("omp_set_lock")' 'wait("omp_unset_lock") == 0' \
// RUN:   'sorted((c["module"].rpartition("/")[2], c["visits"]) for c in calls("omp_set_lock")) == [("a", 1), ("a", 4000), ("one.so", 150), ("two.so", 250)]' \
// RUN:   'all(c["module"].startswith("/") for c in calls("omp_set_lock"))' 'len(calls("omp_unset_lock")) == 4' \
// RUN:   'len({c["build"] for c in calls("omp_set_lock") if c["build"]}) == 3'
#include "regions.h"
#include <dlfcn.h>
#include <stdio.h>

REGION(par, "parallel", 1);

static void call_from(const char *file, omp_lock_t *lock) {
  void *module = dlopen(file, RTLD_NOW);
  void (*use)(omp_lock_t *) = module ? (void (*)(omp_lock_t *))dlsym(module, "use") : NULL;
  if (!use) {
    puts(dlerror());
    return;
  }
  use(lock);
  dlclose(module);
}

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  int count = 0, nested = 0;
  POMP_Init_lock(&lock);
  POMP_Init_nest_lock(&nest);
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 1000; i++) {
      POMP_Set_lock(&lock);
      count++;
      POMP_Unset_lock(&lock);
      POMP_Set_nest_lock(&nest);
      POMP_Set_nest_lock(&nest);
      nested++;
      POMP_Unset_nest_lock(&nest);
      POMP_Unset_nest_lock(&nest);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  int depth = POMP_Test_nest_lock(&nest);
  omp_unset_nest_lock(&nest);
  POMP_Set_lock(&lock);
  int free_lock = POMP_Test_lock(&lock);
  POMP_Unset_lock(&lock);
  for (int i = 0; i < 50; i++) {
    call_from("./one.so", &lock);
    call_from("./two.so", &lock);
  }
  POMP_Destroy_lock(&lock);
  POMP_Destroy_nest_lock(&nest);
  printf("%d %d %d %d\n", count, nested, depth, free_lock);
  return 0;
}
