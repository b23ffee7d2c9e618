// The word phase behind the begin of a region tells the library that each of its visits is to have a profile of its own.
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-emit=%t.c -fsyntax-only %s && FileCheck %s < %t.c
// CHECK-DAG: {{^ *.}}"region", "plain", {{.*}}__POMP_RD_VERSION, 0, 0
// CHECK-DAG: {{^ *.}}"region", "step", {{.*}}__POMP_RD_VERSION, __POMP_RD_PHASE, 0
// CHECK-DAG: {{^ *.}}"region", "other", {{.*}}__POMP_RD_VERSION, __POMP_RD_PHASE, 0
void steps(int n) {
  for (int i = 0; i < n; i++) {
#pragma pomp inst begin(step) phase
    n--;
#pragma pomp inst end(step)
  }
#pragma omp inst begin(other) phase
  n--;
#pragma omp inst end(other)
#pragma pomp inst begin(plain)
  n--;
#pragma pomp inst end(plain)
}
