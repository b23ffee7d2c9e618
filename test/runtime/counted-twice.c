// An experiment in which regions have more time than the threads had says so, and how much: here the file is changed so that it
// ends after half of the time, 100 of 200 ms.
// RUN: %fresh && %clocked %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %pomp_report --all e > before && not grep "counted twice" before
// RUN: %python -c 'import struct; f = open("e/profile.pomp", "r+b"); f.seek(48); f.write(struct.pack("Q", 1100000000))'
// RUN: %pomp_report --all e | FileCheck %s
// CHECK: Warning: all regions together have 0.100 s more than the threads had: some time was counted twice, and the parts add up to more than 100 %.
#include "regions.h"
#include "test_clock.h"

REGION(work, "region", 1);

int main(void) {
  POMP_Begin(&work);
  __pomp_time += 200 * CLOCK_MS;
  POMP_End(&work);
  return 0;
}
