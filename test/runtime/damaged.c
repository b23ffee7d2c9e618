// Damaged, cut and foreign files give one line and exit status 1, or a report; never a signal.
// RUN: %fresh && %program %s -o a && env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %python %inputs/damage.py %pomp_report e/profile.pomp
#include "regions.h"

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION_AT(user, "region", "name", 3);

int main(void) {
  static struct ompregdescr many[100];
  POMP_Begin(&user);
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 100; i++) {
      many[i].name = "single";
      many[i].sub_name = many[i].function_name = "";
      many[i].file_name = "test.c";
      many[i].begin_line1 = 10 + i % 50;
#pragma omp barrier
      POMP_Single_enter(&many[i]);
      POMP_For_enter(&loop);
      POMP_For_exit(&loop);
      POMP_Single_exit(&many[i]);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0; /* `user` stays open */
}
