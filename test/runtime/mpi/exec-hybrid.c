// A hybrid program that nobody recompiled, of gcc, is measured rank by rank: pomp-exec has its functions of MPI measured, and its parallel
// regions on LLVM's libomp; there is one experiment. Sanitizers want to be loaded first.
// REQUIRES: mpi
// UNSUPPORTED: sanitized
// RUN: %fresh && mpicc -O1 -g -fopenmp %s -o a && %mpirun -n 2 ./a > plain
// RUN: env POMP_SUMMARY=0 %mpirun -n 2 %bindir/pomp-exec --out e ./a > out && diff plain out
// RUN: %check e 'experiment["ranks"] == 2' 'visits("MPI_Allreduce") == 6' 'experiment["settings"]["POMP_EXEC"] == "not recompiled; gcc_s program on LLVM_s libomp".replace("_", chr(39))' \
// RUN:   'sum(r["visits"] for r in regions if r["role"] == "team") == 12'
// Without libpompomp-mpi, or with another MPI than it was built for, OpenMP is measured, and a line says what is not.
// RUN: mkdir -p alone/bin alone/lib && cp %bindir/pomp-exec alone/bin && cp %libdir/libpompomp.so.1 alone/lib
// RUN: %t/alone/bin/pomp-exec -n ./a 2> err > set && grep "^pomp-exec: ./a: libpompomp-mpi is not here: the functions of libmpi.so.* are not measured$" err && grep "libpompomp.so.1:" set
// RUN: echo "int MPI_Init(void) { return 0; }" > mpi.c && gcc -shared -fPIC mpi.c -Wl,-soname,libmpi.so.99 -o libmpi.so.99
// RUN: echo "int MPI_Init(void); int main(void) { return MPI_Init(); }" > main.c && gcc main.c -o other ./libmpi.so.99 -Wl,-rpath,%t
// RUN: %bindir/pomp-exec -n ./other 2> err > set && grep "^pomp-exec: ./other: libpompomp-mpi is for libmpi.so.*: the functions of libmpi.so.99 are not measured$" err && grep "libpompomp.so.1$" set
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, all = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; i++) {
    int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    sum += 1 + rank;
    MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("%d\n", all);
  MPI_Finalize();
  return 0;
}
