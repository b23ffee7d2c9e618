// These are reasons for which a construct is left alone that depend on where it is, in the last case on what is included how often.
// DEFINE: %{reported} = %clangxx %openmp -fms-extensions -fsyntax-only -w -fplugin=%plugin -fplugin-arg-pompinst-verbose
// RUN: rm -rf %t && mkdir -p %t && cd %t && %{reported} %s 2> said && FileCheck %s < said
// A file is skipped where its guard is defined: then nothing tells which of its inclusions is which.
// RUN: printf '#ifndef NO\nstatic void NAME(int n) {\nDIRECTIVE { n++; } }\n#endif\n' > several.inc
// RUN: printf '#define NAME one\n#define DIRECTIVE _Pragma("omp critical")\n#include "several.inc"\n#undef NAME\n#undef DIRECTIVE\n' > all.cpp
// RUN: printf '#define NAME two\n#define DIRECTIVE\n#include "several.inc"\n#define NO\n#include "several.inc"\n' >> all.cpp
// RUN: %{reported} all.cpp 2>&1 | grep "several.inc:3:.*: 'critical' left alone: its file is included several times and would need different text each time"
int x;

void ordered() {
// CHECK: 'ordered' left alone: it orders iterations of a simd loop, where a call would prevent vectorisation
#pragma omp ordered simd
  x++;
}

void concurrent(int n, double *a) {
#pragma omp for order(concurrent)
  for (int i = 0; i < n; i++) {
// CHECK: 'parallel' left alone: it is in a loop with concurrent iterations, which may call nothing
#pragma omp parallel
    a[i]++;
  }
}

#define TWO __pragma(omp critical) { __pragma(clang loop unroll(full)) for (int i = 0; i < 3; i++) x++; }
void macro() {
#pragma omp parallel
  {
// CHECK: 'critical' left alone: it is part of a macro that can't be written out: it holds another pragma, in __pragma()
    TWO
  }
}
