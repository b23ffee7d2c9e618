// Each mistake in control pragmas is one error, at the pragma, that says what is allowed; nothing else is said.
// RUN: %clang -fopenmp -fplugin=%plugin -fsyntax-only -Wall -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -fsyntax-only -Wall -Xclang -verify %s
// RUN: not %clang -fopenmp -fplugin=%plugin -fsyntax-only %s 2>&1 | FileCheck %s

// expected-error@+1 {{must be in a function}}
#pragma pomp inst on

int work(int n);

void spelling(void) {
// CHECK: errors.c:[[#@LINE+2]]:1: error: pompinst: unknown pomp pragma 'inst begn'; allowed: inst init, inst finalize, inst on, inst off, inst begin(name) [phase], inst end(name), inst altend(name), noinstrument, instrument
// expected-error@+1 {{unknown pomp pragma 'inst begn'; allowed: inst init}}
#pragma pomp inst begn(a)
// expected-error@+1 {{unknown pomp pragma 'instr'; allowed}}
#pragma pomp instr on
// expected-error@+1 {{empty pomp pragma; allowed}}
#pragma pomp
// expected-error@+1 {{unknown pomp pragma 'inst with nothing after it'}}
#pragma omp inst
// expected-error@+1 {{'inst begin' is written inst begin(name)}}
#pragma omp inst begin
// expected-error@+1 {{'inst end' is written inst end(name)}}
#pragma pomp inst end()
// expected-error@+1 {{unexpected 'phase' at the end of the pomp pragma}}
#pragma pomp inst end(a) phase
// expected-error@+1 {{unexpected 'x' at the end of the pomp pragma}}
#pragma pomp noinstrument x
}
