// parallel for is split in two; each clause is on its half, evaluated as often as before; there is one barrier.
// RUN: %emit %s && %check
// RUN: %same --both %s -- -Wall -Wextra -pedantic -Werror
// RUN: %same --both --no-gcc "it evaluates a chunk on each thread; Clang, and the rewritten source, once" %s -- -DCALLS=calls
#include <stdio.h>
#ifndef CALLS
#define CALLS 1
#endif

static int calls;
static int count(int n) { return calls++, n; }
static int tp;
#pragma omp threadprivate(tp)

int main(void) {
  int n = 100, s = 0, p = 2, f = 3, last = 0, a[100];
// CHECK: {"parallelfor", "", 0,
// CHECK-LABEL: int main(void)
// CHECK:      { __POMP_Parallel_fork(__pomp_rd(0));
// CHECK-NEXT: # [[#@LINE+6]]
// CHECK-NEXT: {{^}}#pragma omp parallel{{ +}}num_threads(2) if(n > 1) shared(a){{ *$}}
// CHECK-NEXT: # [[#@LINE+4]] "{{.*}}" 3
// CHECK-NEXT: { __POMP_Parallel_begin(__pomp_rd(0)); __POMP_For_enter(__pomp_rd(0));
// CHECK-NEXT: # [[#@LINE+2]]
// CHECK-NEXT: {{^}}#pragma omp          for{{ +}}schedule(static) nowait
#pragma omp parallel for num_threads(2) if(n > 1) shared(a) schedule(static)
  for (int i = 0; i < n; i++)
    a[i] = i;
// CHECK:      __POMP_Barrier_enter(__pomp_rd(0)); if (__POMP_num_threads() > 1) { _Pragma("omp barrier") } __POMP_Barrier_exit(__pomp_rd(0)); __POMP_For_exit(__pomp_rd(0)); __POMP_Parallel_end(__pomp_rd(0)); } __POMP_Parallel_join(__pomp_rd(0)); }

// Under default(none), variables that move to the loop are shared outside. A chunk that isn't a constant is evaluated once.
// CHECK:      { const int __pomp_chunk_1 = (count ( p )); __POMP_Parallel_fork(__pomp_rd_of(1));
// CHECK:      #pragma omp parallel     default(none) shared(a, n, p) \
// CHECK-NEXT: num_threads(3) {{ *}}shared(s, f, __pomp_chunk_1)
// CHECK:      #pragma omp          for{{ *}}\
// CHECK-NEXT: reduction(+ : s) \
// CHECK-NEXT: firstprivate(f) schedule(dynamic, __pomp_chunk_1 ) nowait
// CHECK-NEXT: for (int i
#pragma omp parallel for default(none) shared(a, n, p) \
    num_threads(3) reduction(+ : s)                    \
    firstprivate(f) schedule(dynamic, count(p))
  for (int i = 0; i < n; i++)
    s += a[i] * f;

// Two calls in clauses of both halves: both are evaluated before the fork, in Clang's order.
// CHECK:      { const int __pomp_threads_2 = (count ( 3 )); const int __pomp_chunk_2 = (count ( p )); __POMP_Parallel_fork(__pomp_rd(2));
// CHECK:      #pragma omp parallel {{ *}}num_threads(__pomp_threads_2 )
// CHECK:      #pragma omp          for {{ *}}schedule(dynamic, __pomp_chunk_2 ) nowait
#pragma omp parallel for schedule(dynamic, count(p)) num_threads(count(3))
  for (int i = 0; i < n; i++)
    a[i] = i;

// lastprivate: the loop keeps its implicit barrier.
// CHECK:      #pragma omp          for lastprivate(last) private(p){{$}}
// CHECK-NOT:  Barrier
// CHECK:      __POMP_For_exit(__pomp_rd(3)); __POMP_Parallel_end(__pomp_rd(3)); } __POMP_Parallel_join(__pomp_rd(3)); }
#pragma omp parallel for lastprivate(last) private(p)
  for (int i = 0; i < n; i++) {
    p = i;
    last = p;
  }

// copyin belongs to the region.
// CHECK:      #pragma omp parallel     copyin(tp) if(parallel : n > 1)
#pragma omp parallel for copyin(tp) if(parallel : n > 1) collapse(2)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++)
      a[10 * i + j] = tp;
  printf("%d %d %d calls %d line %d\n", s, last, a[5], CALLS, __LINE__);
  return 0;
}
