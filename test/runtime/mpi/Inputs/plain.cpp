// This program uses MPI alone, in C++: it is uninstrumented, for libpompomp-mpi to be preloaded.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <mpi.h>
#include <vector>

int main(int argc, char **argv) {
  int flag = 1, rank = 0, version = 0, subversion = 0;
  MPI_Initialized(&flag);
  MPI_Get_version(&version, &subversion);
  if (flag)
    return 9;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<double> values(10, rank + 1.0), sums(10);
  for (int i = 0; i < 10; i++)
    MPI_Allreduce(values.data(), sums.data(), 10, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("sum %g\n", sums[9]);
  double now = MPI_Wtime();
  if (now < 0)
    return 8;
  if (argc > 1) { /* this is not measured; afterwards all have come so far */
    MPI_Pcontrol(0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(1);
  }
  if (argc > 1 && std::strcmp(argv[1], "kill") == 0)
    std::raise(SIGKILL);
  if (argc > 1 && std::strcmp(argv[1], "abort") == 0)
    MPI_Abort(MPI_COMM_WORLD, 5);
  MPI_Finalize();
  MPI_Finalized(&flag);
  return flag ? 3 : 7;
}
