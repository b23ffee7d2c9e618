// allocate goes to the half where its list items become private; if these are two, the directive stays in one piece.
// Clang 16 generates no code for parallel masked.
// REQUIRES: clang-from-19
// RUN: %emit -fplugin-arg-pompinst-verbose %s 2> %t.verbose && %check && FileCheck --check-prefix=VERBOSE %s < %t.verbose
// RUN: %same --both --no-gcc "of loop, it wants private and allocate in one half" %s -- -Wall -Wextra -Werror
#include <omp.h>
#include <stdio.h>

static int tp;
#pragma omp threadprivate(tp)

int main(void) {
  int s = 0, f = 2, p = 0, a[64];
// CHECK:      {{^}}#pragma omp parallel {{ *}}num_threads(2){{$}}
// CHECK:      {{^}}#pragma omp          for reduction(+ : s) allocate(s) firstprivate(f) private(p) allocate(omp_default_mem_alloc : f, p){{ +}}nowait
#pragma omp parallel for reduction(+ : s) allocate(s) firstprivate(f) private(p) allocate(omp_default_mem_alloc : f, p) num_threads(2)
  for (int i = 0; i < 64; i++) {
    p = f;
    a[i] = i;
    s += p;
  }
// CHECK:      {{^}}#pragma omp parallel {{ *}}private(p) allocate(p) copyin(tp){{$}}
// CHECK:      {{^}}#pragma omp          masked {{ *}}filter(0){{$}}
#pragma omp parallel masked private(p) allocate(p) filter(0) copyin(tp)
  {
    p = 1 + tp;
    s += p;
  }
// VERBOSE: [[#@LINE+1]]:1: remark: pompinst: 'parallel loop' instrumented from outside only, as it can't be split in two: neither half can take over 'allocate' as it is there
#pragma omp parallel loop private(p) allocate(p)
  for (int i = 0; i < 64; i++) {
    p = i;
    a[i] += p;
  }
  printf("%d %d\n", s, a[9]);
  return 0;
}
