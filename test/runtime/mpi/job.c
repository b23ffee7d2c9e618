// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// One experiment serves all ranks, whatever each of them executes: it has as many visits as each made, under one number for each
// construct, though the ranks meet constructs in different orders, and some on some ranks only. OpenMP goes on after
// MPI_Finalize, and so does the measurement.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
// RUN: sh -c 'for n in 1 2 3 4 7; do POMP_EXPERIMENT_DIR=e$n %mpirun -x POMP_SUMMARY=1 -n $n ./a > out$n 2> err$n || exit 1; done'
// RUN: ls e7 | FileCheck %s --check-prefix=FILES --implicit-check-not={{.}}
// FILES: README.txt
// FILES-NEXT: profile.pomp
// RUN: ls | not grep "e[1-7]-"
//
// There is one table for all, of what was measured up to MPI_Finalize: that is what the file of all ranks has, if they bring no more.
// RUN: sh -c 'for n in 1 2 3 4 7; do test $(grep -c "threads × wall" err$n) = 1 || exit 1; done'
// RUN: sh -c 'for n in 1 7; do POMP_EXPERIMENT_DIR=s$n %mpirun -x POMP_SUMMARY=1 -n $n ./a stop 2> serr$n && rm s$n/rank-*.pomp || exit 1; done' && FileCheck %s < serr7
// CHECK: pomp: a · 7 ranks · 28 threads ·
// CHECK-DAG: {{^ .* }}7 MPI_Init a+0x{{[0-9a-f]+$}}
// CHECK: pomp: experiment s7 (look at it: pomp-report s7)
// CHECK-NOT: {{.}}
// RUN: %pomp_report --json s7 > json && %python %inputs/summary.py serr7 json && %pomp_report --json s1 > json && %python %inputs/summary.py serr1 json
// RUN: FileCheck %s --check-prefix=OUT < out7 && FileCheck %s --check-prefix=ONE < serr1
// ONE: pomp: a · 1 rank · 1 thread ·
// OUT-COUNT-7: 2 threads after MPI_Finalize
//
// RUN: %check e1 'experiment["ranks"] == 1' 'len(processes) == 1' 'locations[0]["name"] == "0:0"' 'visits("region(work)") == 1'
// RUN: %check e2 'experiment["ranks"] == 2' '[of_rank(r, "region(work)") for r in range(2)] == [1, 2]'
// RUN: %check e3 '[of_rank(r, "region(work)") for r in range(3)] == [1, 2, 3]'
// RUN: %check e4 '[of_rank(r, "region(work)") for r in range(4)] == [1, 2, 3, 4]' 'experiment["threads"] == 11'
// RUN: %check e7 'experiment["state"] == "complete"' 'experiment["ranks"] == 7' 'experiment["threads"] == 29' \
// RUN:   '[p["rank"] for p in processes] == list(range(7))' 'all(p["state"] == "complete" for p in processes)' \
// RUN:   'len({p["pid"] for p in processes}) == 7' '[p["threads"] for p in processes] == [2] + list(range(2, 8))' \
// RUN:   '[p["location_count"] for p in processes] == [3] + [1 + t for t in range(2, 8)]' \
// RUN:   '[of_rank(r, "region(work)") for r in range(7)] == list(range(1, 8))' \
// RUN:   '[of_rank(r, "region(odd)") for r in range(7)] == [0, 1, 0, 1, 0, 1, 0]' \
// RUN:   'all(of_rank(r, "for", line=100 + i) == (r if i == r else 0) for i in range(1, 7) for r in range(7))' \
// RUN:   'all(of_rank(r, "section", line=200 + i) == 1 for i in range(20) for r in range(7))' \
// RUN:   '[of_rank(r, "parallel") for r in range(7)] == list(range(3, 10))' 'of_rank(3, "critical(sum)") == 4' \
// RUN:   'visits("MPI_Barrier") == 7' 'len(locations) == 36' 'sorted(l["name"] for l in locations if l["process"] == 2) == ["2:0", "2:0→0", "2:0→1", "2:0→2"]' \
// RUN:   'all(r["clauses"] == "schedule(static, " + str(r["begin_line1"] - 100) + ")" and r["directive"]["chunk"] == r["begin_line1"] - 100 for r in regions if 100 < r["begin_line1"] < 107)' \
// RUN:   'all(r["clauses"] is None and r["directive"] is None for r in regions if r["begin_line1"] < 100 or 200 <= r["begin_line1"] < 220)' \
// RUN:   '[of_rank(r, "region(after)") for r in range(7)] == [2] * 7' 'path("parallel (fork-join)", "parallel", "critical(sum)")["visits"] == 28' \
// RUN:   'all(set(r["threads"]) and r["file"] in ("", "test.c") for r in regions if not r["call"])' 'experiment["lost"] == 0' 'experiment["ignored"] == 0'
// RUN: %pomp_report --threads e7 | not grep "^ *7:" && %pomp_report --all e7 | not grep "Incomplete\|Nothing is there"
//
// The details say what merging took; nothing of the ranks' own directories stays.
// RUN: env POMP_VERBOSE=1 POMP_EXPERIMENT_DIR=v %mpirun -n 3 ./a 2> err > out && FileCheck %s --check-prefix=VERBOSE < err && ls -d v* | count 1
// VERBOSE: pomp: the experiment of all 3 ranks is v
// VERBOSE: pomp: merging 3 ranks took {{[0-9.]+}} s: {{[0-9]+}} constructs unified in {{[0-9.]+}} s, the file written in
//
// The directory's name, if nobody has chosen one, is rank 0's.
// RUN: mkdir d && cd d && env POMP_SUMMARY=0 %mpirun -n 3 ../a > out 2> err && count 0 < err && ls -d pomp-a-* | count 1 && %pomp_report --all | grep "3 ranks" && cd ..
//
// Measurement begins later, on all ranks or on one; or nowhere.
// RUN: env POMP_ENABLE=0 POMP_EXPERIMENT_DIR=l %mpirun -n 3 ./a on > out 2> err && %check l 'experiment["ranks"] == 3' \
// RUN:   '[of_rank(r, "region(work)") for r in range(3)] == [1, 2, 3]' && ls -d l* | count 1
// RUN: env POMP_ENABLE=0 POMP_EXPERIMENT_DIR=m %mpirun -n 3 ./a on1 > out 2> err && %check m 'experiment["ranks"] == 3' \
// RUN:   '[p["rank"] for p in processes] == [1]' 'of_rank(1, "region(work)") == 2' && %pomp_report --all m | grep "Nothing is there of 2 of 3 ranks: 0, 2."
// RUN: env POMP_ENABLE=0 POMP_EXPERIMENT_DIR=n %mpirun -x POMP_SUMMARY=1 -n 2 ./a > out 2> err && count 0 < err && not ls n
#include "regions.h"
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 1);
REGION_AT(odd, "region", "odd", 40);
REGION_AT(after, "region", "after", 41);
REGION(par, "parallel", 2);
REGION_AT(critical, "critical", "sum", 3);

