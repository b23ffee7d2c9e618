#include "norm.h"

double sum(const double *x, int n) {
  double total = 0;
#pragma omp parallel
  {
    double mine = 0;
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      mine += x[i];
#pragma omp critical(total)
    total += mine;
  }
  return total;
}
