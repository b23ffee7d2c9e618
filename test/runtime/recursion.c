// Recursive visits count each, their time counts once in the region's inclusive time; they are 200 deep, and 20,000 deep. Each works
// 1 us, the innermost 10 ms.
// RUN: %fresh && %clocked %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a 200 10
// RUN: %check e 'visits("region(f)") == 2010' 'region("region(f)")["inclusive_ns"] == region("region(f)")["exclusive_ns"] == experiment["wall_ns"] == 10 * (200 * 1000 + 10000000)' \
// RUN:   'max(p["depth"] for p in paths) == 201' 'path(*["region(f)"] * 201)["visits"] == 10' 'path(*["region(f)"] * 201)["exclusive_ns"] == 10 * 10000000' \
// RUN:   'region("region(f)")["max_visit_ns"] == 200 * 1000 + 10000000'
// RUN: env POMP_EXPERIMENT_DIR=deep POMP_SUMMARY=0 ./a 20000 1
// RUN: %pomp_report --tree deep > /dev/null
// RUN: %pomp_report --all deep | FileCheck %s
// CHECK: {{.*}} 20001 {{[0-9.]+ .?s}} 1 {{.*}} region(f) main test.c:1
#include "regions.h"
#include "test_clock.h"
#include <stdlib.h>

REGION_AT(f, "region", "f", 1);

static void recurse(int depth) {
  POMP_Begin(&f);
  __pomp_time += depth ? CLOCK_US : 10 * CLOCK_MS;
  if (depth > 0)
    recurse(depth - 1);
  POMP_End(&f);
}

int main(int argc, char **argv) {
  (void)argc;
  for (int i = atoi(argv[2]); i > 0; i--)
    recurse(atoi(argv[1]));
  return 0;
}
