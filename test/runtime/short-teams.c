// Short teams are compared several at a time, whatever their sizes are: each instance that all members have met is there
// once. In one of thirty teams member 0 leaves the last loop out: there the visits of the others, 86 in all, are no
// instance, and no later one's either.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'region("for", 1)["balance"]["instances"] == 3000' 'region("for", 1)["balance"]["visits_missing"] == 0'
// RUN: %check e 'region("for", 2)["balance"]["instances"] == 1500' 'region("for", 2)["balance"]["visits_missing"] == 0'
// RUN: %check e 'region("for", 3)["balance"]["instances"] == 2900' 'region("for", 3)["balance"]["visits_missing"] == 86'
#include "regions.h"
#include <omp.h>

REGION(par, "parallel", 100);
REGION(first, "for", 1);
REGION(second, "for", 2);
REGION(third, "for", 3);

static void visit(struct ompregdescr *loop) {
  POMP_For_enter(loop);
  POMP_For_exit(loop);
}

int main(void) {
  for (int i = 0; i < 3000; i++) {
    int size = i % 7 == 0 ? 1 : i % 3 == 0 ? 3 : 2;
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(size)
    {
      POMP_Parallel_begin(&par);
      visit(&first);
      if (i % 2)
        visit(&second);
      if (i % 30 != 2 || omp_get_thread_num() != 0)
        visit(&third);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  return 0;
}
