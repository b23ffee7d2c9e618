// Samples have the stacks that the user wrote: the regions of the call path are among the functions; no function that the compiler
// made of a construct is there, nor any of libomp or of ours; workers' stacks go on at their team's fork, tasks' at their creation; inlined
// functions are there, and those of a library that has no debug information; recursion is folded. How often each is found is in
// test/real-time/sampled-shares.c: here each has enough CPU time to be found at all, however fast the machine is.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && cp %S/Inputs/samples-library.c plain.c
// RUN: %clang -O2 -fPIC -shared plain.c -o libplain.so
// RUN: %pomp_clang -O2 -g -fopenmp a.c -o a -L. -lplain -Wl,-rpath,%t
// RUN: env OMP_NUM_THREADS=2 POMP_SAMPLE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %build/bin/pomp-convert e --to folded --samples --output folded > out && %python %S/Inputs/samples.py folded
//
// The same without frame pointers, which debug information does not need, and with functions as regions: they are there once.
// RUN: %pomp_clang -O2 -g -fopenmp -fomit-frame-pointer --pomp-functions=all a.c -o f -L. -lplain -Wl,-rpath,%t
// RUN: env OMP_NUM_THREADS=2 POMP_SAMPLE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f.pomp ./f
// RUN: %build/bin/pomp-convert f.pomp --to folded --samples --output f.folded > out && %python %S/Inputs/samples.py f.folded
//
// The lines are those of the source, and the library's file is named.
// RUN: %pomp_report --samples e > hot && FileCheck %s < hot
// CHECK: libplain.so: no debug information, so that functions alone are known (
// CHECK-DAG: {{ }}flux {{ *}}a.c:[[#FLUX:]]
// CHECK-DAG: {{ }}inlined {{ *}}a.c:[[#INLINED:]]
// CHECK-DAG: {{ }}plain {{ *}}(libplain.so)
// RUN: %pomp_report --json e > json && %python %S/Inputs/samples.py --lines json a.c
//
// Serial code has a function and a line in what is found of it.
// RUN: %pomp_report --diagnose e | tr '\n' ' ' | grep -E "of +its +[0-9]+ +samples +are +in +(flux|plain)"
//
// They tell which functions to measure, be they measured or not; where all are, no finding says that they should be. A sample of the process's
// end has no main.
// RUN: %pomp_report --suggest-functions kept e > table 2> said && FileCheck %s --check-prefix=SAID < said && FileCheck %s --check-prefix=KEPT < kept
// SAID: {{^}}pomp-report: kept: it keeps the {{[0-9]+}} functions in which samples have found serial code: compile with --pomp-functions=all --pomp-filter=kept{{$}}
// KEPT: # It is for pomp-clang --pomp-functions=all --pomp-filter=FILE.
// KEPT: {{^}}  EXCLUDE *
// KEPT-NEXT: {{^}}  INCLUDE
// KEPT-NEXT: {{^}}    main # {{[0-9]+}} of [[ALL:[0-9]+]] samples
// KEPT-DAG: {{^}}    serial # {{[0-9]+}} of [[ALL]] samples
// KEPT-DAG: {{^}}    flux # {{[0-9]+}} of [[ALL]] samples
// KEPT-DAG: {{^}}    deeper # {{[0-9]+}} of [[ALL]] samples
// KEPT-NOT: {{plain|inlined|orphaned}}
// RUN: %pomp_clang -O2 -g -fopenmp --pomp-functions=all --pomp-filter=kept a.c -o k -L. -lplain -Wl,-rpath,%t
// RUN: env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=k.pomp ./k && %pomp_report --functions --csv k.pomp > k.csv && grep -E ",[0-9]+,[0-9]+,[0-9]+,flux," k.csv && grep -E ",,[0-9]+,[0-9]+,orphaned," k.csv
// RUN: %pomp_report --suggest-functions all f.pomp > table 2> said && grep -E "^# [0-9]+ samples of serial code are in flux\(\)\.$" all && not grep "^    flux" all
// RUN: %pomp_report --diagnose f.pomp | tr '\n' ' ' | not grep -E "pomp-functions"
#include <omp.h>
#include <stdio.h>

double plain(double x, long n);
static const long some = 60000000;
static double out[64];

static inline __attribute__((always_inline)) double inlined(double x, long n) {
  for (long i = 0; i < n; i++)
    x = x * 1.0000001 + 1e-9; // inlined
  return x;
}

__attribute__((noinline)) static double flux(double x, long n) {
  for (long i = 0; i < n; i++)
    x = x * 1.0000001 + 1e-9; // flux
  return x;
}

__attribute__((noinline)) static double deeper(double x, int depth) {
  return depth ? deeper(x, depth - 1) + 1 : plain(x, some);
}

__attribute__((noinline)) static void orphaned(void) {
  int me = omp_get_thread_num();
#pragma omp for
  for (int i = 0; i < 4; i++)
    out[me] += flux(out[me], some / 2);
}

__attribute__((noinline)) static void solve(void) {
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp for nowait
    for (int i = 0; i < 4; i++) {
      out[me] += inlined(out[me], some / 2);
      out[me] += plain(out[me], some / 2);
    }
#pragma omp barrier
    orphaned();
  }
}

__attribute__((noinline)) static void make_tasks(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; i++)
#pragma omp task firstprivate(i)
    out[i] += flux(out[i], some);
}

__attribute__((noinline)) static void serial(void) { out[0] += flux(out[0], some) + deeper(out[1], 5); }

int main(void) {
  solve();
  serial();
  make_tasks();
  printf("%g\n", out[0]);
  return 0;
}
