// The user's names are nobody else's business: identifiers and macros that look like what is inserted.
// RUN: %same --regions 5 %s -- -Wall -Wextra
#include <stdio.h>
#define parallel 1
#define enter 2
#define rd 3
#define barrier 4
#define nowait 5
#define for_ 6
struct ompregdescr_ {
  int name, sub_name, data, next, version;
};
static int pomp_rd(int n) { return n + rd; }

int main(void) {
  int d = 0, table = parallel, count = enter, open = barrier, n = 0;
#undef parallel
#pragma omp parallel for reduction(+ : d)
  for (int i = 0; i < 10; i++)
    d += i;
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 10; i++)
#pragma omp atomic
      n += nowait;
#pragma omp single
    n += barrier;
  }
  printf("%d %d %d %d %d %d %d\n", d, table, count, open, pomp_rd(1), n, nowait + barrier);
  return 0;
}
