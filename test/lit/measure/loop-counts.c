// How many iterations loops have, and in how many chunks they are dealt out, is counted while they run, whatever their bounds
// are. Each line of what the program prints is the truth of a loop: its line, how many visits of members find iterations,
// the iterations and chunks of all these together, in how many of them the chunk is larger than a member's share, and how many have
// fewer iterations than the team has members; -1: that is not known. What a construct without a chunk shares out is one block for each member.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -fopenmp -O1 %s -o a
// DEFINE: %{run} = env OMP_NUM_THREADS=2 POMP_SUMMARY=0 OMP_SCHEDULE=dynamic,3
// RUN: %{run} POMP_EXPERIMENT_DIR=e ./a 10 > truth && %pomp_report --json e > e.json && %python %S/Inputs/loop-counts.py e.json truth
// Each loop is dealt out in one piece where a member is alone.
// RUN: %{run} OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=one ./a 10 > truth && %pomp_report --json one > e.json && %python %S/Inputs/loop-counts.py e.json truth
// Without OMPT nothing is known but what the compiler knows.
// RUN: %{run} OMP_TOOL=disabled POMP_EXPERIMENT_DIR=none ./a 10 > truth && %pomp_report --json none > e.json
// RUN: %python %S/Inputs/loop-counts.py e.json truth without
// A program whose loops tell all themselves has no callbacks for them.
// RUN: %pomp_clang -fopenmp -O1 -DCONSTANT %s -o c && %{run} POMP_EXPERIMENT_DIR=k ./c 10 > truth && %pomp_report --json k > e.json
// RUN: %python %S/Inputs/loop-counts.py e.json truth constant
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { NONE = -1 };
static int size;

static long up(long n, long by) { return n / by + (n % by != 0); }

/* Each member counts the whole loop. chunk: 0: one block for each member; NONE: not known */
static void truth(int line, long visits, long n, long chunk) {
  long share = up(n, size), chunks = chunk > 0 ? up(n, chunk) : n < size ? n : size;
  if (size == 1)
    chunks = n > 0;
  else if (chunk == NONE)
    chunks = NONE;
  printf("%d %ld %ld %ld %d %d\n", line, visits * size, n, chunks, size > 1 && chunk > share, n < size);
}

/* These are chunks that are no constants. */
#define DEALT dynamic, chunk + 1
#define BY_MACRO(loop) _Pragma("omp for schedule(static, chunk + 2)") loop
static int told(int chunk) { return chunk; }

#define WORK __asm__ volatile("" ::: "memory")
#define FOR(n) for (int i = 0; i < (n); i++) WORK

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 10, zero = n - n;
  const int chunk = n > 0 ? 3 : 0;
  const unsigned long long wide = 10 * (unsigned long long)n;
  (void)zero, (void)chunk, (void)wide;
#ifdef CONSTANT
#pragma omp parallel
  {
#pragma omp single
    size = omp_get_num_threads();
#line 100
#pragma omp for schedule(dynamic, 3)
    FOR(10);
#line 200
#pragma omp for
    FOR(n);
  }
  truth(100, 0, 10, 3);
  return 0;
#else
  for (int round = 0; round < 5; round++)
#pragma omp parallel
  {
#pragma omp single
    size = omp_get_num_threads();
#line 100
#pragma omp for schedule(dynamic)
    FOR(n);
#line 101
#pragma omp for schedule(dynamic, 3)
    FOR(n + round);
#line 102
#pragma omp for schedule(static, 4)
    FOR(n);
#line 103
#pragma omp for schedule(guided)
    FOR(n);
#line 104
#pragma omp for schedule(runtime)
    FOR(n);
#line 105
#pragma omp for schedule(monotonic: dynamic, 100)
    FOR(n);
#line 106
#pragma omp for
    FOR(n);
#line 107
#pragma omp for schedule(dynamic, 2) collapse(2)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 7; k++)
        WORK;
#line 108
#pragma omp for schedule(dynamic)
    FOR(zero);
#line 109
#pragma omp for schedule(dynamic)
    FOR(n - 9);
#line 110
#pragma omp for ordered schedule(dynamic, 4)
    FOR(n);
#line 111
#pragma omp for simd schedule(simd: dynamic, 3)
    FOR(n);
#line 112
#pragma omp for schedule(nonmonotonic: dynamic, 5)
    for (unsigned long i = 3 * n; i > (unsigned long)n; i -= 2)
      WORK;
#line 113
#pragma omp for schedule(auto)
    FOR(n);
#line 114
#pragma omp for schedule(dynamic, chunk)
    FOR(n);
#line 115
#pragma omp for schedule(static, n / 5)
    FOR(n);
#line 116
#pragma omp for schedule(monotonic: dynamic, told(chunk) + chunk) nowait
    FOR(n);
#line 117
#pragma omp for schedule(DEALT)
    FOR(n);
#line 118
    BY_MACRO(FOR(n);)
#line 119
#pragma omp for simd schedule(simd: dynamic, chunk)
    FOR(n);
#line 120
#pragma omp for schedule(guided, chunk)
    FOR(n);
#line 121
#pragma omp for schedule(dynamic, told(chunk))
    FOR(zero);
#line 122
#pragma omp for ordered schedule(static, wide)
    FOR(n);
  }
#line 200
#pragma omp parallel for schedule(dynamic, 4)
  FOR(n);
  omp_set_schedule(omp_sched_static, 0);
#line 201
#pragma omp parallel for schedule(runtime)
  FOR(n);
  omp_set_schedule(omp_sched_static, 3);
#line 202
#pragma omp parallel for schedule(runtime)
  FOR(n);
  omp_set_schedule(omp_sched_guided, 3);
#line 203
#pragma omp parallel for schedule(runtime)
  FOR(n);
#line 205
#pragma omp parallel for schedule(dynamic, told(chunk))
  FOR(n);
#line 206
#pragma omp parallel for default(none) shared(n, chunk) schedule(static, chunk + 1)
  FOR(n);
#pragma omp parallel
#pragma omp single
  {
#line 204
#pragma omp taskloop grainsize(3)
    FOR(n);
  }
  truth(100, 5, n, 1);
  truth(102, 5, n, 4);
  truth(103, 5, n, NONE);
  truth(104, 5, n, 3);
  truth(105, 5, n, 100);
  truth(106, 5, n, 0);
  truth(107, 5, 7 * n, 2);
  truth(109, 5, n - 9, 1);
  truth(110, 5, n, 4);
  truth(111, 5, n, NONE);
  truth(112, 5, n, 5);
  truth(113, 5, n, NONE);
  truth(114, 5, n, 3);
  truth(115, 5, n, n / 5);
  truth(116, 5, n, 6);
  truth(117, 5, n, 4);
  truth(118, 5, n, 5);
  truth(119, 5, n, NONE);
  truth(120, 5, n, NONE);
  truth(122, 5, n, 100);
  truth(200, 1, n, 4);
  truth(201, 1, n, 0);
  truth(202, 1, n, 3);
  truth(203, 1, n, NONE);
  truth(205, 1, n, 3);
  truth(206, 1, n, 4);
  return 0;
#endif
}
