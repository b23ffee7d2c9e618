// The runtime is under ThreadSanitizer, with plain threads: events, new regions, locations that come and go, on and off, and
// exit while the others go on. (Not with libomp, whose own synchronisation TSan can't see.)
// UNSUPPORTED: sanitized, traced
// RUN: %fresh
// RUN: %clang -O1 -g -fsanitize=thread -pthread -D_GNU_SOURCE -DPOMP_VERSION='"test"' -I %include -I %inputs -I %root/common -I %root/common/metrics -I %root/runtime/libpompomp %s %root/runtime/libpompomp/*/*.c %root/common/*.c %root/common/metrics/*.c %inputs/no-diagnosis.c -o a
// RUN: env POMP_TRACE=0 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=1 TSAN_OPTIONS=halt_on_error=1 ./a 2> err && not grep "ThreadSanitizer" err
// RUN: %check e 'visits("region(work)") > 1000' 'len(locations) >= 5' 'experiment["state"] == "complete"'
// It runs with metrics, too.
// RUN: env POMP_TRACE=0 POMP_EXPERIMENT_DIR=m POMP_SUMMARY=1 POMP_METRICS=rusage:minflt,rusage:utime TSAN_OPTIONS=halt_on_error=1 ./a 2> err && not grep "ThreadSanitizer" err
// RUN: %check m 'visits("region(work)") > 1000' 'len(locations) >= 5' 'len(metrics) == 2' 'experiment["state"] == "complete"'
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t POMP_SUMMARY=1 TSAN_OPTIONS=halt_on_error=1 ./a 2> err && not grep "ThreadSanitizer" err
// RUN: %pomp_report --all --from-trace t > out && grep "region(work)" out
// Selected visits open and close the trace for all.
// RUN: env POMP_TRACE=1 POMP_TRACE_SELECT="region(work):100-500" POMP_EXPERIMENT_DIR=s POMP_SUMMARY=1 TSAN_OPTIONS=halt_on_error=1 ./a 2> err && not grep "ThreadSanitizer" err
// RUN: %pomp_report --all --from-trace s > out && grep "region(work)" out
#include "regions.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { REGIONS = 500, THREADS = 4 };
REGION_AT(work, "region", "work", 1);
static struct ompregdescr many[REGIONS];
static int forever[THREADS]; /* of those that go on for ever: has been through all of it */

static void *events(void *again) {
  do {
    for (int i = 0; i < REGIONS; i++) {
      POMP_Begin(&work);
      POMP_Critical_enter(&many[i]);
      POMP_Critical_begin(&many[i]);
      POMP_Critical_end(&many[i]);
      POMP_Critical_exit(&many[i]);
      POMP_End(&work);
    }
    if (again)
      __atomic_store_n((int *)again, 1, __ATOMIC_RELAXED);
  } while (again);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < REGIONS; i++) {
    many[i] = work;
    many[i].name = "critical";
    many[i].begin_line1 = 10 + i % 100; /* these are the same ones again and again, defined by all threads at once */
  }
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, events, NULL);
  for (int i = 0; i < 20; i++) {
    i % 2 ? POMP_On() : POMP_Off();
    usleep(1000);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, events, &forever[i]);
  for (int i = 0; i < THREADS; i++)
    while (!__atomic_load_n(&forever[i], __ATOMIC_RELAXED)) /* each has a location */
      usleep(1000);
  usleep(50000);
  exit(0);
}
