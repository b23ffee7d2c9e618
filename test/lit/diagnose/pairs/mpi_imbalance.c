// The last rank has more to do than the others, in each round, and they wait for it in a barrier. The fixed program deals the same work
// out evenly. A profile tells it, and traces do.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g %pair_flags %s -o bad && %pomp_mpicc -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
// RUN: %pair --traced --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
// RUN: %pair --launch "%mpirun -n 4 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
#include "pair_mpi.h"

enum { ROUNDS = 10 };

/* The time that a rank takes outside of MPI begins before main, and on a busy machine that may be long. */
static uint64_t began, in_mpi;
__attribute__((constructor(101))) static void begin(void) { began = now(); }
#define CALL(call)                                                                                                     \
  do {                                                                                                                 \
    uint64_t at = now();                                                                                                 \
    call;                                                                                                              \
    in_mpi += now() - at;                                                                                              \
  } while (0)

static void rank_part(uint64_t us) {
#line 100
#pragma pomp inst begin(rank_part)
  work(us);
#pragma pomp inst end(rank_part)
}

int main(int argc, char **argv) {
  uint64_t outside, all[MOST_RANKS], max = 0, sum = 0;
  CALL(begin_ranks(&argc, &argv));
  for (int i = 0; i < ROUNDS; i++) {
#ifdef FIXED
    rank_part(10000 + 25000u / (unsigned)size);
#else
    rank_part(rank == size - 1 ? 35000 : 10000);
#endif
    CALL({
      comes_with_all();
      MPI_Barrier(MPI_COMM_WORLD);
    });
  }
  outside = now() - began - in_mpi;
  uint64_t took = now() - began_at;
  MPI_Gather(&outside, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  for (int r = 0; rank == 0 && r < size; r++) {
    sum += all[r];
    max = LARGER(max, all[r]);
  }
  if (rank == 0)
    PAIR_TRUTH("mpi_imbalance", 100, (unsigned)size * max - sum, ", \"saving_ns\": %llu, \"wall_ns\": %llu, \"cause\": {\"rank\": %d}",
               (unsigned long long)(max - sum / (unsigned)size), (unsigned long long)took, size - 1);
  MPI_Finalize();
  return 0;
}
