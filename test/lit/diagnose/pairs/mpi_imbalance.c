// The last rank has more to do than the others, in each round, and they wait for it in a barrier. The fixed program deals the same work
// out evenly. A profile tells it, and traces do.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g -I%S/../Inputs %s -o bad && %pomp_mpicc -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" --ranks 2 ./bad ./fixed 1
// RUN: %pair --traced --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" --ranks 2 ./bad ./fixed 1
// RUN: %pair --launch "%mpirun -n 4 --mca mpi_yield_when_idle 1" --ranks 4 --no-wall "ranks that wait in MPI have no core of their own" ./bad ./fixed 1
#include "pair_mpi.h"

enum { ROUNDS = 10 };

/* The time that a rank takes outside of MPI begins before main, and on a busy machine that may be long. */
static double began, in_mpi;
__attribute__((constructor(101))) static void begin(void) { began = now(); }
#define CALL(call)                                                                                                     \
  do {                                                                                                                 \
    double at = now();                                                                                                 \
    call;                                                                                                              \
    in_mpi += now() - at;                                                                                              \
  } while (0)

static void rank_part(double us) {
#line 100
#pragma pomp inst begin(rank_part)
  work(us);
#pragma pomp inst end(rank_part)
}

int main(int argc, char **argv) {
  double outside, all[MOST_RANKS], max = 0, sum = 0;
  CALL(begin_ranks(&argc, &argv));
  for (int i = 0; i < ROUNDS; i++) {
#ifdef FIXED
    rank_part(10000 + 25000. / size);
#else
    rank_part(rank == size - 1 ? 35000 : 10000);
#endif
    CALL(MPI_Barrier(MPI_COMM_WORLD));
  }
  outside = now() - began - in_mpi;
  double took = now() - began_at;
  MPI_Gather(&outside, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int r = 0; rank == 0 && r < size; r++) {
    sum += all[r];
    max = all[r] > max ? all[r] : max;
  }
  if (rank == 0)
    printf("{\"property\": \"mpi_imbalance\", \"line\": 100, \"severity_s\": %.9f, \"saving_s\": %.9f, \"wall_s\": %.9f, \"cause\": {\"rank\": "
           "%d}}\n",
           size * max - sum, max - sum / size, took, size - 1);
  MPI_Finalize();
  return 0;
}
