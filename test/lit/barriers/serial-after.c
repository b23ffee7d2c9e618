// After its last team of two, whose barrier is measured by OMPT, a program forks teams of one thread, as often as the library remembers joins and more often: the
// worker's visit of the barrier that ended the team of two is there all the same.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: %pomp_clang --pomp-barriers=explicit %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e1 POMP_SUMMARY=0 ./a 1 && %{check} e1 'visits("barrier (implicit)", 17) == 2' 'visits("parallel", 21) == 1'
// RUN: env POMP_EXPERIMENT_DIR=e3 POMP_SUMMARY=0 ./a 3 && %{check} e3 'visits("barrier (implicit)", 17) == 2' 'visits("parallel", 21) == 3'
// RUN: env POMP_EXPERIMENT_DIR=e4 POMP_SUMMARY=0 ./a 4 && %{check} e4 'visits("barrier (implicit)", 17) == 2' 'visits("parallel", 21) == 4'
// RUN: env POMP_EXPERIMENT_DIR=e5 POMP_SUMMARY=0 ./a 5 && %{check} e5 'visits("barrier (implicit)", 17) == 2' 'visits("parallel", 21) == 5'
// RUN: env POMP_EXPERIMENT_DIR=e7 POMP_SUMMARY=0 ./a 7 && %{check} e7 'visits("barrier (implicit)", 17) == 2' 'visits("parallel", 21) == 7'
// RUN: env POMP_EXPERIMENT_DIR=e8 POMP_SUMMARY=0 ./a 8 && %{check} e8 'visits("barrier (implicit)", 17) == 2' 'visits("parallel", 21) == 8'
// RUN: env POMP_EXPERIMENT_DIR=e9 POMP_SUMMARY=0 ./a 9 && %{check} e9 'visits("barrier (implicit)", 17) == 2' 'visits("parallel", 21) == 9'
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
#pragma omp parallel for ordered(1) num_threads(2)
  for (int i = 0; i < 4; i++)
    ;
  for (int i = 0; i < n; i++) {
#pragma omp parallel num_threads(1)
    ;
  }
  return 0;
}
