// The last rank has more to do than the others, in each round, and they wait for it in a barrier. The fixed program deals the same work
// out evenly. A profile tells it, and traces do. With -DTHREADS it is of each rank the second thread that has most to do, and in the
// last rank more than in the others: its first thread waits for longer at the end of the parallel region, and all ranks for that one. The
// finding names the region in which the threads compute, and no barrier. In the fixed program the second threads have equally much to do.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g %pair_flags %s -o bad && %pomp_mpicc -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
// RUN: %pair --traced --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
// RUN: %pair --launch "%mpirun -n 4 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
// RUN: %pomp_mpicc -O1 -g -DTHREADS %pair_flags %s -o bad && %pomp_mpicc -O1 -g -DTHREADS -DFIXED %pair_flags %s -o fixed
// RUN: %pair --launch "%mpirun -n 4 --mca mpi_yield_when_idle 1" ./bad ./fixed 2 threads
#include "pair_mpi.h"
#include <omp.h>

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

#ifdef THREADS
#define REGION ", \"region\": \"parallel\""
enum { MORE = 30000 };
static void rank_part(uint64_t us) {
#line 100
#pragma omp parallel
  {
    work(omp_get_thread_num() ? us : 10000);
    MEET();
  }
}
#else
#define REGION ""
enum { MORE = 25000 };
static void rank_part(uint64_t us) {
#line 100
#pragma pomp inst begin(rank_part)
  work(us);
#pragma pomp inst end(rank_part)
}
#endif

int main(int argc, char **argv) {
  uint64_t outside, all[MOST_RANKS], max = 0, sum = 0;
  CALL(begin_ranks(&argc, &argv));
  for (int i = 0; i < ROUNDS; i++) {
#ifdef FIXED
    rank_part(10000 + MORE / (unsigned)size);
#else
    rank_part(rank == size - 1 ? 10000 + MORE : 10000);
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
    PAIR_TRUTH("mpi_imbalance", 100, (unsigned)size * max - sum, ", \"saving_ns\": %llu, \"wall_ns\": %llu" REGION ", \"cause\": {\"rank\": %d}",
               (unsigned long long)(max - sum / (unsigned)size), (unsigned long long)took, size - 1);
  MPI_Finalize();
  return 0;
}
