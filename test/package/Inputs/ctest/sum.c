#include <stdio.h>

int main(void) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 1000; i++)
    s += i;
  printf("sum %g\n", s);
  return 0;
}
