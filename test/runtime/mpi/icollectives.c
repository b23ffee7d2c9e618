// Non-blocking collective operations are each complete when their request is: wherever, on whatever thread, several at once,
// and also those that are complete when they start, which have a request in common. Receives are cancelled.
// REQUIRES: mpi, otf2, babeltrace2
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a && %records e \
// RUN:   'sum(code == COLLECTIVE and a[5] > 0 for _, code, a in records) == 3 * 41' 'sum(code == COLLECTIVE_DONE for _, code, a in records) == 3 * 41' \
// RUN:   'sum(code == CANCELLED for _, code, a in records) == 3 * 2'
//
// In OTF2 each has a request and a completion, with the same number, and the latter says which operation on which communicator.
// DEFINE: %{number} = re.search(r"Request: (\d+)", d)[1]
// RUN: %pomp_convert e --to otf2 && %converted otf2 e/otf2/traces.otf2 e 'count("mpi_icollective") == count("mpi_icollective_done") == 3 * 41' \
// RUN:   'all(sorted(%{number} for l in events if l[0] == r for _, k, d in of(l, "mpi_icollective")) == sorted(%{number} for l in events if l[0] == r for _, k, d in of(l, "mpi_icollective_done")) for r in "012")' \
// RUN:   'len({(l[0], %{number}) for l in events for _, k, d in of(l, "mpi_icollective")}) == 3 * 41' 'count("mpi_collective") == 3 * (1 + 2)' \
// RUN:   'len({re.search(r"Operation: (\w+)", d)[1] for d in details("mpi_icollective_done")}) == 17' \
// RUN:   'sum("Operation: ALLREDUCE" in d and "MPI_COMM_WORLD" in d for d in details("mpi_icollective_done")) == 3 * 8' \
// RUN:   'sum("Operation: BCAST" in d and "Root: 2" in d and "Sent: 0" in d for d in details("mpi_icollective_done")) == 2 * 1' \
// RUN:   'sum("Operation: BCAST" in d and "Root: 2" in d and "Sent: 8" in d for d in details("mpi_icollective_done")) == 1' \
// RUN:   'all(t[0] >= min(b[0] for l in events if l[0] == r for b in of(l, "mpi_icollective") if b[2].split(": ")[1] == re.search(r"Request: (\d+)", t[2])[1]) for r in "012" for l in events if l[0] == r for t in of(l, "mpi_icollective_done"))' \
// RUN:   'count("mpi_cancelled") == 3 * 2' '{%{number} for d in details("mpi_cancelled")} <= {%{number} for d in details("mpi_irecv_request")}' \
// RUN:   'sum(k == "mpi_icollective_done" for _, k, _ in events["1:0→1"]) == 1'
//
// The other formats: CTF has the same; Perfetto leaves them out, and waits for other ranks are looked for in blocking ones.
// RUN: %pomp_convert e --to ctf && %converted ctf e/ctf e 'count("mpi_icollective") == count("mpi_icollective_done") == 3 * 41' 'count("mpi_cancelled") == 3 * 2'
// RUN: %pomp_convert e --to perfetto && %converted perfetto e/trace.json e 'not flows'
// RUN: %pomp_report --mpi-waits e | FileCheck %s --check-prefix=WAITS
// WAITS: {{^}}0 messages, 66 collective operations;
#include <mpi.h>
#include <omp.h>

static int in[64], out[64], ones[] = {1, 1, 1}, places[] = {0, 1, 2}, bytes[] = {0, 4, 8};
static MPI_Datatype types[3];
static MPI_Request r[20];

