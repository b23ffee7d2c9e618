/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cancel.c - a search that ends when something was found. */
#include <stdio.h>

int main(void) {
  int found = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 100; i++)
      if (i == 50) {
#pragma omp atomic write
        found = i;
#pragma omp cancel for
      }
  }
  printf("%d\n", found);
  return 0;
}
