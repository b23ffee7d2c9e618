// If a run has thousands of loops, regions of one name in one function have one row, with their sums; a click shows each region.
// REQUIRES: chromium
// RUN: %fresh && %program %s -I %S/../runtime/Inputs -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %pomp_report --html -o page.html e
// RUN: %python %S/Inputs/alike.py %pomp_report page.html e
#include "regions.h"

#include <stdio.h>

enum { FUNCTIONS = 3, LOOPS = 1000 };
static struct ompregdescr loops[FUNCTIONS][LOOPS];
static char names[FUNCTIONS][8];

REGION(par, "parallel", 1);

static void make_loops(void) {
  for (int f = 0; f < FUNCTIONS; f++) {
    snprintf(names[f], sizeof names[f], "f%d", f);
    for (int i = 0; i < LOOPS; i++)
      loops[f][i] = (struct ompregdescr){.name = "for",
                                         .sub_name = "",
                                         .file_name = "many.c",
                                         .begin_line1 = 1 + f * LOOPS + i,
                                         .begin_lineN = 1 + f * LOOPS + i,
                                         .end_line1 = 2,
                                         .end_lineN = 2,
                                         .function_name = names[f],
                                         .version = POMP_RD_VERSION};
  }
}

int main(void) {
  make_loops();
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (int f = 0; f < FUNCTIONS; f++)
      for (int i = 0; i < LOOPS; i++) {
        POMP_For_enter(&loops[f][i]);
        POMP_Barrier_enter(&loops[f][i]);
        POMP_Barrier_exit(&loops[f][i]);
        POMP_For_exit(&loops[f][i]);
      }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
