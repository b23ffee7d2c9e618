// The file has CRLF line ends and no newline at its end.
// RUN: %same --regions 5 %s -- -Wall -Wextra -Werror
// The same program is compiled in each standard of C, optimised and not.






#include <stdio.h>

int sum(int *a, int n);

int sum(int *a, int n) {
  int i, s = 0;
#pragma omp parallel default(none) shared(a, n, s) private(i)
  {
#pragma omp for reduction(+ : s)
    for (i = 0; i < n; i++)
      s += a[i];
#pragma omp single
    if (s > 3)
      s++;
  }
  return s;
}

int main(void) {
  int a[50], i, t = 0;
#pragma omp parallel for
  for (i = 0; i < 50; i++)
    a[i] = i;
#pragma pomp inst begin(twice)
  for (i = 0; i < 2; i++)
    t += sum(a, 50);
#pragma pomp inst end(twice)
  printf("%d line %d\n", t, __LINE__);
  return 0;
}