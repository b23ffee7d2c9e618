// Tasks have the events that OPARI2 gives them: none if they are not deferred, and others if they are untied.
// REQUIRES: opari2
// RUN: rm -rf %t && mkdir %t && cd %t && %python %S/Inputs/counts.py %s %clang %plugin | FileCheck %s
// CHECK: counts are the same
#include <stdio.h>

static long fib(int n) {
  long a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a) firstprivate(n) if (n > 4)
  a = fib(n - 1);
#pragma omp task shared(b) firstprivate(n)
  {
    b = fib(n - 2);
  }
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long result = 0, sum = 0;
#pragma omp parallel default(none) shared(result, sum)
  {
#pragma omp single
    {
      result = fib(8);
#pragma omp task untied default(none) shared(sum)
      {
#pragma omp atomic
        sum += 2;
      }
      for (int i = 0; i < 4; i++) {
#pragma omp task default(none) shared(sum) firstprivate(i) if (i % 2)
        {
#pragma omp atomic
          sum += i;
        }
      }
    }
  }
  printf("%ld %ld\n", result, sum);
  return 0;
}
