// A parallel region that is combined with a loop is called by its words, and by the first of them: in POMP_PHASES, in POMP_TRACE_SELECT, and in
// the report. Words are whole.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 %s -o a
// RUN: env POMP_SUMMARY=0 POMP_PHASES=parallel POMP_EXPERIMENT_DIR=e ./a 2>&1 | count 0 && %pomp_report --phases e | grep "^parallel for simd (fork-join) .*: 20 visits"
// RUN: %pomp_report --phase=parallel:7 e | grep "of parallel for simd (fork-join)"
// RUN: env POMP_SUMMARY=0 POMP_PHASES="parallel for" POMP_EXPERIMENT_DIR=f ./a 2>&1 | count 0 && %pomp_report --phases f | grep "^parallel for simd (fork-join) .*: 20 visits"
// RUN: env POMP_SUMMARY=0 POMP_PHASES="parallel fo" POMP_EXPERIMENT_DIR=g ./a 2>&1 | grep "POMP_PHASES names 'parallel fo': "
// RUN: env POMP_SUMMARY=0 POMP_TRACE=1 POMP_TRACE_SELECT=parallel:3-4 POMP_EXPERIMENT_DIR=t ./a 2>&1 | count 0 && %pomp_report --from-trace --csv --columns visits,region t 2> err | grep "^2,parallel for simd (fork-join)"
int main(void) {
  double sum = 0;
  for (int n = 0; n < 20; n++) {
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += i;
  }
  return sum < 0;
}
