#include "norm.h"

void squares(double *x, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] *= x[i];
}