/* Two calls complete all, 15 and 7 operations. */
static void all_of(MPI_Comm comm, MPI_Comm grid) {
  int n = 0, *to = in; /* nobody looks at the statuses */
  MPI_Ibarrier(comm, &r[n++]);
  MPI_Igather(out, 1, MPI_INT, to, 1, MPI_INT, 1, comm, &r[n++]);
  MPI_Igatherv(out, 1, MPI_INT, to + 3, ones, places, MPI_INT, 0, comm, &r[n++]);
  MPI_Iscatter(out, 1, MPI_INT, to + 6, 1, MPI_INT, 0, comm, &r[n++]);
  MPI_Iscatterv(out, ones, places, MPI_INT, to + 7, 1, MPI_INT, 0, comm, &r[n++]);
  MPI_Iallgather(out, 1, MPI_INT, to + 8, 1, MPI_INT, comm, &r[n++]);
  MPI_Iallgatherv(out, 1, MPI_INT, to + 11, ones, places, MPI_INT, comm, &r[n++]);
  MPI_Ialltoall(out, 1, MPI_INT, to + 14, 1, MPI_INT, comm, &r[n++]);
  MPI_Ialltoallv(out, ones, places, MPI_INT, to + 17, ones, places, MPI_INT, comm, &r[n++]);
  MPI_Ialltoallw(out, ones, bytes, types, to + 20, ones, bytes, types, comm, &r[n++]);
  MPI_Ireduce(out, to + 23, 1, MPI_INT, MPI_SUM, 0, comm, &r[n++]);
  MPI_Ireduce_scatter(out, to + 24, ones, MPI_INT, MPI_SUM, comm, &r[n++]);
  MPI_Ireduce_scatter_block(out, to + 25, 1, MPI_INT, MPI_SUM, comm, &r[n++]);
  MPI_Iscan(out, to + 26, 1, MPI_INT, MPI_SUM, comm, &r[n++]);
  MPI_Iexscan(out, to + 27, 1, MPI_INT, MPI_SUM, comm, &r[n++]);
  MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
  n = 0;
  MPI_Ineighbor_allgather(out, 1, MPI_INT, to + 28, 1, MPI_INT, grid, &r[n++]);
  MPI_Ineighbor_allgatherv(out, 1, MPI_INT, to + 31, ones, places, MPI_INT, grid, &r[n++]);
  MPI_Ineighbor_alltoall(out, 1, MPI_INT, to + 34, 1, MPI_INT, grid, &r[n++]);
  MPI_Ineighbor_alltoallv(out, ones, places, MPI_INT, to + 37, ones, places, MPI_INT, grid, &r[n++]);
  static MPI_Aint at[] = {0, 4, 8};
  MPI_Ineighbor_alltoallw(out, ones, at, types, to + 40, ones, at, types, grid, &r[n++]);
  MPI_Ibcast(out, 2, MPI_INT, 2, comm, &r[n++]);
  MPI_Iallreduce(out, to + 43, 1, MPI_INT, MPI_SUM, comm, &r[n++]);
  while (n--) {
    int i;
    MPI_Waitany(7, r, &i, MPI_STATUS_IGNORE);
  }
}

static void one_by_one(void) {
  int done = 0, which[4], i;
  MPI_Iallreduce(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[0]);
  while (!done)
    MPI_Test(&r[0], &done, MPI_STATUS_IGNORE);
  for (i = 0; i < 4; i++)
    MPI_Iallreduce(out, in + i, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[i]);
  for (int left = 4; left; left -= done)
    MPI_Waitsome(4, r, &done, which, MPI_STATUSES_IGNORE);
  MPI_Iallreduce(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[0]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  /* One thread begins them, they are over in another. */
  MPI_Iallreduce(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[0]);
#pragma omp parallel num_threads(2)
#pragma omp critical
  if (omp_get_thread_num() == 1)
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  int provided, rank, size, periodic = 1;
  MPI_Comm grid;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 3; i++)
    types[i] = MPI_INT;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &grid);
  all_of(MPI_COMM_WORLD, grid);
  one_by_one();
  /* One rank does these alone: they complete at once, and several at the same time; receives from nobody are among them. */
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++)
      MPI_Ibarrier(MPI_COMM_SELF, &r[i]);
    MPI_Iallreduce(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF, &r[3]);
    MPI_Irecv(in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &r[4]);
    MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 2; i++)
    MPI_Irecv(in, 1, MPI_INT, (rank + 1) % size, 99, MPI_COMM_WORLD, &r[i]);
  for (int i = 0; i < 2; i++)
    MPI_Cancel(&r[i]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  MPI_Waitall(1, &r[1], MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
