// C++ has many forms: constructors and destructors, local classes, lambdas in initialisers, try blocks, if constexpr, structured
// bindings, specialisations and explicit instantiations, conversion operators, raw strings, attributes.
// RUN: %same --both %s -- -std=c++17 -Wall -Wextra -Wno-unused-variable
// RUN: %same --both %s -- -std=c++20 -O2
#include <cstdio>
#include <map>
#include <stdexcept>
#include <vector>

namespace {
int total;

struct Counter {
  int n = 0;
  Counter() {
#pragma omp parallel num_threads(2)
#pragma omp atomic
    n++;
  }
  ~Counter() {
#pragma omp critical
    total += n;
  }
  operator int() const {
    int r;
#pragma omp atomic read
    r = n;
    return r;
  }
  Counter &operator+=(int d) {
#pragma omp parallel for firstprivate(d)
    for (int i = 0; i < 4; ++i)
#pragma omp atomic
      n += d;
    return *this;
  }
};

template <typename T> struct Sum {
  static T of(const std::vector<T> &v) {
    T s{};
    if constexpr (sizeof(T) > 4) {
#pragma omp parallel for reduction(+ : s)
      for (typename std::vector<T>::size_type i = 0; i < v.size(); ++i)
        s += v[i];
    } else {
#pragma omp parallel for reduction(+ : s)
      for (const T &x : v)
        s += x;
    }
    return s;
  }
};
template <> char Sum<char>::of(const std::vector<char> &v) {
  char s = 0;
#pragma omp parallel
#pragma omp single
  for (char c : v)
    s = char(s + c);
  return s;
}
template struct Sum<long>;

template <int N> int pack() { return N; }
template <typename... Ts> int variadic(Ts... ts) {
  int s = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
  s = (ts + ... + 0);
  return s;
}
} // namespace

int main() {
  {
    Counter c;
    c += 3;
    int local = [&] {
      struct Local {
        int run(int x) {
          int y = 0;
#pragma omp parallel num_threads(2) reduction(+ : y)
          y += x;
          return y;
        }
      };
      return Local().run(2);
    }();
    std::printf("%d %d\n", int(c) > 0, local > 0);
  }
  std::map<int, int> m{{1, 2}, {3, 4}};
  for (auto [k, v] : m) {
    int sum = k + v;
#pragma omp parallel num_threads(2)
#pragma omp single
    total += sum;
  }
  int caught = 0;
#pragma omp parallel num_threads(3)
  {
    try {
#pragma omp critical(c)
      {
        try {
          throw std::runtime_error("inside");
        } catch (const std::exception &) {
          caught++;
        }
      }
    } catch (...) {
      caught = -100;
    }
  }
  const char *raw = R"(
#pragma omp parallel
)";
  auto generic = [](auto x, auto y) {
    decltype(x + y) s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic, pack<2>())
    for (int i = 0; i < 8; i++)
      s += x * i + y;
    return s;
  };
  std::printf("%d %d %ld %d %d %g %zu line %d\n", total > 0, caught, Sum<long>::of({1, 2, 3}), Sum<int>::of({4, 5}),
              Sum<char>::of({1, 2}), double(generic(1, 2)) + generic(1.5, 2.5), sizeof raw, __LINE__);
  return variadic(1, 2, 3) - 6;
}
