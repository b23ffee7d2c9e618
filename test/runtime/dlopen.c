// A library with descriptors is loaded, used and unloaded, again and again, at changing addresses: its regions are
// the same each time, and nothing refers to memory that is gone.
// RUN: %fresh && %cc -shared -fPIC %inputs/module.c -o module.so %library && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=1 ./a
// RUN: %check e 'visits("region(module)") == 100' 'visits("region(main)") == 50' 'len(regions) == 3' \
// RUN:   'region("region(module)")["file"] == "module.c"' 'experiment["repaired"] == 0'
// Nothing but the module uses the library: it must stay, as threads that end call into it.
// RUN: %cc -DALONE %s -o alone -ldl && env POMP_EXPERIMENT_DIR=e2 LD_LIBRARY_PATH=%libdir ./alone
// RUN: %check e2 'visits("region(module)") == 100' 'experiment["state"] == "complete"' \
// RUN:   'locations[1]["state"] == "ended"'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#ifndef ALONE
#include "regions.h"
REGION_AT(outer, "region", "main", 1);
#endif

static void *load_and_use(void *unused) {
  (void)unused;
  void *module = dlopen("./module.so", RTLD_NOW);
  void (*use)(void) = module ? (void (*)(void))dlsym(module, "use_module") : NULL;
  if (!use) {
    puts(dlerror());
    exit(1);
  }
  use();
  dlclose(module);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 50; i++) {
#ifdef ALONE
    pthread_t thread;
    if (pthread_create(&thread, NULL, load_and_use, NULL) || pthread_join(thread, NULL))
      return 1;
#else
    POMP_Begin(&outer);
    load_and_use(NULL);
    POMP_End(&outer);
    /* This pushes the next one elsewhere. */
    mmap(NULL, (size_t)(i + 1) << 16, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#endif
  }
  return 0;
}
