// A function that resolves an ifunc runs before the program can call anything, so nothing in it is instrumented: no construct, no
// region of the user's, and not the function.
// RUN: %same %s -- -O1
// RUN: %same %s -- -O1 -fplugin-arg-pompinst-functions=all
// RUN: %same %s -- -O1 -fplugin-arg-pompinst-functions=none
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: 'atomic' left alone: it is in a function that resolves an ifunc, before the program can call anything
// CHECK: 'region(choosing)' left alone: it is in a function that resolves an ifunc
// CHECK: 'parallel' instrumented
#include <stdio.h>

static int n;
static int a(void) { return 1; }
static int b(void) { return 2; }
static int (*resolve(void))(void) {
#pragma omp atomic
  n++;
#pragma pomp inst begin(choosing)
  int more = n > 0;
#pragma pomp inst end(choosing)
  return more ? a : b;
}
int pick(void) __attribute__((ifunc("resolve")));

int main(void) {
  int s = 0;
#pragma omp parallel reduction(+ : s) num_threads(2)
  s += pick();
  printf("%d\n", s);
  return 0;
}
