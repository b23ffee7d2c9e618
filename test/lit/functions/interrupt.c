// A handler of interrupts is left alone: it keeps no floating-point registers, which what it would call may change. It can't be called,
// so nothing is run here.
// REQUIRES: x86_64
// RUN: %clang -fopenmp -mgeneral-regs-only -fplugin=%plugin -fplugin-arg-pompinst-functions=all -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | sed -n "s/.*pompinst: \('function.*\)/\1/p" | FileCheck %s --implicit-check-not=function
// CHECK: 'function(handler)' left alone: it is an interrupt handler
// CHECK: 'function(ordinary)' instrumented
static int counter;
struct frame;
__attribute__((interrupt)) void handler(struct frame *frame) {
  (void)frame;
  for (int i = 0; i < 3; i++)
    counter += i;
}
int ordinary(int n) {
  for (int i = 0; i < 3; i++)
    n += i;
  return n + counter;
}
