// User regions and controls become calls of POMP2_Begin and the like.
// REQUIRES: opari2
// RUN: rm -rf %t && mkdir %t && cd %t && %python %S/Inputs/counts.py %s %clang %plugin | FileCheck %s
// CHECK: counts are the same
#include <stdio.h>

static int work(int n) {
#pragma pomp inst begin(work)
  if (n > 2) {
#pragma pomp inst altend(work)
    return 1;
  }
#pragma pomp inst end(work)
  return 0;
}

int main(void) {
  int sum = 0;
#pragma pomp inst init
#pragma pomp inst off
#pragma pomp inst on
  for (int i = 0; i < 5; i++)
    sum += work(i);
#pragma omp parallel
  {
#pragma pomp inst begin(inner)
    work(0);
#pragma pomp inst end(inner)
  }
  printf("%d\n", sum);
  return 0;
}
