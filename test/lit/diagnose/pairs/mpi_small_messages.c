// A rank sends its numbers one by one, and the other one receives them so. The fixed program sends all that there are at once. Traces
// tell how much of the time is no waiting. Messages go over TCP, where each takes far longer than measuring it does.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g -I%S/../Inputs %s -o bad && %pomp_mpicc -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair --traced --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1 --mca btl self,tcp --mca btl_tcp_if_include lo" --ranks 2 ./bad ./fixed 1
#define _GNU_SOURCE
#include "pair_mpi.h"
#include <dlfcn.h>

enum { ROUNDS = 100, NUMBERS = 600, MESSAGES = ROUNDS * NUMBERS };

/* A call begins between the stamp before it and the one in PMPI, which the wrapper calls, and ends between the one
 * there and the one after it, also where others have the core in between. */
struct call {
  double before, reached, left, after;
};
static struct call calls[2][MESSAGES];
static double reached, left;

int PMPI_Send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) {
  static int (*next)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "PMPI_Send");
  reached = now();
  int returned = next(b, n, t, to, tag, c);
  left = now();
  return returned;
}
int PMPI_Recv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s) {
  static int (*next)(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "PMPI_Recv");
  reached = now();
  int returned = next(b, n, t, from, tag, c, s);
  left = now();
  return returned;
}

static double positive(double d) { return d > 0 ? d : 0; }
static double later(double a, double b) { return a > b ? a : b; }

/* The time of the receives that is no waiting: it is from the begin of the receive or of the send, whichever is later.
 */
static void tell(double took) {
  double least = 0, most = 0;
  for (int i = 0; i < MESSAGES; i++) {
    const struct call *s = &calls[0][i], *r = &calls[1][i];
    least += positive(r->left - later(r->reached, s->reached));
    most += positive(r->after - later(r->before, s->before));
  }
  printf("{\"property\": \"mpi_small_messages\", \"line\": 100, \"severity_s\": %.9f, \"unsure_s\": %.9f, \"wall_s\": %.9f, \"cost\": true}\n",
         (least + most) / 2, (most - least) / 2, took);
}

int main(int argc, char **argv) {
  static double numbers[NUMBERS];
  begin_ranks(&argc, &argv);
#ifdef FIXED
  const int times = 1, count = NUMBERS;
#else
  const int times = NUMBERS, count = 1;
#endif
  for (int i = 0; i < ROUNDS; i++) {
    work(1000);
    PMPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < times; k++) {
      struct call *call = &calls[rank][i * times + k];
      call->before = now();
      if (rank == 0)
        MPI_Send(numbers + k, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
      else
#line 100
        MPI_Recv(numbers + k, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      call->after = now();
      call->reached = reached;
      call->left = left;
    }
  }
  double took = now() - began_at;
  if (rank == 0)
    PMPI_Recv(calls[1], sizeof calls[1], MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    PMPI_Send(calls[1], sizeof calls[1], MPI_CHAR, 0, 2, MPI_COMM_WORLD);
  if (rank == 0)
    tell(took);
  MPI_Finalize();
  return 0;
}
