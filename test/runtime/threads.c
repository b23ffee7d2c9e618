// There are 10,000 short-lived threads, threads that end inside a region, and many at the same time.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// One location serves the threads that live one after the other; 40 at once need 40.
// RUN: %check e 'visits("region(short)") == 10000' 'len(locations) == 41' 'sum(l["served"] for l in locations) == 10041' \
// RUN:   'visits("region(left)") == 40' 'experiment["repaired"] == 40' 'locations[0]["served"] == 1' \
// RUN:   'all(l["state"] == "ended" for l in locations[1:])' 'visits("region(main)") == 1' \
// RUN:   'all(l["kind"] == "initial" for l in locations)' 'region("region(left)")["threads"]["count"] == 40'
// RUN: %python -c 'import os; s = os.stat("e/profile.pomp"); assert s.st_size < 1 << 20, s'
#include "regions.h"
#include <pthread.h>

REGION_AT(whole, "region", "main", 1);
REGION_AT(short_lived, "region", "short", 2);
REGION_AT(left, "region", "left", 3);

static pthread_barrier_t all_here;

static void *visit(void *unused) {
  POMP_Begin(&short_lived);
  POMP_End(&short_lived);
  return unused;
}

static void *leave(void *unused) {
  POMP_Begin(&left);
  pthread_barrier_wait(&all_here);
  pthread_exit(unused);
}

int main(void) {
  enum { AT_ONCE = 40 };
  pthread_t threads[AT_ONCE];
  pthread_create(&threads[0], NULL, visit, NULL); /* this thread is measured before main is */
  pthread_join(threads[0], NULL);
  POMP_Begin(&whole);
  for (int i = 1; i < 10000; i++) {
    pthread_create(&threads[0], NULL, visit, NULL);
    pthread_join(threads[0], NULL);
  }
  pthread_barrier_init(&all_here, NULL, AT_ONCE);
  for (int i = 0; i < AT_ONCE; i++)
    pthread_create(&threads[i], NULL, leave, NULL);
  for (int i = 0; i < AT_ONCE; i++)
    pthread_join(threads[i], NULL);
  POMP_End(&whole);
  return 0;
}
