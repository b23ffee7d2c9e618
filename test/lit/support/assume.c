// Clang 22 knows assume, which is left alone: Clang 19 refuses it (unknown.c).
// REQUIRES: clang-from-22
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | FileCheck %s
int main(void) {
  int s = 0;
// CHECK: assume.c:[[#@LINE+1]]:1: remark: pompinst: 'assume' left alone: it only tells the compiler what holds
#pragma omp assume holds(s == 0)
  s++;
  return s != 1;
}
