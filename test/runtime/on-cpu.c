// How long threads were on a processor, how long they were ready without one, and how long they slept: the figures, and what is said
// of them. The program says how many processors there are, and how long its threads were ready so far; what the kernel says of real
// threads is in test/real-time/kernel-says-cpu.c. Five teams of four threads take 20 ms each, of which a thread is on a processor for 5 ms.
// RUN: %fresh && %clocked %s -o a && env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=e ./a crowded 2> err
// RUN: %check e '[experiment["scheduled"][k] for k in ("lived_ns", "on_cpu_ns", "ready_ns", "asleep_ns")] == [4 * 100000000, 4 * 25000000, 4 * 75000000, 0]' \
// RUN:   'region("parallel")["cpu"] == {"visits": 20, "teams": 5, "span_ns": 20 * 20000000, "on_cpu_ns": 20 * 5000000, "max_ns": 5 * 5000000, "mean_ns": 5 * 5000000, "imbalance": 0}' \
// RUN:   'experiment["cpus"] == 1 and experiment["crowded"]' \
// RUN:   'all(experiment["scheduled"][k] == sum(l["scheduled"][k] for l in locations if l["scheduled"]) for k in experiment["scheduled"])' \
// RUN:   'sum(1 for l in locations if l["scheduled"]) == 4 and [l["scheduled"] for l in locations if l["name"] == "0→0"] == [None]'
// RUN: %pomp_report --all e > report && FileCheck %s --check-prefix=CROWDED < report && FileCheck %s --check-prefix=EXIT < err
// CROWDED: 4 threads on 1 CPU: on CPU 25.0 % of the thread time, ready and not running 75.0 %, asleep 0.0 %.
// CROWDED-NEXT: Warning: threads were ready and had no CPU for 0.30 s: waiting and imbalance contain time in which threads were not on a CPU, as the kernel does not tell where it was (containers, perf_event_paranoid above 2).
// CROWDED: CPU imbal%
// EXIT: pomp: a · 4 threads · {{.*}}
// EXIT-NEXT: pomp: idle {{.*}} · measuring ~0.0 %
// EXIT-NEXT: pomp: ready and not running 75.0 % (4 threads on 1 CPU){{$}}
// RUN: %pomp_report --threads e | FileCheck %s --check-prefix=THREADS
// THREADS: on CPU% ready s asleep s in teams%
//
// Members with 5, 15, 25 and 35 ms to do, on processors of their own.
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=u POMP_SUMMARY=0 ./a uneven
// RUN: %check u 'region("parallel")["cpu"]["imbalance"] == 15 / 35' 'not experiment["crowded"] and experiment["cpus"] == 64' \
// RUN:   'region("parallel")["cpu"]["on_cpu_ns"] == region("parallel")["cpu"]["span_ns"] == 5 * (5 + 15 + 25 + 35) * 1000000'
//
// Without OMPT nothing is known of teams, and everything of threads.
// RUN: env OMP_TOOL=disabled OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=n POMP_SUMMARY=0 ./a crowded
// RUN: %check n 'experiment["scheduled"]["on_cpu_ns"] == 4 * 25000000 and experiment["scheduled"]["ready_ns"] == 4 * 75000000' 'region("parallel")["cpu"] is None'
//
// A file with CPU times that no run can have is refused.
// RUN: %python %inputs/cpu-records.py e/profile.pomp role.pomp role && not %pomp_report --all role.pomp 2>&1 | grep "damaged: CPU time of another kind of call path"
// RUN: %python %inputs/cpu-records.py e/profile.pomp time.pomp time && not %pomp_report --all time.pomp 2>&1 | grep "damaged: an impossible CPU time"
// RUN: %python %inputs/cpu-records.py e/profile.pomp ready.pomp location && not %pomp_report --all ready.pomp 2>&1 | grep "damaged: an impossible CPU time"
// What was asked a little earlier and later than the clock is no CPU time beyond the time by the clock.
// RUN: mkdir span && %python %inputs/cpu-records.py u/profile.pomp span/profile.pomp span
// RUN: %check span '[region("parallel")["cpu"][k] for k in ("on_cpu_ns", "span_ns")] == [5 * (5 + 15 + 25 + 35) * 1000000] * 2' \
// RUN:   'all(l["in_teams"]["on_cpu_ns"] <= l["in_teams"]["span_ns"] for l in locations if l["in_teams"])'
#include "regions.h"
#include "test_clock.h"
#include <string.h>

REGION(team, "parallel", 10);
static struct clock_meeting end;
static int arrived, gone;

/* While all members are in the team, none of them has an event. */
static void all_are_ready_for(uint64_t ns, int count, int round) {
  clock_next(&arrived);
  clock_turn(&arrived, count * (round + 1));
  if (omp_get_thread_num() == 0) {
    __pomp_ready += ns;
    clock_next(&gone);
  }
  clock_turn(&gone, round + 1);
}

int main(int argc, char **argv) {
  bool uneven = argc > 1 && strcmp(argv[1], "uneven") == 0;
  clock_start();
  __pomp_cpus = uneven ? 64 : 1;
  team.flags = POMP_RD_IMPLICIT_JOIN;
  POMP_Register_regions(&team, 1, sizeof team);
  for (int round = 0; round < 5; round++) {
    clock_fork();
    POMP_Parallel_fork(&team);
#pragma omp parallel
    {
      POMP_Parallel_begin(&team);
      if (!uneven)
        all_are_ready_for(15 * CLOCK_MS, omp_get_num_threads(), round);
      clock_work((uneven ? 5 + 10 * (uint64_t)omp_get_thread_num() : 20) * CLOCK_MS);
      POMP_Parallel_end(&team);
      clock_meet(&end, (size_t)round);
    }
    clock_met();
    POMP_Parallel_join(&team);
  }
  return 0;
}
