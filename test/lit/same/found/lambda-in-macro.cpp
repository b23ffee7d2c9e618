// The fuzzer has found this: a function that comes out of a macro began, in the profile, where the macro's argument ends.
// RUN: %same %s -- -std=c++14
// RUN: %emit -std=c++14 -fplugin-arg-pompinst-functions=openmp %s && %check
#include <stdio.h>
#define ID(...) __VA_ARGS__
int main() {
  int s = 0;
// CHECK: "function", "main::(lambda)", 0, {{"[^"]*"}}, [[#@LINE+1]], [[#@LINE+5]],
  ID(auto f = [&s](int n) {
    while (n--)
      _Pragma("omp critical") { s++; }
  };
  f(3);)
  printf("%d\n", s);
}
