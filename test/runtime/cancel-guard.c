// A cancel leaves a user region. In C++ the region's variable is destroyed then, so that its end comes after that of the team's
// region: it is an end all the same, which is neither ignored nor repaired. Where no end comes, it is repaired. The program counts
// the ends that come.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_CANCELLATION=true POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > truth && %pomp_report --json e > report
// RUN: %python -c 'import json; print(t := json.load(open("truth")), e := json.load(open("report"))["experiment"]); assert e["ignored"] == e["unfinished"] == 0 and t["ends"] and e["repaired"] == t["members"] + t["begins"] - t["ends"]'
#include "regions.h"
#include <stdio.h>

REGION(par, "parallel", 1);
REGION_AT(guarded, "region", "guarded", 2);
REGION_AT(left, "region", "left", 3);
static int members, begins, ends;

static void end(const int *guard) {
  (void)guard;
#pragma omp atomic
  ends++;
  POMP_End(&guarded);
}

int main(void) {
  for (int i = 0; i < 20; i++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(3)
    {
      POMP_Parallel_begin(&par);
#pragma omp atomic
      members++;
      if (i % 2) {
#pragma omp atomic
        begins++;
        POMP_Begin(&left);
      }
      {
#pragma omp atomic
        begins++;
        POMP_Begin(&guarded);
        __attribute__((cleanup(end))) int guard = 0;
#pragma omp cancel parallel
      }
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  printf("{\"members\": %d, \"begins\": %d, \"ends\": %d}\n", members, begins, ends);
  return 0;
}
