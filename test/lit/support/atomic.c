// atomic comes in all forms of OpenMP 5.2: the statement must stay the directive's own.
// RUN: %same --regions 21 %s -- -Wall -Wextra -Werror
#include <stdio.h>

int main(void) {
  int x = 0, v = 0, e = 0, n = 0, r = 0, sum = 0;
#pragma omp parallel private(v, e, r) reduction(+ : sum)
  {
#pragma omp atomic
    x++;
#pragma omp atomic update
    x += 2;
#pragma omp atomic
    x = x + 3;
#pragma omp atomic update seq_cst
    x = 4 + x;
#pragma omp atomic read
    v = x;
#pragma omp atomic read acquire
    v = x;
#pragma omp atomic write
    n = 5;
#pragma omp atomic write release
    n = 5;
#pragma omp atomic capture
    v = x++;
#pragma omp atomic capture acq_rel
    {
      v = x;
      x += 2;
    }
#pragma omp atomic capture relaxed hint(0)
    {
      x -= 2;
      v = x;
    }
#pragma omp barrier
#pragma omp atomic compare
    if (n < 7) {
      n = 7;
    }
#pragma omp atomic compare
    n = n > 6 ? 6 : n;
#pragma omp barrier
#pragma omp atomic compare capture
    if (n == 6) {
      n = 8;
    } else {
      e = n;
    }
#pragma omp atomic compare capture
    {
      r = n == 100;
      if (r) {
        n = 101;
      }
    }
#pragma omp atomic compare capture
    {
      e = n;
      if (n == 100) {
        n = 101;
      }
    }
    sum += v > 0;
    sum += e == 8 && r == 0;
#pragma omp barrier
    if (v < 0)
#pragma omp atomic
      x++;
    else
#pragma omp atomic
      x--;
  }
  printf("%d %d %d\n", x % 10, n, sum > 0);
  return 0;
}
