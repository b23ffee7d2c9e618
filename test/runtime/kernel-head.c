// The head says how much of the time on processors was in the kernel, and what happened there: of all threads, by figures that the
// program sets. It says so at the program's end and above each view if that is more than a tenth. Records that no run can have are
// refused.
// RUN: %fresh && %clocked %s -o a && env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e ./a 2> err
// RUN: FileCheck %s --check-prefix=EXIT < err
// EXIT: in the kernel 75.0 % of the CPU time (229000 page faults, 44000 switches)
// RUN: %pomp_report e | FileCheck %s --check-prefix=FIRST
// FIRST: in the kernel 75.0 % of the CPU time
// RUN: %pomp_report --all e | FileCheck %s --check-prefix=ALL
// ALL: 2 threads on 64 CPUs: on CPU 100.0 % of the thread time, of which 75.0 % in the kernel (229000 page faults, 44000 switches), ready
// RUN: %check e 'experiment["kernel"]["system_ns"] == 2 * 300000000 and experiment["kernel"]["user_ns"] == 2 * 100000000' \
// RUN:   'experiment["kernel"]["voluntary_switches"] == 43840 and experiment["involuntary_switches"] == 160' \
// RUN:   'experiment["kernel"]["major_faults"] == 7 and experiment["kernel"]["writes"] == 2 * 11 and experiment["kernel"]["resident_bytes"] == 12345678'
//
// A tenth is nothing to speak of.
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=u ./a user 2> err && not grep kernel err && %pomp_report u > u.txt && not grep kernel u.txt
// RUN: %pomp_report --all u | grep "of which 10.0 % in the kernel (229000 page faults, 44000 switches)"
//
// RUN: %python %inputs/kernel-records.py e/profile.pomp role.pomp role && not %pomp_report --all role.pomp 2>&1 | grep "damaged: the kernel's time of another kind of call path"
// RUN: %python %inputs/kernel-records.py e/profile.pomp time.pomp time && not %pomp_report --all time.pomp 2>&1 | grep "damaged: an impossible time in the kernel"
#include "regions.h"
#include "test_clock.h"
#include <string.h>

REGION(team, "parallel", 10);
static struct clock_meeting end;

int main(int argc, char **argv) {
  const bool in_user = argc > 1 && strcmp(argv[1], "user") == 0;
  (void)argv;
  clock_start();
  clock_kernel_start();
  team.flags = POMP_RD_IMPLICIT_JOIN;
  POMP_Register_regions(&team, 1, sizeof team);
  POMP_Parallel_fork(&team);
#pragma omp parallel
  {
    POMP_Parallel_begin(&team);
    clock_in_kernel((in_user ? 40 : 300) * CLOCK_MS, (struct clock_kernel){.faults = 114500, .sleeps = 21920, .preempted = 80, .writes = 11});
    clock_work((in_user ? 360 : 100) * CLOCK_MS);
    POMP_Parallel_end(&team);
    clock_meet(&end, 0);
  }
  clock_met();
  POMP_Parallel_join(&team);
  __pomp_kernel.user = 2 * (in_user ? 360 : 100) * CLOCK_MS;
  __pomp_kernel.major_faults = 7;
  __pomp_kernel.resident = 12345678;
  return 0;
}
