// Nothing that a C++ program declares can hide what is inserted, or make it ambiguous: namespaces, using directives and
// declarations, members, templates and their parameters, overloaded operators, lambda captures.
// RUN: %same --both --gcc --regions 6 %s -- -Wall -Wextra -Wno-unused
// RUN: %same --regions 6 %s -- -std=c++20 -O2
#include <cstdio>
#include <omp.h>

namespace paper {
struct ompregdescr {
  int x = 4;
};
template <typename T> struct POMP_Begin {};
void POMP_End(ompregdescr *);
enum class POMP_For_exit { a };
typedef int POMP_On;
} // namespace paper
using namespace paper;
namespace POMP_Parallel_fork {
int n = 1;
}
void POMP_For_enter(int) {}
void POMP_For_enter(const char *) {}
static int POMP_Parallel_join = 2;

// An operator that takes anything must not take a descriptor.
template <typename T> int operator&(T &) = delete;
template <typename T> int operator+(const T &, int) = delete;
template <typename T, typename U> int operator,(const T &, const U &) = delete;

struct Member {
  int POMP_For_enter = 2, POMP_Critical_enter = 3;
  int POMP_Set_lock(int a) { return a; }
  template <int POMP_Barrier_enter> int sum(int POMP_Parallel_begin) {
    int n = 0;
#pragma omp parallel for reduction(+ : n)
    for (int i = 0; i < 10; i++)
      n += i * POMP_For_enter + POMP_Barrier_enter + POMP_Parallel_begin;
#pragma omp parallel
#pragma omp critical
    n += 0 * POMP_Critical_enter;
    return n + POMP_Set_lock(1);
  }
  void lock(omp_lock_t *l) {
    omp_set_lock(l);
    omp_unset_lock(l);
  }
};

template <typename POMP_Single_enter> int generic(POMP_Single_enter x) {
  using paper::ompregdescr;
  auto f = [POMP_Single_begin = x] {
    int s = 0;
#pragma omp parallel reduction(+ : s)
#pragma omp single
    s += POMP_Single_begin;
    return s;
  };
  ompregdescr d;
  return f() + d.x;
}

int main() {
  Member m;
  omp_lock_t l[1];
  omp_init_lock(l);
  m.lock(l);
  paper::POMP_On on = 1;
#pragma pomp inst begin(r)
  int s = m.sum<3>(4);
  s += generic(5);
  if (s < 0)
    return 1;
#pragma pomp inst end(r)
  std::printf("%d %d\n", s + on, POMP_Parallel_join + POMP_Parallel_fork::n);
  return 0;
}
