// A thread for which the kernel has no counter any more is measured without its metrics: that is said once, and the
// program goes on.
// REQUIRES: perf
// RUN: %fresh && %program %s -o a && env POMP_EXPERIMENT_DIR=e POMP_METRICS=perf:context-switches ./a > out 2> err && echo done | diff - out
// RUN: grep -c "pomp: POMP_METRICS: a thread can't count its metrics (.*): they are missing there; the rest is measured" err | grep -x 1
// RUN: %check e 'visits("region(r)") == 3'
#include "regions.h"
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>

REGION_AT(r, "region", "r", 1);

static void *visit(void *unused) {
  POMP_Begin(&r);
  POMP_End(&r);
  return unused;
}

int main(void) {
  visit(NULL); /* the first thread counts */
  struct rlimit limit = {3, 3}; /* no descriptor is left for another one's counter */
  setrlimit(RLIMIT_NOFILE, &limit);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    if (pthread_create(&threads[i], NULL, visit, NULL))
      return 1;
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  puts("done");
  return 0;
}
