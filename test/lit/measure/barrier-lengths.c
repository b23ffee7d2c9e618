// Histograms, medians and extremes are of whole visits: OMPT reports the barrier of a reduction, and of lastprivate, in two parts,
// which are one visit. The trace has the same. A construct that cancel leaves has no more visits than others.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -fopenmp -O1 %s -o a
// RUN: env OMP_NUM_THREADS=2 OMP_CANCELLATION=true POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: env OMP_NUM_THREADS=2 OMP_CANCELLATION=true POMP_SUMMARY=0 POMP_TRACE=1 POMP_EXPERIMENT_DIR=t ./a
// RUN: %pomp_report --json e > e.json && %pomp_report --json t > t.json && %pomp_report --json --from-trace t > from.json
// RUN: %python %S/Inputs/barrier-lengths.py e.json t.json from.json && cmp t.json from.json
#include <stdio.h>

int main(void) {
  long sum = 0;
  int last = 0;
  for (int k = 0; k < 100; k++) {
#pragma omp parallel num_threads(k % 10 ? 2 : 1)
    {
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < 100; i++)
        sum += i;
#pragma omp for lastprivate(last)
      for (int i = 0; i < 100; i++)
        last = i;
#pragma omp for
      for (int i = 0; i < 100; i++) {
#pragma omp cancel for if (k == 50 && i == 7)
      }
#pragma omp sections reduction(+ : sum)
      {
#pragma omp section
        sum++;
      }
    }
  }
  return printf("%ld %d\n", sum, last) < 0;
}
