// LLVM lists `target loop`; Clang 19 reads it as `target`, warns, and ignores the rest. So does the plugin.
// Clang 22 crashes on target loop here, without the plugin, too.
// REQUIRES: clang-to-19
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %same --no-gcc "gcc 12 does not take a loop inside of loop" --regions 1 %s -- -Wall -Wextra
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | FileCheck %s
#include <stdio.h>

int main(void) {
  int s = 0;
// CHECK-DAG: ignored.c:[[#@LINE+2]]:20: warning: extra tokens at the end of '#pragma omp target' are ignored
// CHECK-DAG: ignored.c:[[#@LINE+1]]:1: remark: pompinst: 'target' instrumented
#pragma omp target loop bind(thread) map(tofrom : s)
  for (int i = 0; i < 8; i++)
    s += i;
  printf("%d\n", s >= 0);
  return 0;
}
