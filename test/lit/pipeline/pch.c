// Code in precompiled headers is not instrumented; the file that uses them is.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -fopenmp -fplugin=%plugin -x c-header %S/../same/Inputs/inline.h -o %t/inline.pch
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -include-pch %t/inline.pch %s -o %t/a -L%libdir -lpompomp -Wl,-rpath,%libdir 2>&1 | FileCheck %s
// RUN: env POMP_EXPERIMENT_DIR=%t/x POMP_SUMMARY=0 %t/a
// RUN: %clang -fopenmp -fplugin=%plugin -include %S/../same/Inputs/inline.h -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=INCLUDE
// CHECK: pch.c:[[#@LINE+5]]:1: remark: pompinst: 'parallel' instrumented
// INCLUDE-DAG: inline.h:4:1: remark: pompinst: 'parallel for' instrumented
// INCLUDE-DAG: pch.c:[[#@LINE+3]]:1: remark: pompinst: 'parallel' instrumented
int main(void) {
  int n = 0;
#pragma omp parallel num_threads(2)
  n = 1;
  return hsum(10) + n != 46;
}
