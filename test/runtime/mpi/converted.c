// All ranks' traces become one OTF2 archive: MPI's records are those of the profile's messages, on communicators that are the same
// on all ranks, whatever they are called there; nothing arrives before it was sent.
// REQUIRES: mpi, otf2
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a && %records e && %pomp_convert e --to otf2
// RUN: %converted otf2 e/otf2/traces.otf2 e 'count("mpi_send") == 3 * 5 + 3 + 2' 'count("mpi_recv") == 3 * 5 + 3' \
// RUN:   'count("mpi_isend") == 3 * 4 + 3 * 2 + 3' 'count("mpi_isend_done") == 3 * 4 + 3 * 2' 'count("mpi_irecv_request") == 3 * 4 + 3 * 2 + 3 + 2' 'count("mpi_irecv") == 3 * 4 + 3 * 2 + 3 + 2' \
// RUN:   'count("mpi_collective") == 3 * (2 + 2 + 1 + 1 + 2 + 2)' 'count("mpi_collective_begin") == 3 * (2 + 2 + 1 + 1 + 2 + 2)' 'count("team_begin") == 6' \
// RUN:   'sorted(re.search(r"Receiver: (\d)", d)[1] for d in details("mpi_isend") if "Tag: 9" in d) == ["0", "1", "2"]' \
// RUN:   'sum(bool(re.match(r"Receiver: 0 .*2:0.*Tag: 8,", d)) for d in details("mpi_send")) == 3' \
// RUN:   'len([l for l in definitions.splitlines() if l.startswith("COMM ") and "OpenMP" not in l and "team" not in l]) == 3' \
// RUN:   '[[int(m) for m in re.findall(r" (\d) \(", l)] for l in definitions.splitlines() if l.startswith("GROUP ") and "communicator" in l] == [[2, 1, 0], [0, 1, 2]]' \
// RUN:   'all(s[0] <= r[0] + clocks for n in range(3) for s, r in zip(of(f"{n}:0", "mpi_send"), of(f"{(n + 1) % 3}:0", "mpi_recv")))' \
// RUN:   'len({re.search(r"Communicator: (.*?<\d>)", d)[1] for d in details("mpi_collective")}) == 3'
//
// Arrows lead from each send to its receive, also where a later one is over first.
// RUN: %pomp_convert e --to perfetto && %converted perfetto e/trace.json e 'len(flows) == 3 * 5 + 3 + 2 + 3 * 4 + 3 * 2 + 3' \
// RUN:   'all([p for p, _, _ in sorted(f)] == ["f", "s"] and sorted(f)[1][1] <= sorted(f)[0][1] + clocks / 1000 for f in flows.values())' \
// RUN:   'sum((sorted(f)[1][2], sorted(f)[0][2]) == ("0:0", "2:0") for f in flows.values()) == 3 + 1' \
// RUN:   'sum(a[0][1] > b[0][1] for a, b in zip(*[sorted((sorted(f) for f in flows.values() if {f[0][2], f[1][2]} == {"0:0", "1:0"} and sorted(f)[1][2] == "0:0"), key=lambda f: f[1][1])[i:] for i in (0, 1)])) == 1'
//
// One rank's trace is converted alone. Then one rank has none, or a damaged one: the others are converted, and a line tells what is missing.
// RUN: %pomp_convert e/rank-0 --to perfetto && %pomp_convert e/rank-1 --to otf2
// RUN: mv e/rank-1/trace.pomp t1 && %pomp_convert e --to otf2 --output part 2> err && count 1 < err
// RUN: grep -x "pomp-convert: e: missing in the traces, and in what follows from them: all (no trace that can be read) of rank 1" err
// RUN: otf2-print part/traces.otf2 > events 2> warnings && count 0 < warnings && not grep -i warning events
// RUN: grep "^MPI_SEND " events | grep -c 'Receiver: 0 ("[02]:0 (and [02]:0→0)"' | grep -x 8 && not grep "1:0" events
// RUN: grep "Operation: BCAST" events | grep -c "Root: NONE" | grep -x 4
// RUN: grep "Operation: REDUCE" events | grep -c 'Root: 1 ("2:0 (and 2:0→0)" <1>)' | grep -x 2
// RUN: %pomp_convert e --to perfetto --output part.json 2> err && %python %inputs/perfetto-rules.py part.json 'not partial' 'len(flows) >= 4'
// RUN: head -c 5000 t1 > e/rank-1/trace.pomp && %pomp_convert e --to otf2 --output damaged 2> err && count 2 < err
// RUN: grep -x "pomp-convert: e/rank-1/trace.pomp: damaged: nothing of the trace is sound" err && diff part/traces.def damaged/traces.def
// RUN: %python -c 'import os; t = open("t1", "rb").read(); open("e/rank-1/trace.pomp", "wb").write(t[:-32768])'
// RUN: %pomp_convert e --to perfetto --output sound.json 2> err && grep -x "pomp-convert: e: missing in the traces, and in what follows from them: what was damaged of rank 1" err && count 1 < err
// RUN: %python %inputs/perfetto-rules.py sound.json 'not partial' && not %pomp_report --mpi-waits e 2> err && grep "the trace of rank 1 is damaged" err
// RUN: rm -r e/rank-*/trace.pomp && not %pomp_convert e --to otf2 --output none 2> err && not ls none && cat err && count 1 < err
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, in = 0, out = 1, other;
  MPI_Comm reversed, same;
  MPI_Request r[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int to = (rank + 1) % size, from = (rank + size - 1) % size;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Comm_dup(MPI_COMM_WORLD, &same);
  for (int i = 0; i < 5; i++)
    MPI_Sendrecv(&out, 1, MPI_INT, to, 1, &in, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; i++) {
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 2, same, &r[0]);
    MPI_Isend(&out, 1, MPI_INT, to, 2, same, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 2; i++) { /* this one is persistent */
    MPI_Request p[2];
    MPI_Recv_init(&in, 1, MPI_INT, from, 3, same, &p[0]);
    MPI_Send_init(&out, 1, MPI_INT, to, 3, same, &p[1]);
    MPI_Startall(2, p);
    MPI_Wait(&p[0], MPI_STATUS_IGNORE);
    MPI_Wait(&p[1], MPI_STATUS_IGNORE);
    MPI_Request_free(&p[0]);
    MPI_Request_free(&p[1]);
  }
  MPI_Isend(&out, 1, MPI_INT, rank, 9, reversed, &r[0]); /* it goes to the one that is this rank there */
  MPI_Request_free(&r[0]);
  MPI_Comm_rank(reversed, &other);
  MPI_Irecv(&in, 1, MPI_INT, size - 1 - other, 9, reversed, &r[0]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  if (rank == 0) /* the second one's receive is over first */
    for (int i = 0; i < 2; i++)
      MPI_Send(&out, 1, MPI_INT, 1, 7, same);
  if (rank == 1) {
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&in, 1, MPI_INT, 0, 7, same, &r[i]);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  }
  if (rank == 0)
    for (int i = 0; i < 3; i++)
      MPI_Send(&out, 1, MPI_INT, 0, 8, reversed);
  if (rank == 2)
    for (int i = 0; i < 3; i++)
      MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 8, reversed, MPI_STATUS_IGNORE);
#pragma omp parallel num_threads(2)
  in++;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(reversed);
  MPI_Bcast(&out, 1, MPI_INT, 1, reversed);
  MPI_Bcast(&out, 1, MPI_INT, 1, same);
  MPI_Reduce(&out, &in, 1, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
  MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, same);
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&same);
  MPI_Finalize();
  return 0;
}
