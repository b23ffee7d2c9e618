/* many.c - makes more events than a small trace has room for. */
#include "regions.h"

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(work, "task", 3);

int main(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 10000; i++) {
      POMP_For_enter(&loop);
      POMP_For_exit(&loop);
      POMP_Task_create_begin(&work);
#pragma omp task if (i % 2)
      {
        POMP_Task_begin(&work);
        POMP_For_enter(&loop);
        POMP_For_exit(&loop);
        POMP_Task_end(&work);
      }
      POMP_Task_create_end(&work);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
