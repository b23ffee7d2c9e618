// A sum that threads build by an atomic in a loop is noted, if they read it nowhere.
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
#include <omp.h>
static long global;
int work(int i);

void noted(int n, const double *a) {
  double sum = 0;
  int hits = 0;
  unsigned bits = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic // expected-remark {{threads update 'sum' by an atomic in a loop, and read it nowhere in the parallel region; use reduction for it}}
    sum += a[i];
    if (a[i] > 0)
#pragma omp atomic update // expected-remark {{'hits'}}
      hits++;
#pragma omp atomic // expected-remark {{'bits'}}
    bits |= 1u << i % 32;
#pragma omp atomic // expected-remark {{'global'}}
    global += i;
  }
}

void quiet(int n, double *a, int *counts) {
  int ticket = 0, seen = 0, once = 0, mine = 0;
  double least = 0;
#pragma omp parallel private(mine)
  {
#pragma omp for
    for (int i = 0; i < n; i++) {
      int number;
#pragma omp atomic capture
      number = ticket++;
#pragma omp atomic
      seen++;
      if (seen > 100) // it is read
        a[number] = 0;
#pragma omp atomic
      counts[i % 8]++;
#pragma omp atomic write
      least = a[i];
#pragma omp atomic
      mine++;
#pragma omp atomic
      global += work(i); // which may read it
    }
#pragma omp atomic
    once += mine;
#pragma omp single
    for (int i = 0; i < n; i++)
#pragma omp task
#pragma omp atomic
      least += a[i];
  }
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++)
#pragma omp atomic
    once += i;
}
