// pomp-exec measures programs that nobody compiled for it: of clang and gcc, of gfortran, of Python with an extension whose libgomp has
// a name of its own; also behind other commands and scripts. Output, status, arguments and descriptors are the program's.
// UNSUPPORTED: sanitized, emulated
// RUN: %fresh && %clang -O1 -g -fopenmp %s -o by-clang && gcc -O1 -g -fopenmp %s -o by-gcc && gcc -O1 %s -o serial
// RUN: gcc -O1 -static %s -o static && gcc -O1 -g -fopenmp -DOFFLOAD %s -o offload
// RUN: gcc -O1 -fopenmp -c %s -o alone.o
// RUN: gcc -O2 -g -fopenmp -c -fPIC -DEXTENSION %s -o extension.o
// RUN: %python %inputs/exec-any.py %bindir %libdir %root
#include <stdio.h>
#include <unistd.h>

#ifdef EXTENSION
double work(int n) {
  double sum = 0;
#pragma omp parallel for schedule(dynamic, 100) reduction(+ : sum) num_threads(2)
  for (int i = 0; i < n; i++)
    sum += 1.0 / (i + 1);
  return sum;
}
#else
/* Prints how it was started, the sum of its team's members, and ends with 3 if that is as it should be. */
int main(int argc, char **argv) {
  int sum = 0;
#ifdef OFFLOAD
#pragma omp target map(tofrom : sum)
  sum += 0;
#endif
  for (int i = 0; i < 5; i++) {
#pragma omp parallel num_threads(2) reduction(+ : sum)
    sum++;
  }
  printf("%s %s %d %s\n", argv[0], argc > 1 ? argv[1] : "", sum, write(0, "", 0) == 0 ? "open" : "closed");
  return 3;
}
#endif
