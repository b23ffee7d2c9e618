// parallel is tried, and every directive that combines it with another construct.
// RUN: %same --no-gcc "Clang 19 never runs the body of parallel masked taskloop" --regions 13 %s -- -Wall -Wextra -Werror
#include <omp.h>
#include <stdio.h>

int main(void) {
  int s = 0, a[32] = {0};
#pragma omp parallel reduction(+ : s)
  s += omp_get_thread_num() < omp_get_num_threads();
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 32; i++)
    s += i;
#pragma omp parallel for simd reduction(+ : s)
  for (int i = 0; i < 32; i++)
    s += i;
#pragma omp parallel sections reduction(+ : s)
  {
    s++;
#pragma omp section
    s++;
  }
#pragma omp parallel loop reduction(+ : s)
  for (int i = 0; i < 32; i++)
    s += i;
#pragma omp parallel master
  a[1]++;
#pragma omp parallel masked filter(0)
  a[2]++;
#pragma omp parallel master taskloop shared(a)
  for (int i = 0; i < 32; i++)
    a[i]++;
#pragma omp parallel master taskloop simd shared(a)
  for (int i = 0; i < 32; i++)
    a[i]++;
// Clang 19 generates no code for these two: their loops are never run, with or without the plugin.
#pragma omp parallel masked taskloop shared(a)
  for (int i = 0; i < 32; i++)
    a[i]++;
#pragma omp parallel masked taskloop simd shared(a)
  for (int i = 0; i < 32; i++)
    a[i]++;
  for (int i = 0; i < 32; i++)
    s += a[i];
  printf("%d\n", s);
  return 0;
}
