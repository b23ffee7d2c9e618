// A C program may have static functions and variables with the interface's names, which an inserted call would call: it
// is left alone then. It may as well include pomp.h and call the interface itself, or be the library.
// RUN: mkdir -p %t && cd %t
// RUN: %clang -fopenmp -DSTATIC -fplugin=%plugin -fplugin-arg-pompinst-verbose %s -o static 2> static.log && ./static | grep -x 'mine 3, 7'
// RUN: FileCheck %s --check-prefix=STATIC --input-file=static.log --implicit-check-not="' instrumented" --implicit-check-not=warning:
// STATIC: 'parallel' left alone: the file has a POMP_Critical_enter of its own, which an inserted call would call
// RUN: %clang -fopenmp -DVARIABLE -fplugin=%plugin -fplugin-arg-pompinst-verbose %s -o variable 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: 'parallel' left alone: the file has a POMP_For_exit of its own
// RUN: ./variable | grep -x 'mine 4'
// RUN: %clang -fopenmp -DINCLUDES -Wall -Wextra -Werror -I%include -fplugin=%plugin %s -o includes -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: rm -rf x && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=x ./includes | grep -x 'mine 2' && %pomp_report --all x > report
// RUN: grep ' 2 .* parallel ' report && grep ' 3 .* region(own) ' report && not grep ' critical' report
// RUN: %clang -fopenmp -DLIBRARY -Wall -Wextra -Werror -I%include -fplugin=%plugin %s -o library && ./library | grep -x 'mine 2, 2, 1'
#include <stdio.h>
#ifdef INCLUDES
#include "pomp.h"
static struct ompregdescr own = {"region", "own", 0, __FILE__, 1, 1, 2, 2, {0, 0, 0, 0}, 0, "", POMP_RD_REST};
#elif defined LIBRARY
#include "pomp.h"
static int forks, begins, criticals;
#define EVENT(name) void name(struct ompregdescr *d) { (void)d; }
EVENT(POMP_Begin)
EVENT(POMP_End)
EVENT(POMP_Parallel_join)
EVENT(POMP_Parallel_end)
EVENT(POMP_Barrier_enter)
EVENT(POMP_Barrier_exit)
EVENT(POMP_Critical_enter)
EVENT(POMP_Critical_begin)
EVENT(POMP_Critical_end)
void POMP_Parallel_fork(struct ompregdescr *d) { forks += d->begin_line1 > 0; }
void POMP_Parallel_begin(struct ompregdescr *d) {
#pragma omp atomic
  begins += d->begin_line1 > 0;
}
void POMP_Critical_exit(struct ompregdescr *d) { criticals += d->begin_line1 > 0; }
EVENT(POMP_Atomic_enter)
EVENT(POMP_Atomic_exit)
#elif defined STATIC
static int POMP_Critical_enter(int x) { return x + 1; }
#elif defined VARIABLE
int POMP_For_exit = 4;
#endif

int main(void) {
  int n = 0;
#ifdef INCLUDES
  for (int i = 0; i < 3; i++) {
    POMP_Begin(&own);
    POMP_End(&own);
  }
  POMP_Off();
#pragma omp critical
  n += 0;
  POMP_On();
#endif
#pragma omp parallel num_threads(2)
#pragma omp atomic
  n++;
#ifdef STATIC
  printf("mine %d, 7\n", POMP_Critical_enter(n));
#elif defined VARIABLE
  printf("mine %d\n", POMP_For_exit + n - n);
#elif defined LIBRARY
#pragma omp critical
  n += 0;
  printf("mine %d, %d, %d\n", n, begins + 0 * forks, criticals);
#else
  printf("mine %d\n", n);
#endif
  return 0;
}
