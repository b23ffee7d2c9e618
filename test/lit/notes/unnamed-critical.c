// Criticals without a name share one lock, if there are several of them.
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify=one -DONE %s
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
// one-no-diagnostics
static int a, b, c, d;
#define GUARDED(x) _Pragma("omp critical") x++

void first(void) {
#pragma omp critical // expected-remark {{this critical has no name, as that at unnamed-critical.c:18: all of them share one lock}}
  a++;
#pragma omp critical(b)
  b++;
}

#ifndef ONE
void second(void) {
#pragma omp critical // expected-remark {{this critical has no name, as that at unnamed-critical.c:10:}}
  c++;
#pragma omp critical(d)
  d++;
#pragma omp parallel num_threads(1)
#pragma omp critical
  d++;
  GUARDED(a); // expected-remark {{as that at unnamed-critical.c:10:}}
}
#endif
