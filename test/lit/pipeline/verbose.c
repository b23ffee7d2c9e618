// verbose gives a remark for each region, with what was done or why nothing was.
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clang -fopenmp -fplugin=%plugin -fsyntax-only %s 2>&1 | count 0
#include <omp.h>
#define AGAIN(x) (AGAIN_COUNT++, AGAIN(x))
static int AGAIN_COUNT;
static int(AGAIN)(int x) { return x; }
#define LOOP                                                                                                           \
  _Pragma("omp parallel for") for (int i = 0; i < 4; i++) { AGAIN(i); }
#define HINT                                                                                                           \
  _Pragma("omp parallel") { _Pragma("clang loop unroll(disable)") for (int i = 0; i < 4; i++) { } }

void device(void);
#pragma omp begin declare target
void device(void) {
// CHECK: verbose.c:[[#@LINE+1]]:1: remark: pompinst: 'barrier' left alone: it is in a function that is compiled for devices, too (declare target)
#pragma omp barrier
}
#pragma omp end declare target

int main(void) {
  int n = 0, a[10] = {0};
// CHECK: verbose.c:[[#@LINE+1]]:1: remark: pompinst: 'flush' left alone: it takes no time that could be distinguished from the calls
#pragma omp flush
// CHECK: verbose.c:[[#@LINE+1]]:1: remark: pompinst: 'simd' left alone: a call in it would prevent vectorisation
#pragma omp simd
  for (int i = 0; i < 10; i++) {
// CHECK: verbose.c:[[#@LINE+1]]:1: remark: pompinst: 'ordered' left alone: it is in a simd loop, where a call would prevent vectorisation
#pragma omp ordered simd
    a[i] = i;
  }
// CHECK: verbose.c:[[#@LINE+1]]:1: remark: pompinst: 'critical(here)' instrumented
#pragma omp critical(here)
  n++;
// CHECK: verbose.c:[[#@LINE+1]]:3: remark: pompinst: 'parallel for' instrumented
  LOOP
// CHECK: verbose.c:[[#@LINE+1]]:3: remark: pompinst: 'parallel' instrumented
  HINT
// CHECK: verbose.c:[[#@LINE+1]]:1: remark: pompinst: 'target' instrumented
#pragma omp target
// CHECK: verbose.c:[[#@LINE+1]]:1: remark: pompinst: 'parallel' left alone: it is in a target region
#pragma omp parallel
  n++;
  omp_lock_t l;
// CHECK: verbose.c:[[#@LINE+1]]:3: remark: pompinst: 'omp_init_lock' instrumented
  omp_init_lock(&l);
// CHECK: verbose.c:[[#@LINE+1]]:1: remark: pompinst: 'region(name)' instrumented
#pragma pomp inst begin(name)
  n++;
#pragma pomp inst end(name)
// CHECK: verbose.c:[[#@LINE+1]]:56: remark: pompinst: 'parallel' left alone: it is not written as a pragma of its own
#pragma omp metadirective when(user = {condition(1)} : parallel)
  n++;
  return n + a[3];
}
