// A search for broken programs has found this: side effects in several clauses of one directive keep their order, and each
// expression of a loop's head is evaluated as often as before. Every thread evaluates the head, so the printed values may
// not depend on which of them comes first: g counts atomically, and its value is not used.
// RUN: %same --no-gcc "it evaluates a chunk on each thread; Clang, and the rewritten source, once" %s --
#include <stdio.h>
#include <omp.h>
static int calls;
static int g(void) {
#pragma omp atomic
  ++calls;
  return 0;
}
int main(void) {
  int s = 0, n = 4;
#pragma omp parallel for num_threads(2) reduction(+:s)
  for (int i = 0; i < n + g() - g() + 1; i++)
    s += i;
  printf("A %d, calls in the loop's bound %d\n", s, calls);
  s = 0;
  n = 3;
#pragma omp parallel for schedule(static,n++) num_threads(2) reduction(+:s)
  for (int i = 0; i < 10; i++)
    s += i * omp_get_thread_num() + omp_get_num_threads();
  printf("B %d %d\n", s, n);
  s = 0;
  n = 2;
#pragma omp parallel for schedule(static,n++) num_threads(n) reduction(+:s)
  for (int i = 0; i < 10; i++)
    s += omp_get_num_threads();
  printf("B2 %d %d\n", s, n);
  s = 0;
#pragma omp parallel for schedule(static,omp_get_level()+1) num_threads(2) reduction(+:s)
  for (int i = 0; i < 10; i++)
    s += i * omp_get_thread_num() + omp_get_level();
  printf("C %d\n", s);
  s = 0;
#pragma omp parallel for schedule(static,omp_in_parallel()?4:1) num_threads(2) reduction(+:s)
  for (int i = 0; i < 10; i++)
    s += i * omp_get_thread_num();
  printf("D %d\n", s);
  s = 0;
  calls = 0;
#pragma omp parallel for num_threads(2) reduction(+:s)
  for (int i = g(); i < 10; i += 1 + g())
    s += i;
  printf("E %d %d\n", s, calls);
#pragma omp parallel num_threads(2)
#pragma omp for schedule(dynamic,({1;})) reduction(+:s)
  for (int i = 0; i < 10; i++)
    s += omp_in_parallel();
  printf("F %d\n", s);
  return 0;
}
