// Samples of serial code are told apart by whether the process had forked a team: the findings of either kind name their own function and line.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && %pomp_clang -O2 -g -fopenmp a.c -o a
// RUN: env OMP_NUM_THREADS=2 POMP_SAMPLE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %pomp_report --diagnose --json e > e.json
// RUN: %python -c "import json; f = {x['property']: x['advice'] for x in json.load(open('e.json'))['findings'] if x['region'] == 'main()'}; assert 'samples are in sets_up, a.c:' in f['serial_initialisation'] and 'samples are in goes_on, a.c:' in f['serial_time'], f"
#include <stdio.h>

static const long some = 200000000;

__attribute__((noinline)) static double sets_up(double x) {
  for (long i = 0; i < some; i++)
    x = x * 1.0000001 + 1e-9;
  return x;
}

__attribute__((noinline)) static double goes_on(double x) {
  for (long i = 0; i < some; i++)
    x = x * 1.0000002 + 1e-9;
  return x;
}

int main(void) {
  double x = sets_up(1), sum = 0;
#pragma omp parallel reduction(+ : sum)
  sum += x;
  x = goes_on(x);
  printf("%g %g\n", x, sum);
  return 0;
}
