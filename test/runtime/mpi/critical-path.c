// The critical path goes from rank to rank: to the sender of a message that came late, to the last rank in a collective operation, and to
// the receiver for which a synchronous send waited; it is as long as the program says, and so is what is transferred.
// UNSUPPORTED: traced
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a > out
// RUN: %critical e 'near(of("region(sender)"), 200)' 'near(of("region(last)"), 200)' 'near(of("region(receiver)"), 200)' \
// RUN:   'near(of("MPI_Recv"), 7)' 'near(of("MPI_Ssend"), 7)' 'near(of("MPI_Allreduce"), 7)' 'near(of("MPI_Barrier"), 3 * 7)' \
// RUN:   'near(waited("region(last)"), 200 + 199)' 'near(waited("region(sender)"), 200)' 'changes == {"message": 2, "collective": 2}' \
// RUN:   'all(c["delay_ns"] == c["times"] * 7000000 for c in json["changes"])' 'json["contradicted"] == 0 and not json["messages_unknown"]'
// RUN: %pomp_report --critical-path e | FileCheck %s
// CHECK: {{^}}The critical path, from the trace:
// CHECK: {{^}} 2 times from one end of a message to the other, which took 14.00 ms{{$}}
// CHECK-NEXT: {{^}} 2 times from the last rank in a collective operation to one that waited there, which took 14.00 ms{{$}}
// CHECK-NOT: messages could not be matched
//
// Of a rank that has no trace nothing is known: the path is that of the others, and as long as theirs.
// RUN: mv e/rank-2/trace.pomp t2 && %critical e 'near(of("region(sender)"), 200)' 'of("region(last)") == 0'
// A damaged trace does not tell which messages belong together.
// RUN: mv t2 e/rank-2/trace.pomp && %python -c 'f = open("e/rank-1/trace.pomp", "r+b"); f.seek(4096 + 32768 + 64); f.write(b"\xff" * 4000)'
// RUN: %pomp_report --critical-path e > path 2> err; grep "damaged" err && grep "^  It does not go from rank to rank, as messages could not be matched.$" path
//
// Clocks that do not agree: a message is received 193 ms before it is sent. The path is as long as the run all the same, and a line says so.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=w %mpirun -n 3 ./a wrong > out && %critical w 'json["contradicted"] == 1' 'near(of("region(last)"), 300)' \
// RUN:   'near(of("region(sender)"), 7)' 'near(of("MPI_Recv"), 0)' 'changes == {"message": 1, "collective": 1}'
// RUN: %pomp_report --critical-path w | grep "^  1 time the clocks say that a wait was over before what ended it"
//
// It goes to the last rank also where ranks meet without any data: in MPI_Init and MPI_Finalize, and where a communicator is made or freed. A rank
// that frees a communicator without waiting for the others has waited for nobody.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=m %mpirun -n 3 ./a meets > out && %critical m 'near(of("region(sender)"), 200)' \
// RUN:   'near(of("region(receiver)"), 200)' 'near(of("region(last)"), 200)' 'near(waited("region(last)"), 200 + 199)' \
// RUN:   'near(of("region(starter)"), 200)' 'all(near(of(n), 7) for n in ("MPI_Comm_dup", "MPI_Comm_split", "MPI_Finalize"))' 'near(of("MPI_Comm_free"), 2 * 7)' \
// RUN:   'near(of("MPI_Barrier"), 3 * 7)' 'changes == {"collective": 6}' 'json["contradicted"] == 0 and not json["messages_unknown"]'
// So it does where they make a window.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=o %mpirun -n 3 ./a opens > out && %critical o 'near(of("region(opener)"), 200)' 'near(of("MPI_Win_allocate"), 7)' 'changes == {"collective": 1}'
#include "Inputs/late.h"
#include "regions.h"

#include <stdlib.h>

REGION_AT(sender, "region", "sender", 1);
REGION_AT(last, "region", "last", 2);
REGION_AT(receiver, "region", "receiver", 3);
REGION_AT(starter, "region", "starter", 4);
REGION_AT(opener, "region", "opener", 5);
static int in, out;

/* This rank is late: it is in a region until then. */
static void late(struct ompregdescr *region, int who) {
  all_wait_for_last(NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == who)
    POMP_Begin(region);
  comes_late(who);
  if (rank == who)
    POMP_End(region);
}

static void send_one(void) {
  if (rank == 0)
    MPI_Send(&out, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(&in, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* By its clock, rank 1 does not wait for what rank 0 sends later. */
static void wrong(void) {
  late(&sender, 0);
  nobody_waits();
  send_one();
  if (rank == 1)
    POMP_Begin(&last);
  clock_rank_works(1, 300 * CLOCK_MS);
  if (rank == 1)
    POMP_End(&last);
  all_wait_for_last(NULL);
  MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  end();
}

CLOCK_MPI(MPI_Init, (int *argc, char ***argv), argc, argv)
/* The first thing that a rank does in MPI_Finalize is to wait for a word of others, or to send one. */
CLOCK_MPI(MPI_Test, (MPI_Request * r, int *done, MPI_Status *s), r, done, s)
CLOCK_MPI(MPI_Comm_free, (MPI_Comm * c), c)
CLOCK_MPI(MPI_Win_allocate, (MPI_Aint size, int unit, MPI_Info info, MPI_Comm c, void *at, MPI_Win *made), size, unit, info, c, at, made)
CLOCK_MPI(MPI_Comm_split, (MPI_Comm c, int color, int key, MPI_Comm *made), c, color, key, made)

static void opens(void) {
  MPI_Win window;
  int *memory;
  late(&opener, 1);
  all_wait_for_last(NULL);
  MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  end();
}

/* Rank 1 comes late to MPI_Init. */
static void start_late(void) {
  static uint64_t started = CLOCK_BEGIN + LATE;
  const char *own = getenv("OMPI_COMM_WORLD_RANK");
  clock_start();
  if (own && *own == '1') {
    POMP_Begin(&starter);
    clock_set(started);
    POMP_End(&starter);
  }
  clock_own.until = &started;
  clock_own.meets = true;
}

static void meets(void) {
  MPI_Comm made, part;
  late(&sender, 0);
  all_wait_for_last(NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &made);
  late(&receiver, 1);
  all_wait_for_last(NULL);
  MPI_Comm_split(made, rank == 2, 0, &part);
  comes_late(2);
  all_wait_for_last(NULL);
  MPI_Comm_free(&made);
  comes_late(1);
  nobody_waits();
  if (rank < 2)
    MPI_Comm_free(&part);
  late(&last, 2);
  all_wait_for_last(NULL);
  MPI_Finalize();
}

int main(int argc, char **argv) {
  const bool meet = argc > 1 && *argv[1] == 'm';
  if (meet)
    start_late();
  begin(&argc, &argv);
  if (meet) {
    meets();
    return 0;
  }
  if (argc > 1 && *argv[1] == 'o') {
    opens();
    return 0;
  }
  if (argc > 1) {
    wrong();
    return 0;
  }
  late(&sender, 0);
  one_waits(NULL, 1, 0);
  send_one();
  late(&receiver, 1);
  one_waits(NULL, 0, 1);
  if (rank == 0)
    MPI_Ssend(&out, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(&in, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  late(&last, 2);
  all_wait_for_last(NULL);
  MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  end();
  return 0;
}
