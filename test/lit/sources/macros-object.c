// Object-like macros give pragmas: a directive, a directive and its loop, several directives, nested macros.
// RUN: %same --gcc --regions 12 %s -- -Wall -Wextra -Werror
// RUN: %same --regions 12 %s -- -std=c99 -pedantic -O2 -g
#include <stdio.h>
#define PARALLEL _Pragma("omp parallel")
#define SINGLE _Pragma("omp single")
#define BARRIER _Pragma("omp barrier")
#define PARALLEL_SINGLE PARALLEL SINGLE
#define BOTH _Pragma("omp parallel") _Pragma("omp for")
#define ATOMIC _Pragma("omp atomic")
#define LOOP _Pragma("omp parallel for reduction(+ : s)") for (int i = 0; i < 10; i++) s += i;
#define INNER ATOMIC n++;
#define MIDDLE { INNER }
#define OUTER PARALLEL MIDDLE
#define L_STRING _Pragma(L"omp critical(wide)")

int main(void) {
  int s = 0, n = 0, m = 0;
  PARALLEL { ATOMIC m++; BARRIER }
  PARALLEL_SINGLE
  s++;
  BOTH for (int i = 0; i < 10; i++) {
    ATOMIC
    s += i;
  }
  LOOP
  OUTER
  L_STRING s++;
  printf("%d %d %d line %d\n", s, n > 0, m > 0, __LINE__);
  return 0;
}
