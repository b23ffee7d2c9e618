// A chunk may be of a class, depend on a template, hold a lambda, or have commas in it.
// RUN: %same --no-gcc "a chunk must be of an integral type" %s -- -std=c++17 -Weverything
// RUN: %same --no-gcc "a chunk must be of an integral type" %s -- -std=c++11 -Wall -Wextra -Wconversion -Wsign-conversion -Wold-style-cast -Werror
// RUN: %same --no-gcc "a chunk must be of an integral type" %s -- -std=c++17 -fsanitize=undefined -fno-sanitize-recover=all
//
// Where an instantiation makes it a constant that OpenMP forbids, Clang refuses it.
// RUN: not %clangxx -std=c++17 -fopenmp -DNONE -fno-caret-diagnostics -fsyntax-only %s 2> %t.plain
// RUN: not %clangxx -std=c++17 -fopenmp -DNONE -fno-caret-diagnostics -fplugin=%plugin -fsyntax-only %s 2> %t.said && diff %t.plain %t.said
// RUN: grep "argument to 'schedule' clause must be a strictly positive integer value" %t.said
#include <cstdio>

struct One {
  int value;
  One(const One &) = delete;
  operator int() const { return value; }
};
template <class T, int N> static long sum(T chunk, long n) {
  long s = 0;
#pragma omp parallel reduction(+ : s)
  {
#pragma omp for schedule(dynamic, chunk)
    for (long i = 0; i < n; i++)
      s += i;
#pragma omp for schedule(static, N)
    for (long i = 0; i < n; i++)
      s += i;
#pragma omp for schedule(static, sizeof(T) + N)
    for (long i = 0; i < n; i++)
      s += i;
  }
  return s;
}
template <class A, class B> static constexpr int both(A a, B b) { return a + b; }

int main() {
  const One one{2};
#ifdef NONE
  sum<int, 0>(2, 100);
#endif
  long s = sum<int, 3>(2, 100) + sum<unsigned long, 4>(5, 100) + sum<char, 1>(7, 100);
  int n = 4;
#pragma omp parallel reduction(+ : s)
  {
#pragma omp for schedule(dynamic, one)
    for (int i = 0; i < 100; i++)
      s += i;
#pragma omp for schedule(dynamic, [&] { return n; }())
    for (int i = 0; i < 100; i++)
      s += i;
#pragma omp for schedule(static, both<int, int>(n, 1))
    for (unsigned long i = 0; i < 100; i++)
      s += static_cast<long>(i);
#pragma omp for schedule(static, n > 3 ? n : 3)
    for (int i = 0; i < 100; i++)
      s += i;
  }
  std::printf("%ld\n", s);
  return 0;
}
