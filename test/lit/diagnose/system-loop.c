// Of a loop in a header of the system, which is not instrumented, a finding says what OMPT knows: how it is dealt out. The compiler has unrolled the loop around it, so that it is called from four addresses, with one line:
// that is one finding, and one row. Each time the second member works for 2 ms more than the first one; a barrier may take 5 us of a
// member.
// REQUIRES: default-clang
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -O2 -g -isystem %S/Inputs/system %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e ./a 2> err && %pomp_report --diagnose e > found && FileCheck %s --input-file found
// CHECK: Not instrumented: {{.*}}loop.h ({{[0-9]+}} % of the threads' time), of which the OpenMP runtime tells no atomics and clauses; compile {{.*}}loop.h with pomp-clang to know more.
// CHECK: Findings
// CHECK: uneven work: for in loop_uneven, {{.*}}loop.h:6; fixing it saves 0.004 s at most
// CHECK-NEXT: The loop's clauses are schedule(static).
// CHECK: thread time lost: 0.008 s, on
// CHECK-NEXT: evidence: imbalance = 33.3 %, instances = 4
// CHECK-NOT: uneven work
// CHECK-NOT: worksharing
// RUN: tr '\n' ' ' < found | tr -s ' ' | grep "Compile [^ ]*loop.h with pomp-clang to know more: its clauses, and what single chunks and sections take"
// RUN: %pomp_report --flat e | grep -c "0.024 .* 8 .*parallel (not instrumented)  .*loop.h:6" | grep -x 1
// RUN: %pomp_report --all e | grep -c "^ *0.008 .* 8 .*barrier (implicit)  loop_uneven" | grep -x 1
// The option instruments it.
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
