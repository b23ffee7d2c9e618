// Macros give pragmas, loops, clauses and lock calls.
// RUN: %same --regions 9 %s -- -Wall -Wextra
#include <stdio.h>
#include <omp.h>
#define PRAGMA(x) _Pragma(#x)
#define PARFOR _Pragma("omp parallel for")
#define CRIT(stmt) PRAGMA(omp critical) stmt
#define LOCK(l) omp_set_lock(&(l))
#define UNLOCK(l) omp_unset_lock(&(l))
#define N 100
#define SCHED schedule(static, 3)
#define RED(x) reduction(+:x)
#define LOOP(body) PRAGMA(omp for) for (int i = 0; i < N; i++) { body; }
omp_lock_t l;
int main(void) {
  int n = 0; double s = 0;
  omp_init_lock(&l);
  PARFOR
  for (int i = 0; i < N; i++) {
    CRIT(n++;)
  }
  #pragma omp parallel for SCHED RED(s) num_threads(N/50)
  for (int i = 0; i < N; i++) { s += i; LOCK(l); n++; UNLOCK(l); }
  #pragma omp parallel
  {
    LOOP(PRAGMA(omp atomic) n++)
    _Pragma("omp barrier")
    _Pragma("omp single") { n++; }
    if (n > 5) PRAGMA(omp master) n++; 
  }
  void (*f)(omp_lock_t *) = omp_set_lock;
  f(&l); (omp_unset_lock)(&l); (*omp_set_lock)(&l);
  while (omp_test_lock(&l)) ;
  printf("%d %g %d\n", n, s, __LINE__);
  return 0;
}
