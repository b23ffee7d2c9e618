// Programs that pomp-clang compiled leave their implicit barriers to OMPT. If the OpenMP runtime turns out to offer none, one line at
// the end says that their waiting is missing, and what to do; so does the report.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang %s -o loop
// RUN: %pomp_clang --pomp-emit=emitted.c -fsyntax-only %s && gcc -fopenmp emitted.c -L%libdir -lpompomp -Wl,-rpath,%libdir -o by-gcc
// RUN: %clang -shared -fPIC %S/Inputs/other-tool.c -o other-tool.so
// DEFINE: %{run} = env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR
// DEFINE: %{line} = "^pomp: the OpenMP runtime offered no OMPT, so the waiting in implicit barriers is missing: compile with --pomp-barriers=explicit"
//
// OMPT is switched off; another tool has it; another OpenMP runtime knows none.
// RUN: %{run}=off OMP_TOOL=disabled ./loop 2>&1 | grep -c %{line} | grep -x 1
// RUN: %{run}=other LD_PRELOAD=./other-tool.so ./loop 2>&1 | grep -c %{line} | grep -x 1
// RUN: %{run}=gomp ./by-gcc 2>&1 | grep -c %{line} | grep -x 1
// RUN: %pomp_report --all off | FileCheck %s --check-prefix=REPORT
// REPORT: The waiting in implicit barriers of 2 constructs is missing, for only OMPT could have reported it: compile with --pomp-barriers=explicit
// RUN: %pomp_report --json off | grep '"missing_barriers":2,'
//
// The line is a part of the table at the end, which can be switched off.
// RUN: %{run}=quiet OMP_TOOL=disabled POMP_SUMMARY=0 ./loop 2>&1 | count 0
//
// Nothing is missing with OMPT; where barriers have events; where no such construct was met, or measured; and where no
// thread had another to wait for.
// DEFINE: %{none} = not grep "waiting in implicit barriers"
// RUN: %{run}=with ./loop 2>&1 | %{none}
// RUN: %pomp_report --all with | %{none}
// RUN: %pomp_report --json with | grep '"missing_barriers":0,'
// RUN: %pomp_clang --pomp-barriers=explicit %s -o explicit
// RUN: %{run}=explicit-off OMP_TOOL=disabled ./explicit 2>&1 | %{none}
// RUN: %pomp_report --all explicit-off | %{none}
// RUN: %pomp_clang --pomp-disable=parallel %s -o loop-alone
// RUN: %{run}=met OMP_TOOL=disabled ./loop-alone 2>&1 | grep -c %{line} | grep -x 1
// RUN: %{run}=unmet OMP_TOOL=disabled ./loop-alone unmet 2>&1 | %{none}
// RUN: %pomp_report --all unmet | %{none}
// RUN: echo 'SCOREP_REGION_NAMES_BEGIN EXCLUDE for SCOREP_REGION_NAMES_END' > filter
// RUN: %{run}=filtered OMP_TOOL=disabled POMP_FILTER=filter ./loop-alone 2>&1 | %{none}
// RUN: %{run}=one-thread OMP_TOOL=disabled OMP_NUM_THREADS=1 ./loop 2>&1 | %{none}
// RUN: %pomp_report --all one-thread | %{none}
int main(int argc, char **argv) {
  int sum = 0;
  (void)argv;
#pragma omp parallel
  {
    if (argc == 1) {
#pragma omp for
      for (int i = 0; i < 100; i++)
        __atomic_fetch_add(&sum, i, __ATOMIC_RELAXED);
    }
#pragma omp critical
    sum++;
  }
  return sum < 1;
}
