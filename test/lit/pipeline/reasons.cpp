// These are reasons for which a construct is left alone, or is not split in two, that no other test has; and what the loader says
// where it is in no Clang, or alone.
// DEFINE: %{reported} = %clangxx %openmp -fsyntax-only -w -fplugin=%plugin -fplugin-arg-pompinst-verbose
// RUN: rm -rf %t && mkdir -p %t && cd %t && %{reported} %s 2> said && FileCheck %s < said
// RUN: %{reported} -Dshared=shared %s 2> said && grep "'parallel for' .*: 'shared' is a macro" said
// RUN: %{reported} -Dfirstprivate=firstprivate %s 2> said && grep "'parallel master taskloop' .*: 'firstprivate' is a macro" said
// RUN: %{reported} -fplugin-arg-pompinst-skip=reasons.cpp:42 -fplugin-arg-pompinst-disable=single %s 2> said && grep "reasons.cpp:42:.*left alone: skip= names its place" said
// RUN: grep "'single' left alone: its construct is switched off by disable=" said
// RUN: %clangxx -fopenmp-simd %openmp_version -fsyntax-only -w -fplugin=%plugin -fplugin-arg-pompinst-verbose %s 2> said && grep "'parallel for' left alone: with -fopenmp-simd it is ignored" said
// RUN: not %python -c "import ctypes; ctypes.CDLL('%plugin')" 2> said && grep "pompinst: error: this plugin needs clang .*; the program that loaded it is not a clang that takes plugins" said
// RUN: cp %plugin alone.so && not %clangxx -fplugin=./alone.so -fsyntax-only %s 2> said && grep "pompinst: error: this plugin needs clang .*; its part for that can't be loaded: " said
// RUN: printf 'SCOREP\000' > filter && not %{reported} -fplugin-arg-pompinst-filter=filter %s 2> said && grep "filter=filter.*there is a NUL character" said
#include <omp.h>

int N = 4;
#define N (N + 0)
void f(int n, double *a) {
  int x = 0;
// CHECK: 'parallel for' instrumented from outside only, as it can't be split in two: the step of 'linear' would need a clause under 'default'
#pragma omp parallel for default(none) firstprivate(n) shared(a) linear(x : n)
  for (int i = 0; i < 8; i++)
    a[i] = x;
// CHECK: 'parallel for' {{.*}}: 'N' would expand again in what is evaluated first
#pragma omp parallel for schedule(static, N)
  for (int i = 0; i < 8; i++)
    a[i] = x;
// CHECK: 'parallel master taskloop simd' {{.*}}: Clang {{[0-9]+}} crashes on its inner half, as the step of 'linear' is no constant
#pragma omp parallel master taskloop simd linear(x : n)
  for (int i = 0; i < 8; i++)
    a[i] = x;
// CHECK: 'parallel for' {{.*}}: Clang ignores the end of the directive
#pragma omp parallel for more
  for (int i = 0; i < 8; i++)
    a[i] = x;
// CHECK: 'tile' left alone: it transforms a loop
#pragma omp tile sizes(4)
  for (int i = 0; i < 8; i++)
    a[i] = x;
#pragma omp parallel for default(none) shared(a) firstprivate(n) lastprivate(x)
  for (int i = 0; i < n; i++)
    a[i] = x = i;
#pragma omp parallel master taskloop
  for (int i = 0; i < n; i++)
    a[i] = x;
#pragma omp parallel
  {
#pragma omp single
    x = 1;
  }
}

// CHECK: 'omp_set_lock' left alone: its argument depends on a template's parameters and may choose another function; write ::omp_set_lock
template <class T> void lock(T *l) { omp_set_lock(l); }

// CHECK: 'parallel master taskloop' {{.*}}: what its tasks copy depends on a template's parameters
template <class T> void tasks(T n) {
  T x = 1;
#pragma omp parallel master taskloop
  for (int i = 0; i < 10; i++)
    x += n;
}

// CHECK: 'function(POMP_On)' left alone: it is a POMP library's
extern "C" void POMP_On(void) {
#pragma omp parallel
  {
  }
}

// CHECK: 'scan' left alone: it separates the phases of a loop
int phases(int n, int *a) {
  int sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < n; i++) {
    sum += a[i];
#pragma omp scan inclusive(sum)
    a[i] = sum;
  }
  return sum;
}

#pragma omp begin declare target
// CHECK: 'omp_set_lock' left alone: it is in code for devices
void device(omp_lock_t *l) { omp_set_lock(l); }
#pragma omp end declare target
