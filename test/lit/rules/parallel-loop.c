// Clang 16 loses the reduction of parallel loop. So it stays in one piece: after a split, it would sum up.
// REQUIRES: clang-to-16
// RUN: %emit -fplugin-arg-pompinst-verbose %s 2> %t.verbose && FileCheck %s < %t.verbose
int main(void) {
  int s = 0;
// CHECK: [[#@LINE+1]]:1: remark: pompinst: 'parallel loop' instrumented from outside only, as it can't be split in two: Clang 16 loses its reduction
#pragma omp parallel loop reduction(+ : s)
  for (int i = 0; i < 8; i++)
    s += i;
  return s != 0;
}
