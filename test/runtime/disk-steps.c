// The disk is full at each of many steps of a measurement: while a construct or a string is defined, a call path made, a chunk
// of the trace begun. The program's output stays, and all times that are reported are those that the program says by its clock.
// REQUIRES: mount
// UNSUPPORTED: traced
// RUN: %fresh && %clocked %s -o a && %python %inputs/disk-steps.py ./a %pomp_report
#include "regions.h"
#include "test_clock.h"
#include <stdio.h>

REGION_AT(whole, "region", "whole", 1);

int main(void) {
  clock_start();
  enum { MANY = 700 };
  static struct ompregdescr many[MANY];
  regions_fill(many, MANY, &whole, "for", 2);
  POMP_Begin(&whole);
  clock_work(20 * CLOCK_MS);
  for (int i = 0; i < MANY; i++) {
    POMP_For_enter(&many[i]);
    POMP_For_exit(&many[i]);
  }
  clock_work(20 * CLOCK_MS);
  POMP_End(&whole);
  puts("done");
  return 0;
}
