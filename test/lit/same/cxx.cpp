// C++ has templates, generic lambdas, range-for and iterator loops, members in clauses, qualified lock calls, user regions
// that control leaves by return, continue, break and throw, a construct in a static initialiser.
// RUN: %same %s -- -std=c++14 -Wall -Wextra -pedantic
// RUN: %same %s -- -std=c++17 -O2
// RUN: %same %s -- -std=c++20 -g
// RUN: %same %s -- -std=c++23 -O3
#include <vector>
#include <cstdio>
#include <omp.h>
#include <stdexcept>
namespace n1 { namespace {
template <typename T> struct Lock { omp_lock_t l; Lock() { ::omp_init_lock(&l); } ~Lock() { omp_destroy_lock(&l); }
  void lock() { omp_set_lock(&l); } void unlock() { ::omp_unset_lock(&l); } };
template <typename T, int N> T sum(const std::vector<T> &v) {
  T s{}; int c = 4;
#pragma omp parallel for reduction(+ : s) schedule(static, c) default(none) shared(v, c)
  for (size_t i = 0; i < v.size(); ++i)
    s += v[i];
#pragma omp parallel for reduction(+ : s) schedule(dynamic, N)
  for (auto it = v.begin(); it != v.end(); ++it) s += *it;
#pragma omp parallel for reduction(+ : s)
  for (auto &x : v) s += x;
  return s;
}
struct Q { double m = 0; int k; double run() {
#pragma omp parallel for reduction(+: m) firstprivate(k)
  for (int i = 0; i < 10; ++i) m += i;
  int r = 0; static int w;
#pragma omp threadprivate(w)
#pragma omp parallel
  {
#pragma omp for lastprivate(r)
  for (int i = 0; i < 10; ++i) r = i;
#pragma omp single copyprivate(w)
  w = 5;
  }
  auto f = [&](auto x) {
#pragma omp parallel for
    for (int i = 0; i < 10; ++i) {
#pragma omp critical
      m += x;
    }
  };
  f(1); f(2.0);
  return m + r; } };
}}
static int region(int a) {
#pragma pomp inst begin(foo)
  if (a == 1) return 1;
  if (a == 2) throw std::runtime_error("x");
  for (int i = 0; i < 3; ++i) {
#pragma pomp inst begin(bar)
    if (i == 1) continue;
    if (a == 3) break;
#pragma pomp inst end(bar)
  }
  if (a == 4) {
#pragma pomp inst altend(foo)
    return 4;
  }
#pragma pomp inst end(foo)
  return 0;
}
static int global = [] { int x = 0;
#pragma omp parallel
#pragma omp atomic
  x++;
  return x > 0; }();
int main() {
  n1::Lock<int> l; l.lock(); l.unlock();
  std::vector<double> v(1000, 1.5);
  printf("%g\n", n1::sum<double, 3>(v)); n1::Q q;
  q.k = 1; printf("%g\n", q.run());
  int s = 0;
  for (int i = 0; i < 5; i++) try { s += region(i); } catch (std::exception &) { s += 100; }
  printf("%d %d line %d\n", s, global, __LINE__);
#pragma omp parallel
  {
    try {
#pragma omp critical
      { if (omp_get_thread_num() == 0) s++; }
      throw s;
    } catch (int) {
    }
  }
}
