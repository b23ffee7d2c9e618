// Another library that has MPI's functions by PMPI, in LD_PRELOAD, keeps the ranks from meeting. One line names it. There is none where it
// hands the calls on to ours, where each rank is to have its own, or where MPI has not begun.
// UNSUPPORTED: traced
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o program %mpilib && %mpicc -DTOOL -shared -fPIC %s -o tool.so && %mpicc -DTOOL -DHANDS_ON -shared -fPIC %s -o chain.so
// RUN: env POMP_EXPERIMENT_DIR=first %mpirun -n 2 env LD_PRELOAD=./tool.so ./program 2> err && grep -c MPI_Init err | grep -x 1
// RUN: grep -x "pomp: .*/tool.so has MPI_Init before libpompomp-mpi, so that each of the 2 ranks keeps an experiment of its own" err
// RUN: env POMP_EXPERIMENT_DIR=chain %mpirun -n 2 env LD_PRELOAD=./chain.so ./program 2> err && count 0 < err && %check chain 'experiment["ranks"] == 2'
// RUN: env POMP_EXPERIMENT_DIR=own POMP_RANKS=own %mpirun -n 2 env LD_PRELOAD=./tool.so ./program 2> err && not grep MPI_Init err
// RUN: env POMP_EXPERIMENT_DIR=never %mpirun -n 2 env LD_PRELOAD=./tool.so ./program never 2> err && not grep MPI_Init err
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>

#ifdef TOOL
#ifdef HANDS_ON
#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))
#else
#define NEXT(name) P##name
#endif
int MPI_Init(int *argc, char ***argv) { return NEXT(MPI_Init)(argc, argv); }
int MPI_Finalize(void) { return NEXT(MPI_Finalize)(); }
#else
int main(int argc, char **argv) {
  double sum = 0;
  if (argc == 1)
    MPI_Init(&argc, &argv);
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 100; i++)
    sum += i;
  if (argc == 1)
    MPI_Finalize();
  return sum != 4950;
}
#endif
