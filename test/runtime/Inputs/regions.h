/* regions.h - makes descriptors by hand as the plugin lays them out.
 * Events are not made here; each test calls those itself. */
#ifndef REGIONS_H
#define REGIONS_H

#include "pomp.h"

#include <time.h>

/* Defines a descriptor `variable` of a construct at a line of the test. */
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

/* Returns a new descriptor of a construct at a line of its own; it is like an earlier one in all else. */
static struct ompregdescr region_like(const struct ompregdescr *other, const char *construct, int line) {
  struct ompregdescr made = *other;
  made.name = construct;
  made.sub_name = "";
  made.data[0] = NULL;
  made.begin_line1 = line;
  return made;
}

/* Makes so many of them, of which each one's line follows the one before. */
static void regions_fill(struct ompregdescr *to, int count, const struct ompregdescr *like, const char *construct, int line) {
  for (int i = 0; i < count; i++)
    to[i] = region_like(like, construct, line + i);
}

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
