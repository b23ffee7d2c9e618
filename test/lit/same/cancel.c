// cancel: the constructs that it leaves keep their implicit barriers, and the program goes the same way.
// (libomp 19 hangs by itself if the cancelled loop has a dynamic schedule, or if one thread alone cancels the region.)
// RUN: env OMP_CANCELLATION=true %same --any-visits "how many threads reach the cancellation point" %s --
// RUN: env OMP_CANCELLATION=false %same %s --
// RUN: %emit %s && %check
#include <stdio.h>

int main(void) {
  int found = 0, regions = 0, s = 0;
  for (int round = 0; round < 20; round++) {
#pragma omp parallel shared(found)
    {
// CHECK:     #pragma omp for schedule(static, 1){{$}}
// CHECK-NOT: Barrier
// CHECK:     __POMP_For_exit(__pomp_rd([[#]])); }
#pragma omp for schedule(static, 1)
      for (int i = 0; i < 100; i++) {
        if (i == 7) {
#pragma omp atomic write
          found = 1;
#pragma omp cancel for
        }
#pragma omp cancellation point for
      }
    }
    regions++;
  }
  for (int round = 0; round < 20; round++) {
// CHECK:     #pragma omp parallel shared(s)
// CHECK-NOT: Barrier
// CHECK:     __POMP_Parallel_join
#pragma omp parallel shared(s)
    {
#pragma omp atomic write
      s = 1;
      if (regions >= 0) {
#pragma omp cancel parallel
      }
    }
    regions++;
  }
// CHECK:     #pragma omp          sections{{$}}
// CHECK-NOT: Barrier
// CHECK:     __POMP_Parallel_join
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp cancel sections
    }
#pragma omp section
    { s = 1; }
  }
  printf("%d %d %d line %d\n", found, regions, s, __LINE__);
  return 0;
}
