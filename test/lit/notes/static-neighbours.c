// Neighbouring stores of a loop that deals few iterations at a time in turn are noted, if the iterations are short.
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
#include <math.h>

#define CHUNK 2
static float global[1000];
static double wide[1000][8];
double heavy(double);

void noted(int n, double *a, float *b) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++)
    a[i] = sqrt(b[i]); // expected-remark {{different threads write neighbouring elements of 'a', which share cache lines}}
#pragma omp parallel
  {
#pragma omp for schedule(static, CHUNK)
    for (int i = 1; i < n; ++i) {
      if (b[i] > 0)
        a[i - 1] += b[i]; // expected-remark {{neighbouring elements of 'a'}}
      b[i] = 0;           // expected-remark {{neighbouring elements of 'b'}}
    }
  }
#pragma omp for schedule(static, 4)
  for (int i = 0; i < n; i++)
    global[i] = (float)i; // expected-remark {{neighbouring elements of 'global'}}
}

void quiet(int n, int chunk, double *a, float *b, const int *at) {
  double local[1000];
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp parallel for schedule(static, 8)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < n; i++)
    b[i] = 0;
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp parallel for schedule(static, chunk)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i += 8)
    a[i] = b[i];
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++)
    a[8 * i] = b[i];
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++)
    a[at[i]] = b[i];
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++)
    wide[i][0] = b[i];
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++)
    a[i] = heavy(b[i]);
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += b[k] * i;
    a[i] = sum;
  }
#pragma omp parallel for schedule(static, 1) private(local)
  for (int i = 0; i < n; i++)
    local[i] = b[i];
#pragma omp parallel for schedule(static, 1) num_threads(1)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
  // Each thread that calls the function may have an array of its own.
#pragma omp for schedule(static, 1)
  for (int i = 0; i < n; i++)
    a[i] = local[i] = 0;
}
