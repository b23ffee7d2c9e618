// In turn, another rank has more to do before a sum over all ranks, so each waits for the others' long rounds, though all have the
// same to do over the run. The fixed program gives them the same in each round. Traces tell who waits for whom.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g %pair_flags %s -o bad && %pomp_mpicc -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair --traced --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
// RUN: %pair --traced --launch "%mpirun -n 4 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
#include "pair_mpi.h"

enum { ROUNDS = 12 };

static void rank_part(uint64_t us) {
#line 200
#pragma pomp inst begin(rank_part)
  work(us);
#pragma pomp inst end(rank_part)
}

int main(int argc, char **argv) {
  int one = 1, sum;
  begin_ranks(&argc, &argv);
  for (int i = 0; i < ROUNDS; i++) {
#ifdef FIXED
    rank_part(10000 + 20000u / (unsigned)size);
#else
    rank_part(i % size == rank ? 30000 : 10000);
#endif
    stamps[i] = now();
    comes_with_all();
#line 100
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  gather_stamps();
  late_truth("mpi_late_collective", 100, waited_for_last(ROUNDS), -1, 200);
  MPI_Finalize();
  return 0;
}
