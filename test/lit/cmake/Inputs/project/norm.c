#include "norm.h"

#include <math.h>
#include <stdio.h>

int main(void) {
  static double x[24];
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 24; ++i)
    x[i] = i + 1;
  squares(x, 24);
  printf("%g\n", sqrt(sum(x, 24)));
  return 0;
}
