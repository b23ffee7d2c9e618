// Conditional compilation is around the pragma alone, between pragma and statement; it chooses the statement, the loop's
// head, a clause, the closing brace; and it is in text that is skipped.
// RUN: %same --gcc --regions 8 %s -- -Wall -Wextra
// RUN: %same --gcc --regions 9 %s -- -Wall -Wextra -DBACKWARDS
// RUN: %same %s -- -fno-openmp -Wall -Wextra
#include <stdio.h>

#if 0
#pragma omp parallel
that is no C {
#pragma pomp inst begin(nothing)
#endif

int main(void) {
  int s = 0, a[10] = {0};
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : s)
#endif
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp parallel for
#ifdef BACKWARDS
  for (int i = 9; i >= 0; i--)
#else
  for (int i = 0; i < 10; i++)
#endif
    a[i] = i;
#ifdef BACKWARDS
#pragma omp parallel for \
  schedule(static, 1)
#else
#pragma omp parallel num_threads(2)
#endif
  for (int i = 9; i >= 0; i--)
#ifdef _OPENMP
#pragma omp critical
#endif
#if 1
  {
    s += a[i] * 0;
#else
  {
#endif
  }
#pragma omp parallel num_threads(2)
#if 1
  {
#endif
#ifdef BACKWARDS
#pragma omp barrier
#endif
#ifndef UNDEFINED
#pragma omp single
#endif

// a comment
#undef BACK

    s++;
#if 1
  }
#endif
#pragma omp parallel num_threads(2)
  if (s < 0)
    a[1]++;
  else
#ifdef BACKWARDS
  if (s < 0)
    a[2]++;
  else
#endif
#pragma omp master
    s++;
  printf("%d %d line %d\n", s, a[3], __LINE__);
  return 0;
}
