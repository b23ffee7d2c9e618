// Samples have the functions' own names, whichever debug information there is: line tables alone, in files of their own (which may be gone),
// compressed as libdw can't read it, or none. Code that the compiler gave no line, the kernel's code and debug information that can't be read
// are said to be that. Each function has enough CPU time to be found at all, however fast the machine is.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c
// RUN: bash %S/Inputs/debug-kinds.sh %pomp_clang %pomp_report -g > out && FileCheck %s < out
// RUN: bash %S/Inputs/debug-kinds.sh %pomp_clang %pomp_report -g1 > out && FileCheck %s < out
// RUN: bash %S/Inputs/debug-kinds.sh %pomp_clang %pomp_report -gline-tables-only > out && FileCheck %s < out
// RUN: bash %S/Inputs/debug-kinds.sh %pomp_clang %pomp_report -g -gsplit-dwarf > out && FileCheck %s < out
// RUN: bash %S/Inputs/debug-kinds.sh %pomp_clang %pomp_report -g -gdwarf-4 -gsplit-dwarf > out && FileCheck %s < out
// RUN: rm a-a.dwo && %pomp_report --samples e > out && %pomp_report --tree e >> out && FileCheck %s < out
// CHECK-DAG: a: {{[0-9]+}} samples in code to which the compiler gave no line
// CHECK-DAG: [vdso]: {{[0-9]+}} samples in code of the kernel
// CHECK-NOT: a: no debug information, so
// CHECK-DAG: {{ }}hot {{ *}}a.c:{{[0-9]+}}
// CHECK-DAG: {{ }}cold {{ *}}a.c:{{[0-9]+}}
// CHECK-DAG: {{ }}no_line {{ *}}a.c{{$}}
// CHECK-DAG: ~ hot {{ *}}a.c
// CHECK-DAG: ~ cold {{ *}}a.c
// RUN: %pomp_report --json e > json && grep -E '"known": ?"no line"' json && grep -E '"known": ?"kernel"' json
//
// RUN: bash %S/Inputs/debug-kinds.sh %pomp_clang %pomp_report -g0 -DNO_DEBUG > out && FileCheck %s --check-prefixes=NONE,NAMES < out
// RUN: bash %S/Inputs/debug-kinds.sh %pomp_clang %pomp_report -g -Wl,--compress-debug-sections=zstd > out && FileCheck %s --check-prefixes=ZSTD,NAMES < out
// NONE: a: no debug information, so that functions alone are known ({{[0-9]+}} samples)
// ZSTD: a: {{.*(compressed by zstd|to which the compiler gave no line)}}
// NAMES-DAG: ~ hot
// NAMES-DAG: ~ cold
//
// The function of a target region has the name of the user's, as the compiler puts it into a name of its own.
// RUN: sed -n "s/.*[i]s_target: //p" %s > t.cc && %pomp_clang++ -x c++ -O1 -g0 t.cc -o t && env POMP_SAMPLE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t.d ./t && %pomp_report --samples t.d | grep -E "^ .* space::work +\(t\)"
// is_target: namespace space { volatile double s; __attribute__((noinline)) void work() {
// is_target: #pragma omp target map(tofrom: s)
// is_target:   for (int i = 0; i < 100000000; i++) s = s + i * 0.5; } }
// is_target: int main() { space::work(); }
#include <time.h>

#ifdef NO_DEBUG
#define LOC
#else
#define LOC ".loc 1 0 0\n"
#endif

static volatile double s;
__attribute__((noinline)) static void cold(int n) {
  for (int i = 0; i < n; i++)
    s += i;
}
__attribute__((noinline)) static void hot(int n) {
  for (int i = 0; i < n; i++)
    s += i;
  cold(n / 2);
}
__attribute__((noinline)) static void no_line(int n) {
  for (long i = 0, t = 1; i < n; i++) {
    __asm__ volatile(LOC "imul %0, %0\n imul %0, %0\n imul %0, %0\n imul %0, %0\n imul %0, %0\n" : "+r"(t));
    s = (double)t;
  }
}
int main(void) {
  struct timespec now;
#pragma omp parallel num_threads(2) private(now)
  {
    hot(16000000);
    no_line(20000000);
    for (int i = 0; i < 2000000; i++)
      clock_gettime(CLOCK_MONOTONIC, &now);
  }
}
