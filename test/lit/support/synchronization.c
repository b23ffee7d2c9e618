// Constructs synchronize: barrier, critical, ordered, flush, taskwait, taskyield, taskgroup, master and masked.
// RUN: %same --gcc --regions 20 %s -- -Wall -Wextra -Werror
#include <omp.h>
#include <stdio.h>

int main(void) {
  int s = 0, x = 0, a[8] = {0};
#pragma omp parallel
  {
#pragma omp master
    s++;
#pragma omp masked
    s++;
#pragma omp barrier
#pragma omp masked filter(omp_get_num_threads() - 1)
    s++;
#pragma omp barrier
#pragma omp critical
    s = s + omp_get_num_threads();
#pragma omp critical(named) hint(omp_sync_hint_contended)
    x++;
#pragma omp flush
#pragma omp flush acq_rel
#pragma omp flush(s, x)
#pragma omp barrier
#pragma omp for ordered
    for (int i = 0; i < 8; i++) {
#pragma omp ordered threads
      s = 3 * s % 1001 + i;
    }
#pragma omp for simd ordered
    for (int i = 0; i < 8; i++) {
#pragma omp ordered simd
      a[i] += i;
    }
#pragma omp single
    {
#pragma omp taskgroup
      {
#pragma omp task shared(x)
#pragma omp atomic
        x++;
      }
#pragma omp task shared(x)
#pragma omp atomic
      x++;
#pragma omp taskyield
#pragma omp taskwait
      s += x;
    }
  }
  printf("%d %d\n", s, a[7]);
  return 0;
}
