// Other pragmas are among those of OpenMP: between a directive and its statement, in macros, in both.
// RUN: %same --gcc --regions 15 %s -- -Wno-pass-failed
// RUN: %same --regions 15 %s -- -O2 -g -Wno-pass-failed
#include <stdio.h>
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define HINTED(n)                                                                                                      \
  _Pragma("omp critical") PRAGMA(GCC unroll n) for (int i = 0; i < 10; i++) s += i;
#define PARALLEL_HINTED                                                                                                \
  PRAGMA(omp parallel num_threads(2)) {                                                                                \
    PRAGMA(clang loop vectorize(enable) interleave(enable))                                                            \
    for (int i = 0; i < 10; i++)                                                                                       \
      PRAGMA(omp atomic) s += i;                                                                                       \
  }
#define QUIET_BEGIN PRAGMA(GCC diagnostic push) PRAGMA(GCC diagnostic ignored "-Wparentheses") _Pragma("omp critical") {
#define QUIET_END } PRAGMA(GCC diagnostic pop)
#define PACKED(...) PRAGMA(pack(push, 1)) __VA_ARGS__ PRAGMA(pack(pop))

int main(void) {
  int s = 0, a[10] = {0};
#pragma omp parallel
#pragma omp single
#pragma GCC unroll 2
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp master
#pragma clang loop vectorize(enable) interleave(enable)
  for (int i = 0; i < 10; i++)
    s += i;
#pragma pack(push, 1)
#pragma omp critical
#pragma pack(pop)
  s++;
#pragma omp critical
#pragma weak nowhere
#pragma GCC diagnostic push
  s++;
#pragma GCC diagnostic pop
#pragma omp parallel num_threads(2)
#pragma GCC unroll 2
  for (int i = 0; i < 10; i++)
    a[i] = i;
#pragma omp critical
  _Pragma("GCC unroll 3") for (int i = 0; i < 10; i++) s += i;
  _Pragma("omp critical") _Pragma("GCC unroll 3") for (int i = 0; i < 10; i++) s += i;
  HINTED(4)
  PARALLEL_HINTED
  QUIET_BEGIN
  if (s = s + 1)
    s++;
  QUIET_END
  if ((s & 1) == 2)
    s++;
  PACKED(_Pragma("omp critical") {
    struct p { char c; int i; } p = {1, 2};
    s += p.c + (int)sizeof p;
  })
  {
    struct q { char c; int i; } q = {1, 2};
    s += q.c + (int)sizeof q;
  }
  PACKED(_Pragma("omp parallel") PRAGMA(omp single) s++;)
  printf("%d %d line %d\n", s, a[3], __LINE__);
  return 0;
}
