// What target constructs do on a device is below them, as OMPT tells it: copies with their bytes, memory, kernels; of a construct with and
// without nowait, of data that is mapped by others, and of routines. Data that is copied again and again is a finding, and its cure has none.
// Where the host executes a construct, that is told, with why. The device is the host, which needs no other.
// REQUIRES: x86_64, clang-from-19
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g -fopenmp-targets=x86_64-pc-linux-gnu %s -o a && ./a > alone.txt 2> alone.err
// RUN: env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a > e.txt && cmp alone.txt e.txt
// RUN: %pomp_report --json=summary e > e.json && %python %S/Inputs/parts.py e.json
// RUN: env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_TRACE=1 POMP_EXPERIMENT_DIR=t ./a > t.txt && cmp alone.txt t.txt
// RUN: %pomp_report --json=summary --from-trace t > t.json && %python %S/Inputs/parts.py t.json
// RUN: %pomp_report --json t > t.json && %pomp_report --json --from-trace t | cmp t.json -
// RUN: %pomp_report --diagnose e | FileCheck %s --check-prefix=FOUND
// FOUND: 1. the same data copied to a device again: target teams in again,{{.*}}parts.c:30
// FOUND-NEXT: Its clauses are map(tofrom: a[: COUNT]) map(to: b[: COUNT]) num_teams(1). 60 pieces of memory
// FOUND: put target data with these map clauses
// FOUND: evidence: copies = 60, copied again = 57, copied bytes = 480000000
// FOUND-NOT: time in the kernel
// RUN: %pomp_report --devices e | FileCheck %s --check-prefix=VIEW
// VIEW: {{^}}The OpenMP runtime has told of {{[1-9]}} devices.
// VIEW-DAG: target teams, {{.*}}parts.c:30, 20 visits
// VIEW-DAG: %{{.*}} copying to the
// VIEW: target teams (transfer to device)
// VIEW: omp_target_memcpy (transfer to device)
//
// RUN: env OMP_TARGET_OFFLOAD=disabled OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=h ./a > h.txt && cmp alone.txt h.txt
// RUN: %pomp_report --diagnose h | FileCheck %s --check-prefix=HOST
// HOST: a target construct that the host executes: target teams in again,{{.*}}parts.c:30; not judged
// HOST-NEXT: The host has executed 20 of 20 visits: OMP_TARGET_OFFLOAD=disabled is set.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
enum { COUNT = 1000000, STEPS = 20, FEW = 100 };

__attribute__((noinline)) static void again(double *a, const double *b) {
  for (int step = 0; step < STEPS; step++) {
#line 30
#pragma omp target teams map(tofrom : a[ : COUNT]) map(to : b[ : COUNT]) num_teams(1)
    for (int i = 0; i < COUNT; i++)
      a[i] = a[i] * 0.5 + b[i];
  }
}

__attribute__((noinline)) static void kept(double *a, const double *b) {
#line 40
#pragma omp target data map(tofrom : a[ : COUNT]) map(to : b[ : COUNT])
  for (int step = 0; step < STEPS; step++) {
#line 50
#pragma omp target teams map(tofrom : a[ : COUNT]) map(to : b[ : COUNT]) num_teams(1)
    for (int i = 0; i < COUNT; i++)
      a[i] = a[i] * 0.5 + b[i];
  }
}

int main(void) {
  double *a = malloc(COUNT * sizeof *a), *b = malloc(COUNT * sizeof *b), few[FEW] = {0};
  if (!a || !b)
    return 1;
  for (int i = 0; i < COUNT; i++)
    a[i] = b[i] = i;
  again(a, b);
  kept(a, b);
#line 60
#pragma omp target map(tofrom : few) nowait
  few[3] += a[7] > 0;
#pragma omp taskwait
#line 70
#pragma omp target map(tofrom : few) if (a[7] < 0)
  few[3]++;
  const int host = omp_get_initial_device(), device = omp_get_default_device();
  double *there = omp_target_alloc(sizeof few, device);
#line 80
  omp_target_memcpy(there, few, sizeof few, 0, 0, device, host);
#line 90
  omp_target_memcpy(few, there, sizeof few, 0, 0, host, device);
  omp_target_free(there, device);
  printf("%g %g\n", a[7], few[3]);
  free(a);
  free(b);
  return 0;
}
