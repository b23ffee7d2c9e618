// A program with known shares: ten functions in four constructs and outside of them take parts of the CPU time that the program
// measures itself, by its threads' CPU clocks; two of them are inlined, two are in a library without debug information, one is serial.
// Each is found within two points, of 20,000 samples. It is about the kernel's timers, so that the clock is the real one.
// RUN: %fresh && cp %s a.c && cp %S/Inputs/samples-library.c library.c && %clang -O2 -fPIC -shared library.c -o libplain.so
// RUN: %pomp_clang -O2 -g -fopenmp a.c -o a -L. -lplain -Wl,-rpath,. && env OMP_NUM_THREADS=2 POMP_SAMPLE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a > truth
// RUN: %pomp_report --json e > json && %python %S/Inputs/samples.py json truth
#define _GNU_SOURCE
#include <omp.h>
#include <stdio.h>
#include <time.h>

#define FUNCTIONS 10
enum { SERIAL, FIRST, SECOND, INLINED, ALSO_INLINED, PLAIN, OTHER_PLAIN, TASKS, SECTION, ORPHAN };
static const char *const names[FUNCTIONS] = {"serial", "first", "second", "inlined", "also_inlined", "plain", "other_plain", "in_task", "in_section", "orphan"};
static const int shares[FUNCTIONS] = {10, 20, 5, 12, 8, 10, 6, 14, 9, 6}; /* percent */
static double spent[FUNCTIONS];
static long per_ms; /* how often a loop goes round in a ms */
double plain(double x, long n);
double other_plain(double x, long n);

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#define LOOP                                                                                                           \
  for (long i = 0; i < n; i++)                                                                                         \
    x = x * 1.0000001 + 1e-9;                                                                                          \
  return x
#define FUNCTION(name)                                                                                                 \
  __attribute__((noinline)) static double name(double x, long n) { LOOP; }
FUNCTION(serial)
FUNCTION(first)
FUNCTION(second)
FUNCTION(in_task)
FUNCTION(in_section)
FUNCTION(orphan)
static inline __attribute__((always_inline)) double inlined(double x, long n) { LOOP; }
static inline __attribute__((always_inline)) double also_inlined(double x, long n) { LOOP; }

static volatile double kept;
/* Spends a part of the function's share: 1 / `parts` of 20 s. The time that it took is what counts. */
#define SPEND(number, function, parts)                                                                                 \
  do {                                                                                                                 \
    double begin = cpu();                                                                                              \
    kept = function(1, per_ms * 200 * shares[number] / (parts));                                                       \
    double took = cpu() - begin;                                                                                       \
    _Pragma("omp atomic") spent[number] += took;                                                                       \
  } while (0)

__attribute__((noinline)) static void orphaned(void) {
#pragma omp for
  for (int i = 0; i < 20; i++)
    SPEND(ORPHAN, orphan, 20);
}

int main(void) {
#pragma omp parallel
  kept = omp_get_thread_num();
  double begin = cpu();
  kept = serial(1, 20000000);
  spent[SERIAL] += cpu() - begin;
  per_ms = (long)(20000000 / (spent[SERIAL] * 1e3));
  SPEND(SERIAL, serial, 1);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 20; i++) {
      SPEND(FIRST, first, 20);
      SPEND(INLINED, inlined, 20);
      SPEND(PLAIN, plain, 20);
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) {
      SPEND(SECOND, second, 20);
      SPEND(ALSO_INLINED, also_inlined, 20);
      SPEND(OTHER_PLAIN, other_plain, 20);
    }
    orphaned();
#pragma omp sections
    {
#pragma omp section
      SPEND(SECTION, in_section, 2);
#pragma omp section
      SPEND(SECTION, in_section, 2);
    }
#pragma omp single
    for (int i = 0; i < 20; i++)
#pragma omp task
      SPEND(TASKS, in_task, 20);
  }
  for (int i = 0; i < FUNCTIONS; i++)
    printf("%s %.9f\n", names[i], spent[i]);
  return 0;
}
