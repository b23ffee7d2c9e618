// Lock routines are called directly, qualified, through a macro, through using, in a template; and their address is taken.
// RUN: %same %s -- -Wall -Wextra -pedantic -Werror
// RUN: %emit -x c++ %s && %check
#include <cstdio>
#include <omp.h>

#define WITH(l, body)                                                                                                  \
  do {                                                                                                                 \
    omp_set_lock(&(l));                                                                                                \
    body;                                                                                                              \
    omp_unset_lock(&(l));                                                                                              \
  } while (0)

namespace locks {
using ::omp_set_lock;
template <typename T> struct Guard {
  T &lock;
  // CHECK: ::__POMP_Set_nest_lock
  explicit Guard(T &l) : lock(l) { ::omp_set_nest_lock(&lock); }
  ~Guard() { omp_unset_nest_lock(&lock); }
};
} // namespace locks

// A function of the user's own, of another name space, is not OpenMP's.
namespace mine {
static int omp_set_lock(int *l) { return ++*l; }
} // namespace mine

int main() {
  omp_lock_t l;
  omp_nest_lock_t n;
  int count = 0, nested = 0, own = 0;
  // CHECK: __POMP_Init_lock
  omp_init_lock(&l);
  omp_init_nest_lock(&n);
#pragma omp parallel
  {
    WITH(l, count++);
    {
      locks::Guard<omp_nest_lock_t> outer(n), inner(n);
      nested++;
    }
    // CHECK: ::__POMP_Set_lock
    locks::omp_set_lock(&l);
    count++;
    omp_unset_lock(&l);
  }
  // CHECK: void (*set)(omp_lock_t *) = omp_set_lock;
  void (*set)(omp_lock_t *) = omp_set_lock;
  set(&l);
  int taken = omp_test_lock(&l);
  omp_unset_lock(&l);
  // CHECK: mine::omp_set_lock
  mine::omp_set_lock(&own);
  int depth = omp_test_nest_lock(&n);
  omp_unset_nest_lock(&n);
  omp_destroy_nest_lock(&n);
  omp_destroy_lock(&l);
  std::printf("%d %d %d %d %d line %d\n", count, nested, taken, own, depth, __LINE__);
  return 0;
}
