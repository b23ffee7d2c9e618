// Where `nowait` and an explicit barrier can't be proved to mean the same, the construct keeps its own barrier: after
// each of these, no nowait and no barrier of ours, and the descriptor announces its barrier. The last one of each kind
// has both.
// Clang 16 forgets what a variable held before an inscan reduction in other ways than 19: plain programs differ among themselves.
// REQUIRES: clang-from-19
// RUN: %emit %s && %check
// RUN: env OMP_CANCELLATION=false %same --no-gcc "Clang 19 forgets what a variable held before an inscan reduction" %s -- -Wall -Wextra -Werror -lm
#include <stdio.h>

int main(void) {
  int s = 0, last = 0, v = 0, c = 0, a[64] = {0};
#pragma omp parallel firstprivate(v)
  {
// CHECK:     {{^}}#pragma omp for reduction(task, + : s){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rd(1)); }
#pragma omp for reduction(task, + : s)
    for (int i = 0; i < 64; i++)
      s += i;
// CHECK:     {{^}}#pragma omp for lastprivate(last){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rd(2)); }
#pragma omp for lastprivate(last)
    for (int i = 0; i < 64; i++)
      last = i;
// CHECK:     {{^}}#pragma omp for lastprivate(conditional : c){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rd(3)); }
#pragma omp for lastprivate(conditional : c)
    for (int i = 0; i < 64; i++)
      if (i == 7)
        c = i;
// CHECK:     {{^}}#pragma omp for order(concurrent){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rd(4)); }
#pragma omp for order(concurrent)
    for (int i = 0; i < 64; i++)
      a[i] = i;
// CHECK:     {{^}}#pragma omp for ordered(1){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rd(5)); }
#pragma omp for ordered(1)
    for (int i = 1; i < 64; i++) {
#pragma omp ordered depend(sink : i - 1)
      a[i] += a[i - 1] % 7;
#pragma omp ordered depend(source)
    }
// CHECK:     {{^}}#pragma omp for{{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rd(8)); }
#pragma omp for
    for (int i = 0; i < 64; i++) {
#pragma omp cancel for
    }
// CHECK:     {{^}}#pragma omp for schedule(static){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rd(10)); }
#pragma omp for schedule(static)
    for (int i = 0; i < 64; i++) {
#pragma omp cancellation point for
    }
// CHECK:     {{^}}#pragma omp for ordered reduction(+ : s) nowait{{$}}
// CHECK:     __POMP_Barrier_enter(__pomp_rd(12)); _Pragma("omp barrier") __POMP_Barrier_exit(__pomp_rd(12)); __POMP_For_exit(__pomp_rd(12)); }
#pragma omp for ordered reduction(+ : s)
    for (int i = 0; i < 64; i++)
      s += i;
// CHECK:     {{^}}#pragma omp sections lastprivate(last){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_Sections_exit(__pomp_rd(13)); }
#pragma omp sections lastprivate(last)
    {
#pragma omp section
      last = 1;
#pragma omp section
      last = 2;
    }
// CHECK:     {{^}}#pragma omp sections reduction(task, + : s){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_Sections_exit(__pomp_rd(16)); }
#pragma omp sections reduction(task, + : s)
    {
      s++;
    }
// A cancel is in a section, also in the unmarked first one, also deeper.
// CHECK:     {{^}}#pragma omp sections{{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_Sections_exit(__pomp_rd(18)); }
#pragma omp sections
    {
#pragma omp section
      v++;
#pragma omp section
      if (v) {
#pragma omp cancel sections if (v == 1)
      }
    }
// CHECK:     {{^}}#pragma omp sections firstprivate(c){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_Sections_exit(__pomp_rd(22)); }
#pragma omp sections firstprivate(c)
    {
      {
#pragma omp cancellation point sections
        v += c;
      }
    }
// CHECK:     {{^}}#pragma omp sections firstprivate(c) nowait{{$}}
// CHECK:     __POMP_Barrier_enter(__pomp_rd(25))
#pragma omp sections firstprivate(c)
    {
      v += c;
    }
// CHECK:     {{^}}#pragma omp single copyprivate(v){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_Single_exit(__pomp_rd(27)); }
#pragma omp single copyprivate(v)
    v = 3;
// CHECK:     {{^}}#pragma omp single nowait{{$}}
// CHECK:     __POMP_Barrier_enter(__pomp_rd(28))
#pragma omp single
    s += v;
  }
// In a region that is cancelled even the region's barrier stays as it is.
// CHECK:     {{^}}#pragma omp parallel num_threads(2){{$}}
// CHECK:     { __POMP_Parallel_begin(__pomp_rd(29));
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_Parallel_end(__pomp_rd(29)); } __POMP_Parallel_join(__pomp_rd(29)); }
#pragma omp parallel num_threads(2)
  {
#pragma omp cancel parallel
  }
// These are the combined forms.
// CHECK:     {{^}}#pragma omp          for reduction(task, + : s){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rd(31));
#pragma omp parallel for reduction(task, + : s)
  for (int i = 0; i < 64; i++)
    s += a[i] % 3;
// CHECK:     {{^}}#pragma omp parallel for reduction(inscan, + : s){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_Parallel_join(__pomp_rds_1 + 0);
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < 64; i++) {
    s += i;
#pragma omp scan inclusive(s)
    a[i] += s;
  }
// CHECK:     {{^}}#pragma omp          sections{{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_Sections_exit(__pomp_rds_1 + 1);
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp cancel sections
    }
  }
// CHECK:     {{^}}#pragma omp          for lastprivate(last){{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rds_1 + 4);
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < 64; i++)
    last = a[i];
// The loop may have a nowait here, since the region's barrier follows at once.
// CHECK:     {{^}}#pragma omp          for simd order(concurrent) nowait{{$}}
// CHECK-NOT: __POMP_Barrier
// CHECK:     __POMP_For_exit(__pomp_rds_1 + 5);
#pragma omp parallel for simd order(concurrent)
  for (int i = 0; i < 64; i++)
    a[i]++;
// CHECK:     {{^}}#pragma omp          for{{ *}}nowait{{$}}
// CHECK:     __POMP_Barrier_enter(__pomp_rds_1 + 6)
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    a[i]++;
  printf("%d %d %d\n", s, last, a[63]); // not `c`: Clang 19 leaves there what was on the stack
  return 0;
}
