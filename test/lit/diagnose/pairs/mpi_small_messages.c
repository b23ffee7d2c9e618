// A rank sends its numbers one by one, and the other one receives them so. The fixed program sends all that there are at once. Traces
// tell how much of the time is no waiting. By the machine's clock, messages go over TCP, where each takes far longer than measuring it does.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g %pair_flags %s -o bad && %pomp_mpicc -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair --traced --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1 --mca btl self,tcp --mca btl_tcp_if_include lo" ./bad ./fixed 1
#define _GNU_SOURCE
#include "pair_mpi.h"
#include <dlfcn.h>

enum { ROUNDS = IF_REAL(100, 10), NUMBERS = 600, MESSAGES = ROUNDS * NUMBERS };

/* A call begins between the stamp before it and the one in PMPI, which the wrapper calls, and ends between the one
 * there and the one after it, also where others have the core in between. */
struct call {
  uint64_t before, reached, left, after;
};
static struct call calls[2][MESSAGES];
static uint64_t reached, left;
#ifdef FIXED
enum { SEND = 0, RECEIVE = 0 };
#else
enum { SEND = 1500, RECEIVE = 2000 }; /* ns that calls take by the set clock */
#endif
static int is_measured; /* the library calls these as well */

int PMPI_Send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) {
  static int (*next)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "PMPI_Send");
  reached = now();
  int returned = next(b, n, t, to, tag, c);
  if (is_measured)
    cost(SEND);
  left = now();
  return returned;
}
int PMPI_Recv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s) {
  static int (*next)(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "PMPI_Recv");
  reached = now();
  int returned = next(b, n, t, from, tag, c, s);
  if (is_measured)
    cost(RECEIVE);
  left = now();
  return returned;
}

static uint64_t since(uint64_t end, uint64_t begin) { return end > begin ? end - begin : 0; }

/* The time of the receives that is no waiting: it is from the begin of the receive or of the send, whichever is later.
 */
static void tell(uint64_t took) {
  uint64_t least = 0, most = 0;
  for (int i = 0; i < MESSAGES; i++) {
    const struct call *s = &calls[0][i], *r = &calls[1][i];
    least += since(r->left, LARGER(r->reached, s->reached));
    most += since(r->after, LARGER(r->before, s->before));
  }
  PAIR_TRUTH("mpi_small_messages", 100, (least + most) / 2, ", \"unsure_ns\": %llu, \"wall_ns\": %llu, \"cost\": true",
             (unsigned long long)(most - least) / 2, (unsigned long long)took);
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
    is_measured = 1;
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
      if (rank == 0) /* ranks stay together */
        cost(RECEIVE - SEND);
    }
    is_measured = 0;
  }
  uint64_t took = now() - began_at;
  if (rank == 0)
    PMPI_Recv(calls[1], sizeof calls[1], MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    PMPI_Send(calls[1], sizeof calls[1], MPI_CHAR, 0, 2, MPI_COMM_WORLD);
  if (rank == 0)
    tell(took);
  MPI_Finalize();
  return 0;
}
