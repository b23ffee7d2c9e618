// C++ functions of every kind are left in every way. Each visit is counted, and ended by an event of its own;
// returned values are neither copied nor moved more often; exceptions, destructors and results are the same.
// RUN: %same --functions "throws=12,named=1,lambdas=1,braces=1,Widget::check=6,passes=3,either=2,nothing=2,terminates=3,Widget::Widget=6,lambdas::(lambda)=4,count=3,doubled=3,prvalue=1,Box::get=2,Widget::~Widget=3,deduced=1,Local::operator()=1,Box::Box=2,Widget::operator int=1,Widget::operator()=1,outer::hidden=1,trailing=1,peek=1,forwarded=1,reference=1,main=1" %s -- -Wall -Wextra
// RUN: %same --no-gcc "gcc 12 fails with an internal error" %s -- -O2 -std=c++20
// RUN: %same --no-gcc "gcc 12 fails with an internal error" --functions "throws=12,named=1,lambdas=1,braces=1,Widget::check=6,passes=3,either=2,nothing=2,terminates=3,Widget::Widget=6,lambdas::(lambda)=4,count=3,doubled=3,prvalue=1,Box::get=2,Widget::~Widget=3,deduced=1,Local::operator()=1,Box::Box=2,Widget::operator int=1,Widget::operator()=1,outer::hidden=1,trailing=1,peek=1,forwarded=1,reference=1,main=1" %s -- -O2 -std=c++17 -fplugin-arg-pompinst-functions=all
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

static int counter;
static int moves, copies, destructions;

struct Traced {
  int n;
  explicit Traced(int n) : n(n) {}
  Traced(const Traced &o) : n(o.n) { copies++; }
  Traced(Traced &&o) noexcept : n(o.n) { moves++; o.n = -1; }
  ~Traced() { destructions++; }
};

struct Fixed { // neither copied nor moved
  int n;
  explicit Fixed(int n) : n(n) {}
  Fixed(const Fixed &) = delete;
};

static void count() {
#pragma omp atomic
  counter++;
}

Traced named(int n) { // NRVO
  Traced t(n);
#pragma omp atomic
  counter++;
  return t;
}

Traced either(bool which) { // no NRVO: moved
#pragma omp atomic
  counter++;
  Traced a(1), b(2);
  if (which)
    return a;
  return b;
}

Fixed prvalue(int n) {
#pragma omp atomic
  counter++;
  return Fixed(n);
}

std::pair<int, std::string> braces(int n) {
#pragma omp atomic
  counter++;
  return {n, std::string(n, 'x')};
}

int &reference() {
#pragma omp atomic
  counter++;
  return counter;
}

auto deduced(int n) {
#pragma omp atomic
  counter++;
  return n * 1.5;
}

auto trailing(int n) -> decltype(n + 1L) {
#pragma omp atomic
  counter++;
  return n + 1L;
}

decltype(auto) forwarded() {
#pragma omp atomic
  counter++;
  return (counter);
}

void nothing(int n) {
#pragma omp atomic
  counter++;
  if (n)
    return count();
  return void();
}

int throws(int n) {
#pragma omp atomic
  counter++;
  if (n == 0)
    throw std::runtime_error("zero");
  Traced t(n);
  return throws(n - 1) + 1;
}

int passes(int n) try {
#pragma omp atomic
  counter++;
  return throws(n);
} catch (const std::runtime_error &e) {
#pragma omp atomic
  counter++;
  return e.what()[0];
}

int terminates(int n) noexcept {
#pragma omp atomic
  counter++;
  try {
    return throws(n);
  } catch (...) {
    return -1;
  }
}

class Widget {
public:
  explicit Widget(int n) try : n(check(n)) {
#pragma omp atomic
    counter += 2;
    if (n > 5)
      throw n;
  } catch (int) {
    std::puts("too large");
  } catch (const std::exception &) {
    std::puts("negative");
    throw std::logic_error("again");
  }
  Widget(int a, int b) : Widget(a + b) {
#pragma omp atomic
    counter++;
  }
  ~Widget() {
#pragma omp atomic
    counter++;
  }
  operator int() const {
#pragma omp atomic
    counter++;
    return n;
  }
  int operator()(int k) {
#pragma omp atomic
    n += k;
    return n;
  }
  friend int peek(const Widget &w) {
#pragma omp atomic
    counter++;
    return w.n;
  }

private:
  static int check(int n) {
#pragma omp atomic
    counter++;
    if (n < 0)
      throw std::range_error("n");
    return n;
  }
  int n;
};

template <typename T> T doubled(T v) {
#pragma omp atomic
  counter++;
  if (sizeof(T) > 4)
    return v + v;
  return v * 2;
}
template <> int doubled<int>(int v) {
#pragma omp atomic
  counter++;
  return v << 1;
}

template <typename T> struct Box {
  T held;
  explicit Box(T t) : held(t) {
#pragma omp atomic
    counter++;
  }
  T get() const;
};
template <typename T> T Box<T>::get() const {
#pragma omp atomic
  counter++;
  return held;
}

static int lambdas() {
  auto twice = [](auto n) {
#pragma omp atomic
    counter++;
    return n * 2;
  };
  auto late = [&, k = 3](int n) -> int {
    if (n > 2)
      return k;
#pragma omp atomic
    counter++;
    throw n;
  };
  struct Local {
    int operator()() {
#pragma omp atomic
      counter++;
      return 11;
    }
  };
  int r = twice(2) + int(twice(1.5)) + late(3) + Local()();
  try {
    late(1);
  } catch (int n) {
    r += n;
  }
  return r;
}

constexpr int squared(int n) { return n * n; }

namespace outer {
inline namespace v1 {
namespace {
int hidden(int n) {
#pragma omp atomic
  counter++;
  return n + squared(n);
}
} // namespace
} // namespace v1
} // namespace outer

int main() {
  static_assert(squared(3) == 9, "");
  {
    Traced a = named(1), b = either(true), c = either(false);
    std::printf("%d %d %d\n", a.n, b.n, c.n);
  }
  std::printf("copies %d moves %d destructions %d\n", copies, moves, destructions);
  std::printf("%d %s\n", prvalue(4).n, braces(3).second.c_str());
  reference() += 100;
  forwarded() += 1000;
  std::printf("%g %ld\n", deduced(3), trailing(5));
  nothing(0);
  nothing(1);
  for (int n = 0; n < 3; n++)
    std::printf("%c %d\n", passes(n), terminates(n));
  for (int n = -1; n < 9; n += 3)
    try {
      Widget w(n), v(n, 1);
      std::printf("%d %d %d\n", int(w), v(2), peek(w));
    } catch (const std::logic_error &e) {
      std::printf("%s\n", e.what());
    } catch (int k) {
      std::printf("int %d\n", k);
    }
  std::printf("%d %g %d\n", doubled(3), doubled(2.5), doubled('a') & 127);
  std::printf("%d %s\n", Box<int>(3).get(), Box<std::string>("box").get().c_str());
  std::printf("%d %d\n", lambdas(), outer::hidden(3));
  std::printf("counter %d destructions %d\n", counter, destructions);
#pragma omp parallel num_threads(2)
  count();
  std::printf("%d\n", counter);
  std::exit(4);
}
