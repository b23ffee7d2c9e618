// Loop transformations, simd and scan are left alone, never broken, also where they are between a measured directive and
// its loop.
// Clang 16 knows no reverse and no interchange.
// REQUIRES: clang-from-19
// RUN: %same --no-gcc "gcc 12 knows no reverse and no interchange, and ignores them" --regions 8 %s -- -Wall -Wextra -Werror -Wno-openmp-extensions -lm
#include <stdio.h>

int main(void) {
  int s = 0, a[64] = {0}, b[64] = {0};
#pragma omp simd reduction(+ : s)
  for (int i = 0; i < 64; i++)
    s += i;
#pragma omp tile sizes(4, 8)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      a[8 * i + j] = i - j;
#pragma omp unroll
  for (int i = 0; i < 64; i++)
    a[i]++;
#pragma omp unroll full
  for (int i = 0; i < 4; i++)
    a[i]++;
#pragma omp reverse
  for (int i = 0; i < 63; i++)
    a[i] += a[i + 1];
#pragma omp interchange
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      b[8 * i + j] = a[8 * j + i];
#pragma omp parallel
  {
#pragma omp for
#pragma omp tile sizes(4)
    for (int i = 0; i < 64; i++)
      a[i]++;
#pragma omp for
#pragma omp unroll partial(2)
    for (int i = 0; i < 64; i++)
      a[i]++;
#pragma omp for collapse(2)
#pragma omp interchange
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++)
        b[8 * i + j]++;
#pragma omp for schedule(static)
#pragma omp reverse
    for (int i = 0; i < 64; i++)
      b[i]++;
  }
#pragma omp parallel for
#pragma omp tile sizes(3, 3)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      b[8 * i + j] += i;
#pragma omp parallel for
#pragma omp unroll partial(4)
  for (int i = 0; i < 64; i++)
    b[i]++;
  int sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 64; i++) {
    sum += a[i];
#pragma omp scan inclusive(sum)
    b[i] += sum;
  }
  sum = 0;
#pragma omp simd reduction(inscan, + : sum)
  for (int i = 0; i < 64; i++) {
    b[i] += sum;
#pragma omp scan exclusive(sum)
    sum += a[i];
  }
  for (int i = 0; i < 64; i++)
    s = 7 * s % 10007 + b[i];
  printf("%d\n", s);
  return 0;
}
