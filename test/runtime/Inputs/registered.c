/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* registered.c - for registration.test: a program whose OpenMP runtime starts. Not here: who spoils its start. */
#include <unistd.h>

int main(int argc, char **argv) {
  int n = 0;
  (void)argv;
#pragma omp parallel reduction(+ : n) num_threads(2)
  n++;
  if (argc > 1)
    pause();
  return n == 0;
}
