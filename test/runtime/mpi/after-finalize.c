// UNSUPPORTED: traced
// It has traces of its own, and looks at what is in directories.
// What a rank does after MPI_Finalize is measured: regions that it had before, new ones, teams of new threads; and what was open in
// MPI_Finalize has its time after it. Each rank records what its times are, by the clock that it sets.
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a
//
// There is one file for all ranks, whether a rank has done something after MPI_Finalize that it had not done before, or not.
// RUN: sh -c 'for n in 2 4; do for how in same new; do POMP_EXPERIMENT_DIR=$how$n %mpirun -n $n ./a $how $how$n- > out 2> err && count 0 < err && %after $how$n $how$n- && ls $how$n > files && printf "README.txt\nprofile.pomp\n" | diff files - || exit 1; done; done'
// RUN: sh -c 'for n in 2 4; do for how in same new; do %check $how$n "experiment[\"state\"] == \"complete\"" "len(processes) == $n" "all(of_rank(r, \"MPI_Finalize\") == 1 for r in range($n))" "experiment[\"unfinished\"] == experiment[\"ignored\"] == 0" || exit 1; done; done'
// RUN: %check new4 '[p["rank"] for p in processes] == [0, 1, 2, 3]' 'all(of_rank(r, "region(new)") == 1 and of_rank(r, "parallel") == 3 for r in range(4))' 'len(locations) == 16'
// RUN: %check same2 '"region(new)" not in names()'
// RUN: %python %S/Inputs/damage-job.py %pomp_report new4/profile.pomp
//
// What the ranks have added up in MPI_Finalize, and what has come since, is what their parts have. If it isn't, that is told.
// RUN: sh -c 'for n in 2 3; do POMP_EXPERIMENT_DIR=sums$n %mpirun -n $n ./a same sums$n- > out 2> err && %python %S/Inputs/sums.py %pomp_report sums$n/profile.pomp || exit 1; done'
//
// The trace has it, too, and of the same ranks; and so has a trace without a profile.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=t %mpirun -n 2 ./a new t- > out 2> err && count 0 < err && %check t 'of_rank(1, "region(new)") == 1' && %after t t- && %after t t- --from-trace
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=u %mpirun -n 4 ./a same u- > out 2> err && count 0 < err && %check u 'len(processes) == 4' && %after u u- && %after u u- --from-trace
// RUN: env POMP_PROFILE=0 POMP_TRACE=1 POMP_EXPERIMENT_DIR=o %mpirun -n 2 ./a new o- > out 2> err && %after o o- --from-trace
//
// Ranks are killed, or end by _exit: what they had measured until then is there. In profile.pomp alone is what they had when they
// came to MPI_Finalize.
// RUN: sh -c 'for how in kill _exit; do POMP_EXPERIMENT_DIR=$how %mpirun --enable-recovery -n 4 ./a $how $how- > out 2> err; %after $how $how- && %check $how "experiment[\"state\"] == \"killed\"" "all(of_rank(r, \"region(new)\", \"unfinished\") == 1 for r in range(4))" || exit 1; done'
// RUN: ls kill/profile.pomp && rm kill/rank-* && %check kill 'len(processes) == 4' '"region(new)" not in names()' 'visits("MPI_Finalize") == visits("region(main)") == 4'
//
// Some ranks are killed, the others end as they should.
// RUN: sh -c 'POMP_EXPERIMENT_DIR=some %mpirun --enable-recovery -n 4 ./a some some- > out 2> err; ls some | FileCheck %s --check-prefix=SOME --implicit-check-not={{.}}'
// SOME: README.txt
// SOME-NEXT: profile.pomp
// SOME-NEXT: rank-1.pomp
// SOME-NEXT: rank-3.pomp
// RUN: %after some some- && %check some '[p["state"] for p in processes] == ["complete", "killed"] * 2' '[of_rank(r, "region(new)", "unfinished") for r in range(4)] == [0, 1, 0, 1]'
//
// A reader that comes while the ranks go on sees all of it.
// RUN: env POMP_EXPERIMENT_DIR=live %mpirun -n 2 ./a live live- %pomp_report > out 2> err && FileCheck %s --check-prefix=LIVE < out && %after live live- && %check live 'experiment["state"] == "complete"'
// LIVE: a · running · 2 ranks
// LIVE: {{ 2 .*}}region(new)
//
// Rank 0 says what the table lacks, if that is much.
// RUN: env POMP_EXPERIMENT_DIR=long %mpirun -x POMP_SUMMARY=1 -n 2 ./a long long- > out 2> err && FileCheck %s --check-prefix=LONG < err && %after long long-
// LONG: pomp: a · 2 ranks ·
// LONG: pomp: rank 0 went on for 1.02 s after MPI_Finalize, which is in the experiment, but not in this table: pomp-report long
// LONG-NOT: pomp:
#include "regions.h"
#include "mpi_clock.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

