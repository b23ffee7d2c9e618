// Loops that ask for what another thread changes, and do nothing else, are noted.
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
#include <omp.h>
#include <stdatomic.h>

static volatile int flag, turns[64];
static atomic_int ready;
static int plain, go;
static void await(volatile int *at) {
  while (!*at)
    ;
}
int next(void);

void noted(volatile int *behind) {
#pragma omp parallel
  {
    while (!flag) // expected-remark {{this loop does nothing until another thread changes 'flag', and keeps a processor busy}}
      ;
    do { // expected-remark {{changes 'ready'}}
    } while (atomic_load(&ready) < 3);
    while (ready == 1) { // expected-remark {{changes 'ready'}}
      __builtin_ia32_pause();
    }
    for (; __atomic_load_n(&plain, __ATOMIC_ACQUIRE) == 0;) // expected-remark {{changes 'plain'}}
      ;
    if (omp_get_thread_num())
      while (turns[omp_get_thread_num() - 1] == 0) // expected-remark {{changes 'turns'}}
        ;
    while (!*behind) // expected-remark {{changes 'behind'}}
      ;
    while (!go) { // expected-remark {{changes 'go'}}
#pragma omp flush(go)
    }
    await(&flag); // expected-remark {{this loop does nothing until another thread changes 'at of await()'}}
  }
}

void quiet(void) {
  volatile int outside = 0;
  while (!flag)
    ;
#pragma omp parallel
  {
    volatile int delay = 0, k;
    while (delay++ < 1000)
      ;
    for (k = 0; k < 1000; k++)
      ;
    for (; !flag; plain++) // it counts while it waits
      ;
    while (!flag)
      plain = next();
    while (!plain)
      ;
    while (next())
      ;
    while (delay)
      ;
  }
#pragma omp parallel firstprivate(outside)
  while (outside)
    ;
#pragma omp parallel num_threads(1)
  while (flag)
    ;
}
