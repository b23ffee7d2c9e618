// POMP_MEMORY bounds the measurement: when it is used up, that is said once, and the program goes on to its own end.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_MEMORY=256k ./a > out 2> err
// RUN: echo done | diff - out && grep -c "POMP_MEMORY" err | grep -x 1 && FileCheck %s < err
// RUN: %check e 'experiment["stop_reason"] == "limit"' 'experiment["state"] == "complete"' \
// RUN:   '50 < len(regions) < 5000' 'visits("for", 1) == 2' 'experiment["wall_ns"] > 0'
// RUN: %python -c 'import os; s = os.stat("e/profile.pomp"); assert s.st_size <= 256 << 10, s'
// RUN: %pomp_report --all e | grep "Measurement ended before the program did: POMP_MEMORY was used up."
// An amount that is too little for a start is enough for an end.
// RUN: env OMP_NUM_THREADS=60 POMP_EXPERIMENT_DIR=t POMP_MEMORY=64k ./a 20 > out 2> err && echo done | diff - out
// RUN: %check t 'experiment["stop_reason"] == "limit"' 'len(locations) < 60'
// CHECK: pomp: POMP_MEMORY (262144 bytes) is used up: measurement stops here, the program goes on
// CHECK: pomp: a · 2 threads
// CHECK: pomp: only the first {{[0-9.]+}} s were measured
#include "regions.h"
#include <stdio.h>
#include <stdlib.h>

REGION(par, "parallel", 1);

int main(int argc, char **argv) {
  enum { MANY = 20000 };
  int count = argc > 1 ? atoi(argv[1]) : MANY;
  struct ompregdescr *t = calloc(MANY, sizeof *t);
  regions_fill(t, MANY, &par, "for", 1);
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < count; i++) {
      POMP_For_enter(&t[i]);
#pragma omp barrier
      POMP_For_exit(&t[i]);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  free(t);
  puts("done");
  return 0;
}
