// Templates have dependent loops and clauses, specialisations, explicit instantiation here and elsewhere, extern template,
// variable templates, CRTP, member templates, template template parameters, default arguments, nested templates.
// RUN: %same --gcc --regions 19 %s -- -std=c++17 -Wall -Wextra
// RUN: %same --regions 19 %s -- -std=c++20 -O2 -g
// RUN: %same --regions 19 %s -- -std=c++17 -fdelayed-template-parsing
#include <cstdio>
#include <vector>

template <typename T, typename I = int, int Chunk = 2> T dependent(const T *a, I n) {
  T s{};
#pragma omp parallel for schedule(static, Chunk) reduction(+ : s)
  for (I i = 0; i < n; ++i)
    s += a[i];
#pragma omp parallel for schedule(dynamic, sizeof(T)) reduction(+ : s) num_threads(Chunk)
  for (auto p = a; p < a + n; ++p)
    s += *p;
  return s;
}
template <> char dependent<char, int, 2>(const char *a, int n) {
  char s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s = char(s + a[i]);
  return s;
}
extern template long dependent<long, long, 3>(const long *, long);
template long dependent<long, long, 3>(const long *, long);

template <typename T> struct Holder {
  T value{};
  template <typename U> void add(U u);
  struct Inner {
    static int count() {
      int n = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
      n++;
      return n;
    }
  };
  friend int touch(Holder &h) {
#pragma omp critical(touch)
    h.value++;
    return int(h.value);
  }
};
template <typename T> template <typename U> void Holder<T>::add(U u) {
#pragma omp parallel for
  for (int i = 0; i < 4; ++i)
#pragma omp atomic
    value += u;
}
template <typename T> struct Holder<T *> {
  static int pointer() {
    int n = 0;
#pragma omp parallel for reduction(+ : n)
    for (int i = 0; i < 4; ++i)
      n++;
    return n;
  }
};
template <typename D> struct Base {
  int run(int n) {
    int s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; ++i)
      s += static_cast<D *>(this)->step(i);
    return s;
  }
};
struct Derived : Base<Derived> {
  int step(int i) { return 2 * i; }
};
template <typename T> T squared = [] {
  T s{};
#pragma omp parallel num_threads(2)
#pragma omp single
  s = 3;
  return T(s * s);
}();
template <template <typename...> class C, typename T> T sum(const C<T> &c) {
  T s{};
#pragma omp parallel for reduction(+ : s)
  for (const auto &x : c)
    s += x;
#pragma omp parallel for reduction(+ : s)
  for (auto i = c.begin(); i != c.end(); i += 1)
    s += *i;
  return s;
}
template <int N> struct Factorial {
  static int value() {
    int r = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
    r = N * Factorial<N - 1>::value();
    return r;
  }
};
template <> struct Factorial<0> {
  static int value() { return 1; }
};
template <typename... Ts> int fold(Ts... ts) {
  int s = 0;
#pragma omp parallel sections
  {
#pragma omp section
    s = (0 + ... + ts);
  }
  return s;
}
template <typename T> void never(T t) {
#pragma omp parallel
  t.no_such_member();
}
template <typename F, typename = decltype(F{}(0))> int apply(F f) {
  int s = 0;
#pragma omp parallel for reduction(+ : s) schedule(static, f(1))
  for (int i = 0; i < 4; i++)
    s += f(i);
  return s;
}
struct Twice {
  int operator()(int i) const { return 2 * i; }
};

int main() {
  int a[] = {1, 2, 3};
  long b[] = {1, 2, 3};
  char c[] = {1, 2, 3};
  Holder<int> h;
  h.add(2);
  h.add(3L);
  std::vector<double> v{1, 2, 3.5};
  std::printf("%d %ld %d %d %d\n", dependent(a, 3), dependent<long, long, 3>(b, 3), dependent(c, 3), touch(h), 0);
  std::printf("%d %d %d %d %g\n", Holder<int>::Inner::count(), Holder<int *>::pointer(), Derived().run(5), squared<int>,
              squared<double>);
  std::printf("%g %d %d %d line %d\n", sum(v), Factorial<3>::value(), fold(1, 2, 3), apply(Twice()), __LINE__);
}
