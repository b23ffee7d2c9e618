// Metrics that follow from a trace are those that were measured, number for number, which %check looks at: of nested teams, tasks on top
// of tasks, tasks at barriers and moved ones, switching off, repaired regions, threads that end, other OpenMP runtimes; over
// many chunks, with more metrics than a record has room for.
// UNSUPPORTED: traced
// RUN: %fresh
// DEFINE: %{run} = env POMP_TRACE=1 POMP_SUMMARY=0 OMP_CANCELLATION=true POMP_METRICS=rusage:utime,rusage:stime,rusage:minflt,rusage:majflt,rusage:nvcsw,rusage:nivcsw,rusage:inblock,rusage:oublock,rusage:maxrss
// RUN: %clocked %S/exact.c -o exact && %{run} POMP_EXPERIMENT_DIR=e ./exact > out && %check e 'len(metrics) == 9' 'metrics[2]["in_regions"] > 0' 'visits("task") == 75'
// RUN: %clocked %S/recursion.c -o recursion && %{run} POMP_EXPERIMENT_DIR=r ./recursion 200 10 && %check r 'visits("region(f)") == 2010'
// RUN: %program %S/threads.c -o threads && %{run} POMP_EXPERIMENT_DIR=t ./threads && %check t 'visits("region(short)") == 10000'
// RUN: %program %S/thread-teams.c -o teams && %{run} POMP_EXPERIMENT_DIR=m ./teams > out && %check m 'visits("for") == 924'
// RUN: %program %S/constructs.c -o constructs && %{run} OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=c ./constructs > out && %check c 'len(metrics) == 9'
// RUN: %clocked %S/repair.c -o repair && %{run} OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=p ./repair && %check p 'experiment["repaired"] > 0'
// RUN: %clocked %S/off.c -o off && %{run} OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=o ./off && %check o 'visits("region(f)") == 2'
// RUN: not %{run} OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=x sh -c "%clocked %S/exit-paths.c -o exits && ./exits inside" && %check x 'experiment["unfinished"] > 0'
// RUN: %program %S/without-ompt.c -o without && %{run} OMP_TOOL=disabled POMP_EXPERIMENT_DIR=w ./without && %check w 'experiment["nesting"] == "unknown"'
// Tasks that touch pages, at a team's last barrier, which OMPT alone tells of, and in an inner team.
// REQUIRES: two-cores
// RUN: %program %s -o last && %{run} OMP_MAX_ACTIVE_LEVELS=2 POMP_EXPERIMENT_DIR=l ./last && %check l 'visits("task") == 2 * 20 * 6' 'visits("barrier (implicit)", 1) == 2 * 20' \
// RUN:   'metric("rusage:minflt", "task") >= 2 * 20 * 6 * 8' 'region("barrier (implicit)", 1)["tasks_ns"] > 0' \
// RUN:   '100e6 < metric("rusage:maxrss", "region(grow)") < 400e6'
#include "regions.h"
#include <omp.h>
#include <string.h>
#include <sys/mman.h>

REGION(team, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(task, "task", 3);
REGION_AT(grow, "region", "grow", 4);

static void create(void) {
  POMP_Task_create_begin(&task);
#pragma omp task
  {
    enum { SIZE = 8 * 4096 };
    POMP_Task_begin(&task);
    char *pages = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(pages, 1, SIZE);
    munmap(pages, SIZE);
    POMP_Task_end(&task);
  }
  POMP_Task_create_end(&task);
}

static void fork_inner(void) {
  POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&inner);
    create();
    create();
    POMP_Parallel_end(&inner);
  }
  POMP_Parallel_join(&inner);
}

/* The process gets 200 MB, of which it may have had some before, and given them back. */
static void touch(void) {
  enum { SIZE = 200000000 };
  POMP_Begin(&grow);
  char *pages = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(pages, 1, SIZE);
  munmap(pages, SIZE);
  POMP_End(&grow);
}

int main(void) {
  touch();
  team.flags = inner.flags = POMP_RD_IMPLICIT_JOIN;
  for (int i = 0; i < 20; i++) {
    POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&team);
      create();
      fork_inner();
      create();
      POMP_Parallel_end(&team);
    }
    POMP_Parallel_join(&team);
  }
  return 0;
}