static struct ompregdescr many[20], own;

static void name(struct ompregdescr *d, const char *what, int line) {
  *d = work;
  d->name = what;
  d->sub_name = "";
  d->begin_line1 = d->begin_lineN = d->end_line1 = d->end_lineN = line;
  memset(d->data, 0, sizeof d->data);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1 && (strcmp(argv[1], "on") == 0 || rank == 1))
    POMP_On();
  if (rank % 2) {
    POMP_Begin(&odd);
    POMP_End(&odd);
  }
  /* Each rank meets the same constructs in another order. */
  for (int i = 0; i < 20; i++)
    name(&many[i], "sections", 200 + i);
  static const int steps[] = {1, 3, 7, 9, 11, 13, 17};
  for (int i = 0; i < 20; i++) {
    struct ompregdescr *d = &many[(i * steps[rank % 7] + rank) % 20];
    POMP_Section_begin(d);
    POMP_Section_end(d);
  }
  for (int i = 0; i <= rank; i++) {
    POMP_Begin(&work);
    POMP_End(&work);
  }
  name(&own, "for", 100 + rank);
  char clauses[40];
  snprintf(clauses, sizeof clauses, "schedule(static, %d)", rank);
  own.clauses = clauses;
  own.facts = POMP_RD_HAS_CHUNK | POMP_RD_SCHEDULE_STATIC;
  own.chunk = rank;
  for (int i = 0; i < rank; i++) {
    POMP_For_enter(&own);
    POMP_For_exit(&own);
  }
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(rank + 1)
  {
    POMP_Parallel_begin(&par);
    POMP_Critical_enter(&critical);
    POMP_Critical_begin(&critical);
    POMP_Critical_end(&critical);
    POMP_Critical_exit(&critical);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  if (argc > 1 && strcmp(argv[1], "stop") == 0)
    _exit(0);
  int threads = 0;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2) reduction(+ : threads)
  {
    POMP_Parallel_begin(&par);
    POMP_Begin(&after);
    threads++;
    POMP_End(&after);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  printf("%d threads after MPI_Finalize\n", threads);
  return 0;
}
