// After omp_pause_resource(omp_pause_hard, …), libomp has no OMPT any more. What was measured before stays, what the events of POMP
// tell is measured after it, and what is missing is said: in the table, in the report and in --json.
// REQUIRES: default-clang
// DEFINE: %{run} = env OMP_NUM_THREADS=2 POMP_TRACE=1 POMP_EXPERIMENT_DIR
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -fopenmp -O1 %s -o a
// RUN: %{run}=e ./a pause 2> err && FileCheck %s --input-file err
// RUN: %pomp_report --all e > e.txt && FileCheck %s --input-file e.txt
// RUN: %pomp_report --all --from-trace e > trace.txt && FileCheck %s --input-file trace.txt
// CHECK: the OpenMP runtime ended OMPT after {{[0-9.]+}} s (omp_pause_resource does so), and teams began after that: which thread is which member is not known from then on, and the waiting in implicit barriers is missing: compile with --pomp-barriers=explicit to measure it where OpenMP allows
// RUN: %pomp_report --json e | %python %S/Inputs/pause-hard.py 4 4 2
// Barriers with events of their own are all there.
// RUN: %pomp_clang --pomp-barriers=explicit -fopenmp -O1 %s -o explicit
// RUN: %{run}=x ./explicit pause 2> err && FileCheck %s --check-prefix=TEAMS --input-file err
// RUN: %pomp_report --all x | FileCheck %s --check-prefix=TEAMS
// TEAMS: the OpenMP runtime ended OMPT after {{[0-9.]+}} s (omp_pause_resource does so), and teams began after that: which thread is which member is not known from then on{{$}}
// RUN: %pomp_report --json x | %python %S/Inputs/pause-hard.py 0 8 2
// Where no team follows, nothing is missing; nor without a pause.
// RUN: %{run}=l ./a last 2> err && not grep "ended OMPT" err && %pomp_report --json l | %python %S/Inputs/pause-hard.py 0 8 2
// RUN: %{run}=n ./a none 2> err && not grep "ended OMPT" err && %pomp_report --json n | %python %S/Inputs/pause-hard.py 0 8 2
#include <omp.h>
#include <string.h>

static int pause_hard(void) { return omp_pause_resource(omp_pause_hard, omp_get_initial_device()); }

int main(int argc, char **argv) {
  int n = 0;
#pragma omp parallel
#pragma omp single
  n++;
  if (argc > 1 && strcmp(argv[1], "pause") == 0 && pause_hard())
    return 1;
#pragma omp parallel
#pragma omp single
  n++;
  if (argc > 1 && strcmp(argv[1], "last") == 0 && pause_hard())
    return 1;
  return n != 2;
}
