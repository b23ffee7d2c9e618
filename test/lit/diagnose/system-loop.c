// Of a loop in a header of the system, which is not instrumented, a finding says what OMPT knows, and how to know more: not that it lacks
// a worksharing construct. The compiler has unrolled the loop around it, so that it is called from four addresses, with one line:
// that is one finding, and one row. Each time the second member works for 2 ms more than the first one; a barrier may take 5 us of a
// member.
// REQUIRES: default-clang
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -O2 -g -isystem %S/Inputs/system %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e ./a 2> err && %pomp_report --diagnose e > found && FileCheck %s --input-file found
// CHECK: Findings
// CHECK: uneven work: parallel (not instrumented) in loop_uneven, {{.*}}loop.h:6 < {{.*}}system-loop.c:[[#@LINE+23]]; fixing it saves 0.004 s at most
// CHECK-NEXT: Members come to the region's end at different times, and wait for each other there; what happens
// CHECK-NEXT: inside is not known, as this code is not instrumented: compile it with pomp-clang, with
// CHECK-NEXT: --pomp-system-headers if it is in a header of the system.
// CHECK-NEXT: thread time lost: 0.008 s, on
// CHECK-NEXT: evidence: wait = 7.96 ms, instances = 4, team size = 2, late begin = 0.00 us
// CHECK-NOT: uneven work
// CHECK-NOT: worksharing
// RUN: %pomp_report --flat e | grep -c "0.024 .* 8 .*parallel (not instrumented)  .*loop.h:6 < " | grep -x 1
// RUN: %pomp_report --all e | grep -c "^ *0.008 .* 8 .*barrier (implicit)  loop_uneven" | grep -x 1
// With what the finding says, the loop is known.
// RUN: %pomp_clang --pomp-system-headers %clock -O2 -g -isystem %S/Inputs/system %s -o all
// RUN: env POMP_EXPERIMENT_DIR=k ./all 2> err && %pomp_report --diagnose k > known && FileCheck %s --check-prefix=KNOWN --input-file known
// KNOWN-NOT: not instrumented
// KNOWN: uneven work: parallel for (loop) in loop_uneven, 
// KNOWN-NOT: not instrumented
#include "test_clock.h"
#include <loop.h>

int main(void) {
  clock_start();
#pragma clang loop unroll(full)
  for (int n = 0; n < 4; n++)
    loop_uneven(n);
  return 0;
}
