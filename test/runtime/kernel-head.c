// The head says how much of the time on processors was in the kernel, and what happened there: of all threads, by figures that the
// program sets. It says so at the program's end and above each view if that is more than a tenth. --threads says it of each thread.
// Records that no run can have are refused.
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
// RUN: %check e '[l["kernel"] for l in locations if l["name"] in ("0", "0→1")] == 2 * [{"user_ns": 100000000, "system_ns": 300000000, "page_faults": 114500, "major_faults": 0, "switches": 22000}]' \
// RUN:   '[l["kernel"] for l in locations if l["name"] == "0→0"] == [None]'
// RUN: %pomp_report --threads e | FileCheck %s --check-prefix=THREADS
// THREADS: on CPU% ready s asleep s kernel% faults switches
// THREADS-NEXT: 0 {{.*}} 75.0 114500 22000
// THREADS: 0{{->|→}}1 {{.*}} 75.0 114500 22000
//
// Without schedstat, it is not known how often a thread got a processor; a file of before knows nothing of the kind.
// RUN: %python %inputs/kernel-records.py e/profile.pomp uncounted.pomp uncounted && %pomp_report --threads uncounted.pomp | FileCheck %s --check-prefix=UNCOUNTED
// UNCOUNTED: on CPU% kernel% faults{{( in teams%)?( forked at)?$}}
// UNCOUNTED-NEXT: 0 {{.*}} 75.0 114500{{( .*)?$}}
// RUN: %check uncounted.pomp '[l["kernel"]["switches"] for l in locations if l["kernel"]] == 2 * [None]'
// RUN: %python %inputs/kernel-records.py e/profile.pomp before.pomp before && %pomp_report --threads before.pomp > before.txt && not grep -E 'kernel%|faults +switches' before.txt
// RUN: grep 'asleep s' before.txt && %check before.pomp 'not any(l["kernel"] for l in locations)' 'experiment["kernel"]["page_faults"] == 229000'
//
// A tenth is nothing to speak of.
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=u ./a user 2> err && not grep kernel err && %pomp_report u > u.txt && not grep kernel u.txt
// RUN: %pomp_report --all u | grep "of which 10.0 % in the kernel (229000 page faults, 44000 switches)"
//
// RUN: %python %inputs/kernel-records.py e/profile.pomp role.pomp role && not %pomp_report --all role.pomp 2>&1 | grep "damaged: the kernel's time of another kind of call path"
// RUN: %python %inputs/kernel-records.py e/profile.pomp time.pomp time && not %pomp_report --all time.pomp 2>&1 | grep "damaged: an impossible time in the kernel"
// RUN: %python %inputs/kernel-records.py e/profile.pomp twice.pomp twice && not %pomp_report --all twice.pomp 2>&1 | grep "damaged: an impossible time in the kernel"
// RUN: %python %inputs/kernel-records.py e/profile.pomp thread.pomp thread && not %pomp_report --all thread.pomp 2>&1 | grep "damaged: an impossible time in the kernel"
#define _GNU_SOURCE
#include "regions.h"
#include "test_clock.h"
#include <string.h>
#include <unistd.h>

REGION(team, "parallel", 10);
static struct clock_meeting end;

/* The figures of the two threads, by their numbers. */
static struct {
  int thread;
  const struct clock_kernel *own;
} threads[2];

static void tell(int thread, struct clock_kernel *to) {
  for (int i = 0; i < 2; i++)
    if (thread && __atomic_load_n(&threads[i].thread, __ATOMIC_ACQUIRE) == thread) /* 0: the one that asks */
      *to = *threads[i].own;
}
void (*__pomp_kernel_of_system_thread)(int, struct clock_kernel *) = tell;

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
    threads[omp_get_thread_num()].own = &clock_kernel_own;
    __atomic_store_n(&threads[omp_get_thread_num()].thread, gettid(), __ATOMIC_RELEASE);
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
