// Whatever the user asks the compiler for still happens, on the rewritten text.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -fopenmp -fplugin=%plugin -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
// RUN: %clang -fopenmp -fplugin=%plugin -S %s -o - | FileCheck %s --check-prefix=ASM
// RUN: %clang -fopenmp -fplugin=%plugin -fsyntax-only -Werror -Wall %s
// RUN: %clang -fopenmp -fplugin=%plugin -Xclang -ast-dump -fsyntax-only %s | FileCheck %s --check-prefix=AST
// IR: call void @POMP_Parallel_fork(
// ASM: {{call.*POMP_Parallel_fork}}
// AST: __POMP_Parallel_fork

// Dependencies are those of the user's files, and the same as without the plugin.
// RUN: %clang -fopenmp -MD -MF plain.d -c %s -o x.o
// RUN: %clang -fopenmp -fplugin=%plugin -MD -MF instrumented.d -c %s -o x.o
// RUN: diff plain.d instrumented.d

// Several inputs come at once, and one comes from standard input.
// RUN: cp %s one.c && sed s/main/two/ %s > two.c
// RUN: %clang -fopenmp -fplugin=%plugin one.c two.c -o both -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: env POMP_EXPERIMENT_DIR=%t/x1 POMP_SUMMARY=0 ./both | FileCheck %s --check-prefix=OUT
// RUN: %clang -fopenmp -fplugin=%plugin -x c - -o stdin -L%libdir -lpompomp -Wl,-rpath,%libdir < %s
// RUN: env POMP_EXPERIMENT_DIR=%t/x2 POMP_SUMMARY=0 ./stdin | FileCheck %s --check-prefix=OUT
// RUN: %pomp_report --all x2 | FileCheck %s --check-prefix=STDIN
// OUT: n 6 line [[#@LINE+12]]
// STDIN: stdin>:[[#@LINE+8]]

// LTO works.
// RUN: %clang -flto -O2 -fopenmp -fplugin=%plugin %s -o lto -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: env POMP_EXPERIMENT_DIR=%t/x3 POMP_SUMMARY=0 ./lto | FileCheck %s --check-prefix=OUT
#include <stdio.h>
int main(void) {
  int n = 0;
#pragma omp parallel for reduction(+ : n)
  for (int i = 0; i < 4; i++)
    n += i;
  printf("n %d line %d\n", n, __LINE__);
  return 0;
}
