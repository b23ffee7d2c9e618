#include "one.c"
#include "two.c"
#include "three.h"
void use(int *a, int n) {
  h3(a, n);
#pragma omp critical
  a[1]++;
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = next(i) + a[i+1];
}
