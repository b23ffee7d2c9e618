// Clang 19 computes a wrong value of `linear` with a variable step on a combined directive; of the two directives that it becomes, it
// computes what OpenMP says. docs/limits.md tells of it. With schedule(dynamic)
// Clang gives the value from before now and then, measured or not (3 in 1,000 calls), so that there is nothing to compare.
// REQUIRES: default-clang
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 %s -o a && env POMP_SUMMARY=0 ./a | FileCheck %s
// RUN: %pomp_clang -O1 --pomp-barriers=explicit %s -o b && env POMP_SUMMARY=0 ./b | FileCheck %s
// CHECK: {{^}}52 52{{$}}
#include <stdio.h>
static int a[256];
__attribute__((noinline)) static int constant(int i) {
#pragma omp parallel for linear(i : 1) num_threads(2)
  for (int j = 0; j < 48; j++)
    a[i++] = j;
  return i;
}
__attribute__((noinline)) static int step(int i, int k) {
#pragma omp parallel for linear(i : k) num_threads(2)
  for (int j = 0; j < 48; j++)
    a[i++] = j;
  return i;
}
int main(void) { return printf("%d %d\n", constant(4), step(4, 1)) < 0; }
