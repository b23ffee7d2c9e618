// Functions that can't be measured, or are too small for it, are left alone, each with its reason.
// RUN: %clangxx -std=c++20 -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-functions=all -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | sed -n "s/.*pompinst: \('function.*\)/\1/p" | FileCheck %s --check-prefix=ALL --implicit-check-not=function
// RUN: %clangxx -std=c++20 -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2>&1 | sed -n "s/.*pompinst: \('function.*\)/\1/p" | FileCheck %s --check-prefix=OPENMP --implicit-check-not=function
// RUN: %same --no-gcc "gcc 12 knows no begin declare target" --functions main=1,two_calls=1,S::outside=1,templ=2 %s -- -std=c++20 -O1 -fplugin-arg-pompinst-functions=all
// RUN: %same --no-gcc "gcc 12 knows no begin declare target" --functions main=1 %s -- -std=c++20 -O1 -DFORK
//
// ALL: 'function(Task::promise_type::get_return_object)' left alone: it is inline
// ALL: 'function(Task::promise_type::initial_suspend)' left alone: it is inline
// ALL: 'function(Task::promise_type::final_suspend)' left alone: it is inline
// ALL: 'function(Task::promise_type::return_void)' left alone: it is inline
// ALL: 'function(Task::promise_type::unhandled_exception)' left alone: it is inline
// ALL: 'function(coroutine)' left alone: it is a coroutine: it may end on another thread than it began on
// ALL: 'function(coroutine_template)' left alone: it is a coroutine: it may end on another thread than it began on
// ALL: 'function(in_constant)' left alone: it is constexpr: with a call in it, it would be no constant expression
// ALL: 'function(naked)' left alone: it is naked: all its code is the user's
// ALL: 'function(quiet)' left alone: it has the attribute no_instrument_function
// ALL: 'function(vectorised)' left alone: it is a simd function, where a call would prevent vectorisation
// ALL: 'function(device)' left alone: it is compiled for devices, too (declare target)
// ALL: 'function(target_later)' left alone: it is compiled for devices, too (declare target)
// ALL: 'function(tail)' left alone: it makes a call that must be its last act (musttail)
// ALL: 'function(one)' left alone: it is tiny
// ALL: 'function(resolve)' left alone: it resolves an ifunc, before the program can call anything
// ALL: 'function(pure)' left alone: it is pure or const: the compiler counts on it to do nothing but compute
// ALL: 'function(inlined)' left alone: it is inline
// ALL: 'function(S::inclass)' left alone: it is inline
// ALL: 'function(S::outside)' instrumented
// ALL: 'function(S::get)' left alone: it is tiny
// ALL: 'function(two_calls)' instrumented
// ALL: 'function(one_call)' left alone: it is tiny
// ALL: 'function(no_call)' left alone: it is tiny
// ALL: 'function(templ)' instrumented
// ALL: 'function(main)' instrumented
// ALL: 'function(main::(lambda))' left alone: it is constexpr: with a call in it, it would be no constant expression
// OPENMP: 'function(coroutine)' left alone: it is a coroutine: it may end on another thread than it began on
// OPENMP: 'function(coroutine_template)' left alone: it is a coroutine: it may end on another thread than it began on
// OPENMP: 'function(quiet)' left alone: it has the attribute no_instrument_function
// OPENMP: 'function(tail)' left alone: it makes a call that must be its last act (musttail)
#include <coroutine>
#include <cstdio>
#include <cstdlib>
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
};
static int counter;
Task coroutine(int n) {
#pragma omp atomic
  counter += n;
  co_return;
}
template <typename T> Task coroutine_template(T n) {
#pragma omp atomic
  counter += n;
  co_await std::suspend_never();
}
constexpr int in_constant(int n) {
  if (n > 3)
    return n;
  int r = 0;
  for (int i = 0; i < n; i++)
    r += i;
  return r;
}
__attribute__((naked)) void naked() { asm("ret"); }
__attribute__((no_instrument_function)) void quiet(int n) {
#pragma omp atomic
  counter += n;
}
#pragma omp declare simd
double vectorised(double x) {
  for (int i = 0; i < 3; i++) x += i;
  return x;
}
#pragma omp begin declare target
int device(int n) {
  for (int i = 0; i < 3; i++) n += i;
  return n;
}
#pragma omp end declare target
int target_later(int n);
int target_later(int n) {
  for (int i = 0; i < 3; i++) n += i;
  return n;
}
#pragma omp declare target to(target_later)
int tail(int n) {
#pragma omp atomic
  counter++;
  if (n == 0)
    return 0;
  [[clang::musttail]] return tail(n - 1);
}
extern "C" {
static int one(void) { counter++; return 1; }
static int (*resolve(void))(void) { for (int i = 0; i < 3; ++i) {} return one; }
int resolved(void) __attribute__((ifunc("_ZL7resolvev")));
}
__attribute__((pure)) int pure(int n) {
  for (int i = 0; i < 3; i++) n += i;
  return n;
}
inline int inlined(int n) {
  for (int i = 0; i < 3; i++) n += i;
  return n;
}
struct S {
  int inclass(int n) {
    for (int i = 0; i < 3; i++) n += i;
    return n;
  }
  int outside(int n);
  int get() const;
  int v = 3;
};
int S::outside(int n) {
  for (int i = 0; i < 3; i++) n += i;
  return n;
}
int S::get() const { return v; }
void two_calls() { std::puts("a"); std::puts("b"); }
void one_call() { two_calls(); }
int no_call(int a, int b) { int c = a + b; if (c > 3) c = 2; else c = 5; return c * a; }
template <typename T> T templ(T n) {
  for (int i = 0; i < 3; i++) n += i;
  return n;
}
int main() {
#ifdef FORK // or there is no experiment
#pragma omp parallel num_threads(1)
  {
  }
#endif
  auto l = [](int n) { for (int i = 0; i < 3; i++) n += i; return n; };
  coroutine(1); coroutine_template(2); quiet(3); naked(); one_call();
  static_assert(in_constant(3) == 3);
  std::printf("%g %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", vectorised(2), device(1), target_later(1), tail(1000000), resolved(), pure(1), inlined(1), S().inclass(1), S().outside(2), S().get(), no_call(1, 2), templ(2), templ('a'), l(3), in_constant(7), counter);
}
