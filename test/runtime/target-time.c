// The time of a target region may be waiting for a device or work on the host: the report says so below the table in which it
// is, and only if there is such time.
// RUN: %fresh && %clocked %s -o a && env POMP_EXPERIMENT_DIR=long ./a 5000000 && env POMP_EXPERIMENT_DIR=short ./a 0
// RUN: %pomp_report --all long | FileCheck %s
// CHECK: target {{ *}}main {{ *}}test.c:1
// CHECK: {{^}}  target: its self time is waiting where a device works, and work where the host does;
// RUN: %check long 'region("target")["exclusive_ns"] == 5000000' 'region("target")["wait_ns"] == 0'
// RUN: %pomp_report --all short > out && grep "target .*main .*test.c:1$" out && not grep "target: its self time" out
#include "regions.h"
#include "test_clock.h"
#include <stdlib.h>

REGION(device, "target", 1);

int main(int argc, char **argv) {
  __pomp_time++;
  POMP_Target_enter(&device);
  __pomp_time += argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
  POMP_Target_exit(&device);
  return 0;
}
