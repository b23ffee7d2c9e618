// Line numbers in debug information are those of the user's file: each line that has code without the plugin has code
// with it, and only lines of the file are named.
// RUN: %clang -g -O0 -fopenmp -c %s -o %t.plain.o
// RUN: %clang -g -O0 -fopenmp -fplugin=%plugin -c %s -o %t.o
// RUN: %python %S/Inputs/debug-lines.py llvm-dwarfdump %t.plain.o %t.o debug-lines.c
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel
  {
#pragma omp critical
    n++;
    if (n > 1)
#pragma omp single nowait
      printf("one\n");
    else
      printf("two\n");
#pragma omp for
    for (int i = 0; i < 4; i++)
      printf("%d\n", i);
  }
  return 0;
}
