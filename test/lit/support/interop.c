// interop and dispatch are left alone. Clang 19 generates calls of libomptarget for the one and no code for the other, so they
// are compiled, and the compiler's messages are compared.
// Clang 16 generates other calls for dispatch.
// REQUIRES: clang-from-19
// RUN: %clang -fopenmp -S -emit-llvm %s -o %t.plain.ll
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s
// RUN: grep -c __tgt_interop %t.plain.ll > %t.plain.count
// RUN: grep -c __tgt_interop %t.ll > %t.count
// RUN: diff %t.plain.count %t.count
// RUN: not %clang -fopenmp -DDISPATCH -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck --check-prefix=DISPATCH %s
// RUN: not %clang -fopenmp -DDISPATCH -fplugin=%plugin -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck --check-prefix=DISPATCH %s
// RUN: %clang -fopenmp -DDISPATCH -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | FileCheck --check-prefixes=CHECK,VERBOSE %s
#include <omp.h>

void variant(int *p);
#pragma omp declare variant(variant) match(construct = {dispatch})
void base(int *p);

int main(void) {
  int x = 0;
  omp_interop_t object = omp_interop_none;
// CHECK: interop.c:[[#@LINE+1]]:1: remark: pompinst: 'interop' left alone: it calls the runtime for devices
#pragma omp interop init(target : object)
// CHECK: interop.c:[[#@LINE+1]]:1: remark: pompinst: 'parallel' instrumented
#pragma omp parallel
  {
  }
// CHECK: interop.c:[[#@LINE+1]]:1: remark: pompinst: 'interop' left alone: it calls the runtime for devices
#pragma omp interop destroy(object)
#ifdef DISPATCH
// VERBOSE: interop.c:[[#@LINE+2]]:1: remark: pompinst: 'dispatch' left alone: it chooses the function that is called
// DISPATCH: interop.c:[[#@LINE+1]]:1: error: cannot compile this OpenMP dispatch directive yet
#pragma omp dispatch
  base(&x);
#endif
  return x;
}
