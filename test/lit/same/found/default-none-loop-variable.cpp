// gcc's tests have found this: under default(none), the variable of a simd loop or a taskloop may be declared outside; the
// split of the combined directive must say how it is shared.
// RUN: %same --regions 7 %s --
#include <stdio.h>
static int a[64];
template <typename T> static T sum(T n) {
  T i, s = 0;
#pragma omp parallel for simd default(none) shared(n) reduction(+ : s) num_threads(2)
  for (i = 0; i < n; i++)
    s += i;
  return s + i;
}
int main() {
  int i, j, v = 3;
#pragma omp parallel for simd default(none) shared(v, a) num_threads(2)
  for (i = 0; i < 64; i++)
    a[i] = v;
  printf("%d\n", i);
#pragma omp parallel for simd default(none) shared(v, a) collapse(2) num_threads(2)
  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++)
      a[8 * i + j] += v + i;
#pragma omp parallel for simd default(none) shared(v, a) lastprivate(i)
  for (i = 0; i < 64; i++)
    a[i] += v;
#pragma omp parallel master taskloop default(none) shared(v, a) num_threads(2)
  for (i = 0; i < 64; i++)
    a[i] += v;
#pragma omp parallel master taskloop simd default(none) shared(v, a) num_threads(2)
  for (i = 0; i < 64; ++i)
    a[i] += v;
  int s = 0;
#pragma omp parallel for default(none) shared(a) reduction(+ : s)
  for (j = 0; j < 64; j++)
    s += a[j];
  printf("%d %d %ld\n", i, s, sum(10L));
  return 0;
}
