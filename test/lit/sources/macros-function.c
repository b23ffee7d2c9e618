// Function-like and variadic macros give pragmas: stringised directives and clauses, whole loops and blocks as
// arguments, macros whose arguments hold macros with pragmas, several constructs on one line.
// RUN: %same --gcc --regions 16 %s -- -Wall -Wextra -Werror
// RUN: %same --regions 16 %s -- -std=c99 -O2 -g
#include <stdio.h>
#define STR(...) #__VA_ARGS__
#define PRAGMA(...) _Pragma(STR(__VA_ARGS__))
#define OMP(...) PRAGMA(omp __VA_ARGS__)
#define FOR(i, n, ...) OMP(for __VA_ARGS__) for (int i = 0; i < (n); i++)
#define SCHEDULED(kind, ...) OMP(parallel for schedule(kind, 2) __VA_ARGS__)
#define ID(x) x
#define BLOCK(...) { __VA_ARGS__ }
#define LOCKED(name, ...) OMP(critical(name)) { __VA_ARGS__; }
#define REPEAT(body) body body
#define REDUCE(op, var) reduction(op : var)
#define SECTIONS(...) OMP(parallel sections) { __VA_ARGS__ }
#define SECTION OMP(section)
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)

int main(void) {
  int s = 0, n = 0, a[10] = {0};
  OMP(parallel)
  {
    FOR(i, 10, schedule(static) nowait) a[i] = i;
    FOR(j, 10) {
      LOCKED(here, s += j; n++)
    }
  }
  SCHEDULED(dynamic, REDUCE(+, s)) for (int i = 0; i < 10; i++) s += a[i];
  ID(OMP(parallel for REDUCE(+, s)) for (int i = 0; i < 10; i++) s += i;)
  ID(ID(OMP(parallel num_threads(2)) BLOCK(OMP(single) s++; OMP(barrier))))
  REPEAT(OMP(critical) s++; OMP(atomic) s++;)
  SECTIONS(SECTION s++; SECTION n++;)
  OMP(parallel
      for
      schedule(static,
               3)) for (int i = 0; i < 10; i++) a[i]++;
  OMP(CAT(par, allel) num_threads(2)) { OMP(CAT(bar, rier)) } OMP(parallel) { OMP(master) s++; }
  printf("%d %d %d line %d\n", s, n, a[3], __LINE__);
  return 0;
}
