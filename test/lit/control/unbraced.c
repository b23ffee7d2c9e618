// A control pragma between a statement's head and the statement is nothing to other compilers: it is left alone, and the
// program compiles and does as plain. Constructs may be there, unbraced.
// RUN: %same --both --gcc --regions 6 %s -- -Wall -Wextra -Werror
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not="left alone"
#include <stdio.h>

static int work(int x) {
  int n = 0;
  if (x)
// CHECK: :[[#@LINE+1]]:1: remark: pompinst: 'region(a)' left alone: it must be between two statements of a block; put braces around it
#pragma pomp inst begin(a)
    n = 1;
#pragma pomp inst end(a)
  for (int i = 0; i < 3; i++)
// CHECK: :[[#@LINE+1]]:1: remark: pompinst: 'inst' left alone: it must be
#pragma pomp inst off
    n += 2;
  if (x)
    n += 7;
  else
// CHECK: :[[#@LINE+1]]:1: remark: pompinst: 'inst' left alone: it must be
#pragma pomp inst on
    n += 8;
// CHECK: :[[#@LINE+1]]:1: remark: pompinst: 'region(b)' left alone
#pragma pomp inst begin(b)
  while (n > 5 && n < 9)
#pragma pomp inst end(b)
    n++;
  do
// CHECK: :[[#@LINE+1]]:1: remark: pompinst: 'region(c)' left alone
#pragma pomp inst begin(c)
    n++;
  while (n < 20);
#pragma pomp inst end(c)
// CHECK: :[[#@LINE+1]]:1: remark: pompinst: 'region(whole)' instrumented
#pragma pomp inst begin(whole)
  if (x)
// CHECK: :[[#@LINE+1]]:1: remark: pompinst: 'inst(whole)' left alone: it must be
#pragma pomp inst altend(whole)
    return n;
#pragma pomp inst end(whole)
  int list[] = {
// CHECK: :[[#@LINE+1]]:1: remark: pompinst: 'inst' left alone: it must be
#pragma pomp inst on
      3, 4};
  return n + list[1];
}

static int constructs(int x) {
  int n = 0;
  if (x)
#pragma omp parallel num_threads(2)
#pragma omp atomic
    n++;
  else
#pragma omp critical
    n += 5;
  for (int i = 0; i < 2; i++)
    if (x < i)
#pragma omp single
      n += 3;
  switch (x) {
  case 0:
    n++;
#pragma omp barrier
    n++;
  default:
    n++;
  }
  return n;
}

int main(void) {
  printf("%d %d %d %d\n", work(0), work(1), constructs(0), constructs(1));
  return 0;
}
