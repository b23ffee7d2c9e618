// parallel master taskloop is split in two. Its tasks copy the same variables after the split as in the combined form; clauses that
// are evaluated once and before the region still are. If this can't be proved the same it is left in one piece, with the reason.
// RUN: %emit -fplugin-arg-pompinst-verbose %s 2> %t.verbose && %check && FileCheck --check-prefix=VERBOSE %s < %t.verbose
// RUN: %same --both --no-gcc "it takes no reduction(task, …) there, and copies nothing that is not listed" %s -- -Wall -Wextra -Werror
// RUN: %same --both %s -- -DGCC
#include <stdio.h>

static int calls;
static int count(int n) { return calls++, n; }

int main(void) {
  int s = 0, r = 0, x = 5, z = 3, last = 0, n = 2, a[64] = {0}, y[4] = {1, 2, 3, 4};

// Clang's tasks copy x and y in the combined form, although nobody says so.
// CHECK-LABEL: int main(void)
// CHECK:      { __POMP_Parallel_fork(__pomp_rd(0));
// CHECK:      {{^}}#pragma omp parallel {{ *}}num_threads(2){{ *}}shared(a){{$}}
// CHECK:      { __POMP_Parallel_begin(__pomp_rd(0)); if (__POMP_Taskloop_enter) __POMP_Taskloop_enter(__pomp_rd(0));
// CHECK:      {{^}}#pragma omp          master taskloop {{ *}}shared(a) firstprivate(y, x){{$}}
// CHECK:      if (__POMP_Taskloop_exit) __POMP_Taskloop_exit(__pomp_rd(0)); __POMP_Barrier_enter(__pomp_rd(0)); if (__POMP_num_threads() > 1) { _Pragma("omp barrier") } __POMP_Barrier_exit(__pomp_rd(0)); __POMP_Parallel_end(__pomp_rd(0)); } __POMP_Parallel_join(__pomp_rd(0)); }
// VERBOSE: [[#@LINE+1]]:1: remark: pompinst: 'parallel master taskloop' instrumented{{$}}
#pragma omp parallel master taskloop num_threads(2) shared(a)
  for (int i = 0; i < 64; i++) {
    y[0] = x++;
    a[i] = i + (y[0] > 0);
  }
#ifdef GCC // its tasks share x and y
  x = y[0] = 1;
#endif
  printf("%d %d %d\n", x, y[0], a[9]);

// Under default(none) nothing is copied silently; both halves say default(none), and know what is hoisted.
// CHECK:      { const int __pomp_threads_1 = (count ( 2 )); const int __pomp_final_1 = (n > 1) ? 1 : 0; const {{.*}} __pomp_tasks_1 = (count ( n )); __POMP_Parallel_fork
// CHECK:      {{^}}#pragma omp parallel {{ *}}default(none) shared(s, n, a) \
// CHECK-NEXT: {{ *}}num_threads(__pomp_threads_1 ) {{ *}}shared(last, __pomp_threads_1, __pomp_final_1, __pomp_tasks_1)
// CHECK:      {{^}}#pragma omp          master taskloop simd default(none) shared(s, n, a) final(__pomp_final_1 ) \
// CHECK-NEXT: {{ *}}num_tasks(__pomp_tasks_1 ) \
// CHECK-NEXT: {{ *}}lastprivate(last)
#pragma omp parallel master taskloop simd default(none) shared(s, n, a) final(n > 1) \
    num_tasks(count(n)) num_threads(count(2)) \
    lastprivate(last)
  for (int i = 0; i < 64; i++) {
    a[i] += s + n;
    last = i;
  }
  printf("%d %d %d %d\n", a[9], r, last, calls);

// VERBOSE: [[#@LINE+1]]:1: remark: pompinst: 'parallel master taskloop simd' instrumented from outside only, as it can't be split in two: Clang {{[0-9]+}} fails to compile its inner half, with both 'if' and 'reduction'
#pragma omp parallel master taskloop simd if(n > 1) num_threads(2) reduction(+ : r)
  for (int i = 0; i < 64; i++)
    r += i;
// CHECK:      {{^}}#pragma omp parallel {{ *}}default(none) shared(a) shared(r){{$}}
// CHECK:      {{^}}#pragma omp          master taskloop default(none) shared(a) reduction(+ : r){{$}}
#pragma omp parallel master taskloop default(none) shared(a) reduction(+ : r)
  for (int i = 0; i < 64; i++)
    r += a[i];
// VERBOSE: [[#@LINE+1]]:1: remark: pompinst: 'parallel master taskloop' instrumented from outside only, as it can't be split in two: Clang {{[0-9]+}} evaluates a clause in each of its tasks: 'num_tasks'
#pragma omp parallel master taskloop num_tasks(count(2)) reduction(+ : r)
  for (int i = 0; i < 64; i++)
    r += i;
// VERBOSE: [[#@LINE+1]]:1: remark: pompinst: 'parallel master taskloop' instrumented from outside only, as it can't be split in two: 'default' would make other copies for its tasks
#pragma omp parallel master taskloop num_threads(2) default(firstprivate) shared(a)
  for (int i = 0; i < 64; i++)
    a[i] += n;
#ifndef GCC // Clang rejects it
// VERBOSE: [[#@LINE+1]]:1: remark: pompinst: 'parallel master taskloop' instrumented from outside only, as it can't be split in two: neither half can take over 'reduction' as it is there
#pragma omp parallel master taskloop num_threads(2) reduction(task, + : r)
  for (int i = 0; i < 64; i++)
    r += a[i];
#endif
#define z z
// VERBOSE: [[#@LINE+1]]:1: remark: pompinst: 'parallel master taskloop' instrumented from outside only, as it can't be split in two: what its tasks copy can't be named in a clause
#pragma omp parallel master taskloop num_threads(2) shared(a)
  for (int i = 0; i < 64; i++)
    a[i] += z;
#undef z
  printf("%d %d %d\n", a[9], r, last);
  return 0;
}
