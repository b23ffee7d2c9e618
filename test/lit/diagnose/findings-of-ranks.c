// The findings of a job are those of its ranks, put together: all ranks have serial code, two of them a loop that is uneven, each with a last member of
// its own, and one a critical section. Each rank says what its own fault costs (Inputs/ranks.py holds the findings against that).
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_mpicc -O1 -g %pair_flags %s -o a
// RUN: env POMP_SUMMARY=0 POMP_TRACE=1 POMP_EXPERIMENT_DIR=e OMP_NUM_THREADS=2 %mpirun -n 3 --mca mpi_yield_when_idle 1 ./a > truth
// RUN: %python %S/Inputs/ranks.py %pomp_report e truth
// A job of one rank has the findings of that rank.
// RUN: env POMP_SUMMARY=0 POMP_TRACE=1 POMP_EXPERIMENT_DIR=one OMP_NUM_THREADS=2 %mpirun -n 1 ./a
// RUN: %pomp_report --diagnose --json one > job.json && %pomp_report --diagnose --json one/rank-0 > rank.json && diff job.json rank.json
#include "pair_mpi.h"
#include <omp.h>

enum { ROUNDS = 10, MOST = 8 };

/* Every rank has some, and each more than the one before it. */
static uint64_t serial(void) {
  uint64_t begin = now();
#line 100
#pragma pomp inst begin(setup)
  work(1000u * (unsigned)(rank + 2));
#pragma pomp inst end(setup)
  return now() - begin;
}

/* The member that comes last is another one in each rank. */
static uint64_t uneven(int last, unsigned us) {
  uint64_t took[MOST];
#pragma omp parallel
  {
    uint64_t begin = now();
#line 200
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 2; i++)
      work(i == last ? us : 1000);
    took[omp_get_thread_num()] = now() - begin;
    MEET();
  }
  return pair_late(took, omp_get_max_threads());
}

static uint64_t is_free;
static uint64_t contended(int *turn) {
  uint64_t waited[MOST] = {0};
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    comes(turn, me);
    uint64_t begin = now();
    wait_for(&is_free);
#line 300
#pragma omp critical
    {
      waited[me] = now() - begin;
      work(2000);
      frees(&is_free);
      goes(turn);
    }
    MEET();
  }
  return waited[0] + waited[1];
}

int main(int argc, char **argv) {
  uint64_t alone = 0, late = 0, waited = 0;
  begin_ranks(&argc, &argv);
  for (int i = 0; i < ROUNDS; i++) {
    alone += serial();
    if (rank != 1)
      late += uneven(rank ? 1 : 0, rank ? 3000 : 5000);
    else {
      int turn = 0;
      waited += contended(&turn);
    }
  }
  char line[256];
  int length = snprintf(line, sizeof line, "{\"rank\": %d, \"serial_time\": %llu, \"load_imbalance\": %llu, \"lock_contention\": %llu}\n", rank,
                        (unsigned long long)alone, (unsigned long long)late, (unsigned long long)waited);
  fwrite(line, 1, (size_t)length, stdout);
  fflush(stdout);
  MPI_Finalize();
  return 0;
}
