/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each call of a recursion is two tasks, down to the last one. The fix makes tasks of large parts alone. */
#include "work.h"

static int alone(int n) { return n < 2 ? n : alone(n - 1) + alone(n - 2); }

static int fibonacci(int n) {
  int a, b;
  if (n <= CHOICE(1, 18))
    return alone(n);
#pragma omp task shared(a) // the fault
  a = fibonacci(n - 1);
#pragma omp task shared(b) // the fault
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(int argc, char **argv) {
  int n = given(argc, argv, 29), result = 0;
#pragma omp parallel
#pragma omp single
  result = fibonacci(n);
  printf("%d\n", result);
  return 0;
}
