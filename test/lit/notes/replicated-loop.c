// A loop that each thread of a team executes as a whole is noted, if nothing in it depends on the thread.
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
#include <omp.h>

#define EACH(i, n) for (int i = 0; i < (n); i++)
static double global[1000], matrix[10][10];
static int mine;
#pragma omp threadprivate(mine)
double step(double *a);
struct grid {
  int size;
  double *cells;
};

void noted(int n, double *a, const double *b, struct grid *grid) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) // expected-remark {{each thread of the team executes all iterations of this loop, and writes all that is written of 'a'}}
      a[i] = 2 * b[i];
    EACH(i, grid->size) // expected-remark {{that is written of 'grid->cells'}}
      grid->cells[i] = 0;
    for (int i = 0; i < n; i += 2) // expected-remark {{that is written of 'a'}}
      a[i] = b[i + 1];
    for (int y = 0; y < 10; y++) // expected-remark {{that is written of 'matrix'}}
      for (int x = 0; x < 10; x++)
        if (n > 3)
          matrix[y][x] += 1;
    if (n > 100)
      for (int i = 0; i < 1000; ++i) // expected-remark {{that is written of 'global'}}
        global[999 - i] = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i]++;
  }
}

static int shared_size;
static double solve(double *a, const double *b, int n, int k) {
  for (int i = 0; i < n; i++)
    a[i] = k * b[i];
  return a[0];
}
static double once(double *a, int n) { return a[n - 1]; }
static void numbered(double *a, int n) {
  for (int i = omp_get_thread_num(); i < n; i++)
    a[i] = mine;
}
static void dealt(double *a, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i]++;
}
static void taken(double *a, int n) {
  static int next;
  for (int i; (i = __sync_fetch_and_add(&next, 1)) < n;)
    a[i] = 1;
}
static void opaque(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = step(a);
}

void called(int n, double *a, const double *b) {
#pragma omp parallel
  {
    solve(a, b, n, 1); // expected-remark {{each thread of the team calls solve() with the same arguments, and executes all iterations of the loops in it}}
    for (int k = 0; k < 10; k++) {
      double first = solve(a, b, shared_size, k); // expected-remark {{each thread of the team calls solve()}}
      (void)first;
    }
  }
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double own[100];
    once(a, n);
    numbered(a, n);
    dealt(a, n);
    taken(a, n);
    opaque(a, n);
    solve(a, b, me, 1);
    solve(own, b, n, 1);
    for (int k = me; k < 10; k++)
      solve(a, b, n, k);
    for (int k = me; k < 10; k++)
      solve(a, b, n, 1);
    if (me == 0)
      solve(a, b, n, 1);
#pragma omp single
    solve(a, b, n, 1);
#pragma omp for
    for (int k = 0; k < 10; k++)
      solve(a, b, n, 1);
  }
}

void quiet(int n, double *a, const double *b, omp_lock_t *lock) {
  int k, first = 0;
  double sum = 0, local[100];
#pragma omp parallel private(k, local) firstprivate(first) reduction(+ : sum)
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    double own[100], *part = a + me * n;
    for (int i = me; i < n; i += all)
      a[i] = b[i];
    for (int k = me; k < 10; k++)
      for (int i = 0; i < n; i++)
        a[i] += b[i];
    for (int i = me * n; i < (me + 1) * n; i++)
      a[i] = b[i];
    for (int i = 0; i < n; i++)
      a[me * n + i] = b[i];
    for (int i = 0; i < n; i++)
      if (i % all == me)
        a[i] = b[i];
    for (int i = 0; i < n; i++)
      part[i] = own[i % 100] = local[i % 100] = 0;
    for (int i = first; i < n; i++)
      a[i] = b[i];
    for (int i = 0; i < mine; i++)
      a[i] = b[i];
    for (int i = 0; i < n; i++)
      sum += b[i];
    for (int i = 0; i < n; i++) {
#pragma omp for
      for (int j = 0; j < n; j++)
        a[j] = i;
    }
    for (int i = 0; i < n; i++)
      a[i] = step(a); // it may share the work
    if (me == 0)
      for (int i = 0; i < n; i++)
        a[i] = b[i];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < me; j++)
        a[j] = b[i];
    while (first++ < 10)
      for (int i = 0; i < n; i++)
        a[i] = first;
#pragma omp critical(one)
    for (int i = 0; i < 100; i++)
      a[i] += own[i];
#pragma omp single
    for (int i = 0; i < n; i++)
      a[i] = b[i];
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 100; j++)
        a[j] += b[i];
#pragma omp task
    for (int i = 0; i < n; i++)
      a[i] = b[i];
    omp_set_lock(lock);
    for (int i = 0; i < 100; i++)
      a[i] += own[i];
    omp_unset_lock(lock);
  }
#pragma omp parallel num_threads(1)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
