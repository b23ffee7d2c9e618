// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// A job starts another one by MPI_Comm_spawn or MPI_Comm_spawn_multiple. Either has the library, or has not, or has it on some
// ranks: both do what they do without it, and each job has an experiment of its ranks that are measured.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o plain && %mpicc -fopenmp %s -o ours %mpilib
// RUN: echo 'exec %mpirun --mca btl self,vader,tcp --mca btl_tcp_if_include lo "$@"' > run
// RUN: sh run -n 2 ./plain ./plain | sort > expected && count 4 < expected && sh run -n 2 ./plain ./plain ./plain | sort > expected2 && count 5 < expected2
//
// The parents are measured, or the children, or both.
// RUN: env POMP_EXPERIMENT_DIR=a sh run -n 2 ./ours ./plain > out 2> err && sort out | diff expected - && count 0 < err
// RUN: %check a '[p["rank"] for p in processes] == [0, 1]' 'experiment["ranks"] == 2' 'visits("MPI_Comm_spawn") == 2' && ls | grep -c "^a" | grep -x 1
// RUN: env POMP_EXPERIMENT_DIR=b sh run -n 2 ./plain ./ours > out 2> err && sort out | diff expected - && count 0 < err
// RUN: %check b '[p["rank"] for p in processes] == [0, 1]' 'visits("MPI_Comm_get_parent") == 2' '"MPI_Comm_spawn" not in names()' && ls | grep -c "^b" | grep -x 1
// RUN: env POMP_EXPERIMENT_DIR=c sh run -n 2 ./ours ./ours > out 2> err && sort out | diff expected - && grep -x "pomp: c holds an experiment already; this one goes to c-2" err && count 1 < err
// RUN: %check c 'visits("MPI_Comm_spawn") == 2' 'len(processes) == 2' && %check c-2 'len(processes) == 2' '"MPI_Comm_spawn" not in names()' && ls | grep -c "^c" | grep -x 2
//
// One of two parents is measured, and one of two children's programs.
// RUN: env POMP_EXPERIMENT_DIR=d sh run -n 1 ./plain ./ours ./plain : -n 1 ./ours ./ours ./plain > out 2> err && sort out | diff expected2 - && grep -c "this one goes to d-2" err | grep -x 1
// RUN: %check d '[p["rank"] for p in processes] == [1]' 'experiment["ranks"] == 2' 'visits("MPI_Comm_spawn_multiple") == 1'
// RUN: %check d-2 '[p["rank"] for p in processes] == [0, 1]' 'experiment["ranks"] == 3' '"MPI_Comm_spawn_multiple" not in names()' && ls | grep -c "^d" | grep -x 2
#include <mpi.h>
#include <stdio.h>
#include <string.h>

/* Two groups that have just met: each rank of one sends to each of the other, and they become one. */
static void meet(MPI_Comm other, const char *who) {
  int rank, size, in, sum = 0, all = 0;
  MPI_Comm both;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_remote_size(other, &size);
  for (int i = 0; i < size; i++)
    MPI_Send(&rank, 1, MPI_INT, i, 5, other);
  for (int i = 0; i < size; i++) {
    MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, MPI_STATUS_IGNORE);
    sum += in + 1;
  }
  MPI_Intercomm_merge(other, who[0] == 'c', &both);
  MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, both);
  printf("%s %d: %d %d\n", who, rank, sum, all);
  MPI_Comm_free(&both);
  MPI_Comm_disconnect(&other);
}

int main(int argc, char **argv) {
  MPI_Comm other;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_get_parent(&other);
  if (other != MPI_COMM_NULL)
    meet(other, "child");
  else {
    if (argc < 3)
      MPI_Comm_spawn(argv[1], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other, MPI_ERRCODES_IGNORE);
    else
      MPI_Comm_spawn_multiple(2, &argv[1], MPI_ARGVS_NULL, (int[]){2, 1}, (MPI_Info[]){MPI_INFO_NULL, MPI_INFO_NULL}, 0,
                              MPI_COMM_WORLD, &other, MPI_ERRCODES_IGNORE);
    meet(other, "parent");
  }
#pragma omp parallel num_threads(2)
  {
  }
  MPI_Finalize();
  return 0;
}
