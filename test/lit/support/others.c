// Directives that do something, but nothing that takes time of its own, are left alone, never broken. A metadirective that
// turns into a measured construct is left alone as well, since its text can't be taken apart.
// Clang 16 does not know the clauses of error.
// REQUIRES: clang-from-19
// RUN: %same --regions 5 %s -- -Wall -Wextra -Wno-source-uses-openmp
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | FileCheck %s
#include <omp.h>
#include <stdio.h>

int main(void) {
  int s = 0, x = 0;
  omp_depend_t d;
// CHECK: others.c:[[#@LINE+1]]:1: remark: pompinst: 'depobj' left alone: it sets an object; the tasks that use it are measured
#pragma omp depobj(d) depend(inout : x)
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(depobj : d)
    x++;
#pragma omp depobj(d) update(in)
#pragma omp task depend(depobj : d)
#pragma omp atomic
    s += x > 0;
  }
#pragma omp depobj(d) destroy
// CHECK: others.c:[[#@LINE+1]]:1: remark: pompinst: 'flush' left alone: it takes no time that could be distinguished from the calls
#pragma omp flush
#pragma omp nothing
// CHECK: others.c:[[#@LINE+1]]:1: remark: pompinst: 'error' left alone: it only reports
#pragma omp error at(execution) severity(warning) message("said at run time")
// CHECK: others.c:[[#@LINE+1]]:56: remark: pompinst: 'parallel for' left alone: it is not written as a pragma of its own
#pragma omp metadirective when(user = {condition(1)} : parallel for reduction(+ : s)) default(nothing)
  for (int i = 0; i < 8; i++)
    s += i;
#pragma omp metadirective when(device = {kind(gpu)} : parallel) default(nothing)
  s++;
  printf("%d %d\n", s, x);
  return 0;
}
