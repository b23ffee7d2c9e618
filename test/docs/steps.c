/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* steps.c - the program of docs/live.md that is steered: it goes on until there is a file `enough`. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
  double sum = 0;
  while (access("enough", F_OK) != 0) {
#pragma pomp inst begin(step)
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100000; i++)
      sum += i;
#pragma pomp inst end(step)
  }
  printf("%d\n", sum > 0);
  return 0;
}
