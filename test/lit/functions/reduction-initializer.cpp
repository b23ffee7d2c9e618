// Clang does not construct what the initializer of a declared reduction gets, so that a program that looks at it does what the optimiser likes. With
// all functions measured it is what plain Clang makes of it: the program ends in the same way, by the same signal.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-functions=all -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | sed -n "s/.*pompinst: \('function.*\)/\1/p" | grep -v inline | FileCheck %s --implicit-check-not=function
// CHECK: 'function(begin)' left alone: it initialises a reduction's variable, which Clang {{[0-9]+}} does not construct before
// CHECK: 'function(add)' instrumented
// CHECK: 'function(begin_here)' left alone: it initialises a reduction's variable
// CHECK: 'function(main)' instrumented
// Clang 16 takes for certain that this is never reached, and goes on with whatever code is behind it.
// RUN: %if clang-from-19 %{ sh -c 'for o in -O0 -O1 -O2 -O3; do for c in "%clangxx -fopenmp" "%pomp_clangxx --pomp-functions=all"; do $c -w $o %s -o program || exit 1; (exec 2> said; POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./program); echo "$o $?"; done; done' > ends && uniq -c ends | grep -c " 2 -O. 134" | grep -x 4 %}
extern "C" void abort();
struct left { int number; left() : number(6) {} };
struct right { int number; right() : number(5) {} };
struct both : left, right {};
void begin(right &);
#pragma omp declare reduction(+ : right : omp_out.number += omp_in.number) initializer(begin(omp_priv))
void begin(right &r) {
  if (r.number != 5)
    abort();
  r.number = 9;
}
struct sum { int number; sum() : number(0) {} };
template <typename T> void add(T &to, T &from, int stop) {
  if (stop)
    abort();
  to.number += from.number;
}
void begin_here(sum &s) {
  if (s.number != 0)
    abort();
  s.number = 0;
}
int main() {
  both b;
  int i = 0;
#pragma omp declare reduction(here : sum : add(omp_out, omp_in, 1)) initializer(begin_here(omp_priv))
#pragma omp parallel reduction(+ : i) reduction(+ : b)
  i = 1;
  sum s;
#pragma omp parallel reduction(here : s)
  s.number = 4;
  abort();
}
