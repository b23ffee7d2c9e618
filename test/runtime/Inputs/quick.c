/* quick.c - a program that ends by quick_exit, from which no destructor is called. */
#include "regions.h"

#include <stdlib.h>

REGION(par, "parallel", 1);

int main(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  quick_exit(0);
}
