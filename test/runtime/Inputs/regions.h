/* regions.h - descriptors as the plugin lays them out, by hand.
 * Not here: events; each test calls those itself. */
#ifndef REGIONS_H
#define REGIONS_H

#include "pomp.h"

#include <time.h>

/* A descriptor `variable` of a construct at a line of the test. */
#define REGION_AT(variable, construct, sub, line)                                                                      \
  static struct ompregdescr variable = {.name = construct,                                                             \
                                        .sub_name = sub,                                                               \
                                        .file_name = "test.c",                                                         \
                                        .begin_line1 = line,                                                           \
                                        .begin_lineN = line,                                                           \
                                        .end_line1 = line + 1,                                                         \
                                        .end_lineN = line + 1,                                                         \
                                        .function_name = "main",                                                       \
                                        .version = POMP_RD_VERSION}
#define REGION(variable, construct, line) REGION_AT(variable, construct, "", line)

/* Works for so many ms, by the wall clock. */
static void busy(double ms) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  double end = (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6 + ms;
  do
    clock_gettime(CLOCK_MONOTONIC, &t);
  while ((double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6 < end);
}

#endif
