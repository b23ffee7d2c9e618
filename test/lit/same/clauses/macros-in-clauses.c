// Macros are in expressions that are evaluated before a split construct, and in those that tasks copy.
// RUN: %same --no-gcc "its parallel master taskloop copies nothing that is not listed" %s -- -Wall -Wextra -Werror
#include <stdio.h>
#define twice(x) (twice(2 * (x)))
static int (twice)(int x) { return x; }
#define CHUNK n + 1
#define CLAUSES schedule(static, CHUNK) num_threads(2)
#define THREADS(n) num_threads(n + 1)
#define PARFOR(...) _Pragma(#__VA_ARGS__)
int main(void) { 
  int n = 1, s = 0, x = 7 ; int vla[n + 7];
  for (int i = 0; i < 8; i++) vla[i] = i;
#pragma omp parallel for schedule(static, twice(n)) num_threads(twice(1)) reduction(+:s)
  for (int i = 0; i < 9; i++) s += i;
#pragma omp parallel for CLAUSES reduction(+:s)
  for (int i = 0; i < 9; i++) s += i;
#pragma omp parallel for simd if(CHUNK > 1) THREADS(n++) reduction(+:s)
  for (int i = 0; i < 9; i++) s += i;
  PARFOR(omp parallel for simd if(n > 1) num_threads(n++) schedule(static, n) reduction(+:s))
  for (int i = 0; i < 9; i++) s += i;
  PARFOR(omp parallel master taskloop if(n > 1) num_threads(n++) grainsize(n) shared(s, vla))
  for (int i = 0; i < 9; i++) {
#pragma omp atomic
    s += i + vla[i % 8] + x++;
  }
  printf("%d %d %d\n", s, n, vla[3] + x); 
  return 0;
}
