// Two threads end the program at once. exit of glibc before 2.41 lets the second one end the process while the first one is still in
// destructors; libpompomp holds it up, so that there is one table, and no registration of libomp is left behind in /dev/shm.
// A trace shows nothing of it.
// UNSUPPORTED: traced && !all
// RUN: %fresh && %clang -shared -fPIC -DLATE %s -o liblate.so && %program %s -o a -Wl,--no-as-needed -L. -llate -Wl,-rpath,.
// The second thread comes when the first one is in a destructor of the program, in the end of the measurement, whose lines nobody
// reads for a while, or in a destructor of a library after that.
// RUN: %python %inputs/two-exits.py program measurement library quick
// The first thread waits for the second one in a destructor: the second one ends the measurement and the process after a second.
// RUN: %python %inputs/two-exits.py joined
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef LATE
int late_go, late_wanted;
__attribute__((destructor)) static void late(void) {
  __atomic_store_n(&late_go, 1, __ATOMIC_RELEASE);
  if (!late_wanted)
    return;
  usleep(50000);
  if (write(STDOUT_FILENO, "library\n", 8) != 8)
    abort();
}
#else
#include "regions.h"
REGION(par, "parallel", 1);

extern int late_go, late_wanted;
static const char *how;
static int go, *await = &go;
static pthread_t second;

static int is(const char *name) { return strcmp(how, name) == 0; }

static void *second_exit(void *unused) {
  while (!__atomic_load_n(await, __ATOMIC_ACQUIRE))
    usleep(100);
  if (is("measurement") || is("quick"))
    usleep(20000); /* the first thread is at the table by then; if it is not, this tests less */
  if (is("quick"))
    quick_exit(2);
  exit(2);
  return unused;
}

__attribute__((destructor)) static void destroy(void) {
  __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
  if (is("joined"))
    pthread_join(second, NULL);
  if (!is("program"))
    return;
  usleep(50000);
  if (write(STDOUT_FILENO, "program\n", 8) != 8)
    abort();
}

int main(int argc, char **argv) {
  how = argc > 1 ? argv[1] : "";
  late_wanted = is("library");
  if (late_wanted)
    await = &late_go;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  if (pthread_create(&second, NULL, second_exit, NULL))
    return 1;
  if (is("quick")) {
    __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
    quick_exit(0);
  }
  exit(0);
}
#endif