REGION_AT(whole, "region", "main", 1);
REGION_AT(work, "region", "work", 2);
REGION_AT(new, "region", "new", 3);
REGION(par, "parallel", 4);

static int rank, size;
static FILE *truth;
static const char *prefix;

CLOCK_MPI(MPI_Finalize, (void)) /* MPI's own part of it takes time, after the ranks have met there */

static void tell(const char *region, uint64_t began) {
  fprintf(truth, "{\"rank\": %d, \"region\": \"%s\", \"ns\": %llu}\n", rank, region, (unsigned long long)(clock_now() - began));
}

static void visit(struct ompregdescr *d, uint64_t ms, const char *name) {
  uint64_t began = clock_now();
  POMP_Begin(d);
  clock_work(ms * CLOCK_MS);
  POMP_End(d);
  tell(name, began);
}

static void team(void) {
  static struct clock_meeting end;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(3)
  {
    POMP_Parallel_begin(&par);
    clock_work(2 * CLOCK_MS);
    POMP_Parallel_end(&par);
    clock_meet(&end, 0);
  }
  POMP_Parallel_join(&par);
  clock_met();
}

/* All ranks have come here. They may not use MPI any more. */
static void meet(const char *place) {
  char name[64];
  snprintf(name, sizeof name, "%s%s-%d", prefix, place, rank);
  fclose(fopen(name, "w"));
  for (int i = 0; i < size; i++) {
    snprintf(name, sizeof name, "%s%s-%d", prefix, place, i);
    while (access(name, F_OK))
      usleep(1000);
  }
}

int main(int argc, char **argv) {
  const char *how = argv[1];
  char name[64], command[4096];
  prefix = argv[2];
  clock_start();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(name, sizeof name, "%struth-%d", prefix, rank);
  truth = fopen(name, "w");
  clock_ranks_are(rank, size);
  uint64_t began = clock_now();
  POMP_Begin(&whole);
  visit(&work, 5 + (uint64_t)rank, "region(work)");
  for (int i = 0; i < size; i++)
    clock_rank_works(i, (5 + (uint64_t)i) * CLOCK_MS);
  clock_ranks_meet();
  uint64_t entered = clock_now(), ends[CLOCK_RANKS] = {0};
  ends[rank] = entered + 3 * CLOCK_MS;
  clock_ranks_call(ends);
  MPI_Finalize();
  tell("MPI_Finalize", entered);
  visit(&work, 20 + 10 * (uint64_t)rank, "region(work)");
  if (strcmp(how, "long") == 0 && rank == 0)
    visit(&work, 1000, "region(work)");
  if (strcmp(how, "same") != 0 && strcmp(how, "long") != 0) {
    uint64_t at = clock_now();
    POMP_Begin(&new);
    team();
    clock_work(30 * CLOCK_MS);
    if (strcmp(how, "new") != 0) { /* what is open has its time up to the last event */
      visit(&work, 1, "region(work)");
      long closed = ftell(truth);
      tell("region(new)", at);
      tell("region(main)", began);
      fclose(truth);
      meet("in-new");
      if (strcmp(how, "kill") == 0 || (strcmp(how, "some") == 0 && rank % 2))
        raise(SIGKILL);
      if (strcmp(how, "_exit") == 0)
        _exit(0);
      if (truncate(name, closed))
        return 1;
      truth = fopen(name, "a");
      if (rank == 0 && strcmp(how, "live") == 0) {
        snprintf(command, sizeof command, "%s --all live", argv[3]);
        if (system(command))
          return 1;
      }
      if (strcmp(how, "live") == 0)
        meet("read");
    }
    POMP_End(&new);
    tell("region(new)", at);
  }
  POMP_End(&whole);
  tell("region(main)", began);
  fclose(truth);
  return 0;
}
