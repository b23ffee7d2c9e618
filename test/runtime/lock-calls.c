// Each place that calls one of OpenMP's lock routines has a region of its own, so that a contended lock can be distinguished from one that is
// not. Libraries that come and go at the same address are not mixed up, and each is known again wherever it is loaded.
// RUN: %fresh && %cc -DTIMES=3 -shared -fPIC %inputs/lock-caller.c -o one.so && %cc -DTIMES=5 -shared -fPIC %inputs/lock-caller.c -o two.so
// RUN: %program %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'visits("omp_set_lock") == 4 + 7 + 50 * (3 + 5)' \
// RUN:   '[(c["module"].rpartition("/")[2], c["visits"]) for c in calls("omp_set_lock")] == [("a", 4), ("a", 7), ("one.so", 150), ("two.so", 250)]' \
// RUN:   'all(c["module"].startswith("/") for c in calls("omp_set_lock"))' 'len(calls("omp_unset_lock")) == 4' \
// RUN:   'len({c["build"] for c in calls("omp_set_lock") if c["build"]}) == 3' 'len(calls("omp_init_lock")) == 1'
#include "regions.h"
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>

REGION_AT(whole, "region", "whole", 1);
static omp_lock_t lock;

static void from_library(const char *file) {
  void *module = dlopen(file, RTLD_NOW);
  void (*use)(omp_lock_t *) = module ? (void (*)(omp_lock_t *))dlsym(module, "use") : NULL;
  if (!use) {
    puts(dlerror());
    return;
  }
  use(&lock);
  dlclose(module);
}

int main(void) {
  POMP_Begin(&whole);
  POMP_Init_lock(&lock);
  for (int i = 0; i < 4; i++) {
    POMP_Set_lock(&lock);
    POMP_Unset_lock(&lock);
  }
  for (int i = 0; i < 7; i++) {
    POMP_Set_lock(&lock);
    POMP_Unset_lock(&lock);
  }
  for (int i = 0; i < 50; i++) {
    from_library("./one.so");
    from_library("./two.so");
  }
  POMP_End(&whole);
}
