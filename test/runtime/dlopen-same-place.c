// Libraries come and go at the same address: the runtime forgets what it knew of a descriptor there. Regions that a
// library has left open when it goes are ended by the region around them; enters that were skipped when measurement
// was off are forgotten with it.
// RUN: %fresh && %cc -DNAME='"one"' -shared -fPIC %inputs/module.c -o one.so %library && %cc -DNAME='"two"' -shared -fPIC %inputs/module.c -o two.so %library
// RUN: %program %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'visits("region(one)") == 200' 'visits("region(two)") == 200' 'visits("region(main)") == 200' \
// RUN:   'visits("region(one left open)") == visits("region(two left open)") == 100' 'experiment["repaired"] == 200' \
// RUN:   'experiment["ignored"] == experiment["unfinished"] == 0' 'len(regions) == 7' 'visits("region(last)") == 1' \
// RUN:   'path("region(main)", "region(one)")["visits"] == 200'
// The same holds for a filter that excludes one of the two.
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN EXCLUDE one* SCOREP_REGION_NAMES_END' > f
// RUN: env POMP_FILTER=f POMP_EXPERIMENT_DIR=e2 POMP_SUMMARY=0 ./a
// RUN: %check e2 '"region(one)" not in names()' 'visits("region(two)") == 200' 'experiment["filtered"] == 2' \
// RUN:   'experiment["repaired"] == 100' 'experiment["ignored"] == experiment["unfinished"] == 0'
#include "regions.h"
#include <dlfcn.h>
#include <stdio.h>

REGION_AT(outer, "region", "main", 1);
REGION_AT(last, "region", "last", 2);

static int same;

/* Returns where its descriptors are. */
static void *use(const char *file, void *before) {
  void *module = dlopen(file, RTLD_NOW);
  void (*use_module)(void) = module ? (void (*)(void))dlsym(module, "use_module") : NULL;
  void (*leave_open)(void) = module ? (void (*)(void))dlsym(module, "leave_open") : NULL;
  void *(*where)(void) = module ? (void *(*)(void))dlsym(module, "where") : NULL;
  if (!use_module || !leave_open || !where) {
    puts(dlerror());
    return NULL;
  }
  void *here = where();
  same += here == before;
  POMP_Begin(&outer);
  use_module();
  leave_open();
  dlclose(module);
  POMP_End(&outer);
  return here;
}

int main(void) {
  void *at = NULL;
  for (int i = 0; i < 100; i++) {
    if (!(at = use("./one.so", at)) || !(at = use("./two.so", at)))
      return 1;
    /* This region is skipped, and never left. */
    POMP_Off();
    void *module = dlopen("./one.so", RTLD_NOW);
    ((void (*)(void))dlsym(module, "leave_open"))();
    dlclose(module);
    POMP_On();
  }
  POMP_Begin(&last);
  POMP_End(&last);
  printf("%d of 199 at the same place\n", same);
  return same < 100;
}
