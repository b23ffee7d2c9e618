// libomp 19 keeps a tool's data of the last implicit task in its thread; `taskwait depend` there fails an assertion if that
// is not empty: so each of several teams in a row, served by the same threads, has one on each thread.
// RUN: %same --regions 4 %s --
#include <stdio.h>

int main(void) {
  int sum = 0;
  for (int round = 0; round < 3; round++) {
#pragma omp parallel reduction(+ : sum)
    {
      int v = 0;
#pragma omp task depend(out : v) shared(v)
      v = 7;
#pragma omp task depend(inout : v) shared(v)
      v *= 3;
#pragma omp taskwait depend(in : v)
      sum += v == 21;
    }
  }
  printf("%d\n", sum);
  return 0;
}
