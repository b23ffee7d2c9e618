/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fib.c - computes Fibonacci's numbers with a task for each call, so that it is made of nothing but tasks. Usage: fib
 * [N]. */
#include <stdio.h>
#include <stdlib.h>

static long fib(int n) {
  if (n < 2)
    return n;
  long a, b;
#pragma omp task shared(a)
  {
    a = fib(n - 1);
  }
#pragma omp task shared(b)
  {
    b = fib(n - 2);
  }
#pragma omp taskwait
  return a + b;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 27;
  long result = 0;
#pragma omp parallel
  {
#pragma omp single
    {
      result = fib(n);
    }
  }
  printf("%ld\n", result);
  return 0;
}
