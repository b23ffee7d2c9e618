// Where all threads are busy and nothing large is found, the report says once that one run can't tell whether threads slow each other
// down, with the program's command line and its numbers of threads; elsewhere it does not. Arguments are the number of threads, and how
// many percent the first one works longer than the others.
// RUN: %fresh && %clocked %s -o a && sh -c 'POMP_SUMMARY=0; export POMP_SUMMARY; for run in "2 0 x" "4 0" "3 2" "1 0" "2 50"; do \
// RUN:   POMP_EXPERIMENT_DIR=$(echo $run | tr " " -) ./a $run || exit 1; done'
// RUN: sh -c 'for run in *-*-* 4-0 3-2; do for how in "" --all --diagnose --markdown; do %pomp_report $how $run > out || exit 1; \
// RUN:   test $(grep -c "One run can.t tell whether threads slow each other down:" out) -eq 1 || { echo $run $how; cat out; exit 1; }; done; done'
// RUN: %pomp_report --diagnose 2-0-x | FileCheck --check-prefix=TWO %s
// RUN: %pomp_report --diagnose 4-0 | FileCheck --check-prefix=FOUR %s
// RUN: %pomp_report --diagnose 3-2 | FileCheck --check-prefix=THREE %s
// RUN: %pomp_report --diagnose --json 2-0-x | grep -F '"scale_command": "pomp-scale 1,2 -- ./a 2 0 x"'
// RUN: sh -c 'for run in 1-0 2-50; do for how in "" --all --diagnose --markdown; do %pomp_report $how $run > out || exit 1; \
// RUN:   if grep "One run" out; then exit 1; fi; done; done'
// RUN: %pomp_report --diagnose --json 1-0 | grep -F '"scale_command": null'
// RUN: %pomp_report --diagnose --json 2-50 | grep -F '"scale_command": null'
// Where that is of no use, the next step is how to see what the region does that has most of the work, unless findings save a quarter.
// RUN: %pomp_report 2-50 | FileCheck --check-prefix=NEXT %s && %pomp_report --diagnose --json 2-50 | FileCheck --check-prefix=NEXT-JSON %s
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=2-200 ./a 2 200 && %pomp_report --diagnose --json 2-200 | grep -F '"next_step": null'
// NEXT: {{^}}Next: POMP_SAMPLE=1 ./a 2 50 tells what is in for (test.c:31
// NEXT-JSON: "next_step": "Next: POMP_SAMPLE=1 ./a 2 50 tells what is in for ({{.*}}:31), which has 100 % of the work"
// TWO: {{^}}  nothing that costs a hundredth of the wall time was found
// TWO-NEXT: {{^}}  One run can't tell whether threads slow each other down: pomp-scale 1,2 -- ./a 2 0 x;
// TWO-NEXT: {{^}}  POMP_SAMPLE=1 ./a 2 0 x tells what is in for (test.c:31), which has 100 % of the work
// FOUR: down: pomp-scale 1,2,4 -- ./a 4 0
// A finding that is small says nothing of what all threads do.
// THREE: 1. uneven work
// THREE: down: pomp-scale 1,3 -- ./a 3 2
#include "clocked-barrier.h"
#include <stdlib.h>

REGION(par, "parallel", 30);
REGION(loop, "for", 31);
static struct clock_meeting end;

int main(int argc, char **argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 2, longer = argc > 2 ? atoi(argv[2]) : 0;
  clock_start();
  for (int i = 0; i < 2; i++) { /* the first team's barrier may be missing */
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(threads)
    {
      POMP_Parallel_begin(&par);
      POMP_For_enter(&loop);
      clock_work(!i ? 0 : 100 * CLOCK_MS * (omp_get_thread_num() ? 100 : 100 + (unsigned)longer) / 100);
      clocked_barrier(&loop, &end, (size_t)i);
      POMP_For_exit(&loop);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  return 0;
}
