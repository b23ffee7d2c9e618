// C++ lets code be in many places: constructors and their initialisers, destructors, operators, conversions, static
// initialisers, default arguments and member initialisers (by lambdas), anonymous and inline namespaces, local classes,
// friends, function-try-blocks, nested and generic lambdas, if and switch with initialisers, constexpr if, bindings.
// RUN: %same --no-gcc "it takes no pragma in default arguments and member initialisers" --regions 31 %s -- -std=c++17 -Wall -Wextra
// RUN: %same --regions 27 %s -- -DGCC -std=c++20 -O2 -g
// RUN: %same --regions 27 %s -- -DGCC -std=c++23 -fno-rtti
#include <array>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#define ADD(x, y)                                                                                                      \
  [&] {                                                                                                                \
    _Pragma("omp atomic") x += y;                                                                                      \
    return x;                                                                                                          \
  }()

namespace {
int at_load = [] {
  int n = 0;
#pragma omp parallel for reduction(+ : n)
  for (int i = 0; i < 4; i++)
    n += i;
  return n;
}();
inline namespace v1 {
namespace nested::deep {
struct Place {
#ifdef GCC
  int n = 1;
#else
  int n = [] {
    int m = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    m = 1;
    return m;
  }();
#endif
  std::vector<int> v;
  explicit Place(int k) try : v(std::size_t(k)) {
#pragma omp parallel for
    for (int i = 0; i < int(v.size()); ++i)
      v[std::size_t(i)] = i;
    if (k > 3)
      throw std::runtime_error("too many");
  } catch (const std::exception &) {
#pragma omp critical(caught)
    at_load++;
    throw;
  }
  Place() : Place([] {
    int k = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    k = 2;
    return k;
  }()) {}
  ~Place() {
#pragma omp atomic
    at_load += n;
  }
  int operator[](int i) const {
    int r;
#pragma omp critical(index)
    r = v[std::size_t(i)];
    return r;
  }
  explicit operator bool() const noexcept {
    int any = 0;
#pragma omp parallel for reduction(| : any)
    for (int i = 0; i < int(v.size()); i++)
      any |= v[std::size_t(i)];
    return any;
  }
  friend int peek(const Place &p) {
    int s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int x : p.v)
      s += x;
    return s;
  }
#ifdef GCC
  virtual int work(int x = 5) const {
#else
  virtual int work(int x = [] {
    int y = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
    y = 5;
    return y;
  }()) const {
#endif
    return x;
  }
  static int shared;
};
int Place::shared = [](auto x) {
#pragma omp critical(init)
  x++;
  return x;
}(1);
} // namespace nested::deep
} // namespace v1
} // namespace

static int whole(int n) try {
#pragma omp parallel num_threads(2)
#pragma omp single
  n++;
  if (n > 1)
    throw n;
  return n;
} catch (int m) {
#pragma omp critical
  m += 10;
  return m;
}

template <typename T> auto kind(T t) {
  if constexpr (std::is_integral_v<T>) {
#pragma omp critical(integral)
    t += 1;
    return t;
  } else if constexpr (std::is_floating_point_v<T>) {
#pragma omp critical(floating)
    t += 2;
    return t;
  } else {
#pragma omp critical(other)
    t += "x";
    return t;
  }
}

int main() {
  using Place = nested::deep::Place;
  int s = 0;
  {
    Place p(3), q;
    try {
      Place r(5);
    } catch (const std::exception &e) {
      std::printf("%s\n", e.what());
    }
    std::printf("%d %d %d %d %d %d\n", p[1], bool(p), peek(q), p.work(), p.work(1), Place::shared);
    std::array<int, 3> a{1, 2, 3};
    auto [x, y, z] = a;
    int sum = x + y + z;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 3; i++)
      sum += i;
    s += sum;
    std::map<int, std::pair<int, int>> m{{1, {2, 3}}, {4, {5, 6}}};
    for (const auto &[k, v] : m)
#pragma omp critical
      s += k + v.first;
    if (auto it = m.find(1); it != m.end())
#pragma omp critical
      s += it->second.second;
    else
#pragma omp critical
      s = 0;
    switch (int w = s; w % 2) {
    default:
#pragma omp parallel num_threads(2)
#pragma omp single
      s += w;
    }
  }
  auto generic = [&](auto f, auto... xs) {
    int t = 0;
#pragma omp parallel for reduction(+ : t)
    for (int i = 0; i < 2; i++)
      t += f(i, xs...);
    return [t](auto d) mutable {
#pragma omp parallel num_threads(2)
#pragma omp single
      t += d;
      return t;
    };
  };
  s += generic([](int i, int j) { return i + j; }, 3)(4) + ADD(s, 2);
  struct Local {
    int v;
    int run() {
      struct Deeper {
        static int once(int n) {
#pragma omp parallel num_threads(2)
#pragma omp single
          n++;
          return n;
        }
      };
      return Deeper::once(v);
    }
  };
  std::printf("%d %d %d %d %d\n", s, whole(0), whole(1), Local{3}.run(), at_load);
  std::printf("%d %g %s line %d\n", kind(1), kind(1.5), kind(std::string("y")).c_str(), __LINE__);
}
