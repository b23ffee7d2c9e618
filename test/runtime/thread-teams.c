// Threads of the program's own open parallel regions: 300 one after the other, and 8 at the same time. What each team
// does is counted, hangs below the region that forked it, and the experiment stays small.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out && echo 924 | diff - out
// RUN: %check e 'visits("region(thread)") == 300 + 8' 'visits("parallel (fork-join)") == 308' 'visits("parallel") == 924' \
// RUN:   'visits("for") == 924' 'visits("region(main)") == 1' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == experiment["lost"] == 0' \
// RUN:   'path("region(thread)", "parallel (fork-join)", "parallel", "for")["visits"] >= 308' 'len(locations) <= 8 * 4 + 10'
// RUN: %python -c 'import os; s = os.stat("e/profile.pomp"); assert s.st_size < 1 << 20, s'
#include "regions.h"
#include <pthread.h>
#include <stdio.h>

REGION_AT(whole, "region", "main", 1);
REGION_AT(in_thread, "region", "thread", 2);
REGION(par, "parallel", 3);
REGION(loop, "for", 4);

static int count;

static void *team(void *unused) {
  POMP_Begin(&in_thread);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(3)
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&loop);
#pragma omp atomic
    count++;
    POMP_For_exit(&loop);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  POMP_End(&in_thread);
  return unused;
}

int main(void) {
  pthread_t threads[8];
  POMP_Begin(&whole);
  for (int i = 0; i < 300; i++)
    if (pthread_create(&threads[0], NULL, team, NULL) || pthread_join(threads[0], NULL))
      return 1;
  for (int i = 0; i < 8; i++)
    if (pthread_create(&threads[i], NULL, team, NULL))
      return 1;
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  POMP_End(&whole);
  printf("%d\n", count);
  return 0;
}
