// #line is in the user's file, also with the name of another file, between a pragma and its statement, in a construct.
// RUN: %same --gcc --regions 8 %s -- -Wall -Wextra
// RUN: %same --regions 8 %s -- -Wall -Wextra -Wunused-variable -O2 -g
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | FileCheck %s
#include <stdio.h>
int main(void) {
  int s = 0;
#line 100
// CHECK-DAG: line-directives.c:101:1: remark: pompinst: 'parallel for' instrumented
#pragma omp parallel for reduction(+ : s)
#line 200
  for (int i = 0; i < 10; i++)
#line 300 "grammar.y"
// CHECK-DAG: grammar.y:301:1: remark: pompinst: 'critical' instrumented
#pragma omp critical
    s += i;
#line 7 "a \"quoted\\ name?\?/.c"
// CHECK-DAG: 8:1: remark: pompinst: 'parallel' instrumented
#pragma omp parallel num_threads(2)
  {
    int unused_here;
#line 9
#pragma omp single
    {
      s += __LINE__;
#line 1 "scan.l"
    }
#pragma omp barrier
  }
# 50 "other.c" 1
#pragma omp parallel num_threads(2)
#pragma omp master
  s += __LINE__;
# 60 "scan.l" 2
  int also_unused;
#pragma omp critical
  s++; s += __LINE__;
  printf("%d %s %d\n", s, __FILE__, __LINE__);
  return 0;
}
