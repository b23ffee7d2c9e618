// scope: Clang 19 takes it, but generates no code for it. So the rewritten source is given to gcc, which does.
// Clang 16 does not know scope, and Clang 22 generates code for it.
// REQUIRES: clang-from-19 && clang-to-19
// RUN: %emit %s && %check
// REQUIRES: gcc
// RUN: gcc -fopenmp -x c %t.emit -o %t -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: rm -rf %t.x && env OMP_NUM_THREADS=3 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=%t.x %t | FileCheck --check-prefix=OUTPUT %s
// RUN: %pomp_report --json %t.x | FileCheck --check-prefix=REGIONS %s
// RUN: not %clang -fopenmp -fplugin=%plugin %s -c -o /dev/null 2>&1 | FileCheck --check-prefix=CLANG %s
#include <stdio.h>

int main(void) {
  int s = 0, n = 0;
// The directive, with its implicit barrier, stays as it is: calls in the block are allowed, but there is nothing to see.
// CHECK:      { if (__POMP_Scope_enter) __POMP_Scope_enter(__pomp_rd(1));
// CHECK:      {{^}}#pragma omp scope reduction(+ : s){{$}}
// CHECK:      if (__POMP_Scope_exit) __POMP_Scope_exit(__pomp_rd(1)); }
// CHECK:      {{^}}#pragma omp scope nowait{{$}}
#pragma omp parallel num_threads(3)
  {
// CLANG: scope.c:[[#@LINE+1]]:1: error: cannot compile this scope with FE outlining yet
#pragma omp scope reduction(+ : s)
    s++;
#pragma omp scope nowait
    {
#pragma omp atomic
      n += 2;
    }
  }
// OUTPUT: 3 6
  printf("%d %d\n", s, n);
  return 0;
}
// REGIONS: "construct":"scope"
