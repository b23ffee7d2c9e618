// A program of two files of which one is instrumented: constructs of that come from the source, those of the other from OMPT, and nothing is there
// twice or not at all. Visits are those of the program whose files are both instrumented, whichever calls functions of the other in parallel regions.
// A construct that the source's filter leaves out is not measured, either.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s first.c && cp %s second.c
// RUN: %pomp_clang %openmp_version -O1 -g -DFIRST -c first.c -o first.o && %pomp_clang %openmp_version -O1 -g -c second.c -o second.o
// RUN: %clang %openmp -O1 -g -DFIRST -c first.c -o plain-first.o && %clang %openmp -O1 -g -c second.c -o plain-second.o
// RUN: %pomp_clang first.o second.o -o both && %pomp_clang first.o plain-second.o -o one && %pomp_clang plain-first.o second.o -o other
// RUN: %python %S/Inputs/told.py --mixed %pomp_report - ./one ./both && %python %S/Inputs/told.py --mixed %pomp_report - ./other ./both
// RUN: echo "SCOREP_REGION_NAMES_BEGIN EXCLUDE critical(in_first) SCOREP_REGION_NAMES_END" > filter
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f POMP_FILTER=filter OMP_NUM_THREADS=2 ./one mixed && %pomp_report --json f > f.json
// RUN: not grep "critical(in_first)" f.json && grep "critical(in_second)" f.json
#include <omp.h>
#include <stdio.h>
#include <string.h>

#ifdef FIRST
#define NAME(name) first_##name
#define OTHER(name) second_##name
#define CRITICAL _Pragma("omp critical(in_first)")
#else
#define NAME(name) second_##name
#define OTHER(name) first_##name
#define CRITICAL _Pragma("omp critical(in_second)")
#endif
void OTHER(begin)(void);
void OTHER(orphans)(int *sum);
void OTHER(region)(int *sum);
void NAME(begin)(void);
void NAME(orphans)(int *sum);
void NAME(region)(int *sum);

static omp_lock_t lock;

/* What is not instrumented is noticed at its first parallel region. */
void NAME(begin)(void) {
#pragma omp parallel
  omp_get_thread_num();
}

/* It is called by all members of a team, which may be the other file's. */
void NAME(orphans)(int *sum) {
#pragma omp for
  for (int i = 0; i < 8; i++)
#pragma omp atomic
    ++*sum;
#pragma omp barrier
#pragma omp single
  ++*sum;
#pragma omp masked
  ++*sum;
#pragma omp barrier
  CRITICAL
  ++*sum;
#pragma omp taskgroup
  {
#pragma omp task
#pragma omp atomic
    ++*sum;
  }
#pragma omp taskwait
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
#pragma omp for nowait schedule(dynamic, 2)
  for (int i = 0; i < 8; i++)
#pragma omp atomic
    ++*sum;
#pragma omp masked
  {
#pragma omp taskloop num_tasks(2)
    for (int i = 0; i < 4; i++)
#pragma omp atomic
      ++*sum;
  }
}

void NAME(region)(int *sum) {
  omp_init_lock(&lock);
#pragma omp parallel
  {
    NAME(orphans)(sum);
    OTHER(orphans)(sum);
#pragma omp sections
    {
#pragma omp atomic
      ++*sum;
    }
#pragma omp masked
    CRITICAL
    ++*sum;
  }
}

#ifdef FIRST
int main(int argc, char **argv) {
  int sum = 0;
  (void)argv;
  if (argc < 2) {
    puts("mixed");
    return 0;
  }
  first_begin();
  second_begin();
  for (int i = 0; i < 3; i++) {
    first_region(&sum);
    second_region(&sum);
  }
  printf("%d\n", sum);
  return 0;
}
#endif
