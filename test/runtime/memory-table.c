// The table at the end takes at most twice the memory that the call paths have in the file, whoever ends the program.
// UNSUPPORTED: sanitized, traced
// RUN: %fresh && %program %s -o a && %python %inputs/memory-table.py ./a
#include "regions.h"
#include <signal.h>

enum { REGIONS = 58, DEPTH = 3 };
REGION_AT(one, "region", "one", 1);
static struct ompregdescr all[REGIONS];

static void go(int depth) {
  for (int i = 0; i < REGIONS; i++) {
    POMP_Begin(&all[i]);
    if (depth > 1)
      go(depth - 1);
    POMP_End(&all[i]);
  }
}

int main(int argc, char **argv) {
  (void)argv;
  regions_fill(all, REGIONS, &one, "region", 10);
  go(DEPTH);
  if (argc > 1)
    raise(SIGTERM);
  return 0;
}
