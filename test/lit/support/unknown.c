// Clang 19 itself refuses whatever it does not know of OpenMP 5.2, with or without the plugin, in the same words.
// Clang 22 knows assume.
// REQUIRES: clang-to-19
// RUN: not %clang -fopenmp -fsyntax-only %s > %t.plain 2>&1
// RUN: not %clang -fopenmp -fplugin=%plugin -fsyntax-only %s > %t.instrumented 2>&1
// RUN: diff %t.plain %t.instrumented && FileCheck %s < %t.plain
int main(void) {
  int s = 0;
// CHECK: unknown.c:[[#@LINE+1]]:13: error: expected an OpenMP directive
#pragma omp assume holds(s == 0)
  s++;
// CHECK: unknown.c:[[#@LINE+1]]:13: error: expected an OpenMP directive
#pragma omp begin metadirective when(user = {condition(1)} : parallel)
  s++;
// CHECK: unknown.c:[[#@LINE+1]]:13: error: expected an OpenMP directive
#pragma omp end metadirective
  return s;
}
