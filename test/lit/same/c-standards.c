// The same program is compiled in each standard of C, optimised and not.
// RUN: %same --regions 5 %s -- -std=gnu89 -Wall -Wextra -Werror -O0
// RUN: %same --regions 5 %s -- -std=c99 -Wall -Wextra -pedantic -Werror -O1
// RUN: %same --regions 5 %s -- -std=c11 -Wall -Wextra -pedantic -Werror -O2
// RUN: %same --regions 5 %s -- -std=c17 -Wall -Wextra -pedantic -Werror -O3 -g
// RUN: %same --regions 5 %s -- -std=c23 -Wall -Wextra -pedantic -Werror -Os
// RUN: %same --regions 5 %s -- -std=gnu23 -flto
// So is one that has CRLF line ends and no newline at its end.
// RUN: sed 's/$/\r/' %s | head -c -2 > %t.crlf.c && grep -qP '}\r$' %t.crlf.c && tail -c 1 %t.crlf.c | grep -x "}" && %same --regions 5 %t.crlf.c -- -Wall -Wextra -Werror
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
