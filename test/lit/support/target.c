// Directives for devices are one region each, on the host; there is no call in device code.
// The libomp of Clang 16 ends the plain program, too, most times: an assertion of its own fails at a target with nowait.
// REQUIRES: clang-from-19
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %same --no-gcc "gcc 12 knows no begin declare target" --regions 20 %s -- -Wall -Wextra -Werror
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-emit=%t.emit -fsyntax-only %s
// RUN: grep -v '^//' %t.emit | FileCheck %s
#include <stdio.h>

#define LOOP for (int i = 0; i < 32; i++)

// CHECK-LABEL: static int on_device
#pragma omp begin declare target
static int on_device(int i) {
// CHECK-NOT: __pomp_rd
#pragma omp atomic
  i += 1;
  return i;
}
#pragma omp end declare target
// CHECK: int main

static int called(int);
#pragma omp declare target to(called)
static int called(int i) {
#pragma omp critical
  i += 2;
  return i;
}

int main(void) {
  int s = 0, a[32] = {0};
// CHECK: POMP_Target_enter
#pragma omp target data map(tofrom : s, a)
  {
#pragma omp target enter data map(to : a)
// CHECK: #pragma omp target map(tofrom : s)
#pragma omp target map(tofrom : s)
// CHECK-NOT: __pomp_rd
    {
#pragma omp parallel for reduction(+ : s)
      LOOP s += on_device(i) + called(i);
    }
// CHECK: POMP_Target_exit
#pragma omp target update to(a)
#pragma omp target exit data map(from : a)
  }
#pragma omp target parallel map(tofrom : s) num_threads(2)
  {
#pragma omp critical
    s++;
  }
#pragma omp target parallel for map(tofrom : a)
  LOOP a[i]++;
#pragma omp target parallel for simd map(tofrom : a)
  LOOP a[i]++;
#pragma omp target parallel loop map(tofrom : a)
  LOOP a[i]++;
#pragma omp target simd map(tofrom : a)
  LOOP a[i]++;
#pragma omp target teams map(tofrom : s) num_teams(1)
  s++;
#pragma omp target teams distribute map(tofrom : a)
  LOOP a[i]++;
#pragma omp target teams distribute simd map(tofrom : a)
  LOOP a[i]++;
#pragma omp target teams distribute parallel for map(tofrom : a)
  LOOP a[i]++;
#pragma omp target teams distribute parallel for simd map(tofrom : a)
  LOOP a[i]++;
#pragma omp target teams loop map(tofrom : a)
  LOOP a[i]++;
#pragma omp target map(tofrom : s) if(0) nowait depend(inout : s)
  s++;
#pragma omp target enter data map(to : a) nowait depend(in : s)
#pragma omp target exit data map(from : a) nowait depend(in : s)
#pragma omp taskwait
  LOOP s += a[i];
  printf("%d\n", s);
  return 0;
}
