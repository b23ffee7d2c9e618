// Code in precompiled headers is not instrumented; the file that uses them is.
// RUN: rm -rf %t && mkdir %t
// Where it is made a line says so, and nothing is said where there is none.
// RUN: %clang -fopenmp -fplugin=%plugin -x c-header %S/../same/Inputs/inline.h -o %t/inline.pch 2>&1 | FileCheck %s --check-prefix=MADE --implicit-check-not=remark
// MADE: inline.h:4:1: remark: pompinst: this construct is not measured: it is in a precompiled header
// RUN: printf '#pragma omp parallel\n#pragma omp critical\n;\n' > %t/two.inc && printf '#include <omp.h>\nstatic void f(void) {\n#include "two.inc"\n}\n' > %t/two.h
// RUN: %clang -fopenmp -fplugin=%plugin -x c-header %t/two.h -o %t/two.pch 2>&1 | grep "two.inc:1:1: remark: pompinst: this construct and 1 more are not measured: it is in a precompiled header"
// RUN: echo '#include <omp.h>' > %t/none.h && %clang -fopenmp -fplugin=%plugin -x c-header %t/none.h -o %t/none.pch 2>&1 | count 0
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
