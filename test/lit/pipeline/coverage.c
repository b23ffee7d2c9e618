// What counts the program's lines, profiles its functions or calls hooks in them sees the user's alone: no file of ours, no
// function of ours, and each of the user's statements as often as it runs.
// UNSUPPORTED: coverage
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %clang -fopenmp -fplugin=%plugin --coverage -c %s -o counted.o && %clang -fopenmp --coverage counted.o -o counted -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=x ./counted | grep -x 55 && %clang_bin/llvm-cov gcov counted.gcda > files
// RUN: grep -c "^File" files | grep -x 1 && grep "^File '.*coverage.c'" files
// RUN: FileCheck %s --input-file=coverage.c.gcov
// RUN: %clang -fopenmp -fplugin=%plugin -fprofile-instr-generate -fcoverage-mapping %s -o profiled -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=y LLVM_PROFILE_FILE=raw ./profiled && %clang_bin/llvm-profdata merge raw -o prof
// RUN: %clang_bin/llvm-profdata show --all-functions prof | FileCheck %s --check-prefix=FUNCTIONS --implicit-check-not=pomp_
// FUNCTIONS: main
// RUN: %clang_bin/llvm-cov report ./profiled -instr-profile=prof | FileCheck %s --check-prefix=FILES
// FILES: {{^---}}
// FILES-NEXT: coverage.c
// FILES-NEXT: {{^---}}
// These call their hook at each function's beginning: as often as in the plain program.
// RUN: %clang -fopenmp %s -finstrument-functions -fsanitize-coverage=trace-pc-guard,func -pg -S -emit-llvm -o plain.ll
// RUN: %clang -fopenmp -fplugin=%plugin %s -finstrument-functions -fsanitize-coverage=trace-pc-guard,func -pg -S -emit-llvm -o instrumented.ll
// RUN: grep '^define.*#' instrumented.ll | grep -E 'pomp_(leave|rd_of|register|unregister|close)' > ours && count 5 < ours
// RUN: grep -c 'call void @__cyg_profile_func_enter\|"instrument-function-entry' plain.ll > hooks && grep -c 'call void @__cyg_profile_func_enter\|"instrument-function-entry' instrumented.ll | diff hooks -
// RUN: grep -c 'call void @__sanitizer_cov_trace_pc_guard' plain.ll > hooks && grep -c 'call void @__sanitizer_cov_trace_pc_guard' instrumented.ll | diff hooks -
#include <omp.h>
#include <stdio.h>

static int work(int x) {
  int s = 0; // CHECK: {{^ *}}2: {{.*}} int s
#pragma omp parallel for reduction(+ : s) num_threads(1)
  for (int i = 0; i < 10; i++)
    s += i; // CHECK: {{^ *}}2{{[0-4]}}: {{.*}} s += i
#pragma pomp inst begin(r)
  if (x)      // CHECK: {{^ *}}2: {{.*}} if (x)
    return s; // CHECK: {{^ *}}1: {{.*}} return s
#pragma pomp inst end(r)
#pragma omp parallel default(none) shared(s) num_threads(1)
  {
#pragma omp single
    s++; // CHECK: {{^ *}}1: {{.*}} s++
#pragma omp task shared(s)
    {
#pragma omp atomic
      s += 4; // CHECK: {{^ *}}1: {{.*}} s += 4
    }
#pragma omp barrier
    s += 5; // CHECK: {{^ *}}1: {{.*}} s += 5
  }
  return s - 45; // CHECK: {{^ *}}1: {{.*}} return s - 45
}

int main(void) {
  omp_lock_t l;      // CHECK: {{^ *}}-: {{.*}} omp_lock_t l
  omp_init_lock(&l); // CHECK: {{^ *}}1: {{.*}} omp_init_lock(&l)
  omp_set_lock(&l);  // CHECK: {{^ *}}1: {{.*}} omp_set_lock(&l)
  int r = work(0) + work(1);
  omp_unset_lock(&l); // CHECK: {{^ *}}1: {{.*}} omp_unset_lock(&l)
  printf("%d\n", r);  // CHECK: {{^ *}}1: {{.*}} printf
  return 0;
}
