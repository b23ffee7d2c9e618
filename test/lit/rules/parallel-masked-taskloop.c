// parallel masked taskloop is left in one piece, as Clang generates no code for it: after a split, it would run.
// Clang 22 does generate code (clang-faults.test measures it), and the directive is split.
// REQUIRES: clang-to-19
// RUN: %emit -fplugin-arg-pompinst-verbose %s 2> %t.verbose && FileCheck %s < %t.verbose
// RUN: %same --both --no-gcc "it runs the loop" %s -- -Wall -Wextra -Werror
#include <stdio.h>

int main(void) {
  int n = 0;
// CHECK: [[#@LINE+1]]:1: remark: pompinst: 'parallel masked taskloop' instrumented from outside only, as it can't be split in two: Clang {{[0-9]+}} generates no code for it
#pragma omp parallel masked taskloop num_threads(2)
  for (int i = 0; i < 4; i++) {
#pragma omp atomic
    n++;
  }
  printf("%d\n", n);
  return 0;
}
