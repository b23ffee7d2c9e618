// After the first event of an excluded region, its events take no lock, no memory and no system call, nor does anything
// appear in the experiment.
// UNSUPPORTED: sanitized
// RUN: %fresh && %cc -fopenmp %s -o a %libdir/libpompomp.a -Wl,--wrap=pthread_mutex_lock,--wrap=mmap,--wrap=malloc,--wrap=calloc,--wrap=syscall
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN EXCLUDE no-* critical SCOREP_REGION_NAMES_END' > f
// RUN: env POMP_FILTER=f POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out && echo 0 | diff - out
// RUN: %check e 'experiment["filtered"] == 2' 'len(regions) == 4' 'visits("region(yes)") == 2' 'experiment["ignored"] == 0'
// A region that is new each time shows that the count would notice.
// RUN: env POMP_EXPERIMENT_DIR=e2 POMP_SUMMARY=0 ./a new > out && not grep -x 0 out
#include "regions.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int calls;
#define COUNT __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED)

int __real_pthread_mutex_lock(pthread_mutex_t *);
void *__real_mmap(void *, size_t, int, int, int, off_t);
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
long __real_syscall(long, ...);

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex) {
  COUNT;
  return __real_pthread_mutex_lock(mutex);
}
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
  COUNT;
  return __real_mmap(at, size, protection, flags, fd, offset);
}
void *__wrap_malloc(size_t size) {
  COUNT;
  return __real_malloc(size);
}
void *__wrap_calloc(size_t n, size_t size) {
  COUNT;
  return __real_calloc(n, size);
}
long __wrap_syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long);
  va_end(list);
  COUNT;
  return __real_syscall(number, a, b, c, d);
}

REGION_AT(no, "region", "no-region", 1);
REGION_AT(yes, "region", "yes", 2);
REGION(critical, "critical", 3);
REGION(par, "parallel", 4);

static void events(void) {
  POMP_Begin(&no);
  POMP_Critical_enter(&critical);
  POMP_Critical_begin(&critical);
  POMP_Critical_end(&critical);
  POMP_Critical_exit(&critical);
  POMP_End(&no);
}

int main(int argc, char **argv) {
  (void)argv;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_Begin(&yes);
    events();
#pragma omp barrier
#pragma omp single
    calls = 0;
    for (int i = 0; i < 100000; i++)
      events();
    if (argc > 1) {
      REGION(new, "for", 5);
      POMP_For_enter(&new);
      POMP_For_exit(&new);
    }
    POMP_Begin(&no);
    POMP_End(&yes); /* `no` has not ended, and nobody has to repair it */
    POMP_Parallel_end(&par);
  }
  printf("%d\n", calls);
  POMP_Parallel_join(&par);
  return 0;
}
