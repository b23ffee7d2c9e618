// A second OMPT tool is beside ours, named in POMP_TOOL_LIBRARIES: both see everything, each with its own data, and our
// measurement is the same as without it.
// RUN: %fresh && %program %s -o a && %cc -shared -fPIC %inputs/second-tool.c -o second.so
// RUN: env POMP_EXPERIMENT_DIR=one POMP_SUMMARY=0 ./a > out 2> err && echo 220 | diff - out && count 0 < err && not ls second
// RUN: env POMP_TOOL_LIBRARIES=./second.so POMP_EXPERIMENT_DIR=two POMP_SUMMARY=0 ./a > out 2> err && echo 220 | diff - out && count 0 < err
// RUN: %check two 'file("second")["forks"] == file("second")["joins"] == 20' 'file("second")["begins"] == 40' \
// RUN:   'file("second")["ends"] == 40' 'file("second")["creates"] == 200' 'file("second")["threads"] == 2' \
// RUN:   'file("second")["wrong"] == 0' 'file("second")["barriers"] > 0'
// DEFINE: %{same} = 'visits("parallel") == 40' 'visits("task") == 200' 'visits("single (block)") == 20' \
// DEFINE:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == experiment["lost"] == 0' \
// DEFINE:   'experiment["nesting"] == "ompt"' 'len(locations) == 3' \
// DEFINE:   'path("parallel (fork-join)", "parallel", "single", "single (block)", "task (create)", "task")["visits"] == 200'
// RUN: %check one %{same} && %check two %{same}
// A library that is not there, or is no tool, or is ourselves, is a line on stderr, and the next one is tried; never a word on stdout.
// RUN: %cc -shared -fPIC %inputs/module.c -o module.so
// RUN: env POMP_TOOL_LIBRARIES=./none.so:./module.so:%libdir/libpompomp.so:./second.so POMP_EXPERIMENT_DIR=three POMP_SUMMARY=0 ./a > out 2> err && echo 220 | diff - out
// RUN: FileCheck %s < err && count 3 < err && %check three %{same} 'file("second")["forks"] == 20'
// CHECK: pomp: POMP_TOOL_LIBRARIES: ./none.so: cannot open shared object file: No such file or directory; measuring without it
// CHECK-NEXT: pomp: POMP_TOOL_LIBRARIES: there is no other OMPT tool in ./module.so; measuring without it
// CHECK-NEXT: pomp: POMP_TOOL_LIBRARIES: there is no other OMPT tool in {{.*}}/libpompomp.so; measuring without it
// Ours is there alone, whatever does not load.
// RUN: env POMP_TOOL_LIBRARIES=./none.so POMP_EXPERIMENT_DIR=four POMP_SUMMARY=0 ./a > out 2> err && echo 220 | diff - out && count 1 < err
// RUN: %check four %{same}
// OMP_TOOL_LIBRARIES, which the OpenMP runtime doesn't ask any more as it has found us, is asked by us: after the other.
// RUN: env OMP_TOOL_LIBRARIES=./second.so POMP_EXPERIMENT_DIR=five POMP_SUMMARY=0 ./a > out 2> err && echo 220 | diff - out && count 0 < err
// RUN: %check five %{same} 'file("second")["forks"] == 20' && rm second
// RUN: env POMP_TOOL_LIBRARIES=::./none.so: OMP_TOOL_LIBRARIES=:./module.so:./second.so:./never.so POMP_EXPERIMENT_DIR=six POMP_SUMMARY=0 ./a 2> err
// RUN: FileCheck %s --check-prefix=BOTH < err && count 2 < err && %check six %{same} 'file("second")["forks"] == 20'
// BOTH: pomp: POMP_TOOL_LIBRARIES: ./none.so: cannot open shared object file
// BOTH-NEXT: pomp: OMP_TOOL_LIBRARIES: there is no other OMPT tool in ./module.so; measuring without it
// While we are off, it sees everything all the same.
// RUN: rm second && env POMP_ENABLE=0 POMP_TOOL_LIBRARIES=./second.so POMP_EXPERIMENT_DIR=seven ./a > out 2> err && echo 220 | diff - out && count 0 < err && not ls seven
// RUN: %check two 'file("second")["forks"] == file("second")["joins"] == 20' 'file("second")["begins"] == 40' \
// RUN:   'file("second")["ends"] == 40' 'file("second")["creates"] == 200' 'file("second")["wrong"] == 0' 'file("second")["barriers"] > 0'
#include "regions.h"
#include <stdio.h>

REGION(par, "parallel", 1);
REGION(single, "single", 2);
REGION(task, "task", 3);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 20; i++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&par);
      POMP_Single_enter(&single);
#pragma omp single
      {
        POMP_Single_begin(&single);
        for (int k = 0; k < 10; k++) {
          POMP_Task_create_begin(&task);
#pragma omp task shared(sum)
          {
            POMP_Task_begin(&task);
#pragma omp atomic
            sum++;
            POMP_Task_end(&task);
          }
          POMP_Task_create_end(&task);
        }
#pragma omp atomic
        sum++;
        POMP_Single_end(&single);
      }
      POMP_Single_exit(&single);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  printf("%d\n", sum);
  return 0;
}
