/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* macro.c - a loop whose pragma comes out of a macro. */
#include <stdio.h>

#define PRAGMA(text) _Pragma(#text)
#define PARALLEL_FOR(clauses) PRAGMA(omp parallel for clauses)

int main(void) {
  int sum = 0;
  PARALLEL_FOR(reduction(+ : sum))
  for (int i = 0; i < 100; i++)
    sum += i;
  printf("%d\n", sum);
  return 0;
}
