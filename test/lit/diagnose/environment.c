// A variable of the environment is quoted where it explains a finding, and nowhere else; the experiment keeps all that begin like OpenMP's,
// libomp's and malloc's.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s a.c && %pomp_clang -O1 -g %pair_flags a.c -o a
// RUN: env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e OMP_WAIT_POLICY=PASSIVE OMP_SCHEDULE=static,48 KMP_BLOCKTIME=5 MALLOC_ARENA_MAX=1 OMPX=1 ./a
// RUN: %pomp_report --diagnose --json e | FileCheck %s --implicit-check-not=KMP_BLOCKTIME --implicit-check-not=MALLOC
// RUN: %pomp_report --json=summary e > json && grep -F "\"OMP_NUM_THREADS\":\"2\"" json && grep -F "\"OMP_SCHEDULE\":\"static,48\"" json && grep -F "\"KMP_BLOCKTIME\":\"5\"" json && grep -F "\"MALLOC_ARENA_MAX\":\"1\"" json && not grep OMPX json
// RUN: env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f KMP_BLOCKTIME=0 ./a && %pomp_report --diagnose --json f | FileCheck %s --check-prefix=OTHER --implicit-check-not=OMP_SCHEDULE
// CHECK-DAG: OMP_SCHEDULE=static,48 is set: loops with
// CHECK-DAG: OMP_WAIT_POLICY=PASSIVE is set: threads sleep while they wait
// OTHER: KMP_BLOCKTIME=0 is set: threads sleep while they wait
#include "pair.h"

static int forking(int size) {
  cost(30000);
  return size;
}

int main(void) {
  pair_begin();
#pragma omp parallel
  {
#pragma omp for schedule(runtime) nowait
    for (int i = 0; i < 64; i++)
      work(100);
    MEET();
  }
  for (int i = 0; i < 300; i++)
#pragma omp parallel num_threads(forking(2))
  {
    work(20);
    MEET();
    lasts(20000);
  }
  return 0;
}
