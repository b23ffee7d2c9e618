// noinstrument … instrument leaves the text between them alone; without instrument, it does so to the end of the file.
// RUN: %emit -fplugin-arg-pompinst-verbose %s > %t.log 2>&1 && %check && FileCheck %s --check-prefix=LOG --input-file=%t.log
// RUN: %same --regions 2 %s --
// LOG: noinstrument.c:[[#@LINE+10]]:1: remark: pompinst: 'parallel' instrumented
// LOG: remark: pompinst: 'parallel for' left alone: it comes after a noinstrument pragma
// LOG: remark: pompinst: 'parallel' instrumented
// LOG: remark: pompinst: 'parallel' left alone: it comes after a noinstrument pragma
#include <stdio.h>

int main(void) {
  int n = 0;
// CHECK: # 1 "{{.*}}noinstrument.c"
// CHECK: __POMP_Parallel_fork(__pomp_rd(0));
#pragma omp parallel num_threads(2)
  n = 1;
#pragma pomp noinstrument
// CHECK-NOT: { __POMP_Parallel_fork
// CHECK: {{^}}#pragma omp parallel for reduction(+ : n)
#pragma omp parallel for reduction(+ : n)
  for (int i = 0; i < 10; i++)
    n += i;
#pragma pomp instrument
// CHECK: __POMP_Parallel_fork(__pomp_rd(1));
#pragma omp parallel num_threads(2)
  n = 2;
#pragma pomp noinstrument
// CHECK-NOT: { __POMP_Parallel_fork
#pragma omp parallel num_threads(2)
  n = 3;
  printf("%d\n", n);
  return 0;
}
