// Expressions are evaluated before a split construct, in C++: templates, conversions, enumerations, lambdas, conditions of
// class type; names that tasks copy.
// RUN: %same --no-gcc "expressions in clauses must be of an integral type" %s -- -std=c++17 -Wall -Wextra -Werror
// RUN: %same --no-gcc "expressions in clauses must be of an integral type" %s -- -std=c++20 -Wall -Wextra -Werror
#include <atomic>
#include <cstdio>
#include <omp.h>

static std::atomic<int> calls;
struct Number {
  int Value;
  operator int() const { return calls++, Value; }
};
struct Flag {
  bool Set;
  explicit operator bool() const { return calls++, Set; }
};
enum Size { Small = 2 };
enum { Unnamed = 3 } static unnamed = Unnamed;

template <typename T> int loops(T n, Flag flag, int *a) {
  int s = 0;
#pragma omp parallel for simd if(flag) schedule(static, n) num_threads(n) reduction(+ : s)
  for (int i = 0; i < 16; i++)
    s += i;
#pragma omp parallel for schedule(dynamic, T(n)) num_threads(int(n)) firstprivate(n) reduction(+ : s)
  for (int i = 0; i < 16; i++)
    s += i + (n > 0);
  // T decides what the tasks copy.
#pragma omp parallel master taskloop grainsize(n) num_threads(2)
  for (int i = 0; i < 16; i++) {
    a[i]++;
    s++;
  }
  return s;
}

struct Object {
  int Member = 1;
  int tasks(int *a) {
    int local = 4;
    auto work = [&, local]() mutable {
#pragma omp parallel master taskloop num_threads(2) final(Flag{false}) priority(Number{0})
      for (int i = 0; i < 16; i++) {
#pragma omp atomic
        Member++;
        a[i] += local;
      }
      return local;
    };
    return work() + Member;
  }
};

int main() {
  int a[16] = {0}, s = 0;
  Size size = Small;
  std::printf("%d %d\n", loops(2, Flag{true}, a), loops(Number{2}, Flag{false}, a));
  std::printf("%d\n", loops(size, Flag{true}, a));
#pragma omp parallel for schedule(static, size) num_threads([] { return 2; }()) reduction(+ : s)
  for (int i = 0; i < 16; i++)
    s += omp_get_num_threads();
#pragma omp parallel for schedule(static, unnamed) num_threads(unnamed) reduction(+ : s)
  for (int i = 0; i < 16; i++)
    s += omp_get_num_threads() * omp_get_thread_num();
#pragma omp parallel for default(none) schedule(static, Number{2}) num_threads(Number{2}) reduction(+ : s)
  for (int i = 0; i < 16; i++)
    s += i;
#pragma omp parallel for simd default(none) if(Flag{true}) reduction(+ : s)
  for (int i = 0; i < 16; i++)
    s += i;
  union {
    int whole;
    float part;
  };
  whole = 3;
#pragma omp parallel master taskloop num_threads(2) shared(s)
  for (int i = 0; i < 16; i++) {
#pragma omp atomic
    s += whole > 0;
  }
  Object o;
  std::printf("%d %d\n", o.tasks(a), s);
  for (int i : a)
    std::printf(" %d", i);
  std::printf(" %d calls\n", calls.load());
}
