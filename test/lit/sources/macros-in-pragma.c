// Macros are inside of the pragma's line: they are names of directives and clauses, arguments, whole lists, none at all.
// RUN: %same --gcc --regions 14 %s -- -Wall -Wextra -Werror
// RUN: %same --regions 14 %s -- -std=c99 -pedantic -O2 -g
#include <stdio.h>
#define WHAT parallel
#define HOW for
#define BOTH parallel for
#define ALL parallel for reduction(+ : s) schedule(static, CHUNK)
#define CHUNK (n > 3 ? 2 : 1)
#define KIND dynamic
#define NOTHING
#define EMPTY() 
#define CLAUSES num_threads(2) default(none) shared(s, n)
#define LIST m, s
#define SUM(x) reduction(+ : x)
#define NAME lock_name
#define WAIT nowait
#define ARGS(x, ...) (x, __VA_ARGS__)
#define OPEN (
#define CLOSE )

int main(void) {
  int s = 0, n = 4, m = 0, a[10];
#pragma omp WHAT
  {
#pragma omp HOW WAIT
    for (int i = 0; i < 10; i++)
      a[i] = i;
#pragma omp HOW schedule(KIND) NOTHING
    for (int i = 0; i < 10; i++)
#pragma omp atomic NOTHING
      n += 0;
  }
#pragma omp WHAT HOW SUM(s)
  for (int i = 0; i < 10; i++)
    s += a[i];
#pragma omp BOTH SUM(s) schedule ARGS(KIND, CHUNK) EMPTY()
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp ALL
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp parallel CLAUSES
  {
#pragma omp critical(NAME)
    s += n;
#pragma omp NOTHING critical NOTHING
    (void)n;
  }
#pragma omp NOTHING WHAT NOTHING HOW NOTHING shared OPEN LIST CLOSE SUM(n)
  for (int i = 0; i < 10; i++)
    n += i;
#pragma omp parallel for schedule(KIND, CHUNK) \
  SUM(s) \
  num_threads(CHUNK)
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp WHAT NOTHING
#pragma omp single NOTHING
  s++;
  printf("%d %d %d line %d\n", s, n, m, __LINE__);
  return 0;
}
