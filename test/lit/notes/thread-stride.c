// An element of a shared array for each thread is noted if several are in a cache line, and it is written in a loop; no other.
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
// Without the option nothing is said.
// RUN: %clang %openmp -fplugin=%plugin -fsyntax-only -Xclang -verify=none %s
// none-no-diagnostics
#include <omp.h>

struct padded {
  _Alignas(64) long sum;
};
struct small {
  int hits, misses;
};
struct state {
  double sums[64];
};
static long counts[64], by_line[64 * 8];
static struct padded padded[64];
static struct small small[64];
static int rows[64][16];
static long own[64];
#pragma omp threadprivate(own)
#define BUMP(array) array[omp_get_thread_num()]++

void noted(int n, long *behind, struct state *state) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    counts[omp_get_thread_num()]++; // expected-remark {{each thread writes an element of its own of 'counts', and the elements share cache lines}}
    int me = omp_get_thread_num();
    small[me].hits += i;       // expected-remark {{of 'small', and}}
    behind[me] += i;           // expected-remark {{of 'behind', and}}
    state->sums[me] = i;       // expected-remark {{of 'state->sums', and}}
    by_line[me * 2] += i;      // expected-remark {{of 'by_line', and}}
    BUMP(counts);              // expected-remark {{of 'counts', and}}
  }
#pragma omp parallel
  {
    struct small *mine = &small[omp_get_thread_num()];
    long *count = counts + omp_get_thread_num(), *const last = &behind[omp_get_thread_num() * 2];
    for (int i = 0; i < n; i++) {
      mine->hits++;     // expected-remark {{of 'small', and}}
      (*count) += i;    // expected-remark {{of 'counts', and}}
      *last = i;        // expected-remark {{of 'behind', and}}
    }
  }
  int t;
#pragma omp parallel private(t)
  {
    t = omp_get_thread_num();
    for (int i = 0; i < n; i++)
#pragma omp atomic
      counts[t] += i; // expected-remark {{of 'counts', and}}
  }
}

// The function is called in a team, where each thread has its own arrays.
void orphaned(int n, long *mine) {
  long local[64] = {0};
#pragma omp for
  for (int i = 0; i < n; i++) {
    counts[omp_get_thread_num()] += i; // expected-remark {{of 'counts', and}}
    mine[omp_get_thread_num()] += i;
    local[omp_get_thread_num()] += i;
  }
}

void quiet(int n, long *behind) {
  long firsts[64] = {0};
#pragma omp parallel firstprivate(firsts)
  {
    int me = omp_get_thread_num(), other = omp_get_thread_num();
    long local[64] = {0}, sum = 0;
    struct padded *apart = &padded[me];
    long *wanders = &behind[me];
    other += n;
    for (int i = 0; i < n; i++) {
      padded[me].sum += i;
      apart->sum += i;
      *wanders++ = i;
      by_line[me * 8] += i;
      rows[me][0] += i;
      local[me] += i;
      firsts[me] += i;
      own[me] += i;
      behind[other] += i;
      sum += behind[me];
    }
    behind[me] = sum; // once
    for (int step = 0; step < n; step++) {
      behind[me] = sum; // once for many others
      for (int i = 0; i < n; i++)
        sum += local[i % 64];
    }
    for (int step = 0; step < n; step++) {
      behind[me] = sum;
#pragma omp barrier
      sum += behind[0];
    }
  }
#pragma omp parallel num_threads(1)
  for (int i = 0; i < n; i++)
    behind[omp_get_thread_num()] += i;
#pragma omp parallel if (0)
  for (int i = 0; i < n; i++)
    behind[omp_get_thread_num()] += i;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
    behind[omp_get_thread_num()] += i;
  for (int i = 0; i < n; i++)
    behind[omp_get_max_threads()] += i;
}
