// -fdelayed-template-parsing works as for MSVC: bodies of templates are parsed where they are instantiated, if at all. One
// that is never instantiated may hold code that does not compile.
// RUN: %same --no-gcc "it looks into templates that are never used" --regions 6 %s -- -fdelayed-template-parsing
// RUN: %clangxx -fopenmp -fdelayed-template-parsing -fplugin=%plugin -fplugin-arg-pompinst-verbose -fsyntax-only %s 2> %t
// RUN: grep -c "remark:.*instrumented" %t | grep -x 14
#include <cstdio>
template <typename T> T f(T n) {
  T s{};
#pragma omp parallel for reduction(+ : s)
  for (T i = 0; i < n; ++i)
    s += i;
  return s;
}
template <typename T> struct S {
  T v{};
  T g();
  void h() {
#pragma omp critical
    v++;
  }
  friend int peek(S &s) {
#pragma omp atomic
    s.v++;
    return 0;
  }
};
template <typename T> T S<T>::g() {
#pragma omp critical
  v++;
#pragma pomp inst begin(late)
  if (v)
    return v;
#pragma pomp inst end(late)
  return v;
}
template <typename T> void unused(T t) {
#pragma omp parallel
  undeclared_thing(t);
  nowhere::x();
}
int main() {
  S<int> s;
  s.h();
  peek(s);
  auto l = [](auto x) {
#pragma omp critical
    return x;
  };
  std::printf("%d %d %d\n", f(10), s.g(), l(2));
}
